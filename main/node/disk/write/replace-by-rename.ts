import { type BigIntStats, linkSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

import { copyDurably } from './copy-file.ts';
import { sameFile, statIfThere } from '../volume/entry.ts';
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
import { codeOf, inUse, lacksLinks } from '../system-error.ts';
import { READ_ONLY, windowsFiles } from '../../system/windows-files.ts';
import { letGoAgain } from './leftovers.ts';

/**
 * Replaces a file where names cannot be exchanged. A second name is given to the old one first, so that it outlives the
 * rename, and so that bytes which another program writes into it until the very end can still be seen and kept.
 * RACE: a program that puts a *new* file at the path between the last look and the rename loses it; the two calls follow
 * each other directly (some microseconds), and so do those that give the old file its place back. Without hard links,
 * late writes into the old file are not seen either, nor is a program that opens it after we asked for programs.
 */
export async function replaceByRename(replacing: Replacing, before: BigIntStats): Promise<OldFile> {
  const { target } = replacing;
  const kept = siblingPath(replacing) ?? asidePath(replacing);
  const linked = await keepOld(replacing, kept);
  try {
    if (!linked && (await hasWriter(target)) === true) throw inUse(replacing.placing.path);
    mustBeUntouched(replacing, before, linked);
    await putInPlace(replacing, kept);
  } catch (thrown) {
    letGoAgain(replacing, kept);
    throw thrown;
  }
  const isWritten = linked && kept === asidePath(replacing) && (await giveBackIfWritten(replacing));
  await flushIfThere(dirname(target));
  const old = oldAt(replacing, kept, { before, isWritten });
  return { ...old, isLate: linked && old.isLate };
}

/**
 * The rename. On Windows the new file takes over what belongs to the old one besides its bytes, and one that may not be
 * written to is replaced as elsewhere. Where the volume cannot do that, it is a mere rename.
 * @param kept another name of the old file, which stays as it is.
 */
async function putInPlace({ staged, target }: Replacing, kept: string): Promise<void> {
  const windows = await windowsFiles();
  const given = windows?.given(target) ?? null;
  if (windows === null || given === null) return renameSync(staged, target);
  windows.give(target, given & ~READ_ONLY);
  try {
    if (!windows.replace(target, staged)) renameSync(staged, target);
  } finally {
    for (const path of [target, kept]) windows.give(path, given);
  }
}

/** See its namesake in `replace-by-exchange.ts`. */
async function giveBackIfWritten(replacing: Replacing): Promise<boolean> {
  const { fresh, placing, staged, target } = replacing;
  const aside = asidePath(replacing);
  if ((await hasWriter(aside, target)) !== true) return false;
  const there = statIfThere(target);
  if (there === null || !sameFile(there, fresh)) return true;
  linkSync(target, staged);
  renameSync(aside, target);
  await keepIfTouched(replacing, staged);
  await flushIfThere(dirname(target));
  throw inUse(placing.path);
}

/**
 * Gives the old file its second name; a copy where there are no links. Where only this name will lead to its bytes, the
 * name is flushed before the first one goes: a power cut may keep the later rename and lose the earlier link.
 * @returns whether it is a link.
 */
async function keepOld(replacing: Replacing, kept: string): Promise<boolean> {
  const isLink = await nameOld(replacing, kept);
  if (replacing.placing.old.to !== 'nowhere') await flushFolder(dirname(kept));
  return isLink;
}

async function nameOld(replacing: Replacing, kept: string): Promise<boolean> {
  const { target } = replacing;
  try {
    linkSync(target, kept);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw nameTaken(replacing);
    if (!lacksLinks(thrown)) throw thrown;
  }
  try {
    await copyDurably(target, kept);
    return false;
  } catch (thrown) {
    throw codeOf(thrown) === 'EEXIST' ? nameTaken(replacing) : thrown;
  }
}
