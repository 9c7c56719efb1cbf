import { MIB, MINUTE, SECOND } from '../../shared/units.ts';
import type { SeenEntry } from '../core/match-look.ts';

/** Disks write at least this fast while something is copied in; the quiet time grows with the size accordingly. */
const COPY_BYTES_PER_MS = (50 * MIB) / SECOND;
const LONGEST_QUIET_MS = MINUTE;
/** A file that was seen growing waits three times its longest pause, at most this long (S9). */
const LONGEST_GROWING_MS = 30 * MINUTE;
/** A file that has not grown for this long is not growing any more. */
const FORGET_GROWTH_MS = 60 * MINUTE;

/** How long a file of a size must be quiet before it is read, in milliseconds. */
export function quietMs(sizeBytes: number, settleMs: number): number {
  return Math.min(settleMs + sizeBytes / COPY_BYTES_PER_MS, Math.max(settleMs, LONGEST_QUIET_MS));
}

interface Watched {
  readonly stamp: string;
  readonly sizeBytes: number;
  /** Since when it has this stamp, by our own clock. */
  readonly since: number;
  /** The longest pause between two growths, 0 when it was not seen growing. */
  readonly longestPauseMs: number;
}

/**
 * Decides when a file has come to rest, so that nothing half written is read. Kept in memory only: after a restart a
 * file is quiet since its last change.
 */
export class Settling {
  readonly #watched = new Map<string, Watched>();

  /**
   * When the file may be read: the moment its quiet time is over, in milliseconds since the epoch; at most `now` when
   * it already is.
   */
  readyAt(path: string, entry: SeenEntry, times: { now: number; settleMs: number }): number {
    const watched = this.#note(path, entry, times.now);
    const quiet = quietMs(entry.sizeBytes, times.settleMs);
    const growing = Math.min(3 * watched.longestPauseMs, LONGEST_GROWING_MS);
    return watched.since + Math.max(times.settleMs === 0 ? 0 : quiet, growing);
  }

  /** The file was read, or is gone. */
  forget(path: string): void {
    this.#watched.delete(path);
  }

  #note(path: string, entry: SeenEntry, now: number): Watched {
    const before = this.#watched.get(path);
    if (before !== undefined && before.stamp === entry.stamp) return before;
    const isRecent = before !== undefined && now - before.since < FORGET_GROWTH_MS;
    const pause = isRecent && entry.sizeBytes > before.sizeBytes ? now - before.since : 0;
    const remembered = isRecent ? before.longestPauseMs : 0;
    const lastChange = Math.max(entry.modifiedMs, entry.changedMs);
    // A time in the future says nothing; then the quiet time starts now.
    const since = before === undefined && lastChange <= now ? lastChange : now;
    const watched = {
      stamp: entry.stamp,
      sizeBytes: entry.sizeBytes,
      since,
      longestPauseMs: Math.max(pause, remembered),
    };
    this.#watched.set(path, watched);
    return watched;
  }
}
