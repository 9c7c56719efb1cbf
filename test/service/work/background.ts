const LOOK_EVERY_MS = 50;

/** Work that is looked for again and again, one round after the other, until it is stopped. */
export class Background {
  readonly #round: () => Promise<void>;
  readonly #reportBug: (thrown: unknown) => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  /** A round that rejects is reported; the next one comes nevertheless. */
  constructor(round: () => Promise<void>, reportBug: (thrown: unknown) => void) {
    this.#round = round;
    this.#reportBug = reportBug;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#once().finally(() => {
        if (!this.#stopped) this.start();
      });
    }, LOOK_EVERY_MS);
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }

  async #once(): Promise<void> {
    try {
      await this.#round();
    } catch (thrown) {
      // A round that was running when the service stopped may find its records closed: that is no bug.
      if (!this.#stopped) this.#reportBug(thrown);
    }
  }
}
