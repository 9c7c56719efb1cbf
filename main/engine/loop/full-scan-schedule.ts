import type { MirrorId } from '../../../shared/ids.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FoldersToScan } from './pending-scans.ts';
import type { PollExtent } from '../../remote/observe/poll.ts';

/** What a watcher misses is found after so long at the latest. */
const LONGEST_MS = 10 * MINUTE;
/** Between two looks passes at least this many times what the last one took: a quarter of a percent of one core. */
const REST = 400;

/**
 * When a poll looks at all of a folder here, and not only where the watcher hinted. A small folder is looked at with every
 * poll; a large one seldom enough to cost nothing.
 */
export class FullScanSchedule {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #last = new Map<MirrorId, { readonly atMs: number; readonly tookMs: number }>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Where a pass looks here. @param how it looks at the service. */
  where(mirror: MirrorId, how: PollExtent, hinted: FoldersToScan): FoldersToScan {
    return how === 'everything' || (how === 'due' && this.#isDue(mirror)) ? 'everything' : hinted;
  }

  /** All of it was looked at. */
  looked(mirror: MirrorId, tookMs: number): void {
    this.#last.set(mirror, { atMs: this.#clock.elapsed(), tookMs });
  }

  #isDue(mirror: MirrorId): boolean {
    const last = this.#last.get(mirror);
    return last === undefined || this.#clock.elapsed() - last.atMs >= Math.min(REST * last.tookMs, LONGEST_MS);
  }
}
