import { expect, test } from 'vitest';

import { ScanPace } from '../../../../main/engine/loop/scan-pace.ts';

test('looks that find nothing to do come ever more rarely, up to two seconds', () => {
  const pace = new ScanPace();
  const waits = Array.from({ length: 11 }, (_, turn) => {
    const elapsedMs = turn * 1000;
    const waitMs = pace.waitMs(elapsedMs);
    pace.scanned({ done: 0, tookMs: 1, elapsedMs });
    return waitMs;
  });
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2000, 2000]);
});

test('a look that found something to do, or ten quiet seconds, make the next one quick again', () => {
  const pace = new ScanPace();
  for (let turn = 0; turn < 5; turn++) pace.scanned({ done: 0, tookMs: 1, elapsedMs: turn });
  pace.scanned({ done: 1, tookMs: 1, elapsedMs: 10 });
  expect(pace.waitMs(10)).toBe(5);
  for (let turn = 0; turn < 5; turn++) pace.scanned({ done: 0, tookMs: 1, elapsedMs: 20 });
  expect(pace.waitMs(10_021)).toBe(5);
});

test('after a slow look passes three times as long, five seconds at most', () => {
  const pace = new ScanPace();
  pace.scanned({ done: 0, tookMs: 900, elapsedMs: 0 });
  expect(pace.waitMs(0)).toBe(2700);
  pace.scanned({ done: 0, tookMs: 60_000, elapsedMs: 0 });
  expect(pace.waitMs(0)).toBe(5000);
});
