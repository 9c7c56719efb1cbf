import { type BigIntStats, chmodSync, closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

import type { PlacementResult } from '../../../ports/disk.ts';
import { replaceByExchange } from './replace-by-exchange.ts';
import { replaceByRename } from './replace-by-rename.ts';
import { entryAt, sameFile, fingerprintOf, statExactly, statIfThere } from '../volume/entry.ts';
import { systemExchange } from './atomic-exchange.ts';
import { flushFile, flushIfThere } from '../flush.ts';
import { asidePath, newEntry, type OldFile, type Replacing } from './replacing.ts';
import { hadWriter } from '../volume/has-writer.ts';
import { inUse, staleFault } from '../system-error.ts';
import { takeName } from './release-name.ts';

/**
 * Replaces the file at the target if it still has the fingerprint `expected`. One that becomes the sibling goes on under that name,
 * with all that a program still writes into it; any other is asked about first, so that it is not moved for nothing.
 * @throws FaultError `stale`, `disk-refused` (EBUSY) while a program has it open for writing; system errors.
 */
export async function replaceFile(replacing: Replacing, expected: string): Promise<PlacementResult> {
  const { placing, staged, target } = replacing;
  const before = statIfThere(target);
  if (before === null || !before.isFile() || fingerprintOf(before) !== expected)
    throw staleFault(placing.path, 'has changed');
  if (placing.old.to !== 'sibling' && (await hadWriter(target)) === true) throw inUse(placing.path);
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
  if (sameFile(leftover, before)) takeName(aside);
  else if ((await replacing.store.rescue(aside)) === null) throw inUse(replacing.placing.path);
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
 * The old file first: a person who removes the new one in this very moment must not keep the old one from its place. No program
 * writes into it any more, as far as the system tells (`hasWriter`), and it has no name under which one could open it.
 * RACE: what a program of another person writes from now on through a handle that it opened before is lost with the old
 * file, and so it is on macOS, and where a file is only mapped into memory. Windows replaces no file that is open.
 */
async function settleOld(replacing: Replacing, { kept, stats, isLate, isWritten }: OldFile): Promise<PlacementResult> {
  const { placing, store, reach, target } = replacing;
  const { old } = placing;
  // What a person put there in the last instant, and found no name beside the new one, is late.
  if (old.to === 'sibling' && kept !== asidePath(replacing)) {
    // Late bytes are in the sibling, where the person sees them. One that was moved on is known by its key.
    if (dirname(kept) !== dirname(target)) await flushIfThere(dirname(kept));
    const sibling = entryAt(kept, reach.lookAgain(old.path) ?? stats);
    return { ...newEntry(replacing), sibling, isSiblingAsExpected: !isLate, late: false };
  }
  if (isWritten) {
    // Under a new name it is the same file. On another volume it would be a copy: it waits for the sweep instead.
    if (!(await store.rename(kept, placing.lateStoreName))) throw inUse(placing.path);
  } else if (isLate) await store.takeOver(kept, placing.lateStoreName);
  else if (old.to === 'store') await store.takeOver(kept, old.storeName);
  else takeName(kept);
  return { ...newEntry(replacing), sibling: null, isSiblingAsExpected: true, late: isLate || isWritten };
}
