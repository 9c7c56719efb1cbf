import type { OnKeysGone, Entry, PlacementResult, Placement, Root } from '../../../main/ports/disk.ts';
import {
  checkRoot,
  entryOf,
  type FakeDiskState,
  locateInside,
  locateOrNull,
  noteExchange,
  noteLink,
  refused,
  stale,
  fingerprintOf,
} from './fake-disk-parts.ts';
import { type FakeFile, type FakeNode, type FakeTree, nameOf } from './fake-tree.ts';
import type { Device } from './scheduler.ts';

/** Where an effect happens, and under which label its inner moments are announced. */
export interface Effect {
  readonly state: FakeDiskState;
  readonly device: Device;
  readonly root: Root;
  readonly label: string;
}

/** See `Disk.place`. A crash at an inner moment leaves what a real one leaves. */
export function placeStaged(effect: Effect, placing: Placement): PlacementResult {
  const { state, device, root, label } = effect;
  const { tree } = state;
  checkRoot(tree, root);
  const staged = `${root.path}/.benchtop/stage/${placing.staged}`;
  const fresh = tree.find(staged);
  if (fresh?.kind !== 'file') throw stale(placing.path, 'has no finished download');
  const target = locateInside(tree, root, placing.path);
  if (placing.expected !== null) return replace(effect, { placing, staged, fresh, target });
  if (tree.find(target) !== null) throw stale(placing.path, 'is there already');
  const { bytes } = fresh;
  tree.link(staged, target);
  noteLink(state, target);
  device.point(`${label}: linked`);
  tree.remove(staged);
  return { ...newEntry(tree, target, { fresh, bytes }), sibling: null, isSiblingAsExpected: true, late: false };
}

/**
 * What became of the new file, and whether it is as it was staged; one that was moved on is known by its key.
 * @throws FaultError `stale` when it was removed already.
 */
function newEntry(
  tree: FakeTree,
  target: string,
  staged: { fresh: FakeFile; bytes: Uint8Array },
): Pick<PlacementResult, 'entry' | 'isAsStaged'> {
  const now = tree.find(target);
  const { fresh, bytes } = staged;
  if (now === fresh || fresh.links > 0)
    return { entry: entryOf(nameOf(target), fresh), isAsStaged: now === fresh && fresh.bytes === bytes };
  if (now === null) throw stale(target, 'is gone already');
  return { entry: entryOf(nameOf(target), now), isAsStaged: false };
}

interface Replacing {
  readonly placing: Placement;
  readonly staged: string;
  readonly fresh: FakeFile;
  readonly target: string;
}

function replace(effect: Effect, replacing: Replacing): PlacementResult {
  const { state, device, root, label } = effect;
  const { placing, staged, fresh, target } = replacing;
  const { tree } = state;
  const before = mayBeReplaced(tree, replacing);
  // Writes always bring a new array, so comparing it finds every write, even while the clock stands still.
  const { bytes } = before;
  const stagedBytes = fresh.bytes;
  const aside = `${staged}.old`;
  const sibling = placing.old.to === 'sibling' ? locateInside(tree, root, placing.old.path) : null;
  if (sibling !== null) nameSecond(state, { from: target, to: sibling });
  nameSecond(state, { from: staged, to: aside });
  device.point(`${label}: old kept`);
  // What is not at the service is flushed under its second name before the first one goes.
  if (placing.old.to !== 'nowhere') state.unflushed.length = 0;
  const undo = (): never => {
    for (const path of [aside, sibling]) if (path !== null) tree.remove(path);
    throw stale(placing.path, 'has changed');
  };
  if (tree.find(target) !== before || before.bytes !== bytes) undo();
  fresh.mode = before.mode;
  device.point(`${label}: exchanging`);
  const came = tree.find(target);
  if (came?.kind !== 'file') return undo();
  exchange(effect, { staged, aside, target, sibling, before });
  device.point(`${label}: renamed`);
  state.unflushed.length = 0;
  const isWritten = sibling === null && isStillWritten(effect, replacing, { came, aside, bytes: stagedBytes });
  const late = isWritten || came !== before || came.bytes !== bytes;
  const placed = (): Pick<PlacementResult, 'entry' | 'isAsStaged'> =>
    newEntry(tree, target, { fresh, bytes: stagedBytes });
  if (sibling !== null && tree.find(aside) === null)
    return {
      ...placed(),
      sibling: entryOf(nameOf(sibling), tree.find(sibling) ?? before),
      isSiblingAsExpected: !late && tree.find(sibling) === before,
      late: false,
    };
  if (late) keepInStore(state, { path: aside, storeName: placing.lateStoreName });
  else if (placing.old.to === 'store') keepInStore(state, { path: aside, storeName: placing.old.storeName });
  else tree.remove(aside);
  return { ...placed(), sibling: null, isSiblingAsExpected: true, late };
}

