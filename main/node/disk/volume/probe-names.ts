import { closeSync, linkSync, openSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import type { VolumeFacts } from '../../../ports/disk.ts';
import { sameFile, statExactly, statIfThere } from './entry.ts';
import { NEW_FLAGS } from './open-flags.ts';
import type { Reach } from './held-folders.ts';
import { codeOf, diskFault } from '../system-error.ts';

/** Steps in which file systems count the time of a modification, nanoseconds: exact, NTFS, APFS, exFAT, old ones, FAT. */
const STEPS_NS = [2_000_000_000, 1_000_000_000, 10_000_000, 1_000_000, 1000] as const;

/** An odd second, and a part of it that no coarser step keeps. */
const ODD_SECONDS = 1_700_000_001.123457;

/**
 * Finds out what a volume makes of names and times; see `Disk.probe`. Where nothing may be written, the system says what is
 * usual. What is tried lies in our own folder, which no person looks into, and goes again.
 */
export async function probeVolume(reach: Reach): Promise<VolumeFacts> {
  const ours = reach.ours();
  const foldsCase = isSame(join(ours, 'root.json'), join(ours, 'ROOT.JSON'));
  const isWindows = process.platform === 'win32';
  try {
    const folder = reach.madeStage();
    return {
      foldsCase,
      foldsUnicode: tried(folder, 'probe-\u00e9', path => isSame(path, join(folder, 'probe-e\u0301'))),
      // Windows takes such names by way of paths that its own programs cannot use.
      refusesWindowsNames: isWindows || !holds(folder, 'probe-:?*"<>|') || !holds(folder, 'probe-.'),
      timeStepNs: tried(folder, 'probe-time', stepOf),
      hasLinks: tried(folder, 'probe-link', path => hasLinks(path, join(folder, 'probe-link-2'))),
    };
  } catch (thrown) {
    if (!isUnwritable(thrown)) throw diskFault(thrown, reach.root.path);
    const isMac = process.platform === 'darwin';
    return { foldsCase, foldsUnicode: isMac, refusesWindowsNames: isWindows, timeStepNs: 1000, hasLinks: !isWindows };
  }
}

/** Makes an empty file, asks about it, and removes it. */
function tried<T>(folder: string, name: string, ask: (path: string) => T): T {
  const path = join(folder, name);
  closeSync(openSync(path, NEW_FLAGS, 0o600));
  try {
    return ask(path);
  } finally {
    rmSync(path, { force: true });
  }
}

/** Whether a file of a name has that name when its folder is listed. */
function holds(folder: string, name: string): boolean {
  try {
    return tried(folder, name, () => readdirSync(folder).includes(name));
  } catch (thrown) {
    if (isUnwritable(thrown)) throw thrown;
    return false;
  }
}

function isSame(path: string, other: string): boolean {
  const found = statIfThere(other);
  return found !== null && sameFile(statExactly(path), found);
}

function stepOf(path: string): number {
  utimesSync(path, ODD_SECONDS, ODD_SECONDS);
  const { mtimeNs } = statExactly(path);
  return STEPS_NS.find(step => mtimeNs % BigInt(step) === 0n) ?? 1;
}

function hasLinks(path: string, other: string): boolean {
  try {
    linkSync(path, other);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(other, { force: true });
  }
}

/** A disk that is full, or that nothing may be written to, says nothing about names. */
function isUnwritable(thrown: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'].includes(codeOf(thrown) ?? '');
}
