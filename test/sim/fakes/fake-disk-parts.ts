import { hash } from 'node:crypto';

import { FaultError, type RootTrouble } from '../../../shared/fault.ts';
import { toWindowsName } from '../../../main/core/names/windows-names.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Entry, FolderScan, DiskScan, Root } from '../../../main/ports/disk.ts';
import { type FakeFolder, type FakeNode, type FakeTree, nameOf, parentOf } from './fake-tree.ts';

/** What the fake disk's parts share: the tree and the store, which outlive a crash. */
export interface FakeDiskState {
  readonly tree: FakeTree;
  /** Removed files, by their store name. */
  readonly stored: Map<string, Uint8Array>;
  /** Bytes free on all its volumes. */
  freeBytes: number;
  /** The whole volume; 0: it does not say. */
  totalBytes: number;
  /** Free where the product keeps its records. */
  recordsFreeBytes: number;
  /** How to take back, one by one, what the call at hand did and has not flushed yet; the oldest first. */
  readonly unflushed: (() => void)[];
}

/** The power fails in the middle of a call: what was not flushed is there or not, each piece by itself. */
export function losePower({ unflushed }: FakeDiskState, isLost: () => boolean): void {
  for (const undo of unflushed.splice(0).reverse()) if (isLost()) undo();
}

/** Until the next flush a new name may be lost again. */
export function noteLink({ tree, unflushed }: FakeDiskState, path: string): void {
  const node = tree.find(path);
  unflushed.push(() => {
    if (node !== null && tree.find(path) === node) tree.remove(path);
  });
}

/** Until the next flush an exchange of two names may be lost again, and with it that the staged file lost its own. */
export function noteExchange(
  { tree, unflushed }: FakeDiskState,
  of: { staged: string; aside: string; target: string },
): void {
  const [old, fresh] = [tree.find(of.aside), tree.find(of.target)];
  unflushed.push(() => {
    if (old === null || fresh === null || tree.find(of.target) !== fresh) return;
    if (tree.find(of.staged) === null) tree.attach(of.staged, fresh);
    tree.remove(of.target);
    tree.attach(of.target, old);
    if (tree.find(of.aside) === old) tree.remove(of.aside);
  });
}

export function stale(path: string, what: string): FaultError {
  return new FaultError({ kind: 'stale', detail: `“${path}” ${what}.` });
}

export function refused(path: string, code: string): FaultError {
  return new FaultError({ kind: 'disk-refused', path, code });
}

/** The bytes' SHA-256. */
export function sha256Of(bytes: Uint8Array): Sha256 {
  return hash('sha256', bytes, 'hex') as Sha256;
}

/** The port's view of a node. */
export function entryOf(name: string, node: FakeNode): Entry {
  const isFile = node.kind === 'file';
  return {
    name,
    kind: node.kind,
    sizeBytes: isFile ? node.bytes.byteLength : 0,
    modifiedMs: isFile ? node.modifiedMs : 0,
    changedMs: isFile ? node.changedMs : 0,
    key: `k${node.inode}`,
    fingerprint: fingerprintOf(node),
    links: isFile ? node.links : 1,
    ...(isFile && node.isHollow === true ? { isHollow: true } : {}),
  };
}

export function fingerprintOf(node: FakeNode): string {
  if (node.kind !== 'file') return `${node.inode}`;
  return `${node.inode}:${node.bytes.byteLength}:${node.modifiedMs}:${node.change}`;
}

/** @throws FaultError `root-lost` as the real disk does. */
export function checkRoot(tree: FakeTree, root: Root): FakeFolder {
  const node = tree.find(root.path);
  const lost = (why: RootTrouble): FaultError => new FaultError({ kind: 'root-lost', path: root.path, why });
  if (node === null) throw lost('missing');
  if (node.kind !== 'folder') throw lost('not-a-folder');
  if (node.refusal !== null) throw lost('unreadable');
  if (node.volume !== root.volume) throw lost('other-volume');
  const marker = markerOf(tree, root.path);
  if (marker === null) throw lost('no-marker');
  if (marker !== root.marker) throw lost('other-marker');
  return node;
}

export function markerOf(tree: FakeTree, path: string): string | null {
  return tree.read(`${path}/.benchtop/root.json`)?.split(' ')[0] ?? null;
}

export function epochOf(tree: FakeTree, path: string): number {
  return Number(tree.read(`${path}/.benchtop/root.json`)?.split(' ')[1] ?? 0);
}

/** The absolute path, after the checks of the real disk. @throws FaultError. */
export function locate(tree: FakeTree, root: Root, path: string): string {
  const names = path === '' ? [] : path.split('/');
  if (!names.every(isOneName) || names[0]?.toLowerCase() === '.benchtop') throw refused(path, 'EINVAL');
  let at = root.path;
  for (const name of names.slice(0, -1)) {
    at += `/${name}`;
    checkParent(tree.find(at), root, path);
  }
  return path === '' ? root.path : `${at}/${names.at(-1) ?? ''}`;
}

