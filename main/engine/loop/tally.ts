import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { Transfer } from '../../../shared/features/status/records-model.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Journal } from '../../journal/journal.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Progress } from '../context/mirror-context.ts';

/** Counts what happened, and knows the transfers under way. */
export class Tally {
  readonly #onChange: () => void;
  readonly #now: () => number;
  readonly #transfers = new Map<ItemId, Moving>();
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
    return [...this.#transfers].map(([item, moving]) => shown(item, moving));
  }

  /** The counting half of a context. */
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
        else this.#transfers.set(item, this.#movingOf(item, { ...transfer, journal, mirror }));
        this.#onChange();
      },
    };
  }

  #movingOf(item: ItemId, now: Pick<Moving, 'direction' | 'doneBytes' | 'sizeBytes' | 'journal' | 'mirror'>): Moving {
    const before = this.#transfers.get(item);
    // Fewer bytes than before: it was begun from the start again.
    const isAgain = before !== undefined && now.doneBytes < before.doneBytes;
    return {
      ...now,
      startedAt: before === undefined || isAgain ? this.#now() : before.startedAt,
      tries: before === undefined ? 1 : before.tries + (isAgain ? 1 : 0),
      told: before?.told ?? null,
    };
  }
}

/** A transfer under way. Most end before anybody asks about them: only then is looked up what people want to know. */
interface Moving {
  readonly direction: 'up' | 'down';
  readonly doneBytes: number;
  readonly sizeBytes: number;
  readonly journal: Journal;
  readonly mirror: string;
  /** When it was begun, in ms since the epoch. */
  readonly startedAt: number;
  readonly tries: number;
  /** What was told of it before. */
  told: { readonly path: string; readonly failures: number } | null;
}

function shown(item: ItemId, moving: Moving): Transfer {
  const { direction, doneBytes, sizeBytes, journal, mirror, startedAt, tries } = moving;
  moving.told ??= {
    path: journal.pathOf(item),
    failures: journal.problems.get(mirror as MirrorId, subjectOf(item))?.attempts ?? 0,
  };
  const { path, failures } = moving.told;
  const attempt = failures + tries;
  return { item: String(item), mirror, path, direction, doneBytes, sizeBytes, startedAt: isoTime(startedAt), attempt };
}

/** What was done up to a moment. */
export type Counts = Pick<Tally, 'sent' | 'received' | 'moved' | 'removed'>;

export function countsOf({ sent, received, moved, removed }: Tally): Counts {
  return { sent, received, moved, removed };
}
