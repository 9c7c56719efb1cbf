import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Burst } from '../../../../main/node/threads/burst.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const some = (burst: Burst, count: number): boolean[] => Array.from({ length: count }, () => burst.oneMore());

test('a burst is worth another thread from the file on that comes after so many', () => {
  expect(some(new Burst(3), 5)).toEqual([false, false, false, true, true]);
  expect(some(new Burst(0), 1)).toEqual([true]);
});

test('what comes after a rest is a burst of its own', () => {
  const burst = new Burst(2);
  expect(some(burst, 3)).toEqual([false, false, true]);
  vi.advanceTimersByTime(9_000);
  expect(some(burst, 1)).toEqual([true]);
  vi.advanceTimersByTime(11_000);
  expect(some(burst, 3)).toEqual([false, false, true]);
});
