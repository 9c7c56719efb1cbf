import { join } from 'node:path';

import type { Disk, FinishedStaging, OnKeysGone, PartialStaging, Root } from '../../ports/disk.ts';
import { claimsAround } from './volume/claims.ts';
import { makeFolder, removeFolder } from './write/make-and-remove-folders.ts';
import { freeFile } from './write/free-space.ts';
import { hashFile } from './read/hash.ts';
import { type HashAnswer, hashTogether } from './read/hash-together.ts';
import { canHold } from './volume/open-folder.ts';
import { entryInside, statInRoot } from './read/inside-root.ts';
import { scanFolders } from './read/scan-folders.ts';
import { inspectFolder, readMarker, recordsSum, writeMarker } from './volume/marker.ts';
import { moveEntry } from './write/move-item.ts';
import { openInRoot } from './read/open-file.ts';
import { filesOpenForWriting } from './volume/open-for-writing.ts';
import { openOutbox } from './write/outbox-files.ts';
import { placeStaged } from './write/place-file.ts';
import { type Reach, reachInto } from './volume/held-folders.ts';
import { probeVolume } from './volume/probe-names.ts';
import type { Readable } from './read/read-file.ts';
import { spaceOf } from './volume/free-bytes.ts';
import type { Telling } from './write/staged-file.ts';
import { removeStaged, resumeInRoot, stageInRoot, stageWhole } from './write/staging.ts';
import { Store } from './write/trash-folder.ts';
import { sweepStage, unmarkRoot } from './write/sweep.ts';
import { diskFault } from './system-error.ts';
import { forgetVolumes } from './volume/volume.ts';
import type { ShareWithThread } from './read/walk-together.ts';
import { isHeldByOthers } from './volume/held-open.ts';

/** How a disk does its work. */
export interface DiskManner {
  /** Whether it holds the folders open in which it acts; left out: where the system can. */
  readonly isHolding?: boolean;
  /** Another thread for half of large walks. */
  readonly second?: ShareWithThread;
}

/** The calls of a disk that act on folders, and on the store for them. */
type OnFolders = Omit<Disk, 'open' | 'stage' | 'resume' | 'sweep' | 'close' | 'stageInStore' | 'openStored'>;

/**
 * The disk as it does its work in the thread that calls it, with synchronous calls: they are microseconds, and promises cost
 * many times that. On a volume that hangs it holds that thread.
 */
export interface DirectDisk extends OnFolders {
  /** `hash` for small files: an answer for each. @throws FaultError `root-lost`. */
  hashTogether(root: Root, paths: readonly string[]): Promise<readonly HashAnswer[]>;
  open(root: Root, path: string): Readable;
  stage(root: Root, name: string): PartialStaging;
  /** Begins and finishes a staged file of these bytes. What failed stays, to be removed. @throws FaultError. */
  stageWhole(root: Root, name: string, bytes: Uint8Array): Promise<FinishedStaging>;
  resume: Disk['resume'];
  /** Removes a staged file that may have ended; see `Staging.discard`. @param cameNowhere heard before it goes. */
  unstage(root: Root, name: string, cameNowhere: Telling): Promise<void>;
  /** @param dropping heard before anything goes. */
  sweep(
    root: Root,
    kept: ReadonlySet<string>,
    dropping: (...told: Parameters<OnKeysGone>) => void | Promise<void>,
  ): Promise<readonly string[]>;
}

/** @param dataDirectory absolute; removed files go to its folder `store`. Nothing is touched until the first call. */
export function createDirectDisk(dataDirectory: string, manner: DiskManner = {}): DirectDisk {
  const { isHolding = canHold(), second } = manner;
  const store = new Store(join(dataDirectory, 'store'));
  const by = recordsSum(dataDirectory);
  const act = async <T>(root: Root, path: string, work: (reach: Reach) => Promise<T>): Promise<T> =>
    actIn(reachInto(root, isHolding), path, work);
  return {
    inspect: async path => {
      forgetVolumes();
      return inspectFolder(path);
    },
    claims: path => claimsAround(path, by),
    mark: (path, root, epoch = 0) => writeMarker(path, { root, epoch, by }, isHolding),
    probe: root => act(root, '', probeVolume),
    unmark: root => unmark(root, store, isHolding),
    scan: (root, known, at = {}) => scanFolders(root, known, { ...at, ...(second === undefined ? {} : { second }) }),
    entry: async (root, path) => {
      const stats = statInRoot(root, path, isHolding);
      return stats === null ? null : entryInside(root, path, stats);
    },
    openForWriting: async root => filesOpenForWriting(root),
    isHeld: (root, path) => act(root, path, reach => isHeldByOthers(reach.locate(path))),
    hash: (root, path) => hashFile(root, path, isHolding),
    hashTogether: (root, paths) => hashTogether(root, paths, isHolding),
    open: (root, path) => openInRoot(root, path, isHolding),
    makeFolder: (root, path) => act(root, path, reach => makeFolder(reach, path)),
    stage: (root, name) => stageInRoot(root, name, isHolding),
    stageWhole: (root, name, bytes) => stageWhole(root, name, { bytes, isHolding }),
    resume: (root, name, begun) => resumeInRoot(root, name, { begun, isHolding }),
    unstage: (root, name, cameNowhere) => removeStaged(root, name, { cameNowhere, isHolding }),
    place: (root, placing) => act(root, placing.path, reach => placeStaged(reach, placing, store)),
    move: (root, from, to, key) => act(root, to, reach => moveEntry(reach, { from, to, key })),
    store: (root, path, fingerprint, storeName) =>
      act(root, path, reach => store.take(reach, path, { fingerprint, storeName })),
    free: (root, path, fingerprint) => act(root, path, reach => freeFile(reach, { path, fingerprint }, store)),
    restore: (root, storeName, path) => act(root, path, reach => store.restore(reach, storeName, path)),
    removeFolder: (root, path) => act(root, path, reach => removeFolder(reach, path)),
    listStored: async () => store.list(),
    dropStored: async storeName => store.drop(storeName),
    sweep: (root, kept, dropping) => act(root, '', reach => sweepStage(reach, { kept, dropping }, store)),
    space: async folder => spaceOf(folder, dataDirectory),
    outbox: () => openOutbox(join(dataDirectory, 'outbox')),
  };
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
