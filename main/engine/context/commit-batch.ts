import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../ports/clock.ts';

/** More records than these are not kept waiting for others. */
const MOST_TOGETHER = 64;
/** Nor any for longer, in milliseconds, while others are at work that may still come. */
const LONGEST_WAIT_MS = 20;

interface Waiting {
  readonly record: () => void;
  readonly settled: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Records of steps that go on side by side, made durable together: a flush of the journal costs the same for one as for
 * many. Who asks goes on when its record is on the disk; nobody sees it before.
 */
export class Commits {
  readonly #journal: Pick<Journal, 'transaction'>;
  readonly #clock: Pick<Clock, 'sleep'>;
  #waiting: Waiting[] = [];
  #atWork = 0;

  constructor(journal: Pick<Journal, 'transaction'>, clock: Pick<Clock, 'sleep'>) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** While `work` goes on, others may wait a moment for what it will have to record. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#atWork += 1;
    try {
      return await work();
    } finally {
      this.#atWork -= 1;
      this.#consider();
    }
  }

  /**
   * Records something in one transaction with what others record about now; durable when it resolves.
   * @param record may be called twice, so it changes nothing but the journal. What it throws undoes it alone.
   */
  soon<T>(record: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { readonly value: T } | null = null;
      this.#waiting.push({
        record: () => void (result = { value: record() }),
        settled: () => result !== null && resolve(result.value),
        failed: reject,
      });
      if (this.#waiting.length === 1) void this.#clock.sleep(LONGEST_WAIT_MS).then(this.#late(this.#waiting));
      this.#consider();
    });
  }

  #late(group: readonly Waiting[]): () => void {
    return () => {
      if (this.#waiting === group) this.#commit();
    };
  }

  /** Commits when there is enough, or nobody is left at work who could still come. */
  #consider(): void {
    const count = this.#waiting.length;
    if (count > 0 && (count >= MOST_TOGETHER || count >= this.#atWork)) this.#commit();
  }

  #commit(): void {
    const group = this.#waiting;
    this.#waiting = [];
    try {
      this.#journal.transaction(() => {
        for (const { record } of group) record();
      });
    } catch {
      for (const one of group) this.#commitAlone(one);
      return;
    }
    for (const { settled } of group) settled();
  }

  /** One of them cannot be recorded: that must keep nobody else from it. */
  #commitAlone({ record, settled, failed }: Waiting): void {
    try {
      this.#journal.transaction(record);
    } catch (error) {
      failed(error);
      return;
    }
    settled();
  }
}
