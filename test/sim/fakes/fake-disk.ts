import { assert } from '../../../shared/assert.ts';
import { FaultError } from '../../../shared/fault.ts';
import { MIB } from '../../../shared/units.ts';
import type {
  StagedPrefix,
  Claim,
  FinishedStaging,
  Disk,
  Entry,
  HashedFile,
  DiskScan,
  OpenFile,
  PartialStaging,
  Root,
  RootFacts,
  VolumeFacts,
} from '../../../main/ports/disk.ts';
import {
  checkRoot,
  entryOf,
  epochOf,
  type FakeDiskState,
  locate,
  locateInside,
  locateOrNull,
  lookAround,
  markerOf,
  refused,
  sha256Of,
  stale,
  fingerprintOf,
} from './fake-disk-parts.ts';
import { freeFile, moveNode, placeStaged, restoreFile, storeFile, sweepStage } from './fake-disk-effects.ts';
import { type FakeNode, FakeTree, nameOf, parentOf } from './fake-tree.ts';
import type { Http } from '../../../main/ports/http.ts';
import { carrying } from './fake-carrying.ts';
import type { Device } from './scheduler.ts';

/** A fresh computer's disk. @param nowMs its clock, for modification times. */
export function createDiskState(nowMs?: () => number): FakeDiskState {
  return {
    tree: new FakeTree(nowMs),
    stored: new Map(),
    freeBytes: Number.MAX_SAFE_INTEGER,
    totalBytes: 0,
    recordsFreeBytes: Number.MAX_SAFE_INTEGER,
    unflushed: [],
  };
}

/**
 * The disk as one run of a device sees it. Each call is one step; `place`, `move`, `store` and `scan` have moments inside.
 * @param line carries files between it and servers; left out: it reaches none.
 */
export function createFakeDisk(state: FakeDiskState, device: Device, line?: Http): Disk {
  const disk = diskAlone(state, device);
  return line === undefined ? disk : carrying(disk, line);
}

function diskAlone(state: FakeDiskState, device: Device): Disk {
  const { tree } = state;
  const step = <T>(label: string, act: () => T): Promise<Awaited<T>> =>
    device.step(`disk.${label}`, () => {
      state.unflushed.length = 0;
      const result = act();
      // A call ends when all that it did is on the disk.
      state.unflushed.length = 0;
      return result;
    });
  return {
    inspect: path => step(`inspect ${path}`, () => inspect(state, path)),
    claims: path => step(`claims ${path}`, () => claimsAround(state, path)),
    mark: (path, marker, epoch = 0) =>
      step(`mark ${path}`, () => void tree.write(`${path}/.benchtop/root.json`, `${marker} ${epoch} ours`)),
    // No step of its own: it leaves nothing, and the runs of earlier seeds stay what they were.
    probe: async root => probe(state, root),
    unmark: root => step(`unmark ${root.path}`, () => unmark(state, root)),
    scan: (root, known, { only } = {}) => step(`scan ${root.path}`, () => scan(state, device, { root, known, only })),
    entry: (root, path) => step(`entry ${path}`, () => entry(state, root, path)),
    openForWriting: root => step(`openForWriting ${root.path}`, () => tree.openForWriting(root.path)),
    // No step of its own, as where no system forbids anything.
    isHeld: async (root, path) => tree.locked.has(tree.find(locate(tree, root, path)) ?? tree.top),
    hash: (root, path) => step(`hash ${path}`, () => hashFile(state, device, { root, path })),
    open: (root, path) => step(`open ${path}`, () => openFile(state, device, { root, path })),
    outbox: () => step('outbox', () => openOutbox(state)),
    makeFolder: (root, path) => step(`makeFolder ${path}`, () => makeFolder(state, root, path)),
    stage: (root, name, purpose) =>
      step(`stage ${name}`, () =>
        purpose === 'hash' ? stagingTo({ state, device, name }, () => undefined) : stage(state, device, { root, name }),
      ),
    resume: (root, name, begun) => step(`resume ${name}`, () => resume(state, device, { root, name, begun })),
    place: (root, placing) =>
      step(`place ${placing.path}`, () =>
        placeStaged({ state, device, root, label: `disk.place ${placing.path}` }, placing),
      ),
    move: (root, from, to, key) =>
      step(`move ${from} ${to}`, () =>
        moveNode({ state, device, root, label: `disk.move ${from}` }, { from, to, key }),
      ),
    store: (root, path, fingerprint, storeName) =>
      step(`store ${path}`, () =>
        storeFile({ state, device, root, label: `disk.store ${path}` }, { path, fingerprint, storeName }),
      ),
    free: (root, path, fingerprint) =>
      step(`free ${path}`, () => freeFile({ state, device, root, label: `disk.free ${path}` }, { path, fingerprint })),
    restore: (root, storeName, path) =>
      step(`restore ${path}`, () =>
        restoreFile({ state, device, root, label: `disk.restore ${path}` }, { storeName, path }),
      ),
    removeFolder: (root, path) => step(`removeFolder ${path}`, () => removeFolder(state, root, path)),
    stageInStore: name =>
      step(`stageInStore ${name}`, () =>
        stagingTo({ state, device, name }, bytes => (state.stored.set(name, bytes), undefined)),
      ),
    listStored: () =>
      step('listStored', () =>
        [...state.stored].map(([name, bytes]) => ({ name, sizeBytes: bytes.byteLength, isFinished: true })),
      ),
    openStored: name => step(`openStored ${name}`, () => openStored(state, device, name)),
    dropStored: name => step(`dropStored ${name}`, () => void state.stored.delete(name)),
    sweep: (root, kept, dropping) => step(`sweep ${root.path}`, () => sweepStage(state, root, { kept, dropping })),
    space: folder =>
      step(`space ${folder}`, () => ({
        freeBytes: state.freeBytes,
        totalBytes: state.totalBytes,
        recordsFreeBytes: state.recordsFreeBytes,
      })),
    close: () => Promise.resolve(),
  };
}

