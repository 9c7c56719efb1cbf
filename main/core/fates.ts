import type { ItemId } from '../../shared/ids.ts';
import type { MirrorMode } from '../../shared/model/mirror.ts';
import { decide } from './decide.ts';
import type { Decision } from './decide.ts';
import type { Item, Tree } from './item.ts';
import { movedHere, movedThere, placeOf } from './place.ts';
import type { Belongs } from './place.ts';

/** What will become of one item if everything goes well. */
export interface Fate {
  readonly item: Item;
  /** A file's content; for folders `rest`, or what becomes of the folder as a whole. */
  readonly decision: Decision | FolderDecision | 'frozen';
  /** Where it belongs: merged when both sides have it, else where the one side has it. */
  readonly belongs: Belongs;
  /** Whether it will be on this computer, and at the service. */
  readonly here: boolean;
  readonly there: boolean;
}

export type FolderDecision = 'rest' | 'create-local' | 'create-remote' | 'delete-local' | 'delete-remote' | 'forget';

/** The fate of every item but the root. Folders follow what is decided for their contents. */
export function fatesOf(tree: Tree, mode: MirrorMode): ReadonlyMap<ItemId, Fate> {
  const places = placesOf(tree);
  const childrenOf = groupByParent(tree, places);
  const fates = new Map<ItemId, Fate>();
  for (const id of deepestFirst(tree, childrenOf)) {
    const item = tree.items.get(id);
    const belongs = places.get(id);
    if (item === undefined || belongs === undefined) continue;
    const inside = (childrenOf.get(id) ?? []).map(child => fates.get(child)).filter(fate => fate !== undefined);
    fates.set(id, item.kind === 'file' ? fileFate(item, belongs, mode) : folderFate(item, belongs, { mode, inside }));
  }
  return fates;
}

/** Whether nothing may be decided about an item now: a side is unknown, or its content is not read yet. */
export function isFrozen(item: Item): boolean {
  if (item.localSight === 'unknown' || item.remoteSight === 'unknown') return true;
  if (item.kind === 'folder') return false;
  if (item.local !== null && item.local.sha256 === null) return true;
  return item.remote !== null && item.agreed !== null && item.remote.version === null;
}

function fileFate(item: Item, belongs: Belongs, mode: MirrorMode): Fate {
  const known = { item, belongs, here: item.local !== null, there: item.remote !== null };
  if (isFrozen(item)) return { ...known, decision: 'frozen' };
  if (item.remote === null && item.kept !== null && item.kept === item.local?.sha256)
    return { ...known, decision: 'rest' };
  const decision = decide(mode, {
    agreed: item.agreed,
    local: item.local === null ? null : { sha256: item.local.sha256, version: null },
    remote: item.remote === null ? null : { sha256: item.remote.sha256, version: item.remote.version },
    movedHere: item.remote === null && movedHere(item),
    movedThere: item.local === null && movedThere(item),
  });
  return { ...known, decision, ...sidesAfter(decision, known) };
}

function sidesAfter(decision: Decision, now: { here: boolean; there: boolean }): { here: boolean; there: boolean } {
  switch (decision) {
    case 'download':
    case 'upload':
    case 'upload-as-new':
    case 'upload-on-top':
    case 'keep-both':
    case 'keep-both-here':
      return { here: true, there: true };
    case 'delete-local':
    case 'delete-remote':
    case 'forget':
      return { here: false, there: false };
    case 'keep-here':
      return { here: true, there: false };
    case 'rest':
      return now;
  }
}

interface FolderContext {
  readonly mode: MirrorMode;
  readonly inside: readonly Fate[];
}

function folderFate(item: Item, belongs: Belongs, context: FolderContext): Fate {
  const here = item.local !== null;
  const there = item.remote !== null;
  const decision = isFrozen(item) ? 'frozen' : folderDecision(item, context);
  const after = {
    frozen: { here, there },
    rest: { here, there },
    'create-local': { here: true, there },
    'create-remote': { here, there: true },
    'delete-local': { here: false, there: false },
    'delete-remote': { here: false, there: false },
    forget: { here: false, there: false },
  }[decision];
  return { item, belongs, decision, ...after };
}

function folderDecision(item: Item, { mode, inside }: FolderContext): FolderDecision {
  const someHere = inside.some(fate => fate.here || fate.decision === 'frozen');
  const someThere = inside.some(fate => fate.there);
  const here = item.local !== null;
  const there = item.remote !== null;
  if (here && there) return 'rest';
  if (here) {
    if (item.agreed === null)
      return mode === 'download' || (item.kept !== null && !someThere) ? 'rest' : 'create-remote';
    if (someThere && mode !== 'download') return 'create-remote';
    return someHere || mode === 'upload' ? 'rest' : 'delete-local';
  }
  if (there) {
    if (mode === 'upload') return 'rest';
    if (item.agreed === null || mode === 'download' || inside.some(fate => fate.here)) return 'create-local';
    return someThere || inside.some(fate => fate.decision === 'frozen') ? 'rest' : 'delete-remote';
  }
  return inside.length === 0 ? 'forget' : 'rest';
}

/** Where each item belongs, with cycles (A into B here, B into A there) broken in the service's favour. */
function placesOf(tree: Tree): Map<ItemId, Belongs> {
  const places = new Map<ItemId, Belongs>();
  for (const item of tree.items.values()) {
    if (item.id === tree.root) continue;
    const place = singlePlace(item);
    if (place !== null) places.set(item.id, place);
  }
  for (const item of tree.items.values()) {
    const place = places.get(item.id);
    if (item.kind !== 'folder' || item.remote === null || place === undefined) continue;
    if (place.parent !== item.remote.parent && leadsToItself(item.id, places))
      places.set(item.id, { ...place, parent: item.remote.parent });
  }
  return places;
}

function singlePlace(item: Item): Belongs | null {
  const { agreed, local, remote } = item;
  if (local !== null && remote !== null && agreed !== null) return placeOf(agreed, local, remote);
  if (remote !== null) {
    // A new pair (joined, not agreed yet) or a thing only the service has; a name we gave it before stays its name here.
    const sticky = agreed !== null && agreed.remoteName === remote.name ? agreed.localName : null;
    const localName = local?.name ?? sticky ?? remote.name;
    const fromService = local === null && sticky === null;
    return { parent: remote.parent, localName, remoteName: remote.name, nameFromService: fromService };
  }
  if (local !== null)
    return { parent: local.parent, localName: local.name, remoteName: local.name, nameFromService: false };
  return agreed === null ? null : { ...agreed, nameFromService: false };
}

function leadsToItself(start: ItemId, places: ReadonlyMap<ItemId, Belongs>): boolean {
  const seen = new Set<ItemId>();
  let at = places.get(start)?.parent;
  while (at !== undefined && !seen.has(at)) {
    if (at === start) return true;
    seen.add(at);
    at = places.get(at)?.parent;
  }
  return false;
}

function groupByParent(tree: Tree, places: ReadonlyMap<ItemId, Belongs>): Map<ItemId, ItemId[]> {
  const children = new Map<ItemId, ItemId[]>();
  for (const id of tree.items.keys()) {
    const parent = places.get(id)?.parent;
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [id]);
    else siblings.push(id);
  }
  return children;
}

/** Every item that hangs below the root, children before their folders. */
function deepestFirst(tree: Tree, childrenOf: ReadonlyMap<ItemId, readonly ItemId[]>): ItemId[] {
  const order: ItemId[] = [];
  const waiting: ItemId[] = [tree.root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    order.push(id);
    for (const child of childrenOf.get(id) ?? []) waiting.push(child);
  }
  return order.reverse();
}
