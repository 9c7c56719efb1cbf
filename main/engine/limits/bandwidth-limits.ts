import { limitAt, minuteOfDay, NO_LIMITS, stricterLimit } from '../../core/policy/bandwidth.ts';
import type { Limits } from '../../core/policy/bandwidth.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Clock } from '../../ports/clock.ts';
import { powerCause, SLOW_BYTES_PER_SECOND } from './power.ts';

const FACT = 'limits';

/** The bandwidth limits that a person set. */
export function readLimits(facts: Facts): Limits {
  const text = facts.get(FACT);
  // Written by `writeLimits`, in this shape.
  return text === null ? NO_LIMITS : (JSON.parse(text) as Limits);
}

/** Sets the limits; they hold from the next chunk on, also for running transfers. */
export function writeLimits(facts: Facts, limits: Limits): void {
  facts.set(FACT, JSON.stringify(limits));
}

/** The limit of one direction at this moment, in bytes a second; 0: none. */
export function limitNow(facts: Facts, clock: Pick<Clock, 'now' | 'minutesEast'>, direction: 'up' | 'down'): number {
  const now = clock.now();
  const slow = powerCause(facts, 'slow') === null ? 0 : SLOW_BYTES_PER_SECOND;
  return stricterLimit(limitAt(readLimits(facts), direction, minuteOfDay(now, clock.minutesEast(now))), slow);
}
