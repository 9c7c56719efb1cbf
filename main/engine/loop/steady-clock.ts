import { SECOND } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';

/** The wall clock may differ this much from the expected time before that counts as a jump, in milliseconds. */
const TOLERANCE_MS = 5 * SECOND;

/**
 * The time that the engine uses: the wall clock's at some moment, advanced by the monotonic clock, so that no jump
 * happens within a pass. `follow` adopts the wall clock again. A sleep of the computer, which the monotonic clock may
 * not count, looks like a jump ahead: then what waits keeps waiting for the time it still had to.
 */
export class SteadyClock implements Clock {
  readonly #clock: Clock;
  #now: number;
  #elapsed: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#now = clock.now();
    this.#elapsed = clock.elapsed();
  }

  now(): number {
    return this.#now + Math.floor(this.#clock.elapsed() - this.#elapsed);
  }

  elapsed(): number {
    return this.#clock.elapsed();
  }

  minutesEast(epochMs: number): number {
    return this.#clock.minutesEast(epochMs);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(ms, signal);
  }

  /** Whether the wall clock differs from the expected time. */
  hasJumped(): boolean {
    return Math.abs(this.#ahead()) > TOLERANCE_MS;
  }

  /**
   * Adopts the wall clock's time.
   * @returns by how many milliseconds it had jumped ahead (back: negative); 0 for less than a jump.
   */
  follow(): number {
    const jumpMs = this.hasJumped() ? this.#ahead() : 0;
    this.#now = this.#clock.now();
    this.#elapsed = this.#clock.elapsed();
    return jumpMs;
  }

  #ahead(): number {
    return this.#clock.now() - this.now();
  }
}
