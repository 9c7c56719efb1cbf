import type { Hint } from '../ports/watcher.ts';

/**
 * From so many events in one turn of the event loop on, some may have been dropped: the system's queue holds 16,384, and
 * Node says nothing when it overflows.
 */
const BURST = 8000;

/** Merges the hints of one turn of the event loop, and notices when there were suspiciously many. */
export class HintGatherer {
  readonly #onHint: (hint: Hint) => void;
  readonly #folders = new Set<string>();
  #events = 0;
  #isLost = false;
  #timer: NodeJS.Immediate | null = null;

  constructor(onHint: (hint: Hint) => void) {
    this.#onHint = onHint;
  }

  /** Something happened in a folder of the root. */
  add(folder: string): void {
    this.#folders.add(folder);
    this.#events += 1;
    this.#timer ??= setImmediate(() => this.#tell());
  }

  /** Events were lost. */
  lost(): void {
    this.#isLost = true;
    this.#timer ??= setImmediate(() => this.#tell());
  }

  close(): void {
    if (this.#timer !== null) clearImmediate(this.#timer);
    this.#timer = null;
    this.#folders.clear();
  }

  #tell(): void {
    const folders = [...this.#folders];
    const isLost = this.#isLost || this.#events >= BURST;
    this.#timer = null;
    this.#folders.clear();
    this.#events = 0;
    this.#isLost = false;
    for (const folder of folders) this.#onHint({ folder });
    if (isLost) this.#onHint({ folder: null });
  }
}
