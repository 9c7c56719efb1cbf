import type { Fault } from '../../../../shared/fault.ts';
import type { SourceFacts } from '../../../ports/read-only-folder.ts';
import type { ScanReport, Unreadable } from './scan.ts';
import type { Progress } from './zone-context.ts';

/** A transfer under way. */
export interface Transfer {
  readonly path: string;
  readonly doneBytes: number;
  readonly sizeBytes: number;
}

/** What a zone is doing at this moment: nothing that outlives the program. */
export class Live implements Progress {
  readonly #changed: () => void;
  readonly #transfers = new Map<number, Transfer>();
  facts: SourceFacts | null = null;
  /** The mirrored folder that stands in the way. */
  overlap: string | null = null;
  unreadable: readonly Unreadable[] = [];
  unreadableCount = 0;
  markers: ReadonlySet<string> = new Set();
  stop: { readonly fault: Fault; readonly isDestination: boolean } | null = null;
  /** How far this computer's clock was before the service's when it last answered, in ms; null: nobody knows. */
  aheadMs: number | null = null;
  isComparing = false;
  isOutsideHours = false;
  /** The program that it gives way to. */
  programAhead: string | null = null;
  isLedgerFull = false;
  /** Whether the folder was gone through since the program began, the zone was last paused, and it was last out of reach. */
  isSeen = false;
  /** Why the last round could not be written down, in the system's words; null: it could. */
  cannotRecord: string | null = null;
  /** When the next run will be finished, ms since the epoch; null: nobody knows of one. */
  readyAt: number | null = null;
  /** When the next run will have come to rest; null: none is coming to rest by time alone. */
  settlesAt: number | null = null;
  /** Files that wait. */
  waiting = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get transfers(): readonly Transfer[] {
    return [...this.#transfers.values()];
  }

  looked({ unreadable, unreadableCount, markers }: ScanReport): void {
    this.isSeen = true;
    this.unreadable = unreadable;
    this.unreadableCount = unreadableCount;
    this.markers = markers;
  }

  transfer(item: number, now: Transfer | null): void {
    if (now === null) this.#transfers.delete(item);
    else this.#transfers.set(item, now);
    this.#changed();
  }
}
