import { MINUTE, SECOND } from '../../../shared/units.ts';

/** Until when somebody who looked last counts as looking, in milliseconds. */
export const ATTENTION_MS = 90 * SECOND;

/** How long to wait before asking for a reply again, which has been awaited for so long. In milliseconds. */
export function nextLookMs(awaitedMs: number): number {
  if (awaitedMs < 10 * SECOND) return SECOND;
  if (awaitedMs < 40 * SECOND) return 2 * SECOND;
  if (awaitedMs < 5 * MINUTE) return 5 * SECOND;
  return awaitedMs < 30 * MINUTE ? 15 * SECOND : MINUTE;
}
