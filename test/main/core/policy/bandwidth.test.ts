import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  EMPTY_BUCKET,
  limitAt,
  minuteOfDay,
  pieceBytes,
  stricterLimit,
  takeBytes,
} from '../../../../main/core/policy/bandwidth.ts';
import { freshSeed, runs } from '../../../setup/run/effort.ts';

const SEED = freshSeed();

test('so many bytes take their time, a rest is not saved up, and without a limit nothing waits', () => {
  const first = takeBytes(EMPTY_BUCKET, { sizeBytes: 500, bytesPerSecond: 1000, nowMs: 10_000 });
  expect(first.waitMs).toBe(500);
  const second = takeBytes(first.bucket, { sizeBytes: 1000, bytesPerSecond: 1000, nowMs: 10_000 });
  expect(second.waitMs).toBe(1500);
  expect(takeBytes(second.bucket, { sizeBytes: 1000, bytesPerSecond: 1000, nowMs: 99_000 }).waitMs).toBe(1000);
  const free = takeBytes(second.bucket, { sizeBytes: 1e9, bytesPerSecond: 0, nowMs: 10_000 });
  expect(free.waitMs).toBe(0);
  expect(takeBytes(free.bucket, { sizeBytes: 1000, bytesPerSecond: 1000, nowMs: 10_000 }).waitMs).toBe(1000);
});

test(`in no stretch of time goes more than is allowed, whoever asks when (seed ${SEED})`, () => {
  const asks = fc.array(fc.record({ sizeBytes: fc.integer({ min: 1, max: 5000 }), restMs: fc.nat({ max: 3000 }) }), {
    minLength: 1,
    maxLength: 40,
  });
  const property = fc.property(asks, fc.integer({ min: 1000, max: 50_000 }), (all, bytesPerSecond) => {
    let bucket = EMPTY_BUCKET;
    let nowMs = 0;
    const gone: { atMs: number; sizeBytes: number }[] = [];
    for (const { sizeBytes, restMs } of all) {
      nowMs += restMs;
      const taken = takeBytes(bucket, { sizeBytes, bytesPerSecond, nowMs });
      bucket = taken.bucket;
      gone.push({ atMs: nowMs + taken.waitMs, sizeBytes });
    }
    for (const [from, start] of gone.entries()) {
      const after = gone.slice(from + 1);
      let sum = 0;
      for (const { atMs, sizeBytes } of after) {
        sum += sizeBytes;
        expect(sum).toBeLessThanOrEqual(((atMs - start.atMs) * bytesPerSecond) / 1000 + 1e-3);
      }
    }
  });
  fc.assert(property, { seed: SEED, numRuns: runs(300) });
});

test.each([
  [{ from: 480, to: 1080 }, 479, 0],
  [{ from: 480, to: 1080 }, 480, 7],
  [{ from: 480, to: 1080 }, 1079, 7],
  [{ from: 480, to: 1080 }, 1080, 0],
  [{ from: 1320, to: 360 }, 1400, 7],
  [{ from: 1320, to: 360 }, 359, 7],
  [{ from: 1320, to: 360 }, 360, 0],
  [{ from: 60, to: 60 }, 0, 7],
  [null, 0, 7],
])('within the hours %o at minute %i the limit is %i', (hours, minute, limit) => {
  const limits = { upBytesPerSecond: 7, downBytesPerSecond: 9, hours };
  expect(limitAt(limits, 'up', minute)).toBe(limit);
  expect(limitAt(limits, 'down', minute)).toBe(limit === 0 ? 0 : 9);
});

test('of two limits the stricter holds, and none is no limit', () => {
  expect([stricterLimit(0, 0), stricterLimit(5, 0), stricterLimit(0, 5), stricterLimit(5, 3)]).toEqual([0, 5, 5, 3]);
});

test('the minute of the day is that of the clock on the wall', () => {
  expect(minuteOfDay(Date.UTC(2026, 10, 20, 23, 30), 60)).toBe(30);
  expect(minuteOfDay(Date.UTC(2026, 10, 20, 0, 30), -60)).toBe(23 * 60 + 30);
});

test('pieces are small enough to feel a change, and never tiny', () => {
  expect([pieceBytes(1000), pieceBytes(40_000), pieceBytes(1e9)]).toEqual([1024, 10_000, 65_536]);
});
