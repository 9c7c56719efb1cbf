import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareTrees } from '../../../../main/core/scan/compare-trees.ts';

const file = (path: string, sizeBytes: number) => ({ path, sizeBytes });

test('files are put beside each other by their paths', () => {
  const here = [file('a.csv', 3), file('sub/b.csv', 4), file('mine.md', 1)];
  const there = [file('a.csv', 3), file('sub/b.csv', 9), file('theirs.md', 2)];
  expect(compareTrees(here, there)).toEqual([
    { path: 'a.csv', how: 'alike', hereBytes: 3, thereBytes: 3 },
    { path: 'sub/b.csv', how: 'different', hereBytes: 4, thereBytes: 9 },
    { path: 'theirs.md', how: 'only-there', hereBytes: null, thereBytes: 2 },
    { path: 'mine.md', how: 'only-here', hereBytes: 1, thereBytes: null },
  ]);
});

test('a name is the same however its letters are composed', () => {
  expect(compareTrees([file('Zu\u0308rich.txt', 1)], [file('Z\u00fcrich.txt', 1)]).map(({ how }) => how)).toEqual([
    'alike',
  ]);
});

test('of two files of one name at the service, one stands for itself', () => {
  const rows = compareTrees([file('a', 1)], [file('a', 1), file('a', 1)]);
  expect(rows.map(({ how }) => how)).toEqual(['alike', 'only-there']);
});

test('every file of both sides is in exactly one row', () => {
  const side = fc.uniqueArray(fc.record({ path: fc.stringMatching(/^[a-e]$/), sizeBytes: fc.nat(3) }), {
    selector: ({ path }) => path,
  });
  fc.assert(
    fc.property(side, side, (here, there) => {
      const rows = compareTrees(here, there);
      expect(rows.filter(({ hereBytes }) => hereBytes !== null)).toHaveLength(here.length);
      expect(rows.filter(({ thereBytes }) => thereBytes !== null)).toHaveLength(there.length);
    }),
  );
});
