import type { Fault } from '../../../../shared/fault.ts';
import type { SourceFacts } from '../../../ports/read-only-folder.ts';
import type { Progress } from './zone-context.ts';

/** A path that a scan could not read, with the system's error code. */
export interface Unreadable {
  readonly path: string;
  readonly code: string;
}

/** The result of scanning a zone's folder. */
export interface ScanReport {
  readonly files: number;
  /** Folders that were listed. */
  readonly folders: number;
  /** Whether the scan was completed. */
  readonly isComplete: boolean;
  readonly unreadable: readonly Unreadable[];
  /** Whether anything differed from the records. */
  readonly hasChanges: boolean;
  /** Number of unreadable paths; `unreadable` holds the first 100. */
  readonly unreadableCount: number;
  /** Names of marker files directly in the zone's folder. A marker says that a run is finished, and is not sent. */
  readonly markers: ReadonlySet<string>;
}

/** A transfer in progress. */
export interface Transfer {
  readonly path: string;
  readonly doneBytes: number;
  readonly sizeBytes: number;
}

/** The state of a zone that lives in memory only. */
export class ZoneStatus implements Progress {
  readonly #changed: () => void;
  readonly #transfers = new Map<number, Transfer>();
  facts: SourceFacts | null = null;
  /** The mirrored folder that overlaps with the zone's folder. */
  overlappingMirror: string | null = null;
  unreadable: readonly Unreadable[] = [];
  unreadableCount = 0;
  markers: ReadonlySet<string> = new Set();
  stop: { readonly fault: Fault; readonly isDestination: boolean } | null = null;
  /** How far this computer's clock was ahead of the service's at its last answer, in ms; null: not known. */
  clockAheadMs: number | null = null;
  isComparing = false;
  isOutsideHours = false;
  /** The running program that the zone waits for. */
  blockingProgram: string | null = null;
  isLedgerFull = false;
  /**
   * Whether the folder was scanned since the program started, the zone was last paused, and it was last unreachable.
   */
  isScanned = false;
  /** The error message when the last round could not be recorded; null when it was. */
  cannotRecord: string | null = null;
  /** When the next run will be ready to send, ms since the epoch; null: not known. */
  readyAt: number | null = null;
  /** When the next run will have settled; null: none settles by waiting alone. */
  settlesAt: number | null = null;
  /** How many files wait. */
  waiting = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get transfers(): readonly Transfer[] {
    return [...this.#transfers.values()];
  }

  scanned({ unreadable, unreadableCount, markers }: ScanReport): void {
    this.isScanned = true;
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
