import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';
import { note } from '../setup/note.ts';

// How large the product may become, why, and what to do where it does: main/DECISIONS.md, "The product has a size: …".

/** Lines of everything that is delivered. */
const MOST_LINES = 175_000;
/** Lines of what decides, remembers, observes and acts, which a person has to understand as a whole. */
const MOST_KERNEL_LINES = 31_000;
/** Lines of one feature in one tree. */
const MOST_FEATURE_LINES = 8000;
/** Lines of a file, on average: the parts stay small. */
const MOST_ON_AVERAGE = 100;

const KERNEL = ['main/core', 'main/ports', 'main/journal', 'main/local', 'main/remote', 'main/engine'];

interface Measured {
  readonly path: string;
  readonly lines: number;
}

function linesOf(files: readonly Measured[], folder: string): number {
  return files.filter(({ path }) => path.startsWith(`${folder}/`)).reduce((sum, { lines }) => sum + lines, 0);
}

/** The feature in its tree that a path belongs to; null: it is of no feature. */
function featureOf(path: string): string | null {
  return /^(?:main|shared|renderer)\/features\/[^/]+/.exec(path)?.[0] ?? null;
}

test('the product, its kernel and each feature stay within the size that was decided', () => {
  const files = ['main', 'shared', 'renderer'].flatMap(folder =>
    namesBelow(join(ROOT, folder))
      .map(name => `${folder}/${name}`)
      .filter(path => /\.(?:tsx?|css)$/.test(path))
      .map(path => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 })),
  );
  const all = files.reduce((sum, { lines }) => sum + lines, 0);
  const kernel = KERNEL.reduce((sum, folder) => sum + linesOf(files, folder), 0);
  const features = [...new Set(files.flatMap(({ path }) => featureOf(path) ?? []))];
  note(`product: ${all} lines in ${files.length} files; kernel: ${kernel} lines`);
  expect(all).toBeLessThanOrEqual(MOST_LINES);
  expect(kernel).toBeLessThanOrEqual(MOST_KERNEL_LINES);
  expect(all / files.length).toBeLessThanOrEqual(MOST_ON_AVERAGE);
  expect(features.filter(folder => linesOf(files, folder) > MOST_FEATURE_LINES)).toEqual([]);
});
