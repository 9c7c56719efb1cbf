import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * A name for the volume that a folder is on, which stays the same over restarts. Device numbers do not: disks are
 * numbered in the order they answer, and network and btrfs volumes get a new number at each mount. Remembered by device until `forgetVolumes`.
 * Linux: the file system's UUID, else its type and source. Windows: the volume's serial number, which Node gives as the
 * device. macOS: the birth time of the volume's topmost folder.
 */
export function volumeOf(path: string, device: bigint): string {
  const known = volumes.get(device);
  if (known !== undefined) return known;
  const volume = findVolume(path, device);
  volumes.set(device, volume);
  return volume;
}

const volumes = new Map<bigint, string>();
const tags = new Map<bigint, string>();

/** Forgets which volume is which device; to be called before a look, since a disk may have been exchanged. */
export function forgetVolumes(): void {
  volumes.clear();
  tags.clear();
}

function findVolume(path: string, device: bigint): string {
  if (process.platform === 'linux') return linuxVolume(device) ?? `device-${device}`;
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

/** SPEC: proc(5), /proc/[pid]/mountinfo: `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue` */
function linuxVolume(device: bigint): string | null {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & 0xfffff000n);
  const minor = (device & 0xffn) | ((device >> 12n) & 0xffffff00n);
  const line = readOrEmpty('/proc/self/mountinfo')
    .split('\n')
    .find(candidate => candidate.split(' ')[2] === `${major}:${minor}`);
  const [type, source] = line?.split(' - ')[1]?.split(' ') ?? [];
  if (type === undefined || source === undefined) return null;
  return fileSystemUuid(source) ?? `${type}:${source}`;
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
    const found = readdirSync(folder).find(uuid => resolve(folder, readlinkSync(`${folder}/${uuid}`)) === source);
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

const trusted = new Map<bigint, boolean>();

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
