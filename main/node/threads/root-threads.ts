import type { HashedFile, Root } from '../../ports/disk.ts';
import { AT_ONCE_BYTES } from '../disk/read/bytes.ts';
import { ScanMoveLock } from '../disk/write/scan-move-lock.ts';
import type { DiskThread } from './disk-thread.ts';
import { HashQueue } from './hash-queue.ts';
import type { JobName, Jobs } from './thread-jobs.ts';

/** The threads of a root: while one does what may take long, the other one acts. Starting one costs more than most commands do. */
export class RootThreads {
  readonly scanning: DiskThread;
  readonly scanMoveLock = new ScanMoveLock();
  readonly #second: DiskThread;
  readonly #smallFiles: HashQueue;
  /** How many looks and hashes of large files the first thread is asked for. */
  #long = 0;

  /** @param first a thread that was started for other questions and is free. */
  constructor(start: () => DiskThread, first: DiskThread | null) {
    this.scanning = first ?? start();
    this.#second = start();
    this.#smallFiles = new HashQueue(this.scanning, this.#second);
  }

  /** The first thread, if an answer of it needs neither a start nor a wait. */
  get ready(): DiskThread | null {
    return this.scanning.isRunning && this.scanning.isIdle ? this.scanning : null;
  }

  /** The thread that has time; the second one is started when the first is at something that may take long. */
  get acting(): DiskThread {
    return this.#second.isRunning || this.#long > 0 ? this.#second : this.scanning;
  }

  /** Asks the first thread for something that may take long. */
  async seek<N extends JobName>(job: N, ask: Jobs[N]['ask']): Promise<Jobs[N]['answer']> {
    this.#long += 1;
    try {
      return await this.scanning.ask(job, ask);
    } finally {
      this.#long -= 1;
    }
  }

  /** Many small files are divided, a large one does not hold up what acts. */
  hash(root: Root, path: string, sizeBytes: number): Promise<HashedFile | null> {
    if (sizeBytes > AT_ONCE_BYTES) return this.seek('hash', [root, path]);
    return this.#smallFiles.hash(root, path);
  }

  async close(): Promise<void> {
    this.#smallFiles.close();
    await Promise.all([this.scanning.close(), this.#second.close()]);
  }
}

/** The threads of each root that is worked in. */
export class ThreadsOfRoots {
  readonly #start: () => DiskThread;
  readonly #spare: () => DiskThread | null;
  readonly #roots = new Map<string, RootThreads>();

  /** @param start makes a thread. @param spare gives one that was started for something else, if there is one. */
  constructor(start: () => DiskThread, spare: () => DiskThread | null) {
    this.#start = start;
    this.#spare = spare;
  }

  of({ path }: Root): RootThreads {
    const known = this.#roots.get(path) ?? new RootThreads(this.#start, this.#spare());
    this.#roots.set(path, known);
    return known;
  }

  /** Those of the root at a path, if it is worked in. */
  at(path: string): RootThreads | undefined {
    return this.#roots.get(path);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#roots.values()].map(threads => threads.close()));
  }
}
