import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';

import { FaultError } from '../../../shared/fault.ts';
import type { FolderLook, Look, LookAt, Root } from '../../ports/disk.ts';
import { digestOf, doubtful } from './digest.ts';
import { statExactly, statIfThere } from './entry.ts';
import { locate } from './locate.ts';
import { checkRoot } from './marker.ts';
import { type FolderReading, readFolderCalmly } from './read-folder.ts';
import { codeOf } from './system-error.ts';
import { forgetVolumes } from './volume.ts';

/**
 * Walks a root, or some folders of it, with synchronous calls; meant for a worker thread. Only differences to `known` are
 * given.
 * A file moved during the walk from a folder not yet read into one already read would be seen nowhere. So when anything
 * differs, the folders' times are looked at once more at the end, and if one changed, the walk is done again, once. If one
 * changed then, too, the look is restless: what it did not find may be there.
 * @throws FaultError `root-lost`.
 */
export function lookAround(root: Root, known: ReadonlyMap<string, string>, { only }: LookAt = {}): Look {
  forgetVolumes();
  checkRoot(root);
  const first = walk(root, known, only);
  const isAgain = first.changed.length > 0 && hasMoved(root, first);
  const last = isAgain ? walk(root, known, only) : first;
  const { changed, unreadable } = last;
  const isRestless = isAgain && hasMoved(root, last);
  forgetVolumes();
  checkRoot(root);
  const unread = [...(only ?? known.keys())].filter(path => !last.times.has(path));
  return { changed, unread, unreadable, isRestless, isPartial: only !== undefined };
}

interface Walk {
  readonly changed: FolderLook[];
  readonly unreadable: { path: string; code: string }[];
  /** Of each folder that was read: when its names last changed. */
  readonly times: Map<string, bigint>;
  /** Whether the names of a folder changed each time they were read, or so shortly before that a change since has no other time. */
  isTorn: boolean;
  readonly known: ReadonlyMap<string, string>;
  readonly device: bigint;
  readonly nowMs: number;
}

function walk(root: Root, known: ReadonlyMap<string, string>, only?: readonly string[]): Walk {
  const device = statExactly(root.path).dev;
  const state: Walk = {
    changed: [],
    unreadable: [],
    times: new Map(),
    isTorn: false,
    known,
    device,
    nowMs: Date.now(),
  };
  const waiting =
    only === undefined
      ? ['']
      : only
          .filter(path => isToBeRead(root, path, state))
          .toSorted()
          .reverse();
  const listed = new Set(only);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const reading = visit(root, path, state);
    for (const { name, stats } of reading?.folders ?? []) {
      const inside = path === '' ? name : `${path}/${name}`;
      if (only !== undefined && (known.has(inside) || listed.has(inside))) continue;
      if (isElsewhere(stats, device)) state.unreadable.push({ path: inside, code: 'EXDEV' });
      else waiting.push(inside);
    }
  }
  return state;
}

/** Whether a folder that somebody named is one of this volume, and so are those above it: none a link. */
function isToBeRead(root: Root, path: string, { device, unreadable }: Walk): boolean {
  try {
    const stats = statIfThere(locate(root, path));
    if (stats === null || !isElsewhere(stats, device)) return stats !== null;
    unreadable.push({ path, code: 'EXDEV' });
    return false;
  } catch (thrown) {
    if (thrown instanceof FaultError || codeOf(thrown) !== null) return false;
    throw thrown;
  }
}

function isElsewhere(stats: BigIntStats, device: bigint): boolean {
  return stats.dev !== device;
}

function visit(root: Root, path: string, state: Walk): FolderReading | null {
  try {
    const found = readFolderCalmly(join(root.path, path), path === '', state.nowMs);
    if (found !== null) record(path, found, state);
    state.isTorn ||= found !== null && (!found.isCalm || isJustNow(found.stats));
    return found?.reading ?? null;
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === null) throw thrown;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (path === '') throw new FaultError({ kind: 'root-lost', path: root.path, why: 'unreadable' }, { cause: thrown });
    state.unreadable.push({ path, code });
    return null;
  }
}

function record(path: string, { reading, stats }: { reading: FolderReading; stats: BigIntStats }, state: Walk): void {
  const exact = digestOf(reading.entries);
  const digest = reading.young ? doubtful(exact) : exact;
  state.times.set(path, stats.mtimeNs);
  const isKnown = state.known.get(path) === digest;
  if (reading.young || !isKnown) state.changed.push({ path, digest, entries: reading.entries });
}

/** Systems count the times of folders in steps of up to so many milliseconds. */
const STEP_MS = 20;

function isJustNow({ mtimeMs }: BigIntStats): boolean {
  return Math.abs(Date.now() - Number(mtimeMs)) < STEP_MS;
}

function hasMoved(root: Root, { times, isTorn }: Pick<Walk, 'times' | 'isTorn'>): boolean {
  if (isTorn) return true;
  for (const [path, time] of times) {
    try {
      if (statIfThere(join(root.path, path))?.mtimeNs !== time) return true;
    } catch {
      return true;
    }
  }
  return false;
}