function isOneName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('\0');
}

function checkParent(node: FakeNode | null, root: Root, path: string): void {
  if (node?.kind === 'other' && node.isLink) throw refused(path, 'ELOOP');
  if (node?.kind !== 'folder') throw stale(path, 'has lost its folder');
  if (node.volume !== root.volume) throw refused(path, 'EXDEV');
  if (node.refusal !== null) throw refused(path, node.refusal);
}

/** Where a path is, null when a parent is gone (or refuses with one of `codes`). */
export function locateOrNull(tree: FakeTree, root: Root, path: string, codes: readonly string[]): string | null {
  try {
    return locate(tree, root, path);
  } catch (thrown) {
    if (!(thrown instanceof FaultError)) throw thrown;
    const { fault } = thrown;
    if (fault.kind === 'stale' || (fault.kind === 'disk-refused' && codes.includes(fault.code))) return null;
    throw thrown;
  }
}

/** `locate` for what is about to be changed. */
export function locateInside(tree: FakeTree, root: Root, path: string): string {
  if (path === '') throw refused(path, 'EINVAL');
  const absolute = locate(tree, root, path);
  const folder = tree.find(parentOf(absolute));
  if (folder?.kind === 'folder' && folder.refusal !== null) throw refused(path, folder.refusal);
  const name = nameOf(absolute);
  if (tree.names.refusesWindowsNames && toWindowsName(name) !== name) throw refused(path, 'EINVAL');
  if (new TextEncoder().encode(nameOf(absolute)).byteLength > 255) throw refused(path, 'ENAMETOOLONG');
  return absolute;
}

interface Looking {
  readonly root: Root;
  readonly known: ReadonlyMap<string, string>;
  readonly only: readonly string[] | undefined;
  readonly between: (path: string) => void;
}

/** One walk; `between` is called before each folder is read, and may change the tree. */
export function lookAround(
  tree: FakeTree,
  { root, known, only, between }: Looking,
): Omit<DiskScan, 'isRestless' | 'isPartial'> {
  const changed: FolderScan[] = [];
  const read = new Set<string>();
  const unreadable: { path: string; code: string }[] = [];
  const waiting =
    only === undefined
      ? ['']
      : only
          .filter(path => isReached(tree, root, path))
          .toSorted()
          .reverse();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    between(path);
    const folder = tree.find(path === '' ? root.path : `${root.path}/${path}`);
    if (folder?.kind !== 'folder') continue;
    const code = folder.volume === root.volume ? folder.refusal : 'EXDEV';
    if (code !== null) {
      unreadable.push({ path, code });
      continue;
    }
    const names = [...folder.names].filter(([name]) => path !== '' || name !== '.benchtop');
    const digest = digestOf(names);
    read.add(path);
    if (known.get(path) !== digest) {
      changed.push({ path, digest, entries: names.map(([name, node]) => entryOf(name, node)) });
    }
    const inside = names.filter(([, node]) => node.kind === 'folder').map(([name]) => name);
    const paths = inside.map(name => (path === '' ? name : `${path}/${name}`));
    waiting.push(...paths.filter(each => only === undefined || !(known.has(each) || only.includes(each))));
  }
  return { changed, unread: [...(only ?? known.keys())].filter(path => !read.has(path)), unreadable };
}

/** Whether nothing but folders of the root's volume leads to a path. */
function isReached(tree: FakeTree, root: Root, path: string): boolean {
  try {
    return tree.find(locate(tree, root, path)) !== null;
  } catch (thrown) {
    if (thrown instanceof FaultError) return false;
    throw thrown;
  }
}

/** Two sums over what identifies each entry, so that the order does not count. Cheap: a simulation looks very often. */
function digestOf(names: readonly (readonly [string, FakeNode])[]): string {
  let first = names.length;
  let second = 0;
  for (const [name, node] of names) {
    const state =
      node.kind === 'file'
        ? Math.imul(node.change, 0x9e3779b1) ^ node.bytes.byteLength ^ (node.isHollow === true ? 1 << 20 : 0)
        : 0;
    const entry = hashName(name) ^ Math.imul(node.inode, 0x85ebca6b) ^ state;
    first = (first + Math.imul(entry ^ (entry >>> 15), 0x2c1b3c6d)) >>> 0;
    second = (second + Math.imul(entry ^ (entry >>> 13), 0x297a2d39)) >>> 0;
  }
  return `${first.toString(36)}.${second.toString(36)}`;
}

const nameHashes = new Map<string, number>();

function hashName(name: string): number {
  const known = nameHashes.get(name);
  if (known !== undefined) return known;
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  nameHashes.set(name, hash);
  return hash;
}
