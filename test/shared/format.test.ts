import { expect, test } from 'vitest';

import {
  formatAgo,
  formatBytes,
  formatClock,
  formatComing,
  formatCount,
  formatExact,
  formatExactBytes,
  formatMoment,
  formatWait,
  percent,
} from '../../shared/text/format.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/units.ts';

const NOW = Date.parse('2026-11-20T14:02:09Z');
const UTC = { timeZone: 'UTC' };

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1234, '1.2 kB'],
  [99_940, '99.9 kB'],
  [99_960, '100 kB'],
  [999_949, '1 MB'],
  [1_200_000_000, '1.2 GB'],
  [38e12, '38 TB'],
  [5e18, '5,000 PB'],
])('%i bytes read as %s', (sizeBytes, text) => expect(formatBytes(sizeBytes)).toBe(text));

test('a size to the byte and a count have their nouns in the right number', () => {
  expect(formatExactBytes(1)).toBe('1 byte');
  expect(formatExactBytes(1_234_567)).toBe('1,234,567 bytes');
  expect(formatCount(0, 'file')).toBe('0 files');
  expect(formatCount(2, 'new entry', 'new entries')).toBe('2 new entries');
});

test.each([
  [-HOUR, 'just now'],
  [4 * SECOND, 'just now'],
  [40 * SECOND, '40 s ago'],
  [59.9 * SECOND, '59 s ago'],
  [2 * MINUTE, '2 min ago'],
  [3.9 * HOUR, '3 h ago'],
  [DAY, '1 day ago'],
  [9 * DAY, '9 days ago'],
])('%i ms back is %s', (passedMs, text) => expect(formatAgo(NOW - passedMs, NOW)).toBe(text));

test.each([
  [-5, '0 s'],
  [33_100, '34 s'],
  [90 * SECOND, '90 s'],
  [91 * SECOND, '2 min'],
  [4 * HOUR - 1, '4 h'],
])('a wait of %i ms is never told too short: %s', (ms, text) => expect(formatWait(ms)).toBe(text));

test.each([
  ['2026-11-20T00:00:00Z', 'Today 00:00'],
  ['2026-11-19T23:59:59Z', 'Yesterday 23:59'],
  ['2026-11-18T09:05:00Z', '18 Nov 09:05'],
  ['2025-12-31T09:05:00Z', '31 Dec 2025'],
])('%s is %s', (at, moment) => expect(formatMoment(Date.parse(at), NOW, UTC)).toBe(moment));

test('days are counted where the computer stands, not in UTC', () => {
  const at = Date.parse('2026-11-19T23:30:00Z');
  expect(formatMoment(at, NOW, { timeZone: 'Europe/Zurich' })).toBe('Today 00:30');
  expect(formatMoment(at, NOW, { timeZone: 'America/New_York' })).toBe('Yesterday 18:30');
});

test('days are counted over the hour that a change of clocks takes or gives', () => {
  const zone = { timeZone: 'Europe/Zurich' };
  const monday = Date.parse('2026-10-26T00:30:00+01:00');
  expect(formatMoment(Date.parse('2026-10-25T00:10:00+02:00'), monday, zone)).toBe('Yesterday 00:10');
  expect(formatMoment(Date.parse('2026-10-24T23:50:00+02:00'), monday, zone)).toBe('24 Oct 23:50');
});

test('a moment in full and the time of day', () => {
  expect(formatExact(NOW, UTC)).toBe('20 November 2026, 14:02:09');
  expect(formatClock(NOW, UTC)).toBe('14:02');
});

test.each([
  [0, 0, 100],
  [0, 10, 0],
  [999, 1000, 99],
  [20, 10, 100],
])('%i of %i bytes are %i percent', (done, size, whole) => expect(percent(done, size)).toBe(whole));

test('what is no time is said to be none', () => {
  for (const text of [formatClock(Number.NaN), formatMoment(Number.NaN, 0), formatExact(Number.NaN)])
    expect(text).toBe('unknown time');
});

test('a moment that is to come is told, and one that has passed is now', () => {
  const shown = (atMs: number): string => formatClock(atMs, UTC);
  expect([formatComing(NOW + 60_000, NOW, shown), formatComing(NOW, NOW, shown), formatComing(0, NOW, shown)]).toEqual([
    shown(NOW + 60_000),
    'now',
    'now',
  ]);
});
