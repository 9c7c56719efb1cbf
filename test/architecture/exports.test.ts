import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';
import type { Written } from './portable.ts';

const PRODUCT = ['main', 'shared', 'renderer'];
const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type) ([\w$]+)/gm;
const WORDS = /[A-Za-z_$][\w$]*/g;

/** One sentence for each thing that a file of the product exports and that stands nowhere else, not even in that file. */
function unusedExports(sources: readonly Written[]): string[] {
  const counts = new Map<string, number>();
  for (const { text } of sources)
    for (const [word] of text.matchAll(WORDS)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return sources
    .filter(({ path }) => PRODUCT.some(folder => path.startsWith(`${folder}/`)))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)]
        .map(([, name = '']) => name)
        .filter(name => counts.get(name) === 1)
        .map(name => `${path} exports ${name}, which nothing uses: remove it`),
    );
}

test('everything that the product exports is used', () => {
  const sources = [...PRODUCT, 'test'].flatMap(folder =>
    namesBelow(join(ROOT, folder))
      .map(name => `${folder}/${name}`)
      .filter(path => /\.(?:tsx?|mjs)$/.test(path))
      .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
  );
  expect(sources.length).toBeGreaterThan(2000);
  expect(unusedExports(sources)).toEqual([]);
});

test('an export that stands nowhere else is found, one of a test or with a use is not', () => {
  const used = { path: 'main/a.ts', text: 'export function brew(): void {}\nexport type Tea = string;\n' };
  const user = { path: 'test/b.ts', text: 'brew();\nexport const alone = 1;\n' };
  expect(unusedExports([used, user])).toEqual(['main/a.ts exports Tea, which nothing uses: remove it']);
});
