import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../ports/clock.ts';

/** A batch of this many records is committed without waiting for more. */
const MOST_TOGETHER = 64;
/** A record waits at most this long for others, in milliseconds, while other work may add some. */
const LONGEST_WAIT_MS = 20;

interface Waiting {
  readonly record: () => void;
  readonly settled: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Commits the records of parallel steps together: a flush of the journal costs the same for one record as for many. A
 * step goes on when its record is durable; before that, the record is visible to no reader.
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

  /** While `work` runs, records may wait a moment for those it will add. */
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
   * Records something in one transaction with other current records; durable when it resolves.
   * @param record may be called twice, so it must change nothing but the journal. What it throws undoes that record
   * alone.
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

  /** Commits when the batch is full, or no running work could still add to it. */
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

  /** The batch failed; commit each record alone, so that one bad record does not block the others. */
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
