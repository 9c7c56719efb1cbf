import { isTooManyOpen } from '../../../shared/fault.ts';
import { MIB, MINUTE, SECOND } from '../../../shared/units.ts';
import { SHORTAGE_MS } from '../../core/policy/backoff.ts';
import type { ScannedEntry } from '../../core/scan/scan-result.ts';

/** Disks write at least this fast while a file is copied in; the quiet time grows with the size accordingly. */
const COPY_BYTES_PER_MS = (50 * MIB) / SECOND;
const LONGEST_QUIET_MS = MINUTE;
/** A growing file waits three times its longest pause, at most this long (S9). */
const LONGEST_GROWING_MS = 30 * MINUTE;
/** Sending a smaller file once too often costs less than waiting for it. */
const SMALL_BYTES = MIB;
/** A file that has not grown for this long has stopped growing. */
const FORGET_GROWTH_MS = 60 * MINUTE;
/**
 * A file that may be half of a save waits this many times longer, at most `LONGEST_DOUBT_MS` or the settle time itself.
 */
const DOUBT = 10;
const LONGEST_DOUBT_MS = 5 * MINUTE;

/** An unreadable file is tried again after this long, twice as long each time, at most the second value. */
const REFUSED_MS = MINUTE;
const LONGEST_REFUSED_MS = 30 * MINUTE;

/** Properties of a file, besides its entry, that make it wait longer. */
export interface Traits {
  /** The service never had it: then a change that keeps the size also counts as growing (S10). */
  readonly isUnsent: boolean;
  /** It is empty, and had bytes when it was last read (S3). */
  readonly isEmptied: boolean;
  /** It was just renamed to a backup name of itself: a new file at its old path may follow (S2). */
  readonly isBackupName: boolean;
  /** A program has it open for writing. */
  readonly isOpen: boolean;
}

const PLAIN: Traits = { isUnsent: false, isEmptied: false, isBackupName: false, isOpen: false };

/** How long a file of a size must be quiet before it is read, without other properties, in milliseconds. */
export function quietMs(sizeBytes: number, settleMs: number): number {
  return Math.min(settleMs + Math.floor(sizeBytes / COPY_BYTES_PER_MS), Math.max(settleMs, LONGEST_QUIET_MS));
}

interface WatchedFile {
  readonly fingerprint: string;
  readonly key: string;
  readonly sizeBytes: number;
  /** Since when it has this fingerprint, on the engine's clock. */
  readonly since: number;
  /** The longest pause between two growths, 0 when it was not observed growing. */
  readonly longestPauseMs: number;
  /** Whether it was read in its current state. */
  readonly isRead: boolean;
  /** How often it grew after it had been read. */
  readonly resumed: number;
  /** Whether it had bytes before it became empty. */
  readonly isEmptied: boolean;
  /** Null when the file could be read in its current state, or was not tried yet. */
  readonly refusal: (Refusal & { readonly times: number }) | null;
}

/** Why the disk refuses to read a file, as the system's code, and when it is tried again (ms since the epoch). */
export interface Refusal {
  readonly code: string;
  readonly until: number;
}

/**
 * Decides when a file has stopped changing, so that no half-written file is read. Kept in memory only: after a restart,
 * the quiet time counts from the file's last change.
 */
export class Settling {
  readonly #watched = new Map<string, WatchedFile>();

  /**
   * When the file may be read: the end of its quiet time, in milliseconds since the epoch; at most `now` when it is
   * over.
   */
  readyAt(path: string, entry: ScannedEntry, times: { now: number; settleMs: number }, traits: Traits = PLAIN): number {
    const watched = this.#note(path, entry, { now: times.now, traits });
    const refusedUntil = watched.refusal?.until ?? 0;
    if (times.settleMs === 0) return Math.max(watched.since, refusedUntil);
    const waiting = Math.max(
      waitMs(entry, times.settleMs, { ...traits, isEmptied: watched.isEmptied }),
      growingMs(entry, watched),
    );
    return Math.max(watched.since + waiting, refusedUntil);
  }

  /** The disk refused to read a file that `readyAt` was called for. */
  refuse(path: string, code: string, now: number): void {
    const watched = this.#watched.get(path);
    if (watched === undefined) return;
    const times = (watched.refusal?.times ?? 0) + 1;
    const rest = isTooManyOpen(code) ? SHORTAGE_MS : Math.min(REFUSED_MS * 2 ** (times - 1), LONGEST_REFUSED_MS);
    const until = now + rest;
    this.#watched.set(path, { ...watched, refusal: { code, times, until } });
  }

