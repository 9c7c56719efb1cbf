import { type BigIntStats, chmodSync, closeSync, fstatSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Placed, Placing, Root } from '../../ports/disk.ts';
import { copyDurably } from './copy.ts';
import { entryAt, sameBytes, sameFile, stampOf, statExactly, statIfThere } from './entry.ts';
import { flushFile, flushFolder } from './flush.ts';
import { locateInside } from './locate.ts';
import { checkRoot } from './marker.ts';
import { stagedPath } from './staging.ts';
import type { Store } from './store.ts';
import { codeOf, diskFault, lacksLinks, stale } from './system-error.ts';

/** Puts a finished staged file at a path; see `Disk.place`. */
export async function placeStaged(root: Root, placing: Placing, store: Store): Promise<Placed> {
  checkRoot(root);
  const staged = stagedPath(root, placing.staged);
  let file: number | null = null;
  try {
    const fresh = statIfThere(staged);
    if (fresh?.isFile() !== true) throw stale(placing.path, 'has no finished download');
    file = openSync(staged, 'r');
    const target = locateInside(root, placing.path);
    const replacing = { root, placing, store, staged, fresh, file, target };
    if (placing.expected !== null) return await replace(replacing, placing.expected);
    await occupy(staged, target, placing.path);
    return { ...newEntry(replacing), sibling: null, isSiblingAsExpected: true, late: false };
  } catch (thrown) {
    throw diskFault(thrown, placing.path);
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Gives the staged file a name that must be free. */
async function occupy(staged: string, target: string, path: string): Promise<void> {
  try {
    linkSync(staged, target);
    unlinkSync(staged);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw stale(path, 'is there already');
    if (!lacksLinks(thrown)) throw thrown;
    occupyWithoutLinks(staged, target, path);
  }
  await flushFolder(dirname(target));
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

interface Replacing {
  readonly root: Root;
  readonly placing: Placing;
  readonly store: Store;
  readonly staged: string;
  /** The staged file before it got its place. */
  readonly fresh: BigIntStats;
  /** The staged file held open, so that it can be asked about whatever its name is by then. */
  readonly file: number;
  readonly target: string;
}

/**
 * What is at the target now. Somebody may have edited it already: then it is not what was staged. Where nothing is, it
 * was moved on, if it still has a name, and is known by its key.
 * @throws FaultError `stale` when it was removed: whoever did that had not seen it.
 */
function newEntry({ placing, fresh, file, target }: Replacing): Pick<Placed, 'entry' | 'isAsStaged'> {
  const now = statIfThere(target);
  if (now !== null) return { entry: entryAt(target, now), isAsStaged: sameBytes(now, fresh) };
  const moved = fstatSync(file, { bigint: true });
  if (moved.nlink === 0n) throw stale(placing.path, 'is gone already');
  return { entry: entryAt(target, moved), isAsStaged: false };
}

/**
 * Replaces a file. A second name is given to the old one first, so that it outlives the rename, and so that bytes which
 * another program writes into it until the very end can still be seen and kept.
 * RACE: a program that puts a *new* file at the path between the last look and the rename loses it; the two calls follow
 * each other directly (some microseconds). Without hard links, late writes into the old file are not seen either.
 */
async function replace(replacing: Replacing, expected: string): Promise<Placed> {
  const { root, placing, staged, target } = replacing;
  const before = statIfThere(target);
  if (before === null || !before.isFile() || stampOf(before) !== expected) throw stale(placing.path, 'has changed');
  const kept = placing.old.to === 'sibling' ? locateInside(root, placing.old.path) : `${staged}.old`;
  const linked = await keepOld(replacing, kept, before);
  try {
    await adoptMode(staged, before);
    const now = statIfThere(target);
    const untouched = now !== null && (linked ? sameBytes(now, before) : stampOf(now) === expected);
    if (!untouched) throw stale(placing.path, 'has changed');
    renameSync(staged, target);
  } catch (thrown) {
    letGo(kept);
    throw thrown;
  }
  await flushFolder(dirname(target));
  const isLate = linked && !sameBytes(statExactly(kept), before);
  return settleOld(replacing, kept, isLate);
}

/**
 * Gives the old file its second name; a copy where there are no links. Where only this name will lead to its bytes, the
 * name is flushed before the first one goes: a power cut may keep the later rename and lose the earlier link.
 * @returns whether it is a link.
 */
async function keepOld(replacing: Replacing, kept: string, before: BigIntStats): Promise<boolean> {
  const isLink = await nameOld(replacing, kept, before);
  if (replacing.placing.old.to !== 'nowhere') await flushFolder(dirname(kept));
  return isLink;
}

async function nameOld(replacing: Replacing, kept: string, before: BigIntStats): Promise<boolean> {
  const { placing, target } = replacing;
  if (placing.old.to !== 'sibling') await clearLeftover(kept, before, replacing.store);
  try {
    linkSync(target, kept);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw stale(kept, 'is there already');
    if (!lacksLinks(thrown)) throw thrown;
  }
  try {
    await copyDurably(target, kept);
    return false;
  } catch (thrown) {
    throw codeOf(thrown) === 'EEXIST' ? stale(kept, 'is there already') : thrown;
  }
}

/** An earlier try that was cut off may have left the second name: of this file, or with bytes only it has. */
async function clearLeftover(kept: string, before: BigIntStats, store: Store): Promise<void> {
  const leftover = statIfThere(kept);
  if (leftover === null) return;
  if (sameFile(leftover, before)) unlinkSync(kept);
  else await store.rescue(kept);
}

function letGo(kept: string): void {
  if (statIfThere(kept) !== null) unlinkSync(kept);
}

/** The new file takes the permissions of the old one: a script stays executable, a private file private. */
async function adoptMode(staged: string, old: BigIntStats): Promise<void> {
  const mode = Number(old.mode & 0o777n);
  if (process.platform === 'win32' || Number(statExactly(staged).mode & 0o777n) === mode) return;
  const file = openSync(staged, 'r+');
  try {
    chmodSync(staged, mode);
    await flushFile(file);
  } finally {
    closeSync(file);
  }
}

/** The old file first: whoever removes the new one in this very moment must not keep the old one from its place. */
async function settleOld(replacing: Replacing, kept: string, isLate: boolean): Promise<Placed> {
  const { placing, store, target } = replacing;
  const { old } = placing;
  if (old.to === 'sibling') {
    // Late bytes are in the sibling, where the person sees them.
    if (dirname(kept) !== dirname(target)) await flushFolder(dirname(kept));
    const sibling = entryAt(kept, statExactly(kept));
    return { ...newEntry(replacing), sibling, isSiblingAsExpected: !isLate, late: false };
  }
  if (isLate) await store.takeOver(kept, placing.lateStoreName);
  else if (old.to === 'store') await store.takeOver(kept, old.storeName);
  else unlinkSync(kept);
  return { ...newEntry(replacing), sibling: null, isSiblingAsExpected: true, late: isLate };
}
