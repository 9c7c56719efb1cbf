import { type BigIntStats, linkSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

import { copyDurably } from './copy.ts';
import { flushFolder, flushIfThere } from './flush.ts';
import {
  asidePath,
  letGo,
  mustBeUntouched,
  nameTaken,
  oldAt,
  type Old,
  type Replacing,
  siblingPath,
} from './replacing.ts';
import { codeOf, lacksLinks } from './system-error.ts';

/**
 * Replaces a file where names cannot be exchanged. A second name is given to the old one first, so that it outlives the
 * rename, and so that bytes which another program writes into it until the very end can still be seen and kept.
 * RACE: a program that puts a *new* file at the path between the last look and the rename loses it; the two calls follow
 * each other directly (some microseconds). Without hard links, late writes into the old file are not seen either.
 */
export async function replaceByRename(replacing: Replacing, before: BigIntStats): Promise<Old> {
  const { staged, target } = replacing;
  const kept = siblingPath(replacing) ?? asidePath(replacing);
  const linked = await keepOld(replacing, kept);
  try {
    mustBeUntouched(replacing, before, linked);
    renameSync(staged, target);
  } catch (thrown) {
    letGo(kept);
    throw thrown;
  }
  await flushIfThere(dirname(target));
  const old = oldAt(replacing, kept, before);
  return { ...old, isLate: linked && old.isLate };
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
