import type { ItemId } from '../../../shared/ids.ts';

/**
 * What the service tells about an item that disappeared. `removal`: it reports the removal or the new location. `none`:
 * it would report a removal and does not. `unknown`: it would report nothing in either case.
 */
export type Trace = 'removal' | 'none' | 'unknown';

/** An item that is believed to be removed at the service. */
export interface RemovedItem {
  readonly id: ItemId;
  readonly trace: Trace;
  /** When it was first sent or received here, ms since the epoch; null when not known. */
  readonly since: number | null;
}

/** Other signs that the service was restored from an old backup, rather than that a colleague removed files. */
export interface SetBackSigns {
  /** The service recently showed an older version of a file and has lost the newer one. */
  readonly hasOldHeads: boolean;
  /** When the newest of the remaining items was first sent or received here; null when not known. */
  readonly newestLeft: number | null;
}

/** A person may remove one or two new items. So many, which are exactly the newest ones, were lost with a restore. */
const TOO_MANY = 3;

/**
 * The items whose disappearance no removal explains (hazard R13): those whose removal the service would have reported,
 * and, if there are signs of a restore from backup, those whose removal it would not have reported. They must not be
 * removed here: this computer may hold the last copy.
 */
export function unexplainedRemovals(
  gone: readonly RemovedItem[],
  { hasOldHeads, newestLeft }: SetBackSigns,
): ReadonlySet<ItemId> {
  const untraced = gone.filter(({ trace }) => trace === 'none');
  const unknown = gone.filter(({ trace }) => trace === 'unknown');
  const areTheNewest =
    unknown.length >= TOO_MANY &&
    newestLeft !== null &&
    unknown.every(({ since }) => since !== null && since > newestLeft);
  const wasSetBack = hasOldHeads || untraced.length > 0 || areTheNewest;
  return new Set([...untraced, ...(wasSetBack ? unknown : [])].map(({ id }) => id));
}

/** Whether there are enough items for their times to prove anything. */
export function needsTimes(gone: readonly Pick<RemovedItem, 'trace'>[]): boolean {
  return gone.filter(({ trace }) => trace === 'unknown').length >= TOO_MANY;
}
