import { expect, test } from 'vitest';

import { holdUntil, isMassRemoval } from '../../../../main/core/policy/removal-limits.ts';
import { itemId } from '../../../builders/items.ts';

const LIMITS = { items: 50, percent: 25 };

test.each([
  ['one of one', 1, 1, false],
  ['ten of ten', 10, 10, false],
  ['eleven of eleven', 11, 11, true],
  ['eleven of forty-four, a quarter', 11, 44, false],
  ['eleven of forty-three', 11, 43, true],
  ['fifty of a thousand', 50, 1000, false],
  ['fifty-one of a thousand', 51, 1000, true],
  ['nothing', 0, 0, false],
])('removing %s is asked about: %d of %d → %s', (_, removals, of, asked) => {
  expect(isMassRemoval(removals, of, LIMITS)).toBe(asked);
});

test('with the limits at nought more than ten are always asked about, and one already by number', () => {
  expect(isMassRemoval(1, 100, { items: 0, percent: 100 })).toBe(true);
  expect(isMassRemoval(11, 1000, { items: 50, percent: 0 })).toBe(true);
});

const MISSED = { item: itemId(2), missedAt: 1_000_000, writtenAt: null };

test('a removal waits its hold', () => {
  expect(holdUntil(MISSED, 1, 60_000)).toBe(1_060_000);
});

test('up to five wait as long as one; more wait ten times longer', () => {
  expect(holdUntil(MISSED, 5, 60_000)).toBe(1_060_000);
  expect(holdUntil(MISSED, 6, 60_000)).toBe(1_600_000);
});

test('what we wrote ourselves less than ten minutes before it went waits ten times longer', () => {
  expect(holdUntil({ ...MISSED, writtenAt: 1_000_000 - 599_999 }, 1, 60_000)).toBe(1_600_000);
  expect(holdUntil({ ...MISSED, writtenAt: 1_000_000 - 600_000 }, 1, 60_000)).toBe(1_060_000);
});

test('a hold of nought lets everything go at once', () => {
  expect(holdUntil({ ...MISSED, writtenAt: 1_000_000 }, 100, 0)).toBe(1_000_000);
});
