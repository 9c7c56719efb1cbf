import type { MirrorId } from '../../../shared/ids.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FoldersToScan } from './pending-scans.ts';
import type { PollExtent } from '../../remote/observe/poll.ts';

/** A change that the watcher misses is found after this long at the latest. */
const LONGEST_MS = 10 * MINUTE;
/**
 * Between two full scans passes at least this many times the duration of the last one: a quarter of a percent of one
 * core.
 */
const PAUSE_FACTOR = 400;

/**
 * Decides when a poll comes with a full scan of the folder, not only of the folders that the watcher reported. A small
 * folder is scanned with every poll; a large one rarely enough to cost nothing.
 */
export class FullScanSchedule {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #last = new Map<MirrorId, { readonly atMs: number; readonly tookMs: number }>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** What a pass scans. @param how much of the service the pass polls. */
  foldersToScan(mirror: MirrorId, how: PollExtent, hinted: FoldersToScan): FoldersToScan {
    return how === 'everything' || (how === 'due' && this.#isDue(mirror)) ? 'everything' : hinted;
  }

  /** A full scan was recorded. */
  scanned(mirror: MirrorId, tookMs: number): void {
    this.#last.set(mirror, { atMs: this.#clock.elapsed(), tookMs });
  }

  #isDue(mirror: MirrorId): boolean {
    const last = this.#last.get(mirror);
    return last === undefined || this.#clock.elapsed() - last.atMs >= Math.min(PAUSE_FACTOR * last.tookMs, LONGEST_MS);
  }
}
