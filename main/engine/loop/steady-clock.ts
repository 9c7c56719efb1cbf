import { SECOND } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';

/** The wall clock may be this far from where it was expected before that counts as a jump, in milliseconds. */
const TOLERANCE_MS = 5 * SECOND;

/**
 * The time that the engine reckons with: that of the wall at some moment, and from then on the steady one, so that
 * nothing the engine does sees a jump in its midst. `follow` goes over to the wall's time again. A sleep of the computer,
 * which the steady time may not count, looks like a jump ahead: what waits then waits on for as long as it still had to.
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

  /** Whether the wall's time is not what it should be by now. */
  hasJumped(): boolean {
    return Math.abs(this.#ahead()) > TOLERANCE_MS;
  }

  /** Goes over to the wall's time. Returns by how many milliseconds it had jumped ahead (back: negative); 0 for less than a jump. */
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
