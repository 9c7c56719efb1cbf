import { type BigIntStats, linkSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

import { FaultError } from '../../../../shared/fault.ts';
import type { Entry } from '../../../ports/disk.ts';
import { entryAt, hasExactly, keyOf, sameFile, statExactly, statIfThere } from '../volume/entry.ts';
import { flushFolder } from '../flush.ts';
import type { Reach } from '../volume/held-folders.ts';
import { codeOf, diskFault, inUse, lacksLinks, refusedFault, staleFault } from '../system-error.ts';
import { asHeld } from '../volume/held-open.ts';
import { takeName } from './release-name.ts';

/** Our word for a volume on which a name keeps its capitals although it is renamed. */
const KEPT_NAME = 'NAME_KEPT';

/** What is moved: paths inside the root, and the key of the very thing. */
export interface MoveRequest {
  readonly from: string;
  readonly to: string;
  readonly key: string;
}

/** Moves or renames, never onto something; see `Disk.move`. */
export async function moveEntry(reach: Reach, moving: MoveRequest): Promise<Entry> {
  try {
    const to = reach.locateInside(moving.to);
    const from = locateUnlessGone(reach, moving.from);
    const source = from === null ? null : statIfThere(from);
    if (from !== null && source !== null && keyOf(dirname(from), source) === moving.key) {
      await moveFound({ from, to, source }, moving);
    } else if (!isAt(to, moving.key)) {
      throw staleFault(moving.from, 'is gone or is something else now');
    }
    await flushFolder(dirname(to));
    if (from !== null && dirname(from) !== dirname(to)) await flushFolder(dirname(from));
    return entryAt(to, statExactly(to));
  } catch (thrown) {
    throw diskFault(await whyNotMoved(thrown, reach, moving), moving.to);
  }
}

/** A folder of Windows cannot be moved while a program has something in it open, and that is told as a mere refusal. */
async function whyNotMoved(thrown: unknown, reach: Reach, { from, to }: MoveRequest): Promise<unknown> {
  const isOfFolder = process.platform === 'win32' && statIfThere(reach.locate(from))?.isDirectory() === true;
  if (isOfFolder && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(thrown) ?? '')) return inUse(to);
  return asHeld(thrown, reach, from);
}

/** An earlier try may have done the work, and the source's folder may have gone since. */
function locateUnlessGone(reach: Reach, path: string): string | null {
  try {
    return reach.locateInside(path);
  } catch (thrown) {
    if (thrown instanceof FaultError && thrown.fault.kind === 'stale') return null;
    throw thrown;
  }
}

function isAt(path: string, key: string): boolean {
  const stats = statIfThere(path);
  return stats !== null && keyOf(dirname(path), stats) === key;
}

interface LocatedMove {
  /** As the reach gives it. */
  readonly from: string;
  readonly to: string;
  readonly source: BigIntStats;
}

async function moveFound(found: LocatedMove, shown: MoveRequest): Promise<void> {
  const { from, to, source } = found;
  if (!source.isFile() && !source.isDirectory()) throw staleFault(shown.from, 'is neither a file nor a folder');
  const target = statIfThere(to);
  if (target !== null && !sameFile(source, target)) throw staleFault(shown.to, 'is there already');
  if (from === to) return;
  if (target !== null) finishOrRecase(found, shown);
  else if (source.isFile()) await moveFile(found, shown);
  else renameSync(from, to);
}

/**
 * Source and target are one file. Either an earlier try was cut off between giving the second name and taking the
 * first, or the disk sees no difference between the two names (`a.csv`, `A.csv`); then removing the first would remove
 * the file, so we ask which names are really there.
 */
function finishOrRecase({ from, to }: LocatedMove, shown: MoveRequest): void {
  const both = hasExactly(from) && hasExactly(to);
  if (both) return takeName(from);
  renameSync(from, to);
  if (hasExactly(to)) return;
  // Some systems say that they did it, and did nothing: by way of another name they do.
  const between = `${to} (moving)`;
  if (statIfThere(between) !== null) throw refusedFault(shown.to, KEPT_NAME);
  renameSync(from, between);
  renameSync(between, to);
  if (!hasExactly(to)) throw refusedFault(shown.to, KEPT_NAME);
}

/**
 * A second name first, which cannot replace anything; when that is on the disk, the first name goes.
 * RACE: a program that puts a new file at the old name between the last look and the removal loses it; some
 * microseconds. Without hard links, one that puts a file at the new name between the look and the rename does.
 */
async function moveFile({ from, to, source }: LocatedMove, shown: MoveRequest): Promise<void> {
  try {
    linkSync(from, to);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw staleFault(shown.to, 'is there already');
    if (!lacksLinks(thrown)) throw thrown;
    renameSync(from, to);
    return;
  }
  try {
    await flushFolder(dirname(to));
    const now = statIfThere(from);
    if (now !== null && !sameFile(now, source)) throw staleFault(shown.from, 'is something else now');
    if (now !== null) takeName(from);
    // Another program renamed the file in between: its name counts, or the file would be there twice.
    else if (statExactly(to).nlink > source.nlink) throw staleFault(shown.from, 'was moved by somebody else');
  } catch (thrown) {
    takeName(to);
    throw thrown;
  }
}
