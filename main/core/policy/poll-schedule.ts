import type { ItemId } from '../../../shared/ids.ts';
import { HOUR } from '../../../shared/units.ts';

/** What is known about the listings of one remote folder. */
export interface FolderState {
  readonly folder: ItemId;
  /** When it was last listed completely, or refused, ms since the epoch; null: never. */
  readonly lookedAt: number | null;
  /** When an item in it last changed on either side, ms since the epoch; null: not since it is known. */
  readonly activeAt: number | null;
  /** A notification says that it changed, or a second listing has to confirm that an item is gone. */
  readonly isWanted: boolean;
  /** How many requests a listing takes. */
  readonly cost: number;
}

/** What to poll now: everything (which also finds moves between folders), or these folders in this order. */
export type PollChoice =
  | { readonly kind: 'everything'; readonly cost: number }
  | { readonly kind: 'some'; readonly folders: readonly ItemId[]; readonly cost: number };

/** A folder is hot for this long after a change in it. */
const HOT_MS = HOUR;
/** At most so many hot folders are listed each time. */
const MOST_HOT = 20;

/**
 * Chooses the folders to list now. Wanted and hot folders always come first. The rest of the budget goes to the folders
 * that were not listed for the longest time, so that each gets its turn: a service with 10,000 folders cannot be listed
 * completely at every poll (hazard R26).
 * @param requests the budget for the rest. If it is below `atLeast`, and not enough for the whole rest, it is saved up
 *   for the next poll.
 */
export function choosePoll(
  folders: readonly FolderState[],
  { now, requests, atLeast = 0 }: { now: number; requests: number; atLeast?: number },
): PollChoice {
  const hot = new Set(
    folders
      .filter(({ activeAt }) => activeAt !== null && Math.abs(now - activeAt) < HOT_MS)
      .toSorted((one, other) => (other.activeAt ?? 0) - (one.activeAt ?? 0))
      .slice(0, MOST_HOT)
      .map(({ folder }) => folder),
  );
  const first = folders.filter(({ folder, isWanted }) => isWanted || hot.has(folder));
  const rest = folders
    .filter(({ folder, isWanted }) => !isWanted && !hot.has(folder))
    .toSorted((one, other) => (one.lookedAt ?? -Infinity) - (other.lookedAt ?? -Infinity));
  const chosen = first.map(({ folder }) => folder);
  // Each partial poll has a fixed cost: wait until the budget is worth it.
  const total = rest.reduce((sum, state) => sum + state.cost, 0);
  const left = requests < Math.min(total, atLeast) ? 0 : requests;
  let cost = 0;
  for (const state of rest) {
    if (cost + state.cost > left) break;
    cost += state.cost;
    chosen.push(state.folder);
  }
  return chosen.length === folders.length ? { kind: 'everything', cost } : { kind: 'some', folders: chosen, cost };
}
