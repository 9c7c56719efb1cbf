interface Kept<T> {
  readonly value: T;
  readonly bytes: number;
}

/** Keeps values up to so many bytes; those used longest ago go first. */
export class ByteBudget<T> {
  readonly #mostBytes: number;
  readonly #drop: (key: string, value: T) => void;
  readonly #kept = new Map<string, Kept<T>>();
  #bytes = 0;

  /** @param drop is called with what is no longer kept. */
  constructor(mostBytes: number, drop: (key: string, value: T) => void) {
    this.#mostBytes = mostBytes;
    this.#drop = drop;
  }

  /** Of all that is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is kept under a key; it counts as used now. */
  use(key: string): T | null {
    const kept = this.#kept.get(key);
    if (kept === undefined) return null;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  /** Keeps a value, and only that of the key; what is larger than the budget is dropped at once. */
  keep(key: string, value: T, bytes: number): void {
    this.#remove(key);
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) if (this.#bytes > this.#mostBytes) this.#remove(oldest);
  }

  clear(): void {
    for (const key of this.#kept.keys()) this.#remove(key);
  }

  #remove(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
    this.#drop(key, kept.value);
  }
}
