import { requirePresent } from '../../../shared/assert.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../ports/clock.ts';

/** A batch of this many records is committed without waiting for more. */
const MOST_TOGETHER = 64;
/** A record waits at most this long for others, in milliseconds, while other work may add some. */
const LONGEST_WAIT_MS = 50;

/** One attempt at recording a batch: what is still to be done when all of it was heard. */
interface Attempt {
  readonly atEnd: (() => void)[];
}

interface PendingRecord {
  readonly record: (attempt: Attempt) => void;
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
  #waiting: PendingRecord[] = [];
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
    return this.#add((_, give) => give(record()));
  }

  /**
   * The same for what many steps record alike: those of one batch are recorded by one call.
   * @param recordAll records all of them or throws; answers for each, in the same order.
   * @returns records one of them, and gives the answer for it when that is durable.
   */
  gathering<E, R>(recordAll: (entries: readonly E[]) => readonly R[]): (entry: E) => Promise<R> {
    let latest: { readonly attempt: Attempt; readonly heard: { entry: E; give: (answer: R) => void }[] } | null = null;
    const heardIn = (attempt: Attempt): NonNullable<typeof latest> => {
      const heard: { entry: E; give: (answer: R) => void }[] = [];
      attempt.atEnd.push(() => {
        const answers = recordAll(heard.map(({ entry }) => entry));
        for (const [at, { give }] of heard.entries()) give(requirePresent(answers[at], 'an answer for each'));
      });
      return { attempt, heard };
    };
    return entry =>
      this.#add((attempt, give) => {
        if (latest?.attempt !== attempt) latest = heardIn(attempt);
        latest.heard.push({ entry, give });
      });
  }

  #add<T>(record: (attempt: Attempt, give: (value: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { readonly value: T } | null = null;
      this.#waiting.push({
        record: attempt => record(attempt, value => (result = { value })),
        settled: () => result !== null && resolve(result.value),
        failed: reject,
      });
      if (this.#waiting.length === 1) void this.#clock.sleep(LONGEST_WAIT_MS).then(this.#late(this.#waiting));
      this.#consider();
    });
  }

  #late(group: readonly PendingRecord[]): () => void {
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
      this.#record(group);
    } catch {
      for (const one of group) this.#commitAlone(one);
      return;
    }
    for (const { settled } of group) settled();
  }

  #record(group: readonly Pick<PendingRecord, 'record'>[]): void {
    this.#journal.transaction(() => {
      const attempt: Attempt = { atEnd: [] };
      for (const { record } of group) record(attempt);
      for (const end of attempt.atEnd) end();
    });
  }

  /** The batch failed; commit each record alone, so that one bad record does not block the others. */
  #commitAlone({ record, settled, failed }: PendingRecord): void {
    try {
      this.#record([{ record }]);
    } catch (error) {
      failed(error);
      return;
    }
    settled();
  }
}
