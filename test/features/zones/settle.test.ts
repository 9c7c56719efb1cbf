import fc from 'fast-check';
import { expect, test } from 'vitest';

import { couldBeMarker, isMarker, quietMs, runReadiness } from '../../../main/features/zones/observe/run-completion.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';

const MB = 1_000_000;

test.each([
  ['a small file', 30, 1000, 0, 30 * SECOND],
  ['a second for each 100 MB', 30, 2500 * MB, 0, 55 * SECOND],
  ['at most ten minutes', 30, 900_000 * MB, 0, 10 * MINUTE],
  ['three times the longest pause between writes', 30, 1000, 20 * SECOND, 60 * SECOND],
  ['at most half an hour for pauses', 30, 1000, 40 * MINUTE, 30 * MINUTE],
  ['what a person wants longer than ten minutes', 1200, 1000, 0, 20 * MINUTE],
])('the quiet time: %s', (...[, quiet, size, gap, expected]) => expect(quietMs(quiet, size, gap)).toBe(expected));

const RUN = { lastChangeAt: 100_000, quietAt: 130_000, hasMarker: false, hasNextRun: false, isReleased: false };

test('a run is finished when all of it was quiet for long enough, and not a millisecond before', () => {
  expect(runReadiness({ kind: 'quiet' }, RUN, 129_999)).toEqual({ isReady: false, waitsFor: 'quiet', at: 130_000 });
  expect(runReadiness({ kind: 'quiet' }, RUN, 130_000)).toEqual({ isReady: true });
});

test('without its marker a run waits for ever, with it for a short quiet', () => {
  const rule = { kind: 'marker', name: 'done' } as const;
  expect(runReadiness(rule, RUN, 10_000_000)).toEqual({ isReady: false, waitsFor: 'marker', at: null });
  expect(runReadiness(rule, { ...RUN, hasMarker: true }, 104_999)).toEqual({
    isReady: false,
    waitsFor: 'quiet',
    at: 105_000,
  });
  expect(runReadiness(rule, { ...RUN, hasMarker: true }, 105_000)).toEqual({ isReady: true });
});

test('a run waits for the next one, or for a person, and a person may end any waiting', () => {
  expect(runReadiness({ kind: 'next-run' }, RUN, 10_000_000)).toMatchObject({ isReady: false, waitsFor: 'next-run' });
  expect(runReadiness({ kind: 'next-run' }, { ...RUN, hasNextRun: true }, 105_000)).toEqual({ isReady: true });
  expect(runReadiness({ kind: 'by-hand' }, RUN, 10_000_000)).toMatchObject({ isReady: false, waitsFor: 'by-hand' });
  expect(runReadiness({ kind: 'by-hand' }, { ...RUN, isReleased: true }, 0)).toEqual({ isReady: true });
});

test('a clock that was set back makes nothing wait longer than a file of now would', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.nat(1e12), fc.nat(1e6), (now, lastChangeAt, quiet) => {
      const ready = runReadiness({ kind: 'quiet' }, { ...RUN, lastChangeAt, quietAt: lastChangeAt + quiet }, now);
      expect(ready.isReady ? 0 : (ready.at ?? Infinity)).toBeLessThanOrEqual(now + quiet);
    }),
  );
});

test('a marker names its run, and nothing in its name is read as a pattern', () => {
  expect(isMarker('MARKER_is_finished_{run}', 'MARKER_is_finished_run.1', 'run.1')).toBe(true);
  expect(isMarker('MARKER_is_finished_{run}', 'MARKER_is_finished_runX1', 'run.1')).toBe(false);
  expect(isMarker('*.done', 'anything.DONE', 'run')).toBe(true);
  expect(isMarker('a(b)+', 'a(b)+', '')).toBe(true);
  expect(couldBeMarker('{run}.done', 'x.done')).toBe(true);
  expect(couldBeMarker('{run}.done', 'x.raw')).toBe(false);
});
