import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fileNameTime, httpTime, isoMoment, isoTime } from '../../../main/core/calendar.ts';
import { freshSeed, runs } from '../../setup/run/effort.ts';

const SEED = freshSeed();
const OPTIONS = { numRuns: runs(5000), seed: SEED };
/** The years 0 to 9999. */
const moment = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });

test(`the time of day and the date are those of the system's calendar (seed ${SEED})`, () => {
  fc.assert(
    fc.property(moment, ms => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }),
    OPTIONS,
  );
});

test(`the time in file names is local (seed ${SEED})`, () => {
  const inside = fc.integer({ min: -62_100_000_000_000, max: 253_300_000_000_000 });
  fc.assert(
    fc.property(inside, fc.integer({ min: -14 * 60, max: 14 * 60 }), (ms, minutesEast) => {
      const local = new Date(ms + minutesEast * 60_000).toISOString();
      expect(fileNameTime(ms, minutesEast)).toBe(`${local.slice(0, 10)} ${local.slice(11, 16).replace(':', '.')}`);
    }),
    OPTIONS,
  );
});

test.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
  [Date.UTC(2024, 1, 29, 23, 59, 59, 999), '2024-02-29T23:59:59.999Z'],
  [Date.UTC(2100, 1, 28, 12), '2100-02-28T12:00:00.000Z'],
  [1.9, '1970-01-01T00:00:00.001Z'],
])('%d is %s', (ms, text) => {
  expect(isoTime(ms)).toBe(text);
});

test('a header names the moment that the platform reads in it, also around leap days', () => {
  for (const at of [
    '1970-01-01T00:00:00Z',
    '2000-02-29T23:59:59Z',
    '2026-11-22T03:21:53Z',
    '2028-03-01T00:00:00Z',
    '2100-12-31T12:00:01Z',
  ])
    expect(httpTime(new Date(at).toUTCString())).toBe(Date.parse(at));
});

test.each(['', 'yesterday', '2026-11-22T03:21:53Z', 'Sun, 22 Foo 2026 03:21:53 GMT', 'Sun, 22 Nov 2026 03:21 GMT'])(
  'a header that is %j names none',
  text => {
    expect(httpTime(text)).toBe(null);
  },
);

test.each([
  '2026-11-22T07:05:39.751Z',
  '2026-11-22T07:05:39Z',
  '1970-01-01T00:00:00.000Z',
  '2028-02-29T23:59:59.999Z',
  '2026-11-22T07:05:39+02:00',
  '2026-11-22T07:05:39.5-05:30',
])('%s is the moment it names', text => expect(isoMoment(text)).toBe(Date.parse(text)));

test.each(['', 'tomorrow', '2026-11-22', '2026-11-22T07:05:39', '2026-13-01T00:00:00Z', '2026-11-22T07:61:00Z'])(
  '%j names no moment',
  text => expect(isoMoment(text)).toBeNull(),
);
