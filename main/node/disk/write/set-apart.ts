/** Looks that a move came into are made again so many times; then moves wait for the last one. */
const MOST_DISTURBED = 3;

/**
 * Keeps our own moves out of scans. A move gives a file its new name before it takes the old one away, and flushes in
 * between: a scan in that moment would show one file under two names, or take the new name for another file, and the
 * renamed file would be uploaded again. A move hardly ever waits: a scan that a move came into is repeated.
 */
export class Apart {
  readonly #moving = new Set<Promise<unknown>>();
  #begun = 0;
  /** A look that moves wait for. */
  #undisturbed: Promise<unknown> | null = null;

  /** Looks while nothing is moved. */
  async look<T>(look: () => Promise<T>): Promise<T> {
    for (let looks = 0; looks < MOST_DISTURBED; looks += 1) {
      await Promise.allSettled(this.#moving);
      const before = this.#begun;
      const found = await look();
      if (this.#begun === before) return found;
    }
    return this.#lookUndisturbed(look);
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

  async #lookUndisturbed<T>(look: () => Promise<T>): Promise<T> {
    while (this.#undisturbed !== null) await this.#undisturbed;
    const looking = Promise.allSettled(this.#moving).then(look);
    this.#undisturbed = looking.then(
      () => (this.#undisturbed = null),
      () => (this.#undisturbed = null),
    );
    return looking;
  }
}
