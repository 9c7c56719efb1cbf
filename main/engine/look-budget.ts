import { HOUR, MINUTE } from '../../shared/units.ts';
import type { Clock } from '../ports/clock.ts';

/** Looks in the background cost at most this many requests in an hour when nothing happens. */
const IDLE_REQUESTS_PER_HOUR = 600;
/** What may be saved up and spent at once; the steady flow is so much less that an hour never costs more. */
const SAVED_AT_MOST = 60;
const PER_MS = (IDLE_REQUESTS_PER_HOUR - SAVED_AT_MOST) / HOUR;
/** How often a hint of what changed is asked for. */
const HINT_EVERY_MS = MINUTE;

/** The requests that looks in the background may make: one bucket for all mirrors of an account. */
export class LookBudget {
  readonly #clock: Clock;
  readonly #hintedAt = new Map<string, number>();
  #left = SAVED_AT_MOST;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.elapsed();
  }

  /** How many requests may be made now. */
  left(): number {
    const now = this.#clock.elapsed();
    this.#left = Math.min(SAVED_AT_MOST, this.#left + (now - this.#at) * PER_MS);
    this.#at = now;
    return Math.max(0, Math.floor(this.#left));
  }

  /** Counts requests that are made; what was wanted may cost more than there was, and the rest waits for it. */
  spend(requests: number): void {
    this.#left = Math.max(this.left() - requests, -SAVED_AT_MOST);
  }

  /** Whether a hint for a mirror is due; then it is counted as asked for. */
  takeHint(mirror: string): boolean {
    const now = this.#clock.elapsed();
    const before = this.#hintedAt.get(mirror);
    if ((before !== undefined && now - before < HINT_EVERY_MS) || this.left() < 1) return false;
    this.#hintedAt.set(mirror, now);
    this.spend(1);
    return true;
  }
}
