import { FaultError } from '../../../shared/fault.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';

/** A call that would have to wait for longer than this ends at once: its caller decides what becomes of it. */
export const LONGEST_WAIT_MS = MINUTE;

/** A pause that only becomes longer by less than this is not told again. */
const TOLD_AGAIN_MS = SECOND;

/**
 * The one door all calls go through: at most so many at once, and none while the service asked us to wait. Halved at
 * each pause, one more for each quiet minute, until the first number is reached again.
 */
export class Gate {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #onWait: (untilMs: number | null) => void;
  readonly #queue: (() => void)[] = [];
  #limit: number;
  #inside = 0;
  #waitUntil = 0;
  #changedAt = 0;

  /** @param onWait called with the end of a pause (ms since the epoch) when all calls wait, and with null when they go on. */
  constructor(clock: Clock, most: number, onWait: (untilMs: number | null) => void) {
    this.#clock = clock;
    this.#most = most;
    this.#limit = most;
    this.#onWait = onWait;
  }

  /** Runs one call when it is its turn. @throws FaultError `busy` while the service wants more than a minute. */
  async pass<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (!this.#enterAtOnce()) await this.#enter(signal);
    try {
      return await call();
    } finally {
      this.#leave();
    }
  }

  /**
   * The service asked for a pause: all calls wait, and afterwards half as many go at once. Calls that were under way when
   * it began are refused together with the first one: they make it longer, and say no second time that there were too many.
   */
  pause(ms: number): void {
    const now = this.#clock.elapsed();
    const [before, until] = [this.#waitUntil, now + ms];
    this.#waitUntil = Math.max(before, until);
    if (now >= before) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#changedAt = now;
    } else if (until < before + TOLD_AGAIN_MS) return;
    this.#onWait(this.#clock.now() + ms);
  }

  /** Nearly every call: there is room, and the service did not ask us to wait. @returns false: it may have to wait. */
  #enterAtOnce(): boolean {
    this.#recover();
    if (this.#inside >= this.#limit || this.#clock.elapsed() < this.#waitUntil) return false;
    this.#inside += 1;
    return true;
  }

  async #enter(signal?: AbortSignal): Promise<void> {
    for (;;) {
      this.#recover();
      if (this.#inside < this.#limit) break;
      await new Promise<void>(resolve => this.#queue.push(resolve));
    }
    this.#inside += 1;
    try {
      await this.#waitForTheService(signal);
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Makes room, and calls as many from the line as may go by now. */
  #leave(): void {
    this.#inside -= 1;
    this.#recover();
    for (let free = this.#limit - this.#inside; free > 0; free--) this.#queue.shift()?.();
  }

  async #waitForTheService(signal?: AbortSignal): Promise<void> {
    let waited = false;
    for (let left = this.#waitUntil - this.#clock.elapsed(); left > 0; left = this.#waitUntil - this.#clock.elapsed()) {
      if (left > LONGEST_WAIT_MS) throw new FaultError({ kind: 'busy', retryAfterMs: left });
      waited = true;
      await this.#clock.sleep(left, signal);
    }
    if (waited) this.#onWait(null);
  }

  #recover(): void {
    if (this.#limit >= this.#most) return;
    const quietMinutes = Math.floor((this.#clock.elapsed() - this.#changedAt) / MINUTE);
    if (quietMinutes < 1) return;
    this.#limit = Math.min(this.#most, this.#limit + quietMinutes);
    this.#changedAt = this.#clock.elapsed();
  }
}
