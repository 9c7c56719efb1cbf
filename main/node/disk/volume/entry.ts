import { type BigIntStats, lstatSync, readdirSync, statfsSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import type { Entry } from '../../../ports/disk.ts';
import { isHollow, type VolumeIdentity } from './file-digest.ts';
import { keepsBirthTimes, volumeTag } from './volume.ts';

/** What is at an absolute path, without following links. @throws system errors. */
export function statExactly(path: string): BigIntStats {
  return lstatSync(path, { bigint: true });
}

/** What is at an absolute path, or null when there is nothing. @throws other system errors. */
export function statIfThere(path: string): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

/** Whether a name is in its folder as it is written: a volume may take another one for it. Reads the folder. */
export function hasExactly(path: string): boolean {
  return readdirSync(dirname(path)).includes(basename(path));
}

/** The port's view of what is at an absolute path. */
export function entryAt(path: string, stats: BigIntStats): Entry {
  return entryOf({ name: basename(path), folder: dirname(path), stats });
}

/** The port's view of one name in a folder (an absolute path, used only to find out about the volume). */
export function entryOf({ name, folder, stats }: { name: string; folder: string; stats: BigIntStats }): Entry {
  return {
    name,
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
    sizeBytes: stats.isFile() ? Number(stats.size) : 0,
    modifiedMs: Number(stats.mtimeMs),
    changedMs: Number(stats.ctimeMs),
    key: keyOf(folder, stats),
    fingerprint: fingerprintOf(stats),
    links: Number(stats.nlink),
    ...(stats.isFile() && isHollow(stats) ? { isHollow: true } : {}),
  };
}

/** Who it is. Without a reliable birth time only the volume and the inode, so a reused inode is not noticed there. */
export function keyOf(folder: string, stats: BigIntStats): string {
  const born = keepsBirthTimes(stats.dev, () => statfsSync(folder).type);
  return `${volumeTag(folder, stats.dev)}:${stats.ino}${born ? `:${stats.birthtimeNs}` : ''}`;
}

/** What the volume of an entry says about it. @param folder on that volume, absolute. */
export function volumeFacts(folder: string, device: bigint): VolumeIdentity {
  const keeps = keepsBirthTimes(device, () => statfsSync(folder).type);
  return { tag: Number.parseInt(volumeTag(folder, device), 36), keepsBirthTimes: keeps };
}

/** What state it is in. A folder's own times change with each name in it, so only its inode counts. */
export function fingerprintOf(stats: BigIntStats): string {
  if (stats.isDirectory()) return `${stats.ino}`;
  return `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}

/** Whether the bytes are as they were, ignoring ctime: our own links and renames change that. */
export function sameBytes(one: BigIntStats, other: BigIntStats): boolean {
  return sameFile(one, other) && one.size === other.size && one.mtimeNs === other.mtimeNs;
}

/** Whether two are one file under two names, or at two moments. */
export function sameFile(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}
