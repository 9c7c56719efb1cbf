import type { Clock } from '../ports/clock.ts';

/** Why the loop looks again. Merged while it is busy. */
export type WakeReason = 'start' | 'local-change' | 'due' | 'person' | 'stop';

/** Wakes the one loop: by a reason, or when the time is up. A reason that comes while it is busy is not lost. */
export class Wake {
  readonly #clock: Clock;
  #reasons = new Set<WakeReason>();
  #ring: AbortController | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a reason. */
  note(reason: WakeReason): void {
    this.#reasons.add(reason);
    this.#ring?.abort();
  }

  /** Resolves with the reasons noted since the last call, at once if there are any, else at the latest after `ms`. */
  async next(ms: number): Promise<ReadonlySet<WakeReason>> {
    if (this.#reasons.size === 0) await this.#sleep(ms);
    const reasons = this.#reasons.size === 0 ? new Set<WakeReason>(['due']) : this.#reasons;
    this.#reasons = new Set();
    return reasons;
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
