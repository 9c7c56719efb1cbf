import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { eachInParts, type InParts, toEnd } from '../in-parts.ts';
import { decideContent } from './content-decisions.ts';
import type { Contents, Decision } from './content-decisions.ts';
import { FOLDER_TABLES, insideOf, situationOf } from './folder-decisions.ts';
import type { FolderDecision } from './folder-decisions.ts';
import type { Item, Tree } from '../item.ts';
import { isFreeNameOf, toLocalName } from '../names/local-names.ts';
import { EXACT_NAMES, keyOn, type VolumeNames } from '../names/volume-names.ts';
import { isOnlineOnly } from '../policy/online-only.ts';
import { nameWithoutDetour, movedLocally, movedRemotely, mergeLocation } from './merge-location.ts';
import type { MergedLocation } from './merge-location.ts';

/** What will become of one item if every step succeeds. */
export interface ItemOutcome {
  readonly item: Item;
  /** For a file, the decision about its content; for a folder, the decision about the folder as a whole. */
  readonly decision: Decision | FolderDecision;
  /** The name and folder that it gets: merged when both sides have the item, else those of the one side. */
  readonly location: MergedLocation;
  /** Whether it will exist on this computer, and at the service. */
  readonly here: boolean;
  readonly there: boolean;
  /** The side on which it has to be moved so that both have it in the same location. */
  readonly moves: 'here' | 'there' | null;
  /** Whether its current local name becomes free: the item moves or is removed, now or as soon as it can be read. */
  readonly leavesPlace: boolean;
  /**
   * It gets another number here that tells it apart from others of its name (see `numberingOf`). No person asked for
   * that rename, so it gives way to every other step.
   */
  readonly isRenumbered?: true;
}

/** The outcome of every item but the root. Folders come after their content, because they follow from it. */
export function outcomesOf(tree: Tree, mode: MirrorMode): ReadonlyMap<ItemId, ItemOutcome> {
  return toEnd(outcomesInParts(tree, mode));
}

/** The same in parts. */
export function* outcomesInParts(tree: Tree, mode: MirrorMode): InParts<ReadonlyMap<ItemId, ItemOutcome>> {
  const places = yield* locationsOf(tree);
  const childrenOf = yield* groupByParent(tree, places);
  const outcomes = new Map<ItemId, ItemOutcome>();
  yield* eachInParts(deepestFirst(tree, childrenOf), id => {
    const item = tree.items.get(id);
    const location = places.get(id);
    if (item === undefined || location === undefined) return;
    const inside = (childrenOf.get(id) ?? [])
      .map(child => outcomes.get(child))
      .filter(outcome => outcome !== undefined);
    const outcome =
      item.kind === 'file' ? fileOutcome(item, location, mode) : folderOutcome(item, location, { mode, inside });
    // A frozen item is not moved, but if both sides are present it is only waiting to be read, and will move then:
    // its name counts as leaving, or an item that needs that name would get a number for ever.
    const moves = sideToMove(item, location, mode);
    const isUnread =
      outcome.decision === 'frozen' && item.localPresence === 'present' && item.remotePresence === 'present';
    const leavesPlace =
      item.local !== null &&
      (outcome.decision === 'delete-local' || (moves === 'here' && (outcome.decision !== 'frozen' || isUnread)));
    outcomes.set(id, { ...outcome, leavesPlace, moves: outcome.decision === 'frozen' ? null : moves });
  });
  return outcomes;
}

/** On which sides each mode may move an item that both sides have, the preferred side first. */
export const MOVES: Readonly<Record<MirrorMode, readonly ('here' | 'there')[]>> = {
  'two-way': ['here', 'there'],
  upload: ['there'],
  download: ['here'],
};

/** A one-way mirror moves items only on the side that it may write to. */
function sideToMove({ local, remote }: Item, location: MergedLocation, mode: MirrorMode): ItemOutcome['moves'] {
  if (local === null || remote === null) return null;
  const isAside = location.localName !== local.name;
  const differs = {
    here: location.parent !== local.parent || location.nameFromService || isAside,
    there: location.parent !== remote.parent || location.remoteName !== remote.name,
  };
  return MOVES[mode].find(side => differs[side]) ?? null;
}

type Unmoved = Omit<ItemOutcome, 'moves' | 'leavesPlace'>;

/**
 * The outcome of a file, from its three observations.
 */
function fileOutcome(item: Item, location: MergedLocation, mode: MirrorMode): Unmoved {
  const known = { item, location, here: item.local !== null, there: item.remote !== null };
  const decision = isLocalOnly(item) ? 'rest' : decideContent(mode, contentsOf(item));
  return { ...known, decision, ...sidesAfter(decision, known) };
}

/** Whether it was decided that exactly this content stays on this computer only. */
function isLocalOnly({ localPresence, local, remotePresence, remote, localOnlyContent }: Item): boolean {
  if (localPresence === 'unknown' || remotePresence === 'unknown' || remote !== null) return false;
  return localOnlyContent !== null && localOnlyContent === local?.sha256;
}

/**
 * What the decision about a file depends on. A side that cannot be observed, or whose bytes were not read, is unknown.
 */
