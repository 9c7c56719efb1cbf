import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** Names that a component takes from a style sheet that has none of that name: what is drawn looks unlike it should. */
function missingNames(component: string, code: string, sheetOf: (path: string) => string): readonly string[] {
  return [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, sheet = '', path = '']) => {
    const has = new Set(
      [...sheetOf(join(dirname(component), path)).matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name),
    );
    const used = [...code.matchAll(new RegExp(String.raw`\b${sheet}\['([\w-]+)'\]`, 'g'))].map(([, name = '']) => name);
    return used.filter(name => !has.has(name)).map(name => `${component} uses .${name} of ${path}`);
  });
}

test('every name of a style that a component uses is in the style sheet it is taken from', () => {
  const components = globSync('renderer/**/*.tsx', { cwd: ROOT }).map(path => path.replaceAll('\\', '/'));
  expect(components.length).toBeGreaterThan(100);
  expect(components.flatMap(path => missingNames(path, text(path), text))).toEqual([]);
});

test('a name that a style sheet lacks is found', () => {
  const code =
    "import styles from './a.module.css'; <p className={styles['here']}><b className={styles['gone']} /></p>";
  expect(missingNames('renderer/a.tsx', code, () => '.here { top: 0 }')).toEqual([
    'renderer/a.tsx uses .gone of ./a.module.css',
  ]);
});