  /** The refusal of such a file; null when it was not tried in its current state, or could be read. */
  refusalOf(path: string): Refusal | null {
    return this.#watched.get(path)?.refusal ?? null;
  }

  /** Unreadable files that are not among these are tried at once: a person asked for it. */
  keepRefused(paths: ReadonlySet<string>): void {
    for (const [path, watched] of this.#watched)
      if (watched.refusal !== null && !paths.has(path)) this.#watched.set(path, { ...watched, refusal: null });
  }

  /** Since when such a file is in its current state, on the engine's clock. */
  changedAt(path: string): number {
    return this.#watched.get(path)?.since ?? 0;
  }

  /** The file was read. A file that was quiet for long needs no record. */
  rest(path: string, now: number): void {
    const watched = this.#watched.get(path);
    if (watched === undefined) return;
    if (now - watched.since >= FORGET_GROWTH_MS) this.#watched.delete(path);
    else this.#watched.set(path, { ...watched, isRead: true, isEmptied: false, refusal: null });
  }

  /** Forgets files that have been quiet for so long that their record no longer matters. */
  forgetOld(now: number): void {
    for (const [path, { since, refusal }] of this.#watched)
      if (now - Math.max(since, refusal?.until ?? 0) >= 2 * FORGET_GROWTH_MS) this.#watched.delete(path);
  }

  /** The clock jumped by this many milliseconds: recorded times are shifted with it. */
  shift(ms: number): void {
    for (const [path, watched] of this.#watched) {
      const { since, refusal } = watched;
      const shifted = refusal === null ? null : { ...refusal, until: refusal.until + ms };
      this.#watched.set(path, { ...watched, since: since + ms, refusal: shifted });
    }
  }

  #note(path: string, entry: ScannedEntry, { now, traits }: { now: number; traits: Traits }): WatchedFile {
    const before = this.#watched.get(path);
    if (before !== undefined && before.fingerprint === entry.fingerprint) return before;
    const isRecent = before !== undefined && now - before.since < FORGET_GROWTH_MS;
    const growth = isRecent ? growthOf(before, entry, { now, traits }) : { longestPauseMs: 0, resumed: 0 };
    const lastChange = Math.max(entry.modifiedMs, entry.changedMs);
    // A time in the future is ignored; then the quiet time starts now.
    const since = before === undefined && lastChange <= now ? lastChange : now;
    const hadBytes = traits.isEmptied || (before !== undefined && (before.sizeBytes > 0 || before.isEmptied));
    const isEmptied = entry.sizeBytes === 0 && hadBytes;
    const { fingerprint, key, sizeBytes } = entry;
    const watched = { fingerprint, key, sizeBytes, since, isRead: false, isEmptied, refusal: null, ...growth };
    this.#watched.set(path, watched);
    return watched;
  }
}

/**
 * Interprets another change. A pause in which the file was read counts from the second time on: a person who saves a
 * file twice is no instrument.
 */
function growthOf(
  before: WatchedFile,
  entry: ScannedEntry,
  { now, traits }: { now: number; traits: Traits },
): Pick<WatchedFile, 'longestPauseMs' | 'resumed'> {
  const isSameFile = before.key === entry.key;
  const isFilled = traits.isUnsent && !before.isRead && entry.sizeBytes === before.sizeBytes;
  const isGrown = isSameFile && (entry.sizeBytes > before.sizeBytes || isFilled);
  const resumed = before.resumed + (isGrown && before.isRead ? 1 : 0);
  const pauseMs = isGrown && (!before.isRead || resumed > 1) ? now - before.since : 0;
  return { longestPauseMs: Math.max(pauseMs, before.longestPauseMs), resumed };
}

function waitMs(entry: ScannedEntry, settleMs: number, traits: Traits): number {
  const quiet = quietMs(entry.sizeBytes, settleMs);
  // A new file that is still open for writing is incomplete; if it stays unchanged for long, it is sent as it is.
  if (traits.isOpen && traits.isUnsent) return Math.max(quiet, LONGEST_GROWING_MS);
  const isDoubtful = traits.isEmptied || traits.isBackupName || traits.isOpen;
  return isDoubtful ? Math.max(quiet, Math.min(DOUBT * quiet, LONGEST_DOUBT_MS)) : quiet;
}

function growingMs(entry: ScannedEntry, { longestPauseMs }: WatchedFile): number {
  return Math.min(3 * longestPauseMs, entry.sizeBytes < SMALL_BYTES ? LONGEST_QUIET_MS : LONGEST_GROWING_MS);
}
