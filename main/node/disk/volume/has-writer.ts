import { type BigIntStats, readlinkSync, statSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { SECOND } from '../../../../shared/units.ts';
import { statIfThere } from './entry.ts';
import { realPlaceOf } from './open-folder.ts';
import { filesOfPrograms, isForWriting, openedAs } from './program-files.ts';
import { windowsFiles } from '../../system/windows-files.ts';

/** After going through all programs, this many times as long as that took nothing is asked: it is a bounded part of our time. */
const REST_FACTOR = 1;
/** How long `hadWriter` relies on what was found, in milliseconds. */
const RECENT_MS = SECOND / 2;

/** Names below which there are no files, but in the memory of `/dev/shm`. */
const DEVICE = /^\/(?:dev\/(?!shm\/)|proc\/|sys\/)/;
/** What Linux says behind the name of a file that has lost it. */
const DELETED = / \(deleted\)$/;

/** A file that a program has open for writing. */
interface Written {
  readonly link: string;
  readonly name: string;
  /** Its number on its volume. Linux tells it from 5.14 on; absent before. */
  readonly inode: string | undefined;
}

/** All of them at a moment, on the scale of `performance.now()`. */
interface OpenFilesFound {
  readonly at: number;
  readonly written: readonly Written[];
}

/** Null where the system does not tell. */
let next: Promise<OpenFilesFound | null> | null = null;
let last: OpenFilesFound | null = null;
let restsUntil = 0;

/**
 * Whether a program of this computer has a file open for writing; null where the system does not tell. Of programs of other
 * people Linux tells nothing, nor of a file that a program mapped into its memory and closed.
 * Going through all programs takes milliseconds, so it is done once for all who asked before it began.
 * @param path absolute. @param formerly another name under which it may have been opened.
 */
export async function hasWriter(path: string, formerly = path): Promise<boolean | null> {
  if (process.platform === 'win32') return isUsedOnWindows(path);
  const stats = statIfThere(path);
  const names = [path, formerly].map(realPlaceOf);
  next ??= lookSoon();
  const found = await next;
  return found === null ? null : stats !== null && isAmong(found, stats, names);
}

/** The same as of half a second ago: costs nothing while many files are asked about, and spares most of them a try. */
export async function hadWriter(path: string): Promise<boolean | null> {
  const stats = statIfThere(path);
  if (last === null || stats === null || performance.now() - last.at > RECENT_MS) return hasWriter(path);
  return isAmong(last, stats, [realPlaceOf(path)]) && hasWriter(path);
}

/** Windows is asked about one file at a time: whether another program's handle keeps us from opening it. */
async function isUsedOnWindows(path: string): Promise<boolean | null> {
  const windows = await windowsFiles();
  return windows === null ? null : windows.isHeld(path) || windows.isBeingWritten(path);
}

/** Who asks in this very turn is answered together. */
async function lookSoon(): Promise<OpenFilesFound | null> {
  const restMs = restsUntil - performance.now();
  await (restMs > 1 ? sleep(restMs) : nextTurn());
  next = null;
  const at = performance.now();
  const written = allWritten();
  last = written === null ? null : { at, written };
  restsUntil = performance.now() + (performance.now() - at) * REST_FACTOR;
  return last;
}

function allWritten(): readonly Written[] | null {
  const programs = filesOfPrograms();
  if (programs === null) return null;
  const written: Written[] = [];
  for (const { link, info } of programs) {
    const name = nameOf(link);
    const said = name === null ? '' : openedAs(info);
    if (name !== null && isForWriting(said)) written.push({ link, name, inode: /^ino:\s*(\d+)$/m.exec(said)?.[1] });
  }
  return written;
}

/** The name of an open file; null when it is none: a pipe, a socket, a device. */
function nameOf(link: string): string | null {
  try {
    const name = readlinkSync(link);
    if (!name.startsWith('/') || DEVICE.test(name)) return null;
    return name.replace(DELETED, '');
  } catch {
    return null;
  }
}

/** By its number or its name first: to a program in a container of its own a file has another name. */
function isAmong({ written }: OpenFilesFound, stats: BigIntStats, names: readonly string[]): boolean {
  const inode = String(stats.ino);
  return written.some(one => (one.inode === inode || names.includes(one.name)) && leadsTo(one.link, stats));
}

/** Asked only of what is likely the file: a volume that hangs must not hold us up because others have files there. */
function leadsTo(link: string, { dev, ino }: BigIntStats): boolean {
  try {
    const there = statSync(link, { bigint: true });
    return there.dev === dev && there.ino === ino;
  } catch {
    return false;
  }
}
