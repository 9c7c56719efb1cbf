import { MINUTE, SECOND } from '../../../shared/units.ts';

/** An engine that ran this long had started well; its end starts a new count of failures. */
const RAN_WELL_MS = MINUTE;
/** After so many ends in a row it is said that something is wrong; it is tried on all the same. */
const MANY = 4;

/** How often the engine ended by itself, and what follows from it. */
export interface Restart {
  /** Ends in a row, this one with them. */
  readonly ends: number;
  /** Milliseconds until it is started again. */
  readonly afterMs: number;
  /** Whether people are told. */
  readonly isTrouble: boolean;
}

/** The engine ended by itself after it ran for so long. @param ends how many ends there were in a row before. */
export function restartAfter(ends: number, ranMs: number): Restart {
  const inRow = ranMs >= RAN_WELL_MS ? 1 : ends + 1;
  const afterMs = Math.min(MINUTE, (SECOND / 4) * 2 ** (inRow - 1));
  return { ends: inRow, afterMs, isTrouble: inRow >= MANY };
}
