import { MINUTE, SECOND } from '../../shared/units.ts';

/**
 * How long to wait before attempt `attempt` (1 is the first retry), in milliseconds.
 * Doubles from one second to at most five minutes; `spread` in [0, 1) comes from the Random port.
 */
export function backoffMs(attempt: number, spread: number): number {
  const ceiling = Math.min(SECOND * 2 ** (attempt - 1), 5 * MINUTE);
  return Math.round(ceiling * (0.5 + spread / 2));
}
