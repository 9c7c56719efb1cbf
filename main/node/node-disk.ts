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
import { locate, locateInside } from './disk/locate.ts';
import { checkRoot, inspectFolder, recordsSum, writeMarker } from './disk/marker.ts';
import { moveEntry } from './disk/move.ts';
import { openInRoot } from './disk/open-file.ts';
import { openOutbox } from './disk/outbox.ts';
import { placeStaged } from './disk/place.ts';
import { resumeInRoot, stageInRoot } from './disk/staging.ts';
import { Store } from './disk/store.ts';
import { sweepStage, unmarkRoot } from './disk/sweep.ts';
import { codeOf, diskFault, isAbsence, refused, stale } from './disk/system-error.ts';
import { forgetVolumes } from './disk/volume.ts';

/**
 * The real disk. Effects run on this thread with synchronous calls (they are microseconds; promises cost many times
 * that), flushing and long reads in Node's pool, walking and hashing in a worker thread of each root, which has another one
 * take half of large walks.
 * GAP: a volume that stops answering within a second after it did (`answers.ts`) holds this thread in such a call.
 * @param dataDirectory absolute; removed files go to its folder `store`. Nothing runs until the first call.
 */
export function createNodeDisk(dataDirectory: string): Disk {
  const threads = new Map<string, DiskThread>();
  // A walk through a share that gives no answer holds up its own folder alone.
  const threadOf = ({ path }: Root): DiskThread => kept(threads, path, () => new DiskThread());
  const store = new Store(join(dataDirectory, 'store'));
  const by = recordsSum(dataDirectory);
  const aparts = new Map<string, Apart>();
  const apartOf = ({ path }: Root): Apart => kept(aparts, path, () => new Apart());
  return {
    inspect: async path => {
      forgetVolumes();
      return inspectFolder(path);
    },
    claims: path => claimsAround(path, by),
    mark: (path, root, epoch = 0) => writeMarker(path, { root, epoch, by }),
    unmark: root => unmarkRoot(root, store),
    look: (root, known, at = {}) => apartOf(root).look(() => threadOf(root).ask('look', { root, known, at })),
    entry: async (root, path) => entryInRoot(root, path),
    openForWriting: root => threadOf(root).ask('openForWriting', { root }),
    hash: (root, path) => threadOf(root).ask('hash', { root, path }),
    open: async (root, path) => openInRoot(root, path),
    makeFolder,
    stage: async (root, name) => stageInRoot(root, name),
    resume: resumeInRoot,
    place: (root, placing) => placeStaged(root, placing, store),
    move: (root, from, to, key) => apartOf(root).move(() => moveEntry(root, { from, to, key })),
    store: (root, path, stamp, storeName) => store.take(root, path, { stamp, storeName }),
    free: (root, path, stamp) => freeFile(root, { path, stamp }, store),
    restore: (root, storeName, path) => store.restore(root, storeName, path),
    removeFolder,
    stageInStore: async storeName => store.stage(storeName),
    listStored: async () => store.list(),
    openStored: async storeName => store.open(storeName),
    dropStored: async storeName => store.drop(storeName),
    sweep: (root, kept = new Set(), dropping = () => undefined) => sweepStage(root, { kept, dropping }, store),
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

/** A parent that is gone, or is a link now, means that nothing of ours is at the path. */
function entryInRoot(root: Root, path: string): Entry | null {
  checkRoot(root);
  try {
    const absolute = locate(root, path);
    const stats = statIfThere(absolute);
    return stats === null ? null : entryAt(absolute, stats);
  } catch (thrown) {
    const fault = diskFault(thrown, path);
    if (isNothing(fault)) return null;
    throw fault;
  }
}

function isNothing(thrown: unknown): boolean {
  if (isAbsence(thrown)) return true;
  if (!(thrown instanceof FaultError)) return false;
  return thrown.fault.kind === 'stale' || (thrown.fault.kind === 'disk-refused' && thrown.fault.code === 'ELOOP');
}

async function makeFolder(root: Root, path: string): Promise<Entry> {
  checkRoot(root);
  try {
    const absolute = locateInside(root, path);
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

async function removeFolder(root: Root, path: string): Promise<boolean> {
  checkRoot(root);
  try {
    const absolute = locateInside(root, path);
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
