import type { Hint } from '../../ports/watcher.ts';

/**
 * From so many events in one turn of the event loop on, some may have been dropped: the system's queue holds 16,384
 * unless an administrator made it smaller, and Node says nothing when it overflows.
 */
const BURST = 8000;
/** A thread that was held up for so long while events came may have come too late for some of them, in milliseconds. */
const LATE_MS = 250;
/** How often it is looked whether the thread is held up, while there are events and for a while after them. */
const TICK_MS = 50;
const CALM_MS = 1000;

/** Merges the hints of one turn of the event loop, and notices when events may have been lost without a word. */
export class HintGatherer {
  readonly #onHint: (hint: Hint) => void;
  readonly #burst: number;
  readonly #folders = new Set<string>();
  #events = 0;
  #isLost = false;
  #telling: NodeJS.Immediate | null = null;
  #ticking: NodeJS.Timeout | null = null;
  #tickedMs = 0;
  #heardMs = 0;

  /** @param queueLength how many events the system keeps for us. */
  constructor(onHint: (hint: Hint) => void, queueLength = Number.POSITIVE_INFINITY) {
    this.#onHint = onHint;
    this.#burst = Math.min(BURST, queueLength / 2);
  }

  /** Something happened in a folder of the root. */
  add(folder: string): void {
    this.#folders.add(folder);
    this.heard();
  }

  /** There was an event; what it means for folders is told by `add`, now or later. */
  heard(): void {
    this.#events += 1;
    if (this.#telling !== null) return;
    this.#telling = setImmediate(() => this.#tell());
    this.#heardMs = performance.now();
    this.#tick();
  }

  /** Events were lost. */
  lost(): void {
    this.#isLost = true;
    this.#telling ??= setImmediate(() => this.#tell());
  }

  close(): void {
    if (this.#telling !== null) clearImmediate(this.#telling);
    if (this.#ticking !== null) clearInterval(this.#ticking);
    this.#telling = null;
    this.#ticking = null;
    this.#folders.clear();
  }

  /** While nothing happens there is no tick either: a computer at rest is left at rest. */
  #tick(): void {
    if (this.#ticking !== null) return;
    this.#tickedMs = performance.now();
    this.#ticking = setInterval(() => {
      const now = performance.now();
      if (now - this.#tickedMs > TICK_MS + LATE_MS) this.lost();
      this.#tickedMs = now;
      if (now - this.#heardMs < CALM_MS || this.#ticking === null) return;
      clearInterval(this.#ticking);
      this.#ticking = null;
    }, TICK_MS);
    this.#ticking.unref();
  }

  #tell(): void {
    const folders = [...this.#folders];
    const isLost = this.#isLost || this.#events >= this.#burst;
    this.#telling = null;
    this.#folders.clear();
    this.#events = 0;
    this.#isLost = false;
    for (const folder of folders) this.#onHint({ folder });
    if (isLost) this.#onHint({ folder: null });
  }
}
