import { HOUR, MINUTE } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';

/** The part of an hour's requests that may accumulate and be spent at once; the steady rate is reduced by it. */
const SAVED_PART = 0.1;
/** From this part of the largest balance on, a poll of some folders is worth making. */
const WORTH_PART = 0.5;
/** How often the list of recent files is asked for, and the part of an hour's requests that it may take. */
const HINT_EVERY_MS = MINUTE;
const HINT_PART = 0.2;

/** The requests that background polling may make: one token bucket for all mirrors of an account. */
export class RequestBudget {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #perHour: () => number;
  readonly #hintedAt = new Map<string, number>();
  #left: number;
  #at: number;

  /** @param perHour requests allowed in an hour without changes. */
  constructor(clock: Pick<Clock, 'elapsed'>, perHour: () => number) {
    this.#clock = clock;
    this.#perHour = perHour;
    this.#left = perHour() * SAVED_PART;
    this.#at = clock.elapsed();
  }

  /** Requests that may be made now. */
  available(): number {
    return Math.max(0, Math.floor(this.#refill()));
  }

  /** The balance from which a poll of a few folders is worth making. */
  minUsefulBalance(): number {
    return this.#perHour() * SAVED_PART * WORTH_PART;
  }

  /** After how many milliseconds at the steady rate this many requests may be made. */
  msFor(requests: number): number {
    return (requests / this.#perHour()) * HOUR;
  }

  /** Counts requests that are made. Requested polls may overdraw the balance; background polls then wait longer. */
  spend(requests: number): void {
    const most = this.#perHour() * SAVED_PART;
    this.#left = Math.max(this.#refill() - requests, -most);
  }

  /** Whether the list of recent files is due for a mirror; then it counts as asked for. */
  takeHint(mirror: string): boolean {
    const now = this.#clock.elapsed();
    const before = this.#hintedAt.get(mirror);
    const everyMs = Math.max(HINT_EVERY_MS, HOUR / (this.#perHour() * HINT_PART));
    if ((before !== undefined && now - before < everyMs) || this.available() < 1) return false;
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
