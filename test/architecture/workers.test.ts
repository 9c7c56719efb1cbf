import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

test('nothing of the window imports the readers that are loaded when they are needed: its workers may load nothing', () => {
  const files = globSync(['renderer/**/*.{ts,tsx}', 'shared/diff/**/*.ts'], { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  const importing = files.filter(path =>
    /from '[^']*preview\/formats\/readers\.ts'/.test(readFileSync(new URL(path, ROOT), 'utf8')),
  );
  expect(importing).toEqual([]);
});
