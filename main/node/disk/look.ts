import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';

import { FaultError } from '../../../shared/fault.ts';
import type { FolderLook, Look, Root } from '../../ports/disk.ts';
import { digestOf, doubtful } from './digest.ts';
import { statExactly, statIfThere } from './entry.ts';
import { checkRoot } from './marker.ts';
import { type FolderReading, readFolderCalmly } from './read-folder.ts';
import { codeOf } from './system-error.ts';
import { forgetVolumes } from './volume.ts';

/**
 * Walks a root with synchronous calls; meant for a worker thread. Only differences to `known` are given.
 * A file moved during the walk from a folder not yet read into one already read would be seen nowhere. So when anything
 * differs, the folders' times are looked at once more at the end, and if one changed, the walk is done again, once.
 * RACE: a folder that changes all the time can still hide a move that happens during the second walk, until the next look.
 * @throws FaultError `root-lost`.
 */
export function lookAround(root: Root, known: ReadonlyMap<string, string>): Look {
  forgetVolumes();
  checkRoot(root);
  const first = walk(root, known);
  const look = first.changed.length > 0 && hasMoved(root, first.times) ? walk(root, known) : first;
  forgetVolumes();
  checkRoot(root);
  return { changed: look.changed, digests: look.digests, unreadable: look.unreadable };
}

interface Walk extends Look {
  readonly changed: FolderLook[];
  readonly digests: Map<string, string>;
  readonly unreadable: { path: string; code: string }[];
  /** When each folder's names last changed. */
  readonly times: Map<string, bigint>;
  readonly known: ReadonlyMap<string, string>;
  readonly device: bigint;
  readonly nowMs: number;
}

function walk(root: Root, known: ReadonlyMap<string, string>): Walk {
  const device = statExactly(root.path).dev;
  const state: Walk = {
    changed: [],
    digests: new Map(),
    unreadable: [],
    times: new Map(),
    known,
    device,
    nowMs: Date.now(),
  };
  const waiting: string[] = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const reading = visit(root, path, state);
    for (const { name, stats } of reading?.folders ?? []) {
      const inside = path === '' ? name : `${path}/${name}`;
      if (isElsewhere(stats, device)) state.unreadable.push({ path: inside, code: 'EXDEV' });
      else waiting.push(inside);
    }
  }
  return state;
}

function isElsewhere(stats: BigIntStats, device: bigint): boolean {
  return stats.dev !== device;
}

function visit(root: Root, path: string, state: Walk): FolderReading | null {
  try {
    const found = readFolderCalmly(join(root.path, path), path === '', state.nowMs);
    if (found !== null) record(path, found, state);
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
  state.digests.set(path, digest);
  state.times.set(path, stats.mtimeNs);
  const isKnown = state.known.get(path) === digest;
  if (reading.young || !isKnown) state.changed.push({ path, digest, entries: reading.entries });
}

function hasMoved(root: Root, times: ReadonlyMap<string, bigint>): boolean {
  for (const [path, time] of times) {
    try {
      if (statIfThere(join(root.path, path))?.mtimeNs !== time) return true;
    } catch {
      return true;
    }
  }
  return false;
}
