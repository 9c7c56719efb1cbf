import { lstatSync, readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { realPlaceOf } from './open-folder.ts';

/**
 * A name for the volume that a folder is on, which stays the same over restarts. Device numbers do not: disks are
 * numbered in the order they answer, and network and btrfs volumes get a new number at each mount. Remembered by device until `forgetVolumes`.
 * Linux: the file system's UUID, else its type and source. Windows: the volume's serial number, which Node gives as the
 * device. macOS: the birth time of the volume's topmost folder.
 */
export function volumeOf(path: string, device: bigint): string {
  const known = volumes.get(device);
  if (known !== undefined) return known;
  const volume = findVolume(realPlaceOf(path), device);
  volumes.set(device, volume);
  return volume;
}

const volumes = new Map<bigint, string>();
const tags = new Map<bigint, string>();
const trusted = new Map<bigint, boolean>();

/** Forgets which volume is which device; to be called before a look, since a disk may have been exchanged. */
export function forgetVolumes(): void {
  volumes.clear();
  tags.clear();
  trusted.clear();
}

function findVolume(path: string, device: bigint): string {
  if (process.platform === 'linux') return linuxVolume(path, device) ?? `device-${device}`;
  if (process.platform === 'win32') return `serial-${device}`;
  return topmostFolder(path, device);
}

/** A short form of the volume's name for use in keys, remembered by device. */
export function volumeTag(path: string, device: bigint): string {
  const known = tags.get(device);
  if (known !== undefined) return known;
  const tag = shortForm(volumeOf(path, device));
  tags.set(device, tag);
  return tag;
}

function shortForm(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

function linuxVolume(path: string, device: bigint): string | null {
  const mount = mountOf(readOrEmpty('/proc/self/mountinfo'), { path, device });
  return mount === null ? null : (fileSystemUuid(mount.source) ?? `${mount.type}:${mount.source}`);
}

/** A file system in use. */
export interface Mount {
  readonly type: string;
  /** A device's path, a server's export, or a mere word. */
  readonly source: string;
}

/**
 * The mount that holds a folder: by its device, else by the longest mount point above it, since btrfs gives each
 * subvolume a device that is in no table.
 * SPEC: proc(5), /proc/[pid]/mountinfo: `36 35 98:0 /root /mount/point rw,noatime master:1 - ext3 /dev/root rw`; blanks
 * in paths are written as octal `\040`.
 */
export function mountOf(mountinfo: string, { path, device }: { path: string; device: bigint }): Mount | null {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & 0xfffff000n);
  const minor = (device & 0xffn) | ((device >> 12n) & 0xffffff00n);
  const lines = mountinfo.split('\n').map(line => line.split(' '));
  const above = lines.filter(fields => isWithin(path, plain(fields[4] ?? '')));
  const longest = above.toSorted((one, other) => plain(other[4] ?? '').length - plain(one[4] ?? '').length)[0];
  const fields = lines.find(candidate => candidate[2] === `${major}:${minor}`) ?? longest;
  const [type, source] = fields?.slice(fields.indexOf('-') + 1) ?? [];
  return type === undefined || source === undefined ? null : { type, source: plain(source) };
}

function isWithin(path: string, mountPoint: string): boolean {
  if (mountPoint === '') return false;
  return mountPoint === '/' || path === mountPoint || path.startsWith(`${mountPoint}/`);
}

function plain(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function fileSystemUuid(source: string): string | null {
  const folder = '/dev/disk/by-uuid';
  try {
    // Logical volumes are mounted by a name that itself is a link.
    const device = realpathSync(source);
    const found = readdirSync(folder).find(uuid => resolve(folder, readlinkSync(`${folder}/${uuid}`)) === device);
    return found === undefined ? null : `uuid:${found}`;
  } catch {
    return null;
  }
}

function topmostFolder(path: string, device: bigint): string {
  let top = path;
  for (let parent = dirname(top); parent !== top; parent = dirname(parent)) {
    if (lstatSync(parent, { bigint: true }).dev !== device) break;
    top = parent;
    if (parent === dirname(parent)) break;
  }
  const facts = lstatSync(top, { bigint: true });
  return `born-${facts.birthtimeNs}-${facts.ino}`;
}

/** File systems whose birth times are kept on disk and never change: ext, xfs, btrfs, f2fs, zfs, bcachefs, ntfs3. */
const KEEPS_BIRTH = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x7366746e]);

/** Whether birth times on a device can be relied on; `type` gives the file system's magic number (statfs). */
export function keepsBirthTimes(device: bigint, type: () => number): boolean {
  if (process.platform !== 'linux') return true;
  const known = trusted.get(device);
  if (known !== undefined) return known;
  const answer = KEEPS_BIRTH.has(type());
  trusted.set(device, answer);
  return answer;
}