export function contentsOf(item: Item): Contents {
  const { base, local, localPresence, remote, remotePresence } = item;
  const isUnread = remote !== null && base !== null && remote.version === null;
  const here = local === null ? null : { sha256: local.sha256, version: null };
  const there = remote === null ? null : { sha256: remote.sha256, version: remote.version };
  return {
    base,
    local: localPresence === 'unknown' || (local !== null && local.sha256 === null) ? 'unknown' : here,
    remote: remotePresence === 'unknown' || isUnread ? 'unknown' : there,
    isOnlineOnly: isOnlineOnly(item),
    movedLocally: movedLocally(item),
    movedRemotely: movedRemotely(item),
  };
}

/**
 * On which sides a file exists after a decision was carried out.
 */
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
    case 'frozen':
      return now;
  }
}

interface FolderContext {
  readonly mode: MirrorMode;
  readonly inside: readonly ItemOutcome[];
}

/**
 * The outcome of a folder, from its own observations and from what remains inside it.
 */
function folderOutcome(item: Item, location: MergedLocation, { mode, inside }: FolderContext): Unmoved {
  const here = item.local !== null;
  const there = item.remote !== null;
  const decision = FOLDER_TABLES[mode][situationOf(item)][insideOf(inside)];
  const after = {
    frozen: { here, there },
    rest: { here, there },
    'create-local': { here: true, there },
    'create-remote': { here, there: true },
    'delete-local': { here: false, there: false },
    'delete-remote': { here: false, there: false },
    forget: { here: false, there: false },
  }[decision];
  return { item, location, decision, ...after };
}

/**
 * The merged location of each item. Two moves may form a ring: A into B here, B into A at the service. A ring has no
 * folder above it, so it is broken by taking the service's parent for one of its folders.
 */
function* locationsOf(tree: Tree): InParts<Map<ItemId, MergedLocation>> {
  const places = new Map<ItemId, MergedLocation>();
  yield* eachInParts(tree.items.values(), item => {
    if (item.id === tree.root) return;
    const place = locationOf(item, tree.names ?? EXACT_NAMES);
    if (place !== null) places.set(item.id, { ...place, parent: knownFolder(tree, item, place.parent) });
  });
  // Breaking one ring may close another one: repeat until there is none.
  while (breakOneRing(tree, places)) yield;
  return places;
}

/**
 * Gives one folder of a ring the parent that it has at the service. @returns whether there was a ring.
 */
function breakOneRing(tree: Tree, places: Map<ItemId, MergedLocation>): boolean {
  for (const item of tree.items.values()) {
    const place = places.get(item.id);
    if (item.kind !== 'folder' || item.remote === null || place === undefined) continue;
    const parent = knownFolder(tree, item, item.remote.parent);
    if (place.parent === parent || !leadsToItself(item.id, places)) continue;
    places.set(item.id, { ...place, parent });
    return true;
  }
  return false;
}

/**
 * The parent that an item gets. The record of the wanted folder may be gone; then the item stays where else it was
 * seen, or goes to the mirror's own folder, so that it is never outside of the tree.
 */
function knownFolder(tree: Tree, { local, base }: Item, wanted: ItemId): ItemId {
  const candidates = [wanted, local?.parent, base?.parent];
  return candidates.find(folder => folder !== undefined && tree.items.has(folder)) ?? tree.root;
}

function locationOf(item: Item, volume: VolumeNames): MergedLocation | null {
  const { remote } = item;
  const base = item.base && { ...item.base, localName: nameWithoutDetour(item, item.base.localName) };
  const local = item.local && { ...item.local, name: nameWithoutDetour(item, item.local.name) };
  if (local !== null && remote !== null && base !== null) return mergeLocation(base, { local, remote }, volume);
  if (remote !== null) {
    // Only the service has it, or the two sides were just paired and have no base yet. A local name that it got
    // before stays as long as the remote name does.
    const sticky = base !== null && base.remoteName === remote.name ? base.localName : null;
    const localName = local?.name ?? sticky ?? remote.name;
    // Without a base the remote name wins, even when it changed after the two sides were paired.
    const isItsName = (name: string): boolean =>
      isFreeNameOf(name, toLocalName(remote.name, volume), each => keyOn(volume, each));
    const fromService = local === null ? sticky === null : !isItsName(local.name);
    return { parent: remote.parent, localName, remoteName: remote.name, nameFromService: fromService };
  }
  if (local !== null)
    return { parent: local.parent, localName: local.name, remoteName: local.name, nameFromService: false };
  return base === null ? null : { ...base, nameFromService: false };
}

/**
 * Whether the chain of parents returns to its start.
 */
function leadsToItself(start: ItemId, places: ReadonlyMap<ItemId, MergedLocation>): boolean {
  const seen = new Set<ItemId>();
  let at = places.get(start)?.parent;
  while (at !== undefined && !seen.has(at)) {
    if (at === start) return true;
    seen.add(at);
    at = places.get(at)?.parent;
  }
  return false;
}

function* groupByParent(tree: Tree, places: ReadonlyMap<ItemId, MergedLocation>): InParts<Map<ItemId, ItemId[]>> {
  const children = new Map<ItemId, ItemId[]>();
  yield* eachInParts(tree.items.keys(), id => {
    const parent = places.get(id)?.parent;
    if (parent === undefined) return;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [id]);
    else siblings.push(id);
  });
  return children;
}

/** Every item below the root, children before their folders. */
function deepestFirst(tree: Tree, childrenOf: ReadonlyMap<ItemId, readonly ItemId[]>): ItemId[] {
  const order: ItemId[] = [];
  const waiting: ItemId[] = [tree.root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    order.push(id);
    for (const child of childrenOf.get(id) ?? []) waiting.push(child);
  }
  return order.reverse();
}
