import { randomUUID } from 'node:crypto';
import { type BigIntStats, fstatSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { FaultError } from '../../../../shared/fault.ts';
import type { PlacementResult, Placement } from '../../../ports/disk.ts';
import { entryAt, sameBytes, sameFile, fingerprintOf, statExactly, statIfThere } from '../volume/entry.ts';
import type { Reach } from '../volume/held-folders.ts';
import type { Store } from './trash-folder.ts';
import { hasWriter } from '../volume/has-writer.ts';
import { staleFault } from '../system-error.ts';

/** What is known while a staged file gets its place; paths are those of the reach. */
export interface Replacing {
  readonly reach: Reach;
  readonly placing: Placement;
  readonly store: Store;
  readonly staged: string;
  /** The staged file before it got its place. */
  readonly fresh: BigIntStats;
  /** The staged file held open, so that it can be checked under any later name. */
  readonly file: number;
  readonly target: string;
}

/** The old file when the new one is in its place. */
export interface OldFile {
  /** Where it is now; a sibling may have been moved on already. */
  readonly kept: string;
  /** What is there, or what the old file was before where nothing is. */
  readonly stats: BigIntStats;
  /** Whether it is not what was expected: bytes slipped in, or it is another file altogether. */
  readonly isLate: boolean;
  /** Whether a program writes into it, and it could not have its place back. */
  readonly isWritten: boolean;
}

/**
 * What became of the new file. A program may have edited it already, or written another one in its place: then it is not
 * what was staged. Where it is not at the target but still has a name, it was moved on (maybe in exchange for what is
 * there now), and is known by its key.
 * @throws FaultError `stale` when it was removed: the program that removed it meant the file before.
 */
export function newEntry({
  reach,
  placing,
  fresh,
  file,
  target,
}: Replacing): Pick<PlacementResult, 'entry' | 'isAsStaged'> {
  const now = reach.lookAgain(placing.path);
  if (now !== null && sameFile(now, fresh)) return { entry: entryAt(target, now), isAsStaged: sameBytes(now, fresh) };
  const moved = fstatSync(file, { bigint: true });
  if (moved.nlink > 0n) return { entry: entryAt(target, moved), isAsStaged: false };
  if (now === null) throw staleFault(placing.path, 'is gone already');
  return { entry: entryAt(target, now), isAsStaged: false };
}

/** Where an old file lies that gets no name beside the new one. The sweep rescues what is left there. */
export function asidePath({ staged }: Replacing): string {
  return `${staged}.old`;
}

/** The name that the old file gets beside the new one; null when it gets none. @throws FaultError. */
export function siblingPath({ reach, placing: { old } }: Replacing): string | null {
  return old.to === 'sibling' ? reach.locateInside(old.path) : null;
}

/** Says that the name is taken which the old file was to get. */
export function nameTaken({ placing: { old, path } }: Replacing): FaultError {
  return staleFault(old.to === 'sibling' ? old.path : path, 'is there already');
}

/**
 * The old file when it has its name beside the new one, or aside. From here on nothing may count as `stale`: the new file
 * is in its place.
 */
export function oldAt(
  replacing: Replacing,
  kept: string,
  { before, isWritten }: { before: BigIntStats; isWritten: boolean },
): OldFile {
  const { reach, placing } = replacing;
  const isBeside = placing.old.to === 'sibling' && kept !== asidePath(replacing);
  const now = isBeside ? reach.lookAgain(placing.old.path) : statIfThere(kept);
  return { kept, stats: now ?? before, isLate: now === null || !sameBytes(now, before), isWritten };
}

/**
 * A program writes into the old file, which has its place back. The new one has a name of ours again, and goes to the
 * trash instead of being deleted if a program wrote into it while it was in place. @param path that name.
 */
export async function keepIfTouched({ fresh, placing, store, target }: Replacing, path: string): Promise<void> {
  const isWritten = (await hasWriter(path, target)) === true;
  if (!isWritten && sameBytes(statExactly(path), fresh)) return;
  if (!isWritten) await store.takeOver(path, placing.lateStoreName);
  else if (!(await store.rename(path, placing.lateStoreName)))
    renameSync(path, join(dirname(path), `${randomUUID()}.old`));
}

/**
 * The last look at what is to be replaced. @param linked whether we gave it a second name, which changes its ctime.
 * @throws FaultError `stale`.
 */
export function mustBeUntouched({ placing, target }: Replacing, before: BigIntStats, linked: boolean): void {
  const now = statIfThere(target);
  const untouched = now !== null && (linked ? sameBytes(now, before) : fingerprintOf(now) === fingerprintOf(before));
  if (!untouched) throw staleFault(placing.path, 'has changed');
}