function inspect({ tree }: FakeDiskState, path: string): RootFacts {
  const node = tree.find(path);
  const facts = { realPath: path, volume: node?.kind === 'folder' ? node.volume : '', marker: null, epoch: 0 };
  if (node === null) return { ...facts, trouble: 'missing', code: 'ENOENT' };
  if (node.kind !== 'folder') return { ...facts, trouble: 'not-a-folder', code: 'ENOTDIR' };
  if (node.refusal !== null) return { ...facts, trouble: 'unreadable', code: node.refusal };
  return { ...facts, trouble: null, code: null, marker: markerOf(tree, path), epoch: epochOf(tree, path) };
}

function claimsAround({ tree }: FakeDiskState, path: string): readonly Claim[] {
  const claimAt = (at: string, where: Claim['where']): Claim[] => {
    const marker = markerOf(tree, at);
    const isOurs = tree.read(`${at}/.benchtop/root.json`)?.endsWith(' ours') === true;
    return marker === null ? [] : [{ path: at, marker, where, isOurs }];
  };
  const above = path.split('/').map((_, end, names) => names.slice(0, end).join('/') || '/');
  return [
    ...claimAt(path, 'in'),
    ...above.slice(1).flatMap(at => claimAt(at, 'above')),
    ...foldersBelow(tree.find(path), path).flatMap(at => claimAt(at, 'below')),
  ];
}

function foldersBelow(node: FakeNode | null, path: string): readonly string[] {
  if (node?.kind !== 'folder') return [];
  return [...node.names].flatMap(([name, child]) =>
    child.kind === 'folder' ? [`${path}/${name}`, ...foldersBelow(child, `${path}/${name}`)] : [],
  );
}

const OUTBOX = '/data/outbox';

function openOutbox({ tree }: FakeDiskState): Root {
  if (markerOf(tree, OUTBOX) === null) {
    tree.mkdir(OUTBOX);
    tree.write(`${OUTBOX}/.benchtop/root.json`, 'outbox 0');
  }
  const node = tree.find(OUTBOX);
  return { path: OUTBOX, marker: 'outbox', volume: node?.kind === 'folder' ? node.volume : '' };
}

function unmark(state: FakeDiskState, root: Root): void {
  if (markerOf(state.tree, root.path) === null) return;
  checkRoot(state.tree, root);
  sweepStage(state, root, {});
  state.tree.remove(`${root.path}/.benchtop`);
}

function probe({ tree }: FakeDiskState, root: Root): VolumeFacts {
  checkRoot(tree, root);
  return { foldsUnicode: tree.names.foldsCase, ...tree.names, timeStepNs: 1, hasLinks: true };
}

interface Asked {
  readonly root: Root;
  readonly known: ReadonlyMap<string, string>;
  readonly only: readonly string[] | undefined;
}

