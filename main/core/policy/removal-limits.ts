import type { ItemId } from '../../../shared/ids.ts';

/** Reasons to stop and ask before many things go. */
export interface GuardLimits {
  /** More removals than this within 24 hours are asked about, whatever the size of the mirror. */
  readonly items: number;
  /** More than this percentage of the mirror, and more than ten items, are asked about. */
  readonly percent: number;
}

/** Fewer than this many removals are never asked about because of their share alone. */
const SMALL_NUMBER = 10;

/** Whether so many removals must be confirmed by a person. `of` counts the mirror's items before the removals. */
export function isMassRemoval(removals: number, of: number, limits: GuardLimits): boolean {
  return removals > limits.items || (removals > SMALL_NUMBER && removals * 100 > of * limits.percent);
}

/** What is known about a removal that was seen here and is not sent yet. */
export interface PendingRemoval {
  readonly item: ItemId;
  /** When a complete look first missed it, in milliseconds since the epoch. */
  readonly missedAt: number;
  /** When we ourselves last wrote the file here; null when never. */
  readonly writtenAt: number | null;
}

/** Deleting what we wrote less than this long ago may be an antivirus program, not a person (L25). */
const FRESHLY_WRITTEN_MS = 10 * 60_000;
/** More removals than this that wait together wait longer. */
const FEW = 5;
const LONGER = 10;

/** When the removals may be sent, in milliseconds since the epoch. `holdMs` 0 means at once. */
export function holdUntil(removal: PendingRemoval, waitingTogether: number, holdMs: number): number {
  const isFresh = removal.writtenAt !== null && removal.missedAt - removal.writtenAt < FRESHLY_WRITTEN_MS;
  return removal.missedAt + (isFresh || waitingTogether > FEW ? holdMs * LONGER : holdMs);
}
