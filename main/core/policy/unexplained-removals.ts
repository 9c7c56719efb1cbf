import type { ItemId } from '../../../shared/ids.ts';

/**
 * What the service tells of a thing that is gone there. `removal`: it says that it was removed, or shows where it went.
 * `none`: it would say so, and does not. `unknown`: of a removal it would say no more than of a thing that never was.
 */
export type Trace = 'removal' | 'none' | 'unknown';

/** A thing that is believed to be gone at the service. */
export interface Gone {
  readonly id: ItemId;
  readonly trace: Trace;
  /** When it was first sent or received here, ms since the epoch; null when that is not known. */
  readonly since: number | null;
}

/** What else is known that tells a service that was set back from a colleague who removes something. */
export interface SetBackSigns {
  /** The service showed a file in an older version lately, and had lost the one that replaced it. */
  readonly hasOldHeads: boolean;
  /** When the newest of what is still there was first sent or received here; null when that is not known. */
  readonly newestLeft: number | null;
}

/** A person removes one new thing, or two. So many, and just the newest of all, are lost with the time they were made in. */
const TOO_MANY = 3;

/**
 * Those whose absence no removal explains (R13): what the service would have told of; and what it would not have told of,
 * when something else says that it was set back.
 */
export function unexplained(gone: readonly Gone[], { hasOldHeads, newestLeft }: SetBackSigns): ReadonlySet<ItemId> {
  const untraced = gone.filter(({ trace }) => trace === 'none');
  const unknown = gone.filter(({ trace }) => trace === 'unknown');
  const areTheNewest =
    unknown.length >= TOO_MANY &&
    newestLeft !== null &&
    unknown.every(({ since }) => since !== null && since > newestLeft);
  const wasSetBack = hasOldHeads || untraced.length > 0 || areTheNewest;
  return new Set([...untraced, ...(wasSetBack ? unknown : [])].map(({ id }) => id));
}

/** Whether there are so many that their times can say anything. */
export function needsTimes(gone: readonly Pick<Gone, 'trace'>[]): boolean {
  return gone.filter(({ trace }) => trace === 'unknown').length >= TOO_MANY;
}
