import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/units.ts';

/** How long what could not be opened rests while too many files are open, in milliseconds: programs close theirs soon. */
export const SHORTAGE_MS = 5 * SECOND;

/**
 * How long to wait before attempt `attempt` (1 is the first retry), in milliseconds.
 * Doubles from one second to at most five minutes; `spread` in [0, 1) comes from the Random port.
 */
export function backoffMs(attempt: number, spread: number): number {
  const ceiling = Math.min(SECOND * 2 ** (attempt - 1), 5 * MINUTE);
  return Math.round(ceiling * (0.5 + spread / 2));
}

/** How long an item rests that was refused `times` (from 1) for what may change at the service, in milliseconds: 5 to 60 minutes. */
export function restAfterRefusal(times: number): number {
  return Math.min(5 * MINUTE * 2 ** (times - 1), HOUR);
}

/** How long a question rests that got `times` (from 1) answers which decided nothing, in milliseconds: 30 seconds to a day. */
export function restAfterAsking(times: number): number {
  return Math.min(30 * SECOND * 2 ** (times - 1), DAY);
}
