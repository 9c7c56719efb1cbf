import type { Switches } from '../../switches.ts';

/** Counts the requests of each key in a sliding window. */
export class RateLimit {
  readonly #seen = new Map<string, number[]>();

  /** Seconds to wait when `key` asked too often, or null when it may go on, which is then counted. */
  secondsToWait(key: string, nowMs: number, limit: Switches['rateLimit']): number | null {
    if (limit === null) return null;
    const windowMs = limit.perSeconds * 1000;
    const recent = (this.#seen.get(key) ?? []).filter(ms => ms > nowMs - windowMs && ms <= nowMs);
    this.#seen.set(key, recent);
    const [oldest] = recent;
    if (recent.length < limit.requests || oldest === undefined) {
      recent.push(nowMs);
      return null;
    }
    return Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000));
  }
}
