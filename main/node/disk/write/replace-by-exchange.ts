import { type BigIntStats, linkSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

import { sameFile, statExactly, statIfThere } from '../volume/entry.ts';
import { type Exchange, lacksExchange } from './atomic-exchange.ts';
import { flushFolder, flushIfThere } from '../flush.ts';
import { hasWriter } from '../volume/has-writer.ts';
import {
  asidePath,
  keepIfTouched,
  mustBeUntouched,
  nameTaken,
  oldAt,
  type OldFile,
  type Replacing,
  siblingPath,
} from './replacing.ts';
import { codeOf, inUse, lacksLinks, staleFault } from '../system-error.ts';
import { letGo, takeName } from './release-name.ts';

/**
 * Replaces a file by swapping its name with that of the new one, in one step: the file that had the name at that very
 * instant comes out, so that one which another program put there after the last check is kept.
 * @returns null where names cannot be exchanged; then nothing was changed.
 */
export async function replaceByExchange(
  replacing: Replacing,
  before: BigIntStats,
  exchange: Exchange,
): Promise<OldFile | null> {
  const { placing, staged, target } = replacing;
  const aside = asidePath(replacing);
  const sibling = siblingPath(replacing);
  let isWritten = false;
  if (sibling !== null && !(await nameSibling(replacing, sibling))) return null;
  try {
    nameNew(staged, aside);
    // The sweep must find a file bound for the trash, even if a power cut loses later renames.
    if (placing.old.to === 'store') await flushFolder(dirname(aside));
    mustBeUntouched(replacing, before, sibling !== null);
    exchange(aside, target);
    if (!statExactly(aside).isFile()) throw putBack(replacing, exchange);
    letGo(staged);
    if (sibling === null) isWritten = await giveBackIfWritten(replacing, exchange);
  } catch (thrown) {
    takeBack(replacing);
    if (sibling !== null) letGo(sibling);
    if (lacksExchange(thrown)) return null;
    throw thrown;
  }
  const isBeside = sibling !== null && giveSibling(aside, sibling, before);
  if (sibling !== null && !isBeside) isWritten = (await hasWriter(aside, target)) === true;
  await flushIfThere(dirname(target));
  return oldAt(replacing, isBeside ? sibling : aside, { before, isWritten });
}

/**
 * The old file gets its name beside the new one first, and durably: a crash must not leave it where only the sweep
 * finds it. @returns whether it could.
 */
async function nameSibling(replacing: Replacing, sibling: string): Promise<boolean> {
  try {
    linkSync(replacing.target, sibling);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw nameTaken(replacing);
    if (lacksLinks(thrown)) return false;
    throw thrown;
  }
  await flushFolder(dirname(sibling));
  return true;
}

/** The new file takes part under the name from which the sweep rescues what has no other: what comes out has that name. */
function nameNew(staged: string, aside: string): void {
  try {
    linkSync(staged, aside);
  } catch (thrown) {
    if (!lacksLinks(thrown)) throw thrown;
    renameSync(staged, aside);
  }
}

/** Undoes `nameNew`. What else lies there stays for the sweep. */
function takeBack(replacing: Replacing): void {
  const { staged, fresh } = replacing;
  const aside = asidePath(replacing);
  const there = statIfThere(aside);
  if (there === null || !sameFile(there, fresh)) return;
  if (statIfThere(staged) === null) renameSync(aside, staged);
  else takeName(aside);
}

/** What came out is no file: another program put a folder or a link there in this very instant. It goes back. */
function putBack(replacing: Replacing, exchange: Exchange): Error {
  const { placing, target } = replacing;
  const aside = asidePath(replacing);
  if (statIfThere(target) === null) renameSync(aside, target);
  else exchange(aside, target);
  return staleFault(placing.path, 'has changed');
}

/**
 * A program that opened the file before it came out knows it under its place, and gets it back there: people see what it
 * writes, and both sides' changes become a conflict like any other.
 * @returns whether one writes into it and its place is not ours to give back any more.
 * @throws FaultError `disk-refused` (EBUSY) when it has its place back.
 */
async function giveBackIfWritten(replacing: Replacing, exchange: Exchange): Promise<boolean> {
  const { fresh, placing, target } = replacing;
  const aside = asidePath(replacing);
  if ((await hasWriter(aside, target)) !== true) return false;
  const there = statIfThere(target);
  if (there === null || !sameFile(there, fresh)) return true;
  exchange(aside, target);
  if (!sameFile(statExactly(aside), fresh)) {
    // Something else took the place in this very instant, and keeps it.
    exchange(aside, target);
    return true;
  }
  await keepIfTouched(replacing, aside);
  await flushIfThere(dirname(target));
  throw inUse(placing.path);
}

/**
 * What came out has its name beside the new one already, or a person put it in the place of the old one: then it gets
 * that name, unless the name too leads to something else by now.
 * @returns whether nothing is left aside.
 */
function giveSibling(aside: string, sibling: string, before: BigIntStats): boolean {
  const named = statIfThere(sibling);
  if (sameFile(statExactly(aside), before)) takeName(aside);
  else if (named === null) return nameOnce(aside, sibling);
  else if (sameFile(named, before)) renameSync(aside, sibling);
  else return false;
  return true;
}

/**
 * The copy was moved on in this very instant: its name is free. A file that takes the name before we do is not replaced,
 * and no refusal may hide that the new file is in its place.
 * @returns whether it has that name alone.
 */
function nameOnce(aside: string, sibling: string): boolean {
  try {
    linkSync(aside, sibling);
    takeName(aside);
    return true;
  } catch {
    return false;
  }
}