function mayBeReplaced(tree: FakeTree, { placing, target }: Replacing): FakeFile {
  const before = tree.find(target);
  if (before?.kind !== 'file' || fingerprintOf(before) !== placing.expected) throw stale(placing.path, 'has changed');
  mustBeFree(tree, before, placing.path);
  if (placing.old.to !== 'sibling' && tree.held.has(before)) throw refused(placing.path, 'EBUSY');
  return before;
}

/** Whether a program writes into what came out. Then that gets its place back, unless something else has it by now. */
function isStillWritten(
  { state }: Effect,
  { placing, staged, fresh, target }: Replacing,
  { came, aside, bytes }: { came: FakeFile; aside: string; bytes: Uint8Array },
): boolean {
  const { tree } = state;
  if (!tree.held.has(came)) return false;
  if (tree.find(target) !== fresh) return true;
  tree.exchange(aside, target);
  tree.rename(aside, staged);
  if (fresh.bytes !== bytes || tree.held.has(fresh))
    keepInStore(state, { path: staged, storeName: placing.lateStoreName });
  throw refused(placing.path, 'EBUSY');
}

function nameSecond(state: FakeDiskState, { from, to }: { from: string; to: string }): void {
  if (state.tree.find(to) !== null) throw stale(to, 'is there already');
  state.tree.link(from, to);
  noteLink(state, to);
}

interface Names {
  readonly staged: string;
  readonly aside: string;
  readonly target: string;
}

/** The new file and what is there change places; that is, or becomes, the sibling. */
function exchange(
  { state }: Effect,
  { sibling, before, ...names }: Names & { sibling: string | null; before: FakeFile },
): void {
  const { tree } = state;
  tree.exchange(names.aside, names.target);
  noteExchange(state, names);
  tree.remove(names.staged);
  if (sibling === null) return;
  if (tree.find(names.aside) === before) tree.remove(names.aside);
  else if (tree.find(sibling) === before || tree.find(sibling) === null) tree.rename(names.aside, sibling);
}

/** See `Disk.move`. */
export function moveNode(effect: Effect, { from, to, key }: { from: string; to: string; key: string }): Entry {
  const { state, device, root, label } = effect;
  const { tree } = state;
  checkRoot(tree, root);
  const target = locateInside(tree, root, to);
  if (from === '') throw refused(from, 'EINVAL');
  const source = locateOrNull(tree, root, from, []);
  const node = source === null ? null : tree.find(source);
  const there = tree.find(target);
  if (source === null || node === null || entryOf('', node).key !== key) {
    if (there !== null && entryOf('', there).key === key) return entryOf(nameOf(target), there);
    throw stale(from, 'is gone or is something else now');
  }
  if (node.kind === 'other') throw stale(from, 'is neither a file nor a folder');
  if (there !== null && there !== node) throw stale(to, 'is there already');
  mustBeFree(tree, node, to);
  if (source !== target) shift({ state, device, label }, { source, target, isFile: node.kind === 'file' });
  return entryOf(nameOf(target), node);
}

/** Windows lets nothing be done to what a program holds, nor to a folder in which it holds something. */
function mustBeFree(tree: FakeTree, node: FakeNode, path: string): void {
  const isHeld = (each: FakeNode): boolean =>
    tree.locked.has(each) || (each.kind === 'folder' && [...each.names.values()].some(isHeld));
  if (tree.locked.size > 0 && isHeld(node)) throw refused(path, 'EBUSY');
}

function linksOf(node: FakeNode | null): number {
  return node?.kind === 'file' ? node.links : 0;
}

