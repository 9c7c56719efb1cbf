import { expect, test } from 'vitest';

import { initialsOf } from '../../../renderer/components/items/initials.ts';
import { sumOf } from '../../../renderer/features/set-up/steps/sums.ts';
import type { MirrorPreview } from '../../../shared/features/set-up/model.ts';
import { shownName } from '../../../shared/text/shown-name.ts';

function preview(counts: Partial<MirrorPreview['counts']>, isWhole = true): MirrorPreview {
  const none = { files: 0, bytes: 0 };
  const all = { alike: none, 'only-here': none, 'only-there': none, different: none, 'left-out': none, ...counts };
  return { local: '/home/ada/Lab', remotePath: 'Lab', exists: true, counts: all, rows: [], isWhole };
}

const LAB = preview({
  'only-there': { files: 412, bytes: 3_100_000_000 },
  'only-here': { files: 2, bytes: 40 },
  alike: { files: 26, bytes: 5 },
  different: { files: 1, bytes: 5 },
  'left-out': { files: 1, bytes: 5 },
});

test('the review says what will happen, in numbers that add up', () => {
  expect(sumOf([LAB], 'two-way')).toEqual({
    downBytes: 3_100_000_000,
    sentences: [
      '412 files, 3.1 GB will be downloaded',
      '2 files, 40 B will be sent',
      '27 files that are on both sides will be compared, never overwritten',
      '1 file differs: both versions are kept, and you choose later',
      '1 file left out by a rule stays here',
    ],
  });
});

test('what only sends downloads nothing, and what only downloads sends nothing', () => {
  expect(sumOf([LAB], 'upload')).toMatchObject({
    downBytes: 0,
    sentences: expect.arrayContaining(['412 files at the service will not be downloaded']) as unknown,
  });
  expect(sumOf([LAB], 'download').sentences).toContain('2 files that are only here will stay here and not be sent');
});

test('folders that were not looked at to their end are never told as a whole', () => {
  const sum = sumOf([LAB, preview({ 'only-there': { files: 1, bytes: 1 } }, false)], 'two-way');
  expect(sum.sentences[0]).toBe('At least 413 files, 3.1 GB will be downloaded');
  expect(sum.sentences.at(-1)).toMatch(/more than was looked at/);
});

test.each([
  ['Mira Halden', 'MH'],
  ['aiko', 'A'],
  ['Noor van der Said', 'NS'],
  ['mira.halden@example.org', 'MH'],
  ['  ', '–'],
  [null, '–'],
  ['\u{1f9ea} lab', '\u{1f9ea}L'],
] as const)('%s is %s in short', (name, initials) => expect(initialsOf(name)).toBe(initials));

test('signs that hide or turn text around are written out where somebody decides', () => {
  expect(shownName('report\u202efdp.exe')).toBe('report\\u202efdp.exe');
  expect(shownName('a\u0007b\u200bc')).toBe('a\\u0007b\\u200bc');
  expect(shownName('Zürich – Plate 7 (°C)')).toBe('Zürich – Plate 7 (°C)');
});
