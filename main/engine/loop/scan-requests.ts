import type { MirrorId } from '../../../shared/ids.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { Settling } from '../../local/observe/settling.ts';
import type { Clock } from '../../ports/clock.ts';
import { PendingScans } from './pending-scans.ts';
import type { PollExtent } from '../../remote/observe/poll.ts';
import type { PassResult, PassScope } from './pass.ts';
import { type FirstScan, firstScanOf } from '../act/pairing/moved-while-off-pairs.ts';
import { FullScanSchedule } from './full-scan-schedule.ts';

/** Decides what is scanned in each mirror's folder, and notes what was. */
export class ScanRequests {
  /** The folders in which something may have changed since the last scan. */
  readonly pending = new PendingScans();
  readonly #whole: FullScanSchedule;
  readonly #settling = new Map<MirrorId, Settling>();
  readonly #first = new Map<MirrorId, FirstScan>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#whole = new FullScanSchedule(clock);
  }

  /**
   * The scan of a pass that begins now.
   * @param how much of the service the pass polls: with polls, whole folders are scanned as well.
   */
  begin(mirror: Mirror, how: PollExtent): Omit<PassScope, 'remote'> {
    const pendingFolders = this.pending.take(mirror.id);
    const folders = mirror.halted === null ? this.#whole.foldersToScan(mirror.id, how, pendingFolders) : 'everything';
    let found: FirstScan | null = null;
    return {
      local: { folders, settling: this.#settlingOf(mirror.id), onScanned: findings => (found = firstScanOf(findings)) },
      firstScan: () => this.#first.get(mirror.id) ?? null,
      onLocalObserved: (tookMs, isWhole) => {
        this.pending.scanRecorded(mirror.id);
        if (!this.#first.has(mirror.id) && found !== null) this.#first.set(mirror.id, found);
        if (isWhole) this.#whole.scanned(mirror.id, tookMs);
      },
    };
  }

  /** The clock jumped by so many milliseconds. */
  shift(ms: number): void {
    for (const settling of this.#settling.values()) settling.shift(ms);
  }

  #settlingOf(mirror: MirrorId): Settling {
    let settling = this.#settling.get(mirror);
    if (settling === undefined) this.#settling.set(mirror, (settling = new Settling()));
    return settling;
  }
}

/** The earliest moment at which something may be read, in ms since the epoch; null: nothing waits for that. */
export function earliestReading(before: number | null, unsettled: PassResult['settling']): number | null {
  let first = before;
  for (const readyAt of unsettled.values()) first = Math.min(first ?? readyAt, readyAt);
  return first;
}
