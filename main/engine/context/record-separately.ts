import type { ItemId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import { itemOfSubject } from './retry.ts';
import { mustConcernOne } from './quarantine.ts';

/** When more entries than this cannot be recorded, the cause is not in single entries. */
const MOST_LEFT_OUT = 100;

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
 * @returns the entries left out, with their errors.
 * @throws what concerns more than single entries.
 */
export function recordSeparately(
  journal: Pick<Journal, 'transaction'>,
  record: (attempt: RecordingAttempt) => void,
): ReadonlyMap<string, unknown> {
  const leftOut = new Map<string, unknown>();
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

/** The items among the entries left out. */
export function* itemsLeftOut(leftOut: ReadonlyMap<string, unknown>): Iterable<[ItemId, unknown]> {
  for (const [subject, error] of leftOut) {
    const id = itemOfSubject(subject);
    if (id !== null) yield [id, error];
  }
}
