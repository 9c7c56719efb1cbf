import type { ItemId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../ports/clock.ts';
import { itemOfSubject } from './retry.ts';
import { TURN_MS } from './in-turns.ts';
import { mustConcernOne } from './quarantine.ts';

/** When more entries than this cannot be recorded, the cause is not in single entries. */
const MOST_LEFT_OUT = 100;

/** How often the time is looked at. */
const ENTRIES_A_LOOK = 32;

/** One attempt at recording an observation, in which some entries may be left out. */
export class RecordingAttempt {
  readonly #leftOut: ReadonlyMap<string, unknown>;
  /** The entry that was being recorded when an error was thrown. */
  subject: string | null = null;

  constructor(leftOut: ReadonlyMap<string, unknown>) {
    this.#leftOut = leftOut;
  }

  has(subject: string): boolean {
    return this.#leftOut.has(subject);
  }

  /** Records one entry. @returns false: it is left out. */
  each(subject: string, record: () => void): boolean {
    if (this.#leftOut.has(subject)) return false;
    this.subject = subject;
    record();
    this.subject = null;
    return true;
  }
}

/**
 * Records an observation in one transaction. If an entry throws, the transaction is rolled back and everything is
 * recorded again without that entry; its record stays as it was, since half a record would claim things that were not
 * observed.
 * @param record changes nothing but the journal; is called once more for each entry that is left out.
 * @param leftOut entries of the same observation that were left out before; those of this call are added.
 * @returns the entries left out, with their errors.
 * @throws what concerns more than single entries.
 */
export function recordSeparately(
  journal: Pick<Journal, 'transaction'>,
  record: (attempt: RecordingAttempt) => void,
  leftOut = new Map<string, unknown>(),
): ReadonlyMap<string, unknown> {
  for (;;) {
    const attempt = new RecordingAttempt(leftOut);
    try {
      journal.transaction(() => record(attempt));
      return leftOut;
    } catch (error) {
      mustConcernOne(error);
      if (attempt.subject === null || leftOut.size >= MOST_LEFT_OUT) throw error;
      leftOut.set(attempt.subject, error);
    }
  }
}

/** Records what belongs together of an observation; may be called again, as in `recordSeparately`. */
export type RecordEntry = (attempt: RecordingAttempt) => void;

/**
 * Records a large observation in several transactions, as `recordSeparately` does each; between two of them other work
 * gets a turn of the event loop.
 * RACE: a death, or an error of the whole journal, may leave the first part of the observation alone. So every entry
 * must be true by itself, and what says that a whole was observed (a digest, the time of a listing, what is missing)
 * must come after everything it is about. Nothing is planned before the last one: a pass records, then plans.
 * @param entries made one by one, each when those before it are recorded.
 * @param most how many entries to record in one transaction; infinite: all, however long that takes.
 */
export async function recordInSlices(
  { journal, clock }: { readonly journal: Pick<Journal, 'transaction' | 'mostTogether'>; readonly clock: Clock },
  entries: Iterable<RecordEntry>,
  most = journal.mostTogether,
): Promise<ReadonlyMap<string, unknown>> {
  const leftOut = new Map<string, unknown>();
  const rest = entries[Symbol.iterator]();
  for (let isLast = false; !isLast;) {
    const began = clock.elapsed();
    const slice: RecordEntry[] = [];
    const isLate = (): boolean => most !== Infinity && clock.elapsed() - began >= TURN_MS;
    const isFull = (): boolean =>
      slice.length >= most || (slice.length > 0 && slice.length % ENTRIES_A_LOOK === 0 && isLate());
    const record = (attempt: RecordingAttempt): void => {
      // An earlier attempt took these already.
      for (const entry of slice) entry(attempt);
      while (!isLast && !isFull()) {
        const next = rest.next();
        if (next.done === true) isLast = true;
        else {
          slice.push(next.value);
          next.value(attempt);
        }
      }
    };
    recordSeparately(journal, record, leftOut);
    if (!isLast) await clock.sleep(0);
  }
  return leftOut;
}

/** The items among the entries left out. */
export function* itemsLeftOut(leftOut: ReadonlyMap<string, unknown>): Iterable<[ItemId, unknown]> {
  for (const [subject, error] of leftOut) {
    const id = itemOfSubject(subject);
    if (id !== null) yield [id, error];
  }
}