function shift(
  { state, device, label }: Pick<Effect, 'state' | 'device' | 'label'>,
  { source, target, isFile }: { source: string; target: string; isFile: boolean },
): void {
  const { tree } = state;
  // A volume that takes both names for one writes it the other way in one step.
  if (tree.find(target) === tree.find(source) && linksOf(tree.find(source)) <= 1) return tree.rename(source, target);
  if (!isFile) {
    if (`${target}/`.startsWith(`${source}/`)) throw refused(target, 'EINVAL');
    tree.rename(source, target);
    return;
  }
  const node = tree.find(source);
  const links = linksOf(node);
  if (tree.find(target) === null) {
    tree.link(source, target);
    noteLink(state, target);
  }
  device.point(`${label}: linked`);
  state.unflushed.length = 0;
  const now = tree.find(source);
  if (now === node) tree.remove(source);
  else if (now !== null || linksOf(tree.find(target)) > links) {
    tree.remove(target);
    throw stale(source, 'is something else now, or was moved by somebody else');
  }
}

/** See `Disk.store`. */
export function storeFile(
  { state, device, root, label }: Effect,
  { path, fingerprint, storeName }: { path: string; fingerprint: string; storeName: string },
): void {
  const { tree } = state;
  checkRoot(tree, root);
  const source = locateInside(tree, root, path);
  const node = tree.find(source);
  if (node?.kind !== 'file' || fingerprintOf(node) !== fingerprint) throw stale(path, 'has changed');
  mustBeFree(tree, node, path);
  if (state.stored.has(storeName)) throw refused(storeName, 'EEXIST');
  keepInStore(state, { path: source, storeName });
  device.point(`${label}: stored`);
}

/** See `Disk.free`. */
export function freeFile({ state, device, root, label }: Effect, at: { path: string; fingerprint: string }): void {
  const { tree } = state;
  checkRoot(tree, root);
  const source = locateInside(tree, root, at.path);
  const node = tree.find(source);
  if (node?.kind !== 'file' || fingerprintOf(node) !== at.fingerprint) throw stale(at.path, 'has changed');
  mustBeFree(tree, node, at.path);
  const aside = `${root.path}/.benchtop/stage/freed-${tree.changed()}.old`;
  tree.rename(source, aside);
  device.point(`${label}: set aside`);
  if (tree.held.has(node) && tree.find(source) === null) {
    tree.rename(aside, source);
    throw refused(at.path, 'EBUSY');
  }
  tree.remove(aside);
}

/** See `Disk.restore`. */
export function restoreFile({ state, root }: Effect, { storeName, path }: { storeName: string; path: string }): Entry {
  const { tree, stored } = state;
  checkRoot(tree, root);
  const target = locateInside(tree, root, path);
  const bytes = stored.get(storeName);
  if (bytes === undefined) throw stale(path, 'is not in the store');
  if (tree.find(target) !== null) throw stale(path, 'is there already');
  stored.delete(storeName);
  return entryOf(nameOf(target), tree.write(target, bytes));
}

/** See `Disk.sweep`. */
export function sweepStage(
  state: FakeDiskState,
  root: Root,
  { kept = new Set(), dropping }: { kept?: ReadonlySet<string> | undefined; dropping?: OnKeysGone | undefined },
): readonly string[] {
  const { tree, stored } = state;
  checkRoot(tree, root);
  const folder = tree.find(`${root.path}/.benchtop/stage`);
  const rescued: string[] = [];
  const names = folder?.kind === 'folder' ? [...folder.names] : [];
  const going = names.flatMap(([name, node]) => (node.kind === 'file' && !kept.has(name) ? [node] : []));
  const areAllHere = (file: FakeFile): boolean => going.filter(one => one === file).length === file.links;
  dropping?.(new Set(going.filter(areAllHere).map(file => entryOf('', file).key)));
  // What was set aside first: of a file with a second name here, that one must still be there when it is judged.
  const isAside = ([name]: (typeof names)[number]): boolean => name.endsWith('.old');
  for (const [name, node] of [...names.filter(isAside), ...names.filter(named => !isAside(named))]) {
    const path = `${root.path}/.benchtop/stage/${name}`;
    if (kept.has(name) && node.kind === 'file') continue;
    const isAlone = name.endsWith('.old') && node.kind === 'file' && node.links === 1;
    if (isAlone && tree.held.has(node)) continue;
    if (isAlone) {
      const storeName = `rescued-${tree.changed()}-${stored.size}`;
      keepInStore(state, { path, storeName });
      rescued.push(storeName);
    } else {
      tree.remove(path);
    }
  }
  return rescued;
}

function keepInStore({ tree, stored }: FakeDiskState, { path, storeName }: { path: string; storeName: string }): void {
  const node = tree.find(path);
  if (node?.kind !== 'file') return;
  stored.set(storeName, node.bytes);
  tree.remove(path);
}
