import type { BigIntStats } from 'node:fs';

import { FaultError } from '../../../../shared/fault.ts';
import type { FolderScan, Root } from '../../../ports/disk.ts';
import { markUncertain } from '../volume/file-digest.ts';
import { statExactly, statIfThere, volumeFacts } from '../volume/entry.ts';
import type { FoldersToRead } from './folders-to-read.ts';
import { type FolderReading, glanceAt, type DigestContext, readFolderCalmly } from './read-folder.ts';
import { codeOf } from '../system-error.ts';
import { forgetVolumes } from '../volume/volume.ts';

/** What a walk goes by. */
export interface Walking extends DigestContext {
  readonly root: Root;
  readonly known: ReadonlyMap<string, string>;
  /** Whether to read a folder that was found in one that is read. */
  readonly isWanted: (path: string) => boolean;
}

/** What one thread found. */
export interface Share {
  readonly changed: FolderScan[];
  readonly unreadable: { path: string; code: string }[];
  /** Whether the names of a folder changed each time they were read, or so shortly before that a change since has no other time. */
  isTorn: boolean;
}

/** A walk that is over. */
export interface Walk extends Readonly<Share> {
  /** Of each folder that was read: when its names last changed. */
  readonly times: Iterable<readonly [path: string, mtimeNs: bigint]>;
  /** The known folders that were looked for and not read. */
  readonly unread: readonly string[];
}

/** Makes ready for a walk, in each thread that takes part in it: what is remembered of volumes is remembered by thread. */
export function beginWalk(walk: Pick<Walking, 'root' | 'known' | 'nowMs'> & Partial<Walking>): {
  readonly walking: Walking;
  readonly share: Share;
} {
  forgetVolumes();
  const { path } = walk.root;
  const { dev: device } = statExactly(path);
  const walking = { isWanted: () => true, ...walk, device, volume: volumeFacts(path, device) };
  return { walking, share: { changed: [], unreadable: [], isTorn: false } };
}

/** Reads folders until there is none to read just now. @throws FaultError `root-lost`. */
export function walkOn(folders: FoldersToRead, walking: Walking, share: Share): void {
  for (let path = folders.next(); path !== undefined; path = folders.next()) {
    const inside = path === '' ? '' : `${path}/`;
    const goOn = (name: string): void => {
      if (walking.isWanted(inside + name)) folders.add(inside + name);
    };
    folders.finish(path, visit(path, walking, { share, goOn }));
  }
}

interface FolderVisit {
  readonly share: Share;
  readonly goOn: (name: string) => void;
}

/** When the folder's names last changed, as of before it was read; null when it is gone, no folder, or cannot be read. */
function visit(path: string, walking: Walking, { share, goOn }: FolderVisit): bigint | null {
  try {
    const absolute = path === '' ? walking.root.path : `${walking.root.path}/${path}`;
    const known = asKnown(path, absolute, walking);
    if (known !== null) {
      share.isTorn ||= isJustNow(known.stats);
      for (const name of known.folders) goOn(name);
      return known.stats.mtimeNs;
    }
    const found = readFolderCalmly(absolute, path === '', walking.nowMs);
    if (found === null) return null;
    record(path, found.reading, walking, share);
    share.isTorn ||= !found.isCalm || isJustNow(found.stats);
    for (const { name, stats } of found.reading.folders) {
      if (stats.dev === walking.device) goOn(name);
      else share.unreadable.push({ path: path === '' ? name : `${path}/${name}`, code: 'EXDEV' });
    }
    return found.stats.mtimeNs;
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === null) throw thrown;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    const lost = { kind: 'root-lost', path: walking.root.path, why: 'unreadable' } as const;
    if (path === '') throw new FaultError(lost, { cause: thrown });
    share.unreadable.push({ path, code });
    return null;
  }
}

/**
 * A folder that has its known digest is as it was when that was recorded, even if it changed and changed back while it was
 * read: then its time from before is all that is needed to notice what happens since.
 */
function asKnown(
  path: string,
  absolute: string,
  walking: Walking,
): { readonly folders: readonly string[]; readonly stats: BigIntStats } | null {
  if (!walking.known.has(path)) return null;
  const stats = statIfThere(absolute);
  if (stats === null || !stats.isDirectory()) return null;
  const glance = glanceAt(absolute, path === '', walking);
  return glance !== null && walking.known.get(path) === glance.digest ? { folders: glance.folders, stats } : null;
}

function record(
  path: string,
  { entries, digest: exact, young }: FolderReading,
  { known }: Walking,
  share: Share,
): void {
  const digest = young ? markUncertain(exact) : exact;
  const isKnown = known.get(path) === digest;
  if (young || !isKnown) share.changed.push({ path, digest, entries });
}

/** Systems count the times of folders in steps of up to so many milliseconds. */
const STEP_MS = 20;

function isJustNow({ mtimeMs }: BigIntStats): boolean {
  return Math.abs(Date.now() - Number(mtimeMs)) < STEP_MS;
}
