import type { ItemId, MirrorId } from '../../shared/ids.ts';
import type { Transfer } from '../../shared/model/records.ts';
import { isoTime } from '../core/calendar.ts';
import type { Journal } from '../journal/journal.ts';
import { subjectOf } from '../journal/problems.ts';
import type { Progress } from './bench.ts';

/** Counts what happened, and knows the transfers under way. */
export class Tally {
  readonly #onChange: () => void;
  readonly #now: () => number;
  readonly #transfers = new Map<ItemId, Transfer>();
  sent = 0;
  received = 0;
  moved = 0;
  removed = 0;
  /** Steps of the round at hand. */
  planned = 0;
  #doneBefore = 0;

  /** Things done in the round at hand. */
  get inRound(): number {
    return this.#done - this.#doneBefore;
  }

  get #done(): number {
    return this.sent + this.received + this.moved + this.removed;
  }

  #begin(steps: number): void {
    this.planned = steps;
    this.#doneBefore = this.#done;
  }

  constructor(onChange: () => void, now: () => number) {
    this.#onChange = onChange;
    this.#now = now;
  }

  get transfers(): readonly Transfer[] {
    return [...this.#transfers.values()];
  }

  /** The counting half of a bench. */
  progress(journal: Journal, mirror: string): Progress {
    const count = (add: () => void): void => {
      add();
      this.#onChange();
    };
    return {
      planned: steps => count(() => this.#begin(steps)),
      sent: (items = 1) => count(() => void (this.sent += items)),
      received: () => count(() => void (this.received += 1)),
      moved: () => count(() => void (this.moved += 1)),
      removed: (items = 1) => count(() => void (this.removed += items)),
      transfer: (item, transfer) => {
        if (transfer === null) this.#transfers.delete(item);
        else this.#transfers.set(item, this.#transferOf({ journal, mirror, item }, transfer));
        this.#onChange();
      },
    };
  }

  #transferOf(
    { journal, mirror, item }: { journal: Journal; mirror: string; item: ItemId },
    now: Pick<Transfer, 'direction' | 'doneBytes' | 'sizeBytes'>,
  ): Transfer {
    const before = this.#transfers.get(item);
    const failures = before === undefined ? this.#failures(journal, mirror, item) : 0;
    // Fewer bytes than before: it was begun from the start again.
    const isAgain = before !== undefined && now.doneBytes < before.doneBytes;
    return {
      item: String(item),
      mirror,
      path: before?.path ?? journal.pathOf(item),
      ...now,
      startedAt: before?.startedAt !== undefined && !isAgain ? before.startedAt : isoTime(this.#now()),
      attempt: (before?.attempt ?? failures + 1) + (isAgain ? 1 : 0),
    };
  }

  #failures(journal: Journal, mirror: string, item: ItemId): number {
    return journal.problems.get(mirror as MirrorId, subjectOf(item))?.attempts ?? 0;
  }
}