function scan({ tree }: FakeDiskState, device: Device, asked: Asked): DiskScan {
  const between = (path: string): void => device.point(`disk.scan ${asked.root.path}: at ${path}`);
  checkRoot(tree, asked.root);
  const before = tree.changeCount;
  const first = lookAround(tree, { ...asked, between });
  const again = tree.changeCount;
  if (again === before) {
    checkRoot(tree, asked.root);
    return { ...first, isRestless: false, isPartial: asked.only !== undefined };
  }
  const second = lookAround(tree, { ...asked, between: tree.isRestless ? between : () => undefined });
  checkRoot(tree, asked.root);
  return { ...second, isRestless: tree.changeCount !== again, isPartial: asked.only !== undefined };
}

function entry({ tree }: FakeDiskState, root: Root, path: string): Entry | null {
  checkRoot(tree, root);
  const absolute = locateOrNull(tree, root, path, ['ELOOP']);
  const node = absolute === null ? null : tree.find(absolute);
  return absolute === null || node === null ? null : entryOf(nameOf(absolute), node);
}

function hashFile(
  { tree }: FakeDiskState,
  device: Device,
  { root, path }: { root: Root; path: string },
): HashedFile | null {
  checkRoot(tree, root);
  const absolute = locateOrNull(tree, root, path, ['ELOOP']);
  const node = absolute === null ? null : tree.find(absolute);
  if (absolute === null || node?.kind !== 'file') return null;
  if (node.refusal !== null) throw refused(path, node.refusal);
  const before = fingerprintOf(node);
  const { bytes } = node;
  device.point(`disk.hash ${path}: midway`);
  if (tree.find(absolute) !== node || fingerprintOf(node) !== before) return null;
  return { sha256: sha256Of(bytes), entry: entryOf(nameOf(absolute), node) };
}

function openFile({ tree }: FakeDiskState, device: Device, { root, path }: { root: Root; path: string }): OpenFile {
  checkRoot(tree, root);
  const absolute = locate(tree, root, path);
  const node = tree.find(absolute);
  if (node?.kind !== 'file') throw stale(path, 'is gone or no file');
  if (node.refusal !== null) throw refused(path, node.refusal);
  const opened = entryOf(nameOf(absolute), node);
  const isAsOpened = (): boolean => {
    const now = tree.find(absolute);
    return now !== null && fingerprintOf(now) === opened.fingerprint;
  };
  return opening(device, { path, opened, bytesOf: () => node.bytes, isAsOpened });
}

/** What is in the store has no place in the tree: its bytes make its entry. */
function openStored({ stored }: FakeDiskState, device: Device, name: string): OpenFile {
  const bytes = stored.get(name);
  if (bytes === undefined) throw stale(name, 'is not in the store');
  const key = `stored ${name}`;
  const times = { modifiedMs: 0, changedMs: 0, links: 1 };
  const opened = { name, kind: 'file', sizeBytes: bytes.byteLength, ...times, key, fingerprint: key } as const;
  return opening(device, { path: name, opened, bytesOf: () => bytes, isAsOpened: () => stored.get(name) === bytes });
}

interface Opening {
  readonly path: string;
  readonly opened: Entry;
  readonly bytesOf: () => Uint8Array;
  readonly isAsOpened: () => boolean;
}

function opening(device: Device, { path, opened, bytesOf, isAsOpened }: Opening): OpenFile {
  let isRead = false;
  return {
    entry: opened,
    async *chunks(start = 0, end = Infinity) {
      assert(!isRead, `${path} is read once`);
      isRead = true;
      for (let at = start; at < end;) {
        const from = at;
        const chunk = await device.step(`disk.read ${path}`, () => bytesOf().slice(from, Math.min(end, from + MIB)));
        if (chunk.byteLength === 0) return;
        at += chunk.byteLength;
        yield chunk;
      }
    },
    async *lend() {
      for await (const chunk of this.chunks()) {
        yield chunk;
        chunk.fill(0xff);
      }
    },
    unchanged: () => device.step(`disk.unchanged ${path}`, isAsOpened),
    close: () => Promise.resolve(),
  };
}

