import { SECOND } from '../../../shared/units.ts';
import type { SteadyClock } from './steady-clock.ts';

/** Why the loop takes a turn; collected while it is busy. `resumed`: the computer slept, or its clock was set. */
export type SignalReason = 'start' | 'local-change' | 'due' | 'person' | 'resumed' | 'stop';

/**
 * A sleep of the computer is noticed after this long at the latest: no timer reports it, and some stand still during
 * it.
 */
const LONGEST_SLEEP_MS = 30 * SECOND;
/** A timer that is late by this much slept with the computer. */
const SLEPT_MS = 30 * SECOND;

/**
 * Starts the turns of the loop: for a signalled reason, or when its time is up. A reason that comes while the loop is
 * busy is not lost.
 */
export class LoopSignals {
  readonly #clock: SteadyClock;
  #reasons = new Set<SignalReason>();
  #abort: AbortController | null = null;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  /** Signals a reason. */
  note(reason: SignalReason): void {
    this.#reasons.add(reason);
    this.#abort?.abort();
  }

  /** Resolves with the reasons noted since the last call, at once if there are any, else at the latest after `ms`. */
  async next(ms: number): Promise<ReadonlySet<SignalReason>> {
    for (let left = ms; this.#reasons.size === 0 && left > 0;)
      left -= await this.#sleepPart(Math.min(left, LONGEST_SLEEP_MS));
    const reasons = this.#reasons.size === 0 ? new Set<SignalReason>(['due']) : this.#reasons;
    this.#reasons = new Set();
    return reasons;
  }

  /** Sleeps for a part of the time, then compares the clocks. @returns how much of the time has passed. */
  async #sleepPart(ms: number): Promise<number> {
    const before = this.#clock.elapsed();
    await this.#sleep(ms);
    const passed = this.#clock.elapsed() - before;
    if (this.#clock.hasJumped() || passed > ms + SLEPT_MS) this.#reasons.add('resumed');
    return Math.max(passed, ms);
  }

  async #sleep(ms: number): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await this.#clock.sleep(ms, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      this.#abort = null;
    }
  }
}
