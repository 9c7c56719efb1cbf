import { FaultError } from '../../shared/fault.ts';
import { INSTEAD } from '../sim/fakes/fake-http.ts';
import type { HttpTrouble } from '../sim/fakes/fake-http.ts';
import { instead } from '../sim/lab/altered-answers.ts';
import type { Moment, Verdict } from '../sim/fakes/scheduler.ts';

export const REFUSED = instead(403, { errorCode: 'FORBIDDEN', messages: ['No.'] });
export const LOST: HttpTrouble = { kind: 'lost-answer' };
/** A well-formed answer that shows nothing. */
export const EMPTY = instead(200, []);

const TROUBLES = { refused: REFUSED, lost: LOST, unavailable: INSTEAD.unavailable, empty: EMPTY };

/** What goes wrong once in the life after the last death: with its nth request, or its nth call to the disk, from 0. */
export interface Mishap {
  readonly what: keyof typeof TROUBLES | 'disk before' | 'disk after';
  readonly nth: number;
}

/** Counts what may go wrong, and lets it happen once. */
export class Mishaps {
  #left: Mishap | null;
  #requests = 0;
  #diskCalls = 0;

  constructor(mishap: Mishap | null) {
    this.#left = mishap;
  }

  /** From now on nothing goes wrong. */
  over(): void {
    this.#left = null;
  }

  /** What goes wrong with the next request. */
  trouble(): HttpTrouble | null {
    const nth = this.#requests++;
    const what = this.#left?.what;
    if (what === undefined || what === 'disk before' || what === 'disk after') return null;
    return this.#isNow(what, nth) ? TROUBLES[what] : null;
  }

  /** What goes wrong at a moment: a call to the disk fails before it did anything, or after it did it all. */
  at({ when, label }: Moment): Verdict {
    if (when === 'inside' || !label.startsWith('disk.')) return undefined;
    const fails = this.#isNow(when === 'before' ? 'disk before' : 'disk after', this.#diskCalls);
    if (when === 'after') this.#diskCalls += 1;
    const path = label.split(' ')[1] ?? '';
    return fails ? { do: 'fail', error: new FaultError({ kind: 'disk-refused', path, code: 'EIO' }) } : undefined;
  }

  #isNow(what: Mishap['what'], nth: number): boolean {
    const isNow = this.#left?.what === what && this.#left.nth === nth;
    if (isNow) this.#left = null;
    return isNow;
  }
}
