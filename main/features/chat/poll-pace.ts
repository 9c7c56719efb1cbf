import { MINUTE, SECOND } from '../../../shared/units.ts';

/** How long a window counts as watching after its last request, in milliseconds. */
export const ATTENTION_MS = 90 * SECOND;

/** Delay until the next poll for a reply. @param awaitedMs how long it has been expected. In milliseconds. */
export function nextLookMs(awaitedMs: number): number {
  if (awaitedMs < 10 * SECOND) return SECOND;
  if (awaitedMs < 40 * SECOND) return 2 * SECOND;
  if (awaitedMs < 5 * MINUTE) return 5 * SECOND;
  return awaitedMs < 30 * MINUTE ? 15 * SECOND : MINUTE;
}
