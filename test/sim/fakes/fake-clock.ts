import type { Clock } from '../../../main/ports/clock.ts';

/** Whose sleeps these are: those of a crashed device never end. */
export interface Sleeper {
  readonly isAlive: boolean;
}

interface Sleep {
  readonly dueMs: number;
  readonly sleeper: Sleeper;
  readonly wake: () => void;
}

const ALWAYS: Sleeper = { isAlive: true };

/** Time that moves only when told: one for all devices of a simulated world. */
export class FakeClock {
  #elapsedMs = 0;
  readonly #startMs: number;
  #sleeps: Sleep[] = [];

  /** @param startMs what `now` says at first, in milliseconds since the Unix epoch. */
  constructor(startMs: number = Date.UTC(2026, 10, 20, 14, 3)) {
    this.#startMs = startMs;
  }

  /** The true time, which no device need agree with. */
  now(): number {
    return Math.floor(this.#startMs + this.#elapsedMs);
  }

  /** Milliseconds since the beginning of the world. */
  elapsed(): number {
    return this.#elapsedMs;
  }

  /**
   * A device's view of the time.
   * @param skewMs how far its clock is from the truth; read at each call, so it may jump.
   */
  portFor(sleeper: Sleeper = ALWAYS, skewMs: () => number = () => 0): Clock {
    return {
      now: () => this.now() + skewMs(),
      elapsed: () => this.#elapsedMs,
      minutesEast: () => 60,
      sleep: (ms, signal) => this.#sleep({ ms, sleeper, signal }),
    };
  }

  /** Goes to the next moment that a sleeper waits for, and wakes it. False when there is no sleeper. */
  advance(): boolean {
    const dueMs = this.nextDueMs();
    if (dueMs === null) return false;
    this.advanceTo(dueMs);
    return true;
  }

  /** Lets this much time pass and wakes everybody whose time has come, in order. */
  advanceBy(ms: number): void {
    this.advanceTo(this.#elapsedMs + ms);
  }

  /** When the next sleep ends, on the scale of `elapsed`; null when there is no sleeper. */
  nextDueMs(): number | null {
    this.#sleeps = this.#sleeps.filter(sleep => sleep.sleeper.isAlive);
    return this.#sleeps.length === 0 ? null : Math.min(...this.#sleeps.map(sleep => sleep.dueMs));
  }

  /** Goes to a moment on the scale of `elapsed`; never back. */
  advanceTo(elapsedMs: number): void {
    this.#elapsedMs = Math.max(this.#elapsedMs, elapsedMs);
    const due = this.#sleeps.filter(sleep => sleep.dueMs <= this.#elapsedMs);
    this.#sleeps = this.#sleeps.filter(sleep => sleep.dueMs > this.#elapsedMs);
    due.sort((one, other) => one.dueMs - other.dueMs);
    for (const sleep of due) if (sleep.sleeper.isAlive) sleep.wake();
  }

  #sleep({ ms, sleeper, signal }: { ms: number; sleeper: Sleeper; signal: AbortSignal | undefined }): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = (): void => {
        this.#sleeps = this.#sleeps.filter(other => other !== sleep);
        if (sleeper.isAlive) reject(signal?.reason as Error);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleep: Sleep = { dueMs: this.#elapsedMs + Math.max(ms, 0), sleeper, wake };
      this.#sleeps.push(sleep);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}
