import { HOUR, MINUTE } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';

/** The part of an hour's requests that may be saved up and spent at once; the steady flow is so much less. */
const SAVED_PART = 0.1;
/** The part of what may be saved up from which on it is worth spending. */
const WORTH_PART = 0.5;
/** How often a hint of what changed is asked for, and the part of an hour's requests that it may take. */
const HINT_EVERY_MS = MINUTE;
const HINT_PART = 0.2;

/** The requests that looks in the background may make: one bucket for all mirrors of an account. */
export class RequestBudget {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #perHour: () => number;
  readonly #hintedAt = new Map<string, number>();
  #left: number;
  #at: number;

  /** @param perHour how much an hour may cost in which nothing happens. */
  constructor(clock: Pick<Clock, 'elapsed'>, perHour: () => number) {
    this.#clock = clock;
    this.#perHour = perHour;
    this.#left = perHour() * SAVED_PART;
    this.#at = clock.elapsed();
  }

  /** How many requests may be made now. */
  left(): number {
    return Math.max(0, Math.floor(this.#refill()));
  }

  /** How many must be left for a look at a few folders to be worth it. */
  worth(): number {
    return this.#perHour() * SAVED_PART * WORTH_PART;
  }

  /** In how many milliseconds so many requests may be made at the steady flow. */
  msFor(requests: number): number {
    return (requests / this.#perHour()) * HOUR;
  }

  /** Counts requests that are made; what was wanted may cost more than there was, and the rest waits for it. */
  spend(requests: number): void {
    const most = this.#perHour() * SAVED_PART;
    this.#left = Math.max(this.#refill() - requests, -most);
  }

  /** Whether a hint for a mirror is due; then it is counted as asked for. */
  takeHint(mirror: string): boolean {
    const now = this.#clock.elapsed();
    const before = this.#hintedAt.get(mirror);
    const everyMs = Math.max(HINT_EVERY_MS, HOUR / (this.#perHour() * HINT_PART));
    if ((before !== undefined && now - before < everyMs) || this.left() < 1) return false;
    this.#hintedAt.set(mirror, now);
    this.spend(1);
    return true;
  }

  #refill(): number {
    const now = this.#clock.elapsed();
    const perHour = this.#perHour();
    const come = ((now - this.#at) / HOUR) * perHour * (1 - SAVED_PART);
    this.#left = Math.min(perHour * SAVED_PART, this.#left + come);
    this.#at = now;
    return this.#left;
  }
}
