import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { Transfer } from '../../../shared/features/status/records-model.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Journal } from '../../journal/journal.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Progress } from '../context/mirror-context.ts';

/** Counts what was done, and holds the running transfers. */
export class Tally {
  readonly #onChange: () => void;
  readonly #now: () => number;
  readonly #transfers = new Map<ItemId, RunningTransfer>();
  sent = 0;
  received = 0;
  moved = 0;
  removed = 0;
  /** Steps of the current round. */
  planned = 0;
  #doneBefore = 0;

  /** Items done in the current round. */
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

  /** The context's `progress`, counted here. */
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

  #movingOf(
    item: ItemId,
    now: Pick<RunningTransfer, 'direction' | 'doneBytes' | 'sizeBytes' | 'journal' | 'mirror'>,
  ): RunningTransfer {
    const before = this.#transfers.get(item);
    // Fewer bytes than before: the transfer began from the start again.
    const isRestarted = before !== undefined && now.doneBytes < before.doneBytes;
    return {
      ...now,
      startedAt: before === undefined || isRestarted ? this.#now() : before.startedAt,
      tries: before === undefined ? 1 : before.tries + (isRestarted ? 1 : 0),
      told: before?.told ?? null,
    };
  }
}

/** A running transfer. Most end before they are shown: path and failures are looked up only when it is. */
interface RunningTransfer {
  readonly direction: 'up' | 'down';
  readonly doneBytes: number;
  readonly sizeBytes: number;
  readonly journal: Journal;
  readonly mirror: string;
  /** When it was begun, in ms since the epoch. */
  readonly startedAt: number;
  readonly tries: number;
  /** The path and failures that were looked up when it was first shown. */
  told: { readonly path: string; readonly failures: number } | null;
}

function shown(item: ItemId, moving: RunningTransfer): Transfer {
  const { direction, doneBytes, sizeBytes, journal, mirror, startedAt, tries } = moving;
  moving.told ??= {
    path: journal.pathOf(item),
    failures: journal.problems.get(mirror as MirrorId, subjectOf(item))?.attempts ?? 0,
  };
  const { path, failures } = moving.told;
  const attempt = failures + tries;
  return { item: String(item), mirror, path, direction, doneBytes, sizeBytes, startedAt: isoTime(startedAt), attempt };
}

/** Counts at one moment. */
export type Counts = Pick<Tally, 'sent' | 'received' | 'moved' | 'removed'>;

export function countsOf({ sent, received, moved, removed }: Tally): Counts {
  return { sent, received, moved, removed };
}
