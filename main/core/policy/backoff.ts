import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/units.ts';

/** How long to wait after too many files were open, in milliseconds: other programs close theirs soon. */
export const SHORTAGE_MS = 5 * SECOND;

/**
 * How long to wait before retry `attempt` (from 1), in milliseconds. Doubles from one second to five minutes. The
 * random `spread` in [0, 1) keeps many computers from retrying at the same moment.
 */
export function backoffMs(attempt: number, spread: number): number {
  const ceiling = Math.min(SECOND * 2 ** (attempt - 1), 5 * MINUTE);
  return Math.round(ceiling * (0.5 + spread / 2));
}

/**
 * How long an item waits after `times` refusals (from 1) whose cause may change at the service, in milliseconds: 5 to
 * 60 minutes.
 */
export function restAfterRefusal(times: number): number {
  return Math.min(5 * MINUTE * 2 ** (times - 1), HOUR);
}

/**
 * How long to wait before asking again about an item after `times` answers (from 1) that decided nothing, in
 * milliseconds: 30 seconds to a day.
 */
export function restAfterAsking(times: number): number {
  return Math.min(30 * SECOND * 2 ** (times - 1), DAY);
}
