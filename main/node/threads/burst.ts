import { SECOND } from '../../../shared/units.ts';

/** As long as a thread waits for the next question: what comes after it is not of the same burst. */
const REST_MS = 10 * SECOND;

/** Tells when so many things came one after the other that another thread for them is worth its start. */
export class Burst {
  readonly #worth: number;
  #came = 0;
  #lastMs = -Infinity;

  /** @param worth how many come before another thread is worth its start. */
  constructor(worth: number) {
    this.#worth = worth;
  }

  /** One more has come; whether it, and those after it, are worth another thread. */
  oneMore(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#lastMs > REST_MS) this.#came = 0;
    this.#lastMs = nowMs;
    this.#came += 1;
    return this.#came > this.#worth;
  }
}
