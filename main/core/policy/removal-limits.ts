import type { ItemId } from '../../../shared/ids.ts';

/** Limits above which a person has to confirm removals. */
export interface GuardLimits {
  /** More removals than this within 24 hours need a confirmation, however large the mirror is. */
  readonly items: number;
  /** More than this percentage of the mirror, and more than ten items, need a confirmation. */
  readonly percent: number;
}

/** So few removals never need a confirmation because of their percentage alone. */
const SMALL_NUMBER = 10;

/**
 * Whether a number of removals needs a confirmation by a person. `of`: number of items of the mirror before the
 * removals.
 */
export function isMassRemoval(removals: number, of: number, limits: GuardLimits): boolean {
  return removals > limits.items || (removals > SMALL_NUMBER && removals * 100 > of * limits.percent);
}

/** A local removal that was not sent yet. */
export interface PendingRemoval {
  readonly item: ItemId;
  /** When a complete scan first missed the item, ms since the epoch. */
  readonly missedAt: number;
  /** When we last wrote the file here, ms since the epoch; null when never. */
  readonly writtenAt: number | null;
}

/**
 * A file that disappears so soon after we wrote it was perhaps removed by an antivirus program, not by a person (hazard
 * L25).
 */
const FRESHLY_WRITTEN_MS = 10 * 60_000;
/** More waiting removals than this are held back longer. */
const FEW = 5;
const LONGER = 10;

/**
 * When the removal may be sent, ms since the epoch; `holdMs` 0 means at once. The delay lets a program that removes and
 * recreates a file finish, and a person notice a mistake.
 */
export function holdUntil(removal: PendingRemoval, waitingTogether: number, holdMs: number): number {
  const isFresh = removal.writtenAt !== null && removal.missedAt - removal.writtenAt < FRESHLY_WRITTEN_MS;
  return removal.missedAt + (isFresh || waitingTogether > FEW ? holdMs * LONGER : holdMs);
}
