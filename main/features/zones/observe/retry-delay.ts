import { SECOND } from '../../../../shared/units.ts';

/** A delay before the next attempt, in milliseconds on a monotonic clock. */
export interface RetryDelay {
  /** No attempt before this time. */
  readonly until: number;
  /** Records a failed attempt. @param askedMs the delay the service asked for; @param spread random, in [0, 1). */
  failed(now: number, spread: number, askedMs?: number): void;
  /** The obstacle is gone, or a person wants an attempt now: no more delay. */
  reset(): void;
}

/**
 * Backs off exponentially by time: the delay is as long as the failure has lasted, at most `mostMs`. Counting attempts
 * instead would wait minutes after a few seconds with many attempts.
 */
export function retryDelay(mostMs: number): RetryDelay {
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
    reset: () => {
      since = null;
      until = 0;
    },
  };
}
