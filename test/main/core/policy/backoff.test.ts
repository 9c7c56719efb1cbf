import fc from 'fast-check';
import { expect, test } from 'vitest';

import { backoffMs } from '../../../../main/core/policy/backoff.ts';

test('waits double from one second to five minutes', () => {
  expect([1, 2, 3, 8, 9, 10, 1000].map(attempt => backoffMs(attempt, 0.9999999))).toEqual([
    1000, 2000, 4000, 128_000, 256_000, 300_000, 300_000,
  ]);
});

test('waits are spread over the upper half, so that many do not come back at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, spread) => {
        const longest = Math.min(1000 * 2 ** (attempt - 1), 300_000);
        expect(backoffMs(attempt, spread)).toBeGreaterThanOrEqual(longest / 2);
        expect(backoffMs(attempt, spread)).toBeLessThanOrEqual(longest);
      },
    ),
  );
});
