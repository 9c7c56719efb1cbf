import { type BigIntStats, closeSync, fstatSync, openSync } from 'node:fs';
import { basename } from 'node:path';

import type { Entry, Root } from '../../../ports/disk.ts';
import { AT_ONCE_BYTES } from './bytes.ts';
import { entryOf, fingerprintOf, statIfThere } from '../volume/entry.ts';
import { READ_FLAGS } from '../volume/open-flags.ts';
import { type Reach, reachInto } from '../volume/held-folders.ts';
import { diskFault, isNothing, staleFault } from '../system-error.ts';

/**
 * What is at a path of a root now, without following links. A parent that is gone, or is a link by now, means that nothing of
 * ours is at the path. @throws FaultError.
 */
export function statInRoot(root: Root, path: string, isHolding?: boolean): BigIntStats | null {
  const reach = reachInto(root, isHolding);
  try {
    return statBy(reach, path, () => statIfThere(reach.locate(path)));
  } finally {
    reach.close();
  }
}

/** What is found at a path; null when that is nothing of ours. @param look finds it. @throws FaultError. */
export function statBy(reach: Reach, path: string, look: () => BigIntStats | null): BigIntStats | null {
  try {
    const stats = look();
    reach.confirm(path, false);
    return stats;
  } catch (thrown) {
    const fault = diskFault(thrown, path);
    if (isNothing(fault)) return null;
    throw fault;
  }
}

/** How an opened file is looked for at its path once more. */
export interface LaterLook {
  /** What is there now; null when that is nothing of ours. @throws FaultError. */
  stat(): BigIntStats | null;
  /** To be called when the file is closed. */
  end(): void;
}

/** What was opened, and where. */
interface Opened {
  readonly root: Root;
  readonly path: string;
  readonly stats: BigIntStats;
  readonly isHolding: boolean | undefined;
}

/**
 * A small file is read at once, and looked for from the root that was reached into for it: reaching into it again costs more
 * than the reading. Until a large one is read, its root may be another one, and is not held open.
 * @param reach closed here, or at the end.
 */
export function lookLater(reach: Reach, { root, path, stats, isHolding }: Opened): LaterLook {
  if (stats.size <= AT_ONCE_BYTES)
    return { stat: () => statBy(reach, path, () => reach.lookAgain(path)), end: () => reach.close() };
  reach.close();
  return { stat: () => statInRoot(root, path, isHolding), end: () => undefined };
}

/** The port's view of what is at a path of a root. */
export function entryInside(root: Root, path: string, stats: BigIntStats): Entry {
  return entryOf({ name: basename(path === '' ? root.path : path), folder: root.path, stats });
}

/** Opens a file for reading. @throws FaultError `stale` when it is gone or no file, system errors. */
export function openToRead(reach: Reach, path: string): { readonly file: number; readonly stats: BigIntStats } {
  const at = reach.locate(path);
  // A pipe or a device is not even opened.
  const before = statIfThere(at);
  if (before?.isFile() !== true) throw staleFault(path, 'is no file any more');
  const file = openSync(at, READ_FLAGS);
  try {
    const stats = fstatSync(file, { bigint: true });
    if (fingerprintOf(stats) !== fingerprintOf(before)) throw staleFault(path, 'changed as it was opened');
    reach.confirm(path, false);
    return { file, stats };
  } catch (thrown) {
    closeSync(file);
    throw thrown;
  }
}
