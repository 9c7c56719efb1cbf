import type { ItemId } from '../../../shared/ids.ts';
import { HOUR } from '../../../shared/units.ts';

/** What is known of one folder's listings at the service. */
export interface FolderState {
  readonly folder: ItemId;
  /** When all of it was last listed, or that was refused, ms since the epoch; null: never. */
  readonly lookedAt: number | null;
  /** When something in it last changed on either side; null: not since it is known. */
  readonly activeAt: number | null;
  /** Something says that it changed, or a second listing has to prove that something is gone from it. */
  readonly isWanted: boolean;
  /** Requests that listing it takes. */
  readonly cost: number;
}

/** What to look at now: everything, which also shows what moved, or some folders, in this order. */
export type PollChoice =
  | { readonly kind: 'everything'; readonly cost: number }
  | { readonly kind: 'some'; readonly folders: readonly ItemId[]; readonly cost: number };

/** A folder is hot this long after something happened in it. */
const HOT_MS = HOUR;
/** So many folders are looked at each time for being hot. */
const MOST_HOT = 20;

/**
 * Which folders to list now (R26). Those that are wanted and those that are hot always; of the rest as many as `requests`
 * allow, the one not seen for the longest time first, so that each has its turn.
 * @param requests what the background may still spend; `cost` says how much of it the rest takes. With less than
 *   `atLeast`, unless that is enough for all of the rest, it is saved up.
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
  // A look at a few folders has costs of its own: it waits until it is worth them.
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
