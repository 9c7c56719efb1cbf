import { expect, test } from 'vitest';

import { conflictName } from '../../../../main/core/names/conflict-name.ts';

const PLACE = { computer: 'Lab PC', time: '2026-11-20 14.03' };

function nobody(): boolean {
  return false;
}

test('a conflict copy says what it is, where and when, and keeps its extension', () => {
  expect(conflictName('plate 7.csv', PLACE, nobody)).toBe('plate 7 (conflict, Lab PC, 2026-11-20 14.03).csv');
});

test('a second conflict within a minute gets a number before the bracket', () => {
  const first = conflictName('plate 7.csv', PLACE, nobody);
  const second = conflictName('plate 7.csv', PLACE, key => key === first);
  expect(second).toBe('plate 7 (conflict, Lab PC, 2026-11-20 14.03 2).csv');
  expect(conflictName('plate 7.csv', PLACE, key => key === first || key === second)).toBe(
    'plate 7 (conflict, Lab PC, 2026-11-20 14.03 3).csv',
  );
});

test('a conflict of a conflict copy is named like any other file', () => {
  const first = conflictName('a.csv', PLACE, nobody);
  expect(conflictName(first, PLACE, nobody)).toBe(
    'a (conflict, Lab PC, 2026-11-20 14.03) (conflict, Lab PC, 2026-11-20 14.03).csv',
  );
});

test('the longest names and the strangest computers still give one name that fits', () => {
  for (const computer of ['c'.repeat(300), '😀'.repeat(100), 'a/b\\c', '']) {
    const name = conflictName(`${'x'.repeat(251)}.csv`, { ...PLACE, computer }, nobody);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^x+ \(conflict, [^/\\]*, 2026-11-20 14\.03\)\.csv$/);
  }
});

test('a name is found even when every copy of this minute is taken', () => {
  const taken = (key: string): boolean => key.includes('conflict') || key === 'a.csv';
  expect(conflictName('a.csv', PLACE, taken)).toBe('a (2).csv');
});
