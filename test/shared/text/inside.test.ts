import { expect, test } from 'vitest';

import { insideCount, insideFacts, insideMeaning } from '../../../shared/features/browse/inside-text.ts';

const inside = { files: 1284, sizeBytes: 2_000_000, changedAt: '2026-11-18T14:02:00Z', isWhole: true };
const moment = (): string => '18 Nov 14:02';

test('a folder says how many files are in it, how large they are and when one changed last', () => {
  expect(insideFacts(inside)).toEqual(['1,284 files', '2 MB']);
  expect(insideMeaning(inside, moment)).toBe('1,284 files, 2 MB in all. Newest change in it: 18 Nov 14:02.');
  expect(insideCount({ ...inside, files: 1 })).toBe('1 file');
});

test('what was seen in part is never said as the whole', () => {
  const part = { ...inside, isWhole: false };
  expect(insideFacts(part)).toEqual(['1,284+ files']);
  expect(insideMeaning(part, moment)).not.toMatch(/2 MB|18 Nov/);
  expect(insideMeaning(part, moment)).toContain('At least 1,284 files');
});

test('no files are said as that only of a folder that was listed, and an unknown size is left out', () => {
  const none = { files: 0, sizeBytes: 0, changedAt: null, isWhole: true };
  expect([insideFacts(none), insideMeaning(none, moment)]).toEqual([['no files'], 'No file is in it.']);
  expect(insideFacts({ ...inside, sizeBytes: null, changedAt: null })).toEqual(['1,284 files']);
});
