import { type BigIntStats, chmodSync, closeSync, openSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Placed } from '../../ports/disk.ts';
import { replaceByExchange } from './by-exchange.ts';
import { replaceByRename } from './by-rename.ts';
import { entryAt, sameFile, stampOf, statExactly, statIfThere } from './entry.ts';
import { systemExchange } from './exchange.ts';
import { flushFile, flushIfThere } from './flush.ts';
import { asidePath, newEntry, type Old, type Replacing } from './replacing.ts';
import { stale } from './system-error.ts';

/** Replaces the file at the target if it still has the stamp `expected`. @throws FaultError `stale`, system errors. */
export async function replaceFile(replacing: Replacing, expected: string): Promise<Placed> {
  const { placing, staged, target } = replacing;
  const before = statIfThere(target);
  if (before === null || !before.isFile() || stampOf(before) !== expected) throw stale(placing.path, 'has changed');
  await clearLeftover(replacing, before);
  await adoptMode(staged, before);
  const exchange = await systemExchange();
  const exchanged = exchange === null ? null : await replaceByExchange(replacing, before, exchange);
  return settleOld(replacing, exchanged ?? (await replaceByRename(replacing, before)));
}

/** An earlier try that was cut off may have left something aside: one more name of this file, or bytes only it has. */
async function clearLeftover(replacing: Replacing, before: BigIntStats): Promise<void> {
  const aside = asidePath(replacing);
  const leftover = statIfThere(aside);
  if (leftover === null) return;
  if (sameFile(leftover, before)) unlinkSync(aside);
  else await replacing.store.rescue(aside);
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

/**
 * The old file first: whoever removes the new one in this very moment must not keep the old one from its place.
 * RACE: what a program writes through a handle that it opened before, from now on, is lost with the old file.
 */
async function settleOld(replacing: Replacing, { kept, stats, isLate }: Old): Promise<Placed> {
  const { placing, store, reach, target } = replacing;
  const { old } = placing;
  // What a person put there in the last instant, and found no name beside the new one, is late.
  if (old.to === 'sibling' && kept !== asidePath(replacing)) {
    // Late bytes are in the sibling, where the person sees them. One that was moved on is known by its key.
    if (dirname(kept) !== dirname(target)) await flushIfThere(dirname(kept));
    const sibling = entryAt(kept, reach.lookAgain(old.path) ?? stats);
    return { ...newEntry(replacing), sibling, isSiblingAsExpected: !isLate, late: false };
  }
  if (isLate) await store.takeOver(kept, placing.lateStoreName);
  else if (old.to === 'store') await store.takeOver(kept, old.storeName);
  else unlinkSync(kept);
  return { ...newEntry(replacing), sibling: null, isSiblingAsExpected: true, late: isLate };
}
