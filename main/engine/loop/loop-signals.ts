import { SECOND } from '../../../shared/units.ts';
import type { SteadyClock } from './steady-clock.ts';

/** Why the loop takes a turn; collected while it is busy. `resumed`: the computer slept, or its clock was set. */
export type SignalReason = 'start' | 'local-change' | 'due' | 'person' | 'resumed' | 'stop';

/**
 * A sleep of the computer is noticed after this long at the latest: no timer reports it, and some stand still during
 * it.
 */
const LONGEST_DOZE_MS = 30 * SECOND;
/** A timer that is late by this much slept with the computer. */
const LATE_MS = 30 * SECOND;

/**
 * Starts the turns of the loop: for a signalled reason, or when its time is up. A reason that comes while the loop is
 * busy is not lost.
 */
export class LoopSignals {
  readonly #clock: SteadyClock;
  #reasons = new Set<SignalReason>();
  #ring: AbortController | null = null;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  /** Signals a reason. */
  note(reason: SignalReason): void {
    this.#reasons.add(reason);
    this.#ring?.abort();
  }

  /** Resolves with the reasons noted since the last call, at once if there are any, else at the latest after `ms`. */
  async next(ms: number): Promise<ReadonlySet<SignalReason>> {
    for (let left = ms; this.#reasons.size === 0 && left > 0;)
      left -= await this.#doze(Math.min(left, LONGEST_DOZE_MS));
    const reasons = this.#reasons.size === 0 ? new Set<SignalReason>(['due']) : this.#reasons;
    this.#reasons = new Set();
    return reasons;
  }

  /** Sleeps for a part of the time, then compares the clocks. @returns how much of the time has passed. */
  async #doze(ms: number): Promise<number> {
    const before = this.#clock.elapsed();
    await this.#sleep(ms);
    const passed = this.#clock.elapsed() - before;
    if (this.#clock.hasJumped() || passed > ms + LATE_MS) this.#reasons.add('resumed');
    return Math.max(passed, ms);
  }

  async #sleep(ms: number): Promise<void> {
    const ring = new AbortController();
    this.#ring = ring;
    try {
      await this.#clock.sleep(ms, ring.signal);
    } catch (error) {
      if (!ring.signal.aborted) throw error;
    } finally {
      this.#ring = null;
    }
  }
}
