import { SECOND } from '../../../../shared/units.ts';

/** Times on a scale that never goes back, in milliseconds. */
export interface Patience {
  /** Until when nothing is tried. */
  readonly until: number;
  /** Something was tried and failed. @param askedMs what the service asked for; @param spread in [0, 1). */
  failed(now: number, spread: number, askedMs?: number): void;
  /** What stood in the way is over, or a person wants it tried now: nothing is waited for. */
  over(): void;
}

/**
 * Waits as long as something has been failing already, at most `mostMs`: it doubles from try to try. Counting tries instead
 * would wait for minutes after a few seconds in which much was tried.
 */
export function patience(mostMs: number): Patience {
  let since: number | null = null;
  let until = 0;
  return {
    get until() {
      return until;
    },
    failed: (now, spread, askedMs = 0) => {
      since ??= now;
      const ceiling = Math.min(Math.max(now - since, SECOND), mostMs);
      until = now + Math.max(askedMs, Math.round(ceiling * (0.5 + spread / 2)));
    },
    over: () => {
      since = null;
      until = 0;
    },
  };
}
