import { minuteOfDay } from '../../../core/policy/bandwidth.ts';
import { isInside } from '../../../core/names/local-paths.ts';
import type { SourceFacts } from '../../../ports/source.ts';
import { datasetOf } from './dataset.ts';
import type { Live } from './live-runs.ts';
import { numberOf } from '../records/row-values.ts';
import type { Pending } from '../records/run-records.ts';
import type { Zone } from '../records/zone-records.ts';
import { isSystemWord } from './scan.ts';
import type { ZoneParts } from './zone-context.ts';

/** Less free space than this, or than a twentieth of the disk where that is less, is low. */
const LOW_BYTES = 10_000_000_000;
const LOW_PART = 0.05;

/** Whether a zone is paused at a moment. */
export function isPaused({ paused }: Zone, nowMs: number): boolean {
  return paused !== null && (paused === 0 || paused > nowMs);
}

/** Whether a zone may not send at this time of the day. */
export function isOutside({ wish: { hours } }: Zone, clock: ZoneParts['world']['clock']): boolean {
  if (hours === null || hours.from === hours.to) return false;
  const now = clock.now();
  const minute = minuteOfDay(now, clock.minutesEast(now));
  const { from, to } = hours;
  return !(from < to ? minute >= from && minute < to : minute >= from || minute < to);
}

/** The mirrored folder that a source folder lies in, or that lies in it. */
export function overlapWith({ realPath }: Pick<SourceFacts, 'realPath'>, folders: readonly string[]): string | null {
  return folders.find(folder => isInside(folder, realPath) || isInside(realPath, folder)) ?? null;
}

/**
 * With a start date, a run is left alone when all of it was there at the first whole look and nothing of it was changed since
 * that date. What comes later is new, even if its own time is older: copies keep old times, and clocks go wrong.
 */
export function isWanted(
  { wish: { startAt } }: Zone,
  { hasNew, newestMs, run }: Pick<Pending, 'hasNew' | 'newestMs' | 'run'>,
): boolean {
  return startAt === null || hasNew || newestMs >= startAt || run.isReleased;
}

/** Whether something of a run could not be seen, so that nobody knows whether all of it has arrived. */
export function isPartlyUnseen({ wish }: Zone, { unreadable }: Pick<Live, 'unreadable'>, key: string): boolean {
  return unreadable.some(
    ({ path, code }) =>
      isSystemWord(code) &&
      (key.startsWith(`${path}/`) || [path, `${path}/-`].some(each => datasetOf(wish, each).key === key)),
  );
}

/** Whether the disk of the source folder is nearly full. */
export function isLow({ facts }: Live): boolean {
  if (facts === null || facts.freeBytes === null) return false;
  return facts.freeBytes < Math.min(LOW_BYTES, (facts.totalBytes ?? Infinity) * LOW_PART);
}

/** How much of a zone has arrived. */
export interface Standing {
  readonly waiting: number;
  /** Files that were there before, which no person asked for. */
  readonly olderUnsent: number;
  /** How many of those that wait may still go by themselves. */
  readonly sendable: number;
  readonly waitingBytes: number;
  readonly confirmed: number;
  readonly verified: number;
  readonly refused: number;
  /** When the oldest file that has not arrived was last changed, and when the first finished one was; ms since the epoch. */
  readonly oldestUnconfirmedAt: number | null;
  readonly oldestQuietAt: number | null;
}

/** Counts what has arrived and what has not. */
export function standingOf({ records }: ZoneParts, zone: Zone): Standing {
  const all = records.runs.pending(zone.id);
  const pending = all.filter(each => isWanted(zone, each));
  const filesIn = (runs: readonly Pending[]): number => runs.reduce((sum, { files }) => sum + files, 0);
  const counts = records.db.one(
    `SELECT sum(state IN ('confirmed', 'verified')) AS confirmed, sum(state = 'verified') AS verified,
       sum(state = 'refused') AS refused FROM file WHERE zone = ?`,
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
    oldestUnconfirmedAt: least(pending.map(({ waitingSinceMs }) => waitingSinceMs)),
    oldestQuietAt: least(pending.map(({ quietAt }) => quietAt)),
  };
}
