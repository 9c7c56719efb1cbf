import fc from 'fast-check';
import { expect, test } from 'vitest';

import { standingOf, type StandingFacts, worstOf } from '../../../../main/core/policy/mirror-status.ts';
import { standing } from '../../../../shared/features/status/model.ts';

/** Everything was looked at, and nothing is left to be done. */
const FINE: StandingFacts = {
  isHalted: false,
  isPaused: false,
  isStopped: false,
  isBroken: false,
  isUnseenHere: false,
  isOverdue: false,
  checkedAt: 1,
  open: 0,
};

test('what was looked at and has nothing left to be done is in step', () => {
  expect(standingOf(FINE)).toBe('in-step');
});

test.each<[Partial<StandingFacts>, string]>([
  [{ isHalted: true }, 'stopped'],
  [{ isPaused: true }, 'stopped'],
  [{ isStopped: true }, 'stopped'],
  [{ isBroken: true }, 'unknown'],
  [{ isUnseenHere: true }, 'unknown'],
  [{ isOverdue: true }, 'unknown'],
  [{ checkedAt: null }, 'unknown'],
  [{ open: 1 }, 'open'],
])('a single reason is enough not to be in step: %o', (reason, expected) => {
  expect(standingOf({ ...FINE, ...reason })).toBe(expected);
});

test('several together are never better than the worst of them, and nothing at all is in step', () => {
  const some = fc.array(fc.constantFrom(...standing.options), { minLength: 1 });
  fc.assert(
    fc.property(some, all => {
      expect(all).toContain(worstOf(all));
      expect(worstOf(all) === 'in-step').toBe(all.every(one => one === 'in-step'));
    }),
  );
  expect(worstOf([])).toBe('in-step');
});