function makeFolder({ tree }: FakeDiskState, root: Root, path: string): Entry {
  checkRoot(tree, root);
  const absolute = locateInside(tree, root, path);
  if (tree.find(parentOf(absolute)) === null) throw stale(path, 'has lost its folder');
  const node = tree.find(absolute) ?? tree.folderAt(absolute);
  if (node.kind !== 'folder') throw stale(path, 'is there already and is no folder');
  if (tree.nameAt(absolute) !== nameOf(absolute)) throw stale(path, 'is there already, written in another way');
  return entryOf(nameOf(absolute), node);
}

function removeFolder({ tree }: FakeDiskState, root: Root, path: string): boolean {
  checkRoot(tree, root);
  if (locateOrNull(tree, root, path, []) === null) return true;
  const absolute = locateInside(tree, root, path);
  const node = tree.find(absolute);
  if (node === null) return true;
  if (node.kind !== 'folder' || node.names.size > 0) return false;
  tree.remove(absolute);
  return true;
}

function stage(state: FakeDiskState, device: Device, { root, name }: { root: Root; name: string }): PartialStaging {
  assert(/^[A-Za-z0-9-]+$/.test(name), `“${name}” is a name for a staged file`);
  checkRoot(state.tree, root);
  const path = `${root.path}/.benchtop/stage/${name}`;
  state.tree.remove(path);
  state.tree.write(path, '');
  return stagedIn(state, device, { path, name });
}

function resume(
  state: FakeDiskState,
  device: Device,
  { root, name, begun }: { root: Root; name: string; begun: StagedPrefix },
): PartialStaging | null {
  checkRoot(state.tree, root);
  const path = `${root.path}/.benchtop/stage/${name}`;
  const node = state.tree.find(path);
  if (node?.kind !== 'file' || node.links !== 1) return null;
  const bytes = node.bytes.slice(0, begun.sizeBytes);
  if (bytes.byteLength === begun.sizeBytes && sha256Of(bytes) === begun.sha256)
    return stagedIn(state, device, { path, name }, [bytes]);
  state.tree.remove(path);
  return null;
}

/** What waits in memory of a real program is in the tree only from a checkpoint or the end on. */
function stagedIn(
  state: FakeDiskState,
  device: Device,
  { path, name }: { path: string; name: string },
  begun: readonly Uint8Array[] = [],
): PartialStaging {
  const discard = (cameNowhere: () => void): void => {
    const node = state.tree.find(path);
    if (node?.kind === 'file' && node.links === 1) cameNowhere();
    state.tree.remove(path);
  };
  const keep = (bytes: Uint8Array): string | undefined => {
    state.tree.write(path, bytes);
    const node = state.tree.find(path);
    return node === null ? undefined : entryOf(name, node).key;
  };
  return stagingTo({ state, device, name, discard, begun }, keep);
}

interface StagingPlace {
  readonly state: FakeDiskState;
  readonly device: Device;
  readonly name: string;
  readonly discard?: (cameNowhere: () => void) => void;
  readonly begun?: readonly Uint8Array[];
}

function stagingTo(
  { state, device, name, discard, begun = [] }: StagingPlace,
  keep: (bytes: Uint8Array) => string | undefined,
): PartialStaging {
  const chunks: Uint8Array[] = [...begun];
  let sizeBytes = begun.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const giveBack = (): void => {
    state.freeBytes += sizeBytes;
    chunks.length = sizeBytes = 0;
  };
  const flush = (some: readonly Uint8Array[] = chunks): FinishedStaging => {
    const bytes = new Uint8Array(Buffer.concat(some));
    const key = keep(bytes);
    return { sha256: sha256Of(bytes), sizeBytes: bytes.byteLength, ...(key === undefined ? {} : { key }) };
  };
  return {
    write: async chunk => {
      if (chunk.byteLength > state.freeBytes) throw new FaultError({ kind: 'disk-full', path: name });
      state.freeBytes -= chunk.byteLength;
      chunks.push(new Uint8Array(chunk));
      sizeBytes += chunk.byteLength;
    },
    finish: () => device.step(`disk.finish ${name}`, () => flush()),
    checkpoint: () => device.step(`disk.checkpoint ${name}`, () => flush()),
    flushSoFar: () => {
      const soFar = [...chunks];
      return device.step(`disk.checkpoint ${name}`, () => flush(soFar));
    },
    rewind: () => device.step(`disk.rewind ${name}`, giveBack),
    leave: () => Promise.resolve(),
    discard: (cameNowhere = () => undefined) =>
      device.step(`disk.discard ${name}`, () => {
        giveBack();
        discard?.(cameNowhere);
      }),
  };
}
