import type { ItemId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import { itemOfSubject } from './retry.ts';
import { mustConcernOne } from './quarantine.ts';

/** More things than these that cannot be recorded are no trouble of single ones. */
const MOST_LEFT_OUT = 100;

/** One attempt at recording a look, in which some things may be left out. */
export class RecordingAttempt {
  readonly #leftOut: ReadonlyMap<string, unknown>;
  /** What was being recorded when something was thrown. */
  subject: string | null = null;

  constructor(leftOut: ReadonlyMap<string, unknown>) {
    this.#leftOut = leftOut;
  }

  has(subject: string): boolean {
    return this.#leftOut.has(subject);
  }

  /** Records what concerns one thing. @returns false: it is left out. */
  each(subject: string, record: () => void): boolean {
    if (this.#leftOut.has(subject)) return false;
    this.subject = subject;
    record();
    this.subject = null;
    return true;
  }
}

/**
 * Records a look in one transaction. Where something is thrown for one thing, all is undone and recorded once more without
 * that one, of which the record stays wholly as it was: half of one would tell of things that were not observed.
 * @param record changes nothing but the journal; is called once more for each thing that is left out.
 * @returns what was left out, with what was thrown. @throws what concerns more than single things.
 */
export function recordSeparately(
  journal: Pick<Journal, 'transaction'>,
  record: (apart: RecordingAttempt) => void,
): ReadonlyMap<string, unknown> {
  const leftOut = new Map<string, unknown>();
  for (;;) {
    const apart = new RecordingAttempt(leftOut);
    try {
      journal.transaction(() => record(apart));
      return leftOut;
    } catch (error) {
      mustConcernOne(error);
      if (apart.subject === null || leftOut.size >= MOST_LEFT_OUT) throw error;
      leftOut.set(apart.subject, error);
    }
  }
}

/** The items among what was left out. */
export function* itemsLeftOut(leftOut: ReadonlyMap<string, unknown>): Iterable<[ItemId, unknown]> {
  for (const [subject, error] of leftOut) {
    const id = itemOfSubject(subject);
    if (id !== null) yield [id, error];
  }
}
