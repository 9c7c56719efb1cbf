import { expect, test } from 'vitest';

import { isInside, isSamePath, pathInside } from '../../../../main/core/names/local-paths.ts';
import { EXACT_NAMES, WINDOWS_NAMES } from '../../../../main/core/names/volume-names.ts';
import { insidePath, pathBelow } from '../../../../shared/local-path.ts';

const FOLDED = { ...EXACT_NAMES, foldsCase: true };

test.each([
  ['C:\\Lab', 'c:\\lab'],
  ['C:\\Lab\\Runs', 'c:/LAB\\runs\\'],
  ['C:\\Lab', '\\\\?\\c:\\LAB'],
  ['C:\\', 'c:'],
  ['\\\\Server\\Share\\Lab', '\\\\server\\share\\lab\\'],
  ['\\\\Server\\Share\\Lab', '\\\\?\\UNC\\SERVER\\Share\\lab'],
  ['C:\\Lab\\\\Runs', 'C:\\Lab\\Runs'],
])('on Windows %s and %s are one folder', (one, other) => {
  expect([isSamePath(one, other), isInside(one, other), pathInside(other, one)]).toEqual([true, true, '']);
});

test.each([
  ['C:\\Lab\\Runs\\a.csv', 'c:\\lab', 'Runs/a.csv'],
  ['c:/lab/Runs', 'C:\\LAB\\', 'Runs'],
  ['c:\\Lab', 'C:\\', 'Lab'],
  ['\\\\server\\share\\Runs', '\\\\Server\\Share', 'Runs'],
])('on Windows %s lies in %s', (path, folder, inside) => {
  expect([pathInside(path, folder), isInside(folder, path)]).toEqual([inside, false]);
});

test.each([
  ['C:\\Labor', 'C:\\Lab'],
  ['D:\\Lab', 'C:\\Lab'],
  ['\\\\server\\share', '\\\\server\\other'],
  ['C:\\Lab', '\\\\server\\c'],
])('on Windows %s does not lie in %s', (path, folder) => {
  expect([isInside(path, folder), pathInside(path, folder)]).toEqual([false, null]);
});

test('elsewhere case tells folders apart, but not on a volume that folds it', () => {
  expect([isInside('/vol/LAB/a', '/vol/Lab'), isSamePath('/vol/LAB', '/vol/Lab')]).toEqual([false, false]);
  expect(pathInside('/vol/LAB/Runs', '/vol/Lab', FOLDED)).toBe('Runs');
  expect(isSamePath('/vol/LAB/', '/vol/Lab', WINDOWS_NAMES)).toBe(true);
});

test('elsewhere a backslash is a letter of a name', () => {
  expect(pathInside('/lab/a\\b', '/lab')).toBe('a\\b');
  expect(isInside('/lab\\b', '/lab')).toBe(false);
  expect(pathInside('/lab/a\\b', '/')).toBe('lab/a\\b');
});

test('a name whose key is longer than itself is cut where it ends', () => {
  expect(pathInside('/vol/STRASSE/Runs/a', '/vol/straße', FOLDED)).toBe('Runs/a');
});

test('what is below a folder is written as its system writes it', () => {
  expect([pathBelow('C:\\Lab', 'Runs/a.csv'), pathBelow('C:\\', 'a'), pathBelow('C:\\Lab', '')]).toEqual([
    'C:\\Lab\\Runs\\a.csv',
    'C:\\a',
    'C:\\Lab',
  ]);
  expect([pathBelow('/lab/', 'Runs/a\\b'), pathBelow('/', 'a'), pathBelow('\\\\server\\share', 'a/b')]).toEqual([
    '/lab/Runs/a\\b',
    '/a',
    '\\\\server\\share\\a\\b',
  ]);
});

test('a path inside of a mirrored folder has the separators of the system that it was typed on', () => {
  expect([insidePath('.\\Runs\\\\a.csv', 'C:\\Lab\\Runs\\a.csv'), insidePath('Runs\\a', '/here/Runs\\a')]).toEqual([
    'Runs/a.csv',
    'Runs\\a',
  ]);
  expect(insidePath('./Runs//a/', null)).toBe('Runs/a');
});
