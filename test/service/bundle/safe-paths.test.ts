import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateFileName } from 'yauzl';

import { runs, seedOr } from '../../setup/run/effort.ts';
import { type PlacedFolder, safeName, SafePaths } from './safe-paths.ts';

const SEED = seedOr(1);
const OPTIONS = { numRuns: runs(300), seed: SEED };

test.each([
  ['..', '_'],
  ['.', '_'],
  ['', '_'],
  ['  ', '_'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\Windows', 'C__Windows'],
  ['a\u0000b\nc', 'a_b_c'],
  ['con', 'con_'],
  ['COM1.txt', 'COM1_.txt'],
  ['conference.txt', 'conference.txt'],
  ['ends with dot. ', 'ends with dot'],
  ['gnp\u202exslx.exe', 'gnp_xslx.exe'],
  ['\ud800 alone', '_ alone'],
  ['Cafe\u0301.csv', 'Café.csv'],
  ['.hidden', '.hidden'],
])('the name %j is written as %j', (name, safe) => expect(safeName(name)).toBe(safe));

test('a long name is cut before its extension and never within a character', () => {
  const safe = safeName(`${'🧫'.repeat(90)}.csv`);
  expect(safe).toBe(`${'🧫'.repeat(49)}.csv`);
});

test('doubles are numbered, also where only the case differs, and none takes the place of a folder', () => {
  const folders = [folder('a', null, 'Data'), folder('b', null, 'data'), folder('c', 'a', 'x.txt')];
  const paths = new SafePaths(folders);
  const given = [
    ['a', 'x.txt'],
    ['a', 'X.TXT'],
    ['b', 'x.txt'],
    ['b', 'x.txt'],
    [null, 'x.txt'],
    ['gone', 'x.txt'],
  ] as const;
  expect(given.map(([folderId, name]) => paths.pathFor({ folderId, name }))).toEqual([
    'files/Data/x (2).txt',
    'files/Data/X (3).TXT',
    'files/data (2)/x.txt',
    'files/data (2)/x (2).txt',
    'files/Not in a folder/x.txt',
    'files/Not in a folder/x (2).txt',
  ]);
});

test('folders that lie in each other stand at the top, and each of them once', () => {
  const paths = new SafePaths([folder('a', 'b', 'A'), folder('b', 'a', 'B')]);
  const given = ['a', 'b'].map(folderId => paths.pathFor({ folderId, name: 'x' }));
  expect(given).toEqual(['files/B/A/x', 'files/B/x']);
});

test('very deep folders get a short path of their own', () => {
  const deep = Array.from({ length: 5000 }, (_, index) =>
    folder(`id-${index}`, index === 0 ? null : `id-${index - 1}`, `a folder with a name, number ${index}`),
  );
  const path = new SafePaths(deep).pathFor({ folderId: 'id-4999', name: 'x.txt' });
  expect(path.startsWith('files/Deep folders/id-')).toBe(true);
  expect(Buffer.byteLength(path)).toBeLessThan(820);
});

test('ten thousand files of one name are numbered without delay', () => {
  const paths = new SafePaths([]);
  const given = Array.from({ length: 10_000 }, () => paths.pathFor({ folderId: null, name: 'same.csv' }));
  expect(new Set(given).size).toBe(10_000);
  expect(given.at(-1)).toBe('files/Not in a folder/same (10000).csv');
});

function folder(id: string, parentFolderId: string | null, name: string): PlacedFolder {
  return { id, parentFolderId, name };
}

const names = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    'a',
    'A',
    'a (2)',
    'a/b',
    'con',
    'x.txt',
    'X.TXT',
    'x (2).txt',
    'Not in a folder',
    'ﬁ',
    'fi',
    '\u00e9',
    'e\u0301',
    '\ud800',
  ),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.string({ minLength: 180, maxLength: 300, unit: 'grapheme' }),
);
const ids = fc.constantFrom('0', '1', '2', '3', '4', '5', 'gone');
const trees = fc
  .array(fc.record({ parentFolderId: fc.option(ids), name: names }), { maxLength: 6 })
  .map(rows => rows.map((row, index) => folder(String(index), row.parentFolderId, row.name)));
const files = fc.array(fc.record({ folderId: fc.option(ids), name: names }), { minLength: 1, maxLength: 12 });

test(`whatever the names, paths are contained, short and unique on every system (seed ${SEED})`, () =>
  fc.assert(
    fc.property(trees, files, (tree, given) => {
      const paths = new SafePaths(tree);
      const found = given.map(file => paths.pathFor(file));
      for (const path of found) {
        expect(validateFileName(path)).toBeNull();
        expect(path).toMatch(/^files\/[^\\:*?"<>|\p{Cc}]+$/u);
        expect(path.split('/').every(segment => segment !== '' && !/^\.{1,2}$|[. ]$/.test(segment))).toBe(true);
        expect(path.split('/').every(segment => Buffer.byteLength(segment) <= 255)).toBe(true);
      }
      const folded = found.map(path => path.normalize('NFD').toLowerCase());
      expect(new Set(folded).size).toBe(found.length);
      // No file where another one's folder has to be.
      const above = new Set(
        folded.flatMap(path => path.split('/').map((_, depth, all) => all.slice(0, depth).join('/'))),
      );
      expect(folded.filter(path => above.has(path))).toEqual([]);
    }),
    OPTIONS,
  ));
