import { FaultError } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import type { DiskThread } from './disk-thread.ts';
import type { JobName, Jobs } from './thread-jobs.ts';

/** So many threads work at a time; starting more would cost more than what they are asked. */
const MOST_AT_WORK = 1;
/** So many more where some were left behind: what answers is not to wait for each of many folders that hang. */
const MORE_AT_WORK = 3;
/** A question that is open for so long counts as left behind: another thread may be started beside it. */
const LEFT_AFTER_MS = SECOND / 4;
/** So many threads may be left behind, each by a volume that hangs; beyond them nothing new is asked. */
const MOST = 16;

/** A thread that answers. */
type Answering = Pick<DiskThread, 'ask' | 'close'>;

interface Asker<T> {
  readonly thread: T;
  /** When its question was asked; null: it has none. */
  since: number | null;
}

/**
 * Threads for single questions about folders of which nothing is known yet: whether they answer, and what they are. One that
 * gets no answer is left behind with its folder, and the others go on.
 */
export class AskingThreads<T extends Answering = DiskThread> {
  readonly #start: () => T;
  readonly #askers: Asker<T>[] = [];
  readonly #waiting: ((asker: Asker<T> | null) => void)[] = [];
  #again: NodeJS.Timeout | undefined;

  /** @param start makes a thread. */
  constructor(start: () => T) {
    this.#start = start;
  }

  /** @throws FaultError `disk-refused` (ETIMEDOUT) when too many volumes give no answer. */
  async ask<N extends JobName>(job: N, ask: Jobs[N]['ask'], path: string): Promise<Jobs[N]['answer']> {
    const asker = await this.#free();
    if (asker === null) throw new FaultError({ kind: 'disk-refused', path, code: 'ETIMEDOUT' });
    try {
      return await asker.thread.ask(job, ask);
    } finally {
      asker.since = null;
      this.#giveOut();
    }
  }

  /** Gives a thread away that is asked nothing, for good; null when there is none. Starting one costs more than most questions. */
  giveIdle(): T | null {
    const at = this.#askers.findIndex(({ since }) => since === null);
    const [given] = at === -1 ? [] : this.#askers.splice(at, 1);
    return given?.thread ?? null;
  }

  async close(): Promise<void> {
    clearTimeout(this.#again);
    for (const go of this.#waiting.splice(0)) go(null);
    await Promise.all(this.#askers.map(({ thread }) => thread.close()));
  }

  #free(): Promise<Asker<T> | null> {
    return new Promise(resolve => {
      this.#waiting.push(resolve);
      this.#giveOut();
    });
  }

  #giveOut(): void {
    clearTimeout(this.#again);
    for (let asker = this.#next(); this.#waiting.length > 0 && asker !== undefined; asker = this.#next()) {
      if (asker !== null) asker.since = performance.now();
      this.#waiting.shift()?.(asker);
    }
    // By then a thread is free, or counts as left behind.
    if (this.#waiting.length > 0) this.#again = setTimeout(() => this.#giveOut(), LEFT_AFTER_MS);
  }

  /** The thread that may be asked now; undefined: none yet; null: none any more. */
  #next(): Asker<T> | null | undefined {
    const idle = this.#askers.find(({ since }) => since === null);
    if (idle !== undefined || this.#waiting.length === 0) return idle;
    const now = performance.now();
    const atWork = this.#askers.filter(({ since }) => since !== null && now - since < LEFT_AFTER_MS).length;
    // None is idle here.
    const left = this.#askers.length - atWork;
    if (atWork >= MOST_AT_WORK + Math.min(left, MORE_AT_WORK)) return undefined;
    if (this.#askers.length >= MOST) return atWork > 0 ? undefined : null;
    const asker = { thread: this.#start(), since: null };
    this.#askers.push(asker);
    return asker;
  }
}
