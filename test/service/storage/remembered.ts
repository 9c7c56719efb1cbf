/** Rows read before, by their key, until something is written to their table; at most so many. */
export class Remembered<T> {
  readonly #rows = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The remembered row, or what `read` finds, which is remembered from then on. */
  get(key: string, read: () => T): T {
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = read();
    if (this.#rows.size >= this.#most) this.#rows.clear();
    this.#rows.set(key, row);
    return row;
  }

  forget(): void {
    this.#rows.clear();
  }
}
