/** A scan that a move came into is repeated so many times; then moves wait for the last one. */
const MAX_DISTURBED_SCANS = 3;

/**
 * Keeps our own moves out of scans. A move gives a file its new name before it takes the old one away, and flushes in
 * between: a scan in that moment would show one file under two names, or take the new name for another file, and the
 * renamed file would be uploaded again. A move hardly ever waits: a scan that a move came into is repeated.
 */
export class ScanMoveLock {
  readonly #moving = new Set<Promise<unknown>>();
  #begun = 0;
  /** A scan that moves wait for. */
  #undisturbed: Promise<unknown> | null = null;

  /** Scans while nothing is moved. */
  async scan<T>(scan: () => Promise<T>): Promise<T> {
    for (let scans = 0; scans < MAX_DISTURBED_SCANS; scans += 1) {
      await Promise.allSettled(this.#moving);
      const before = this.#begun;
      const found = await scan();
      if (this.#begun === before) return found;
    }
    return this.#scanUndisturbed(scan);
  }

  async move<T>(move: () => Promise<T>): Promise<T> {
    while (this.#undisturbed !== null) await this.#undisturbed;
    this.#begun += 1;
    const moving = move();
    this.#moving.add(moving);
    try {
      return await moving;
    } finally {
      this.#moving.delete(moving);
    }
  }

  async #scanUndisturbed<T>(scan: () => Promise<T>): Promise<T> {
    while (this.#undisturbed !== null) await this.#undisturbed;
    const scanning = Promise.allSettled(this.#moving).then(scan);
    this.#undisturbed = scanning.then(
      () => (this.#undisturbed = null),
      () => (this.#undisturbed = null),
    );
    return scanning;
  }
}
