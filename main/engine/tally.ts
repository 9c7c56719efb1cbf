import type { ItemId } from '../../shared/ids.ts';
import type { Transfer } from '../../shared/model/records.ts';
import type { Journal } from '../journal/journal.ts';
import type { Progress } from './bench.ts';

/** Counts what happened, and knows the transfers under way. */
export class Tally {
  readonly #onChange: () => void;
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

  constructor(onChange: () => void) {
    this.#onChange = onChange;
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
        else this.#transfers.set(item, { item: String(item), mirror, path: this.#pathOf(journal, item), ...transfer });
        this.#onChange();
      },
    };
  }

  #pathOf(journal: Journal, item: ItemId): string {
    return this.#transfers.get(item)?.path ?? journal.pathOf(item);
  }
}
