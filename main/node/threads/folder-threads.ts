import type { DiskThread } from './disk-thread.ts';

/** Threads for folders that are no mirrors, one for each: what hangs in one holds up no other. */
export class FolderThreads {
  readonly #start: () => DiskThread;
  readonly #threads = new Map<string, DiskThread>();

  /** @param start makes a thread. */
  constructor(start: () => DiskThread) {
    this.#start = start;
  }

  of(folder: string): DiskThread {
    const known = this.#threads.get(folder);
    if (known !== undefined) return known;
    // Copies may be saved to any number of folders.
    for (const [path, { isRunning }] of this.#threads) if (!isRunning) this.#threads.delete(path);
    const thread = this.#start();
    this.#threads.set(folder, thread);
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads.values()].map(thread => thread.close()));
  }
}
