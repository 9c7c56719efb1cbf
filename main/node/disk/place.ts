import { closeSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Placed, Placing } from '../../ports/disk.ts';
import { statExactly, statIfThere } from './entry.ts';
import { flushIfThere } from './flush.ts';
import { READ_FLAGS } from './open-flags.ts';
import type { Reach } from './reach.ts';
import { replaceFile } from './replace.ts';
import { newEntry } from './replacing.ts';
import { stagedPath } from './staging.ts';
import type { Store } from './store.ts';
import { codeOf, diskFault, lacksLinks, stale } from './system-error.ts';

/** Puts a finished staged file at a path; see `Disk.place`. */
export async function placeStaged(reach: Reach, placing: Placing, store: Store): Promise<Placed> {
  let file: number | null = null;
  try {
    const staged = stagedPath(reach.stage(), placing.staged);
    const fresh = staged === null ? null : statIfThere(staged);
    if (staged === null || fresh?.isFile() !== true) throw stale(placing.path, 'has no finished download');
    file = openSync(staged, READ_FLAGS);
    const target = reach.locateInside(placing.path);
    const replacing = { reach, placing, store, staged, fresh, file, target };
    if (placing.expected !== null) return await replaceFile(replacing, placing.expected);
    await occupy(staged, target, placing.path);
    return { ...newEntry(replacing), sibling: null, isSiblingAsExpected: true, late: false };
  } catch (thrown) {
    throw diskFault(thrown, placing.path);
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Gives the staged file a name that must be free. */
export async function occupy(staged: string, target: string, path: string): Promise<void> {
  try {
    linkSync(staged, target);
    unlinkSync(staged);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw stale(path, 'is there already');
    if (!lacksLinks(thrown)) throw thrown;
    occupyWithoutLinks(staged, target, path);
  }
  await flushIfThere(dirname(target));
}

/**
 * Without hard links: takes the name with an empty file that must not exist yet, and renames over it.
 * RACE: bytes written into that empty file between the last look and the rename are lost; some microseconds.
 */
function occupyWithoutLinks(staged: string, target: string, path: string): void {
  try {
    closeSync(openSync(target, 'wx'));
  } catch (thrown) {
    throw codeOf(thrown) === 'EEXIST' ? stale(path, 'is there already') : thrown;
  }
  if (statExactly(target).size !== 0n) throw stale(path, 'is being written');
  renameSync(staged, target);
}
