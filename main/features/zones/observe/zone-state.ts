import { minuteOfDay } from '../../../core/policy/bandwidth.ts';
import { isInside } from '../../../core/names/local-paths.ts';
import type { SourceFacts } from '../../../ports/read-only-folder.ts';
import { numberOf } from '../records/rows.ts';
import type { Pending } from '../records/run-records.ts';
import type { Zone } from '../records/zone-records.ts';
import { datasetOf } from './dataset.ts';
import type { ZoneStatus } from './zone-status.ts';
import { isSystemError } from './scan.ts';
import type { ZoneContext } from './zone-context.ts';

/** Free space is low below this, or below a twentieth of the disk if that is less. */
const LOW_BYTES = 10_000_000_000;
const LOW_PART = 0.05;

/** Whether a zone is paused at this time. */
export function isPaused({ paused }: Zone, nowMs: number): boolean {
  return paused !== null && (paused === 0 || paused > nowMs);
}

/** Whether the time of day is outside the zone's sending hours. */
export function isOutsideHours({ wish: { hours } }: Zone, clock: ZoneContext['world']['clock']): boolean {
  if (hours === null || hours.from === hours.to) return false;
  const now = clock.now();
  const minute = minuteOfDay(now, clock.minutesEast(now));
  const { from, to } = hours;
  return !(from < to ? minute >= from && minute < to : minute >= from || minute < to);
}

/** The mirrored folder that contains the source folder or lies in it; null: none. */
export function overlapWith({ realPath }: Pick<SourceFacts, 'realPath'>, folders: readonly string[]): string | null {
  return folders.find(folder => isInside(folder, realPath) || isInside(realPath, folder)) ?? null;
}

/**
 * Whether a run is to be sent. With a start date, a run is skipped if all of it was found by the initial scan and
 * nothing in it was modified since that date. Files that appeared later count as new even with an older modification
 * time: copies keep old times, and clocks may be wrong.
 */
export function isRunWanted(
  { wish: { startAt } }: Zone,
  { hasNew, newestMs, run }: Pick<Pending, 'hasNew' | 'newestMs' | 'run'>,
): boolean {
  return startAt === null || hasNew || newestMs >= startAt || run.isReleased;
}

/** Whether a part of a run could not be read, so that it is unknown whether all of it has arrived. */
export function isPartlyUnseen({ wish }: Zone, { unreadable }: Pick<ZoneStatus, 'unreadable'>, key: string): boolean {
  return unreadable.some(
    ({ path, code }) =>
      isSystemError(code) &&
      (key.startsWith(`${path}/`) || [path, `${path}/-`].some(each => datasetOf(wish, each).key === key)),
  );
}

/** Whether the disk of the source folder is nearly full. */
export function isDiskLow({ facts }: ZoneStatus): boolean {
  if (facts === null || facts.freeBytes === null) return false;
  return facts.freeBytes < Math.min(LOW_BYTES, (facts.totalBytes ?? Infinity) * LOW_PART);
}

/** How much of a zone has arrived. */
export interface ZoneProgress {
  readonly waiting: number;
  /** Files older than the start date, which are not sent. */
  readonly olderUnsent: number;
  /** How many waiting files can still be sent without a person. */
  readonly sendable: number;
  readonly waitingBytes: number;
  readonly confirmed: number;
  readonly verified: number;
  readonly refused: number;
  /** Verified files that are still in the source folder as they were sent. */
  readonly safeFiles: number;
  readonly safeBytes: number;
  /**
   * Last change of the oldest file that has not arrived, and the earliest time at which such a file was finished; ms
   * since the epoch.
   */
  readonly oldestUnconfirmedAt: number | null;
  readonly oldestQuietAt: number | null;
}

/** Counts what has arrived and what has not. */
export function progressOf({ records }: ZoneContext, zone: Zone): ZoneProgress {
  const all = records.runs.pending(zone.id);
  const pending = all.filter(each => isRunWanted(zone, each));
  const filesIn = (runs: readonly Pending[]): number => runs.reduce((sum, { files }) => sum + files, 0);
  const counts = records.db.one(
    `SELECT sum(state IN ('confirmed', 'verified')) AS confirmed, sum(state = 'verified') AS verified,
       sum(state = 'refused') AS refused, sum(state = 'verified' AND present = 1) AS safe,
       sum(iif(state = 'verified' AND present = 1, size, 0)) AS safe_bytes
     FROM file WHERE zone = ?`,
    zone.id,
  );
  const refused = numberOf(counts, 'refused');
  const least = (times: readonly number[]): number | null =>
    times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
  return {
    waiting: filesIn(pending),
    sendable: filesIn(pending) - pending.reduce((sum, each) => sum + each.refused, 0),
    olderUnsent: filesIn(all) - filesIn(pending),
    waitingBytes: pending.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    confirmed: numberOf(counts, 'confirmed'),
    verified: numberOf(counts, 'verified'),
    refused,
    safeFiles: numberOf(counts, 'safe'),
    safeBytes: numberOf(counts, 'safe_bytes'),
    oldestUnconfirmedAt: least(pending.map(({ waitingSinceMs }) => waitingSinceMs)),
    oldestQuietAt: least(pending.map(({ quietAt }) => quietAt)),
  };
}

/**
 * The first configured program that is running; null: none. Case-insensitive, `.exe` is optional, `*` matches any
 * characters.
 */
export function blockingProgram(wished: readonly string[], running: readonly string[]): string | null {
  return wished.find(name => running.some(patternOf(name))) ?? null;
}

function patternOf(wished: string): (name: string) => boolean {
  const escaped = withoutEnding(wished.trim())
    .split('*')
    .map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('.*')}$`, 'isu');
  return name => pattern.test(withoutEnding(name));
}

function withoutEnding(name: string): string {
  return name.replace(/\.exe$/i, '');
}
