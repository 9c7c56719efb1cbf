import { mkdirSync, rmdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { FaultError } from '../../shared/fault.ts';
import type { Disk, DiskSpace, Entry, Root } from '../ports/disk.ts';
import { Apart } from './disk/apart.ts';
import { claimsAround } from './disk/claims.ts';
import { DiskThread } from './disk/disk-thread.ts';
import { entryAt, statExactly, statIfThere } from './disk/entry.ts';
import { flushFolder } from './disk/flush.ts';
import { freeFile } from './disk/free.ts';
import { canHold } from './disk/hold.ts';
import { entryInside, statInRoot } from './disk/inside.ts';
import { inspectFolder, readMarker, recordsSum, writeMarker } from './disk/marker.ts';
import { moveEntry } from './disk/move.ts';
import { openInRoot } from './disk/open-file.ts';
import { openOutbox } from './disk/outbox.ts';
import { placeStaged } from './disk/place.ts';
import { type Reach, reachInto } from './disk/reach.ts';
import { resumeInRoot, stageInRoot } from './disk/staging.ts';
import { Store } from './disk/store.ts';
import { sweepStage, unmarkRoot } from './disk/sweep.ts';
import { codeOf, diskFault, refused, stale } from './disk/system-error.ts';
import { forgetVolumes } from './disk/volume.ts';

/** How a disk does its work. */
export interface DiskManner {
  /** Whether it holds the folders open in which it acts; left out: where the system can. */
  readonly isHolding?: boolean;
}

/**
 * The real disk. Effects run on this thread with synchronous calls (they are microseconds; promises cost many times
 * that), flushing and long reads in Node's pool, walking and hashing in a worker thread of each root, which has another one
 * take half of large walks.
 * GAP: a volume that stops answering within a second after it did (`answers.ts`) holds this thread in such a call.
 * @param dataDirectory absolute; removed files go to its folder `store`. Nothing runs until the first call.
 */
export function createNodeDisk(dataDirectory: string, { isHolding = canHold() }: DiskManner = {}): Disk {
  const threads = new Map<string, DiskThread>();
  // A walk through a share that gives no answer holds up its own folder alone.
  const threadOf = ({ path }: Root): DiskThread => kept(threads, path, () => new DiskThread());
  const store = new Store(join(dataDirectory, 'store'));
  const by = recordsSum(dataDirectory);
  const aparts = new Map<string, Apart>();
  const apartOf = ({ path }: Root): Apart => kept(aparts, path, () => new Apart());
  const act = <T>(root: Root, path: string, work: (reach: Reach) => Promise<T>): Promise<T> =>
    actIn(reachInto(root, isHolding), path, work);
  return {
    inspect: async path => {
      forgetVolumes();
      return inspectFolder(path);
    },
    claims: path => claimsAround(path, by),
    mark: (path, root, epoch = 0) => writeMarker(path, { root, epoch, by }, isHolding),
    unmark: root => unmark(root, store, isHolding),
    look: (root, known, at = {}) => apartOf(root).look(() => threadOf(root).ask('look', { root, known, at })),
    entry: async (root, path) => {
      const stats = statInRoot(root, path, isHolding);
      return stats === null ? null : entryInside(root, path, stats);
    },
    openForWriting: root => threadOf(root).ask('openForWriting', { root }),
    hash: (root, path) => threadOf(root).ask('hash', { root, path }),
    open: async (root, path) => openInRoot(root, path, isHolding),
    makeFolder: async (root, path) => act(root, path, reach => makeFolder(reach, path)),
    stage: async (root, name) => stageInRoot(root, name, isHolding),
    resume: (root, name, begun) => resumeInRoot(root, name, { begun, isHolding }),
    place: async (root, placing) => act(root, placing.path, reach => placeStaged(reach, placing, store)),
    move: (root, from, to, key) =>
      apartOf(root).move(async () => act(root, to, reach => moveEntry(reach, { from, to, key }))),
    store: async (root, path, stamp, storeName) =>
      act(root, path, reach => store.take(reach, path, { stamp, storeName })),
    free: async (root, path, stamp) => act(root, path, reach => freeFile(reach, { path, stamp }, store)),
    restore: async (root, storeName, path) => act(root, path, reach => store.restore(reach, storeName, path)),
    removeFolder: async (root, path) => act(root, path, reach => removeFolder(reach, path)),
    stageInStore: async storeName => store.stage(storeName),
    listStored: async () => store.list(),
    openStored: async storeName => store.open(storeName),
    dropStored: async storeName => store.drop(storeName),
    sweep: async (root, kept = new Set(), dropping = () => undefined) =>
      act(root, '', reach => sweepStage(reach, { kept, dropping }, store)),
    space: async folder => spaceOf(folder, dataDirectory),
    outbox: () => openOutbox(join(dataDirectory, 'outbox')),
    close: async () => void (await Promise.all([...threads.values()].map(thread => thread.close()))),
  };
}

/** What belongs to a key, made when it is first asked for. */
function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  const known = all.get(key) ?? make();
  all.set(key, known);
  return known;
}

/** Does something in a root, and lets go of its folders however it ends. */
async function actIn<T>(reach: Reach, path: string, work: (reach: Reach) => Promise<T>): Promise<T> {
  try {
    const result = await work(reach);
    reach.confirm(path, true);
    return result;
  } finally {
    reach.close();
  }
}

/** A root that is gone needs nothing. */
async function unmark(root: Root, store: Store, isHolding: boolean): Promise<void> {
  try {
    if (readMarker(root.path) === null) return;
  } catch (thrown) {
    throw diskFault(thrown, root.path);
  }
  const reach = reachInto(root, isHolding);
  try {
    await unmarkRoot(reach, store);
  } finally {
    reach.close();
  }
}

async function makeFolder(reach: Reach, path: string): Promise<Entry> {
  try {
    const absolute = reach.locateInside(path);
    if (makeUnlessThere(absolute)) await flushFolder(dirname(absolute));
    const stats = statExactly(absolute);
    if (!stats.isDirectory()) throw stale(path, 'is there already and is no folder');
    return entryAt(absolute, stats);
  } catch (thrown) {
    throw diskFault(thrown, path);
  }
}

function makeUnlessThere(absolute: string): boolean {
  try {
    mkdirSync(absolute);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

async function removeFolder(reach: Reach, path: string): Promise<boolean> {
  try {
    const absolute = reach.locateInside(path);
    const stats = statIfThere(absolute);
    if (stats === null) return true;
    if (!stats.isDirectory()) return false;
    rmdirSync(absolute);
    await flushFolder(dirname(absolute));
    return true;
  } catch (thrown) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(thrown) ?? '')) return false;
    const fault = diskFault(thrown, path);
    if (fault instanceof FaultError && fault.fault.kind === 'stale') return true;
    throw fault;
  }
}

function spaceOf(folder: string, dataDirectory: string): DiskSpace {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, recordsFreeBytes: freeFor(dataDirectory) };
  } catch (thrown) {
    throw refused(folder, codeOf(thrown) ?? 'EIO');
  }
}

/** Records that are not there yet, or that cannot be asked about, keep nobody from anything. */
function freeFor(dataDirectory: string): number {
  try {
    const { bavail, bsize } = statfsSync(dataDirectory);
    return bavail * bsize;
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}
