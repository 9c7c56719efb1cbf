import type { ItemId } from '../../../shared/ids.ts';
import { eachInParts, type InParts, toEnd } from '../in-parts.ts';
import type { Ignoring } from '../policy/ignore.ts';
import type { Item, Tree } from '../item.ts';
import type { ScanResult, ScannedFolder } from './scan-result.ts';
import type { VolumeNames } from '../names/volume-names.ts';

/** Finds single items of a mirror without reading all of them. */
export interface ItemIndex {
  /** How the volume of the mirror's folder compares names; left out: `EXACT_NAMES`. */
  readonly names?: VolumeNames;
  readonly get: (id: ItemId) => Item | null;
  /** The item with a name in a local folder. */
  readonly at: (folder: ItemId, name: string) => Item | null;
  /** The items in a folder on either side, or that were in it when last seen. */
  readonly inFolder: (folder: ItemId) => readonly Item[];
  /** The items that have, or had when last seen here, one of these keys. */
  readonly byKeys: (keys: Iterable<string>) => readonly Item[];
  /** The items that differ between the sides and the base, without the root; null if they are more than `most`. */
  readonly unfinished: (most: number) => Iterable<Item> | null;
  /** The items whose local name differs from the remote one; null if they are more than `most`. */
  readonly numbered: (most: number) => readonly Item[] | null;
}

/**
 * With more unfinished items than this, load the whole tree: that is faster than finding them one by one. An item that
 * is not at its base is unfinished, so all moved items are among them.
 */
const MOST_UNFINISHED = 20_000;
/** Items of one part whose surroundings are read. */
const ROWS_OF_A_PART = 50;
/** The same as `MOST_UNFINISHED` for the number of listed folders. */
const MOST_LISTED = 200;

/**
 * The part of a mirror's tree that the planner depends on: for its items `plan` gives the same steps as for the whole
 * tree (tests compare both). It contains the unfinished and the numbered items, the content of unfinished folders, all
 * parents on every side, and every item with a name in one of those folders, because a name may be in use.
 * @returns null if only the whole tree will do.
 */
export function planScope(root: ItemId, index: ItemIndex): Tree | null {
  return toEnd(planScopeInParts(root, index));
}

/** The same in parts, each of which reads the index as it is then. */
export function* planScopeInParts(root: ItemId, index: ItemIndex): InParts<Tree | null> {
  const unfinished = index.unfinished(MOST_UNFINISHED);
  const numbered = index.numbered(MOST_UNFINISHED);
  if (unfinished === null || numbered === null) return null;
  const part = new PartialTree(root, index);
  const folders: ItemId[] = [];
  const add = (item: Item): void => part.addWithHomes(item);
  yield* eachInParts(
    unfinished,
    item => {
      add(item);
      if (item.kind === 'folder') folders.push(item.id);
    },
    ROWS_OF_A_PART,
  );
  yield* eachInParts(numbered, add, ROWS_OF_A_PART);
  // What remains inside a folder decides about the folder, so an unfinished one needs all of its content.
  yield* eachInParts(folders, folder => part.addAllIn(folder), ROWS_OF_A_PART);
  return part.tree();
}

/** What matching depends on besides the scan (see `MatchContext`). */
interface ScopeContext {
  readonly ignoring: Ignoring;
  readonly strays: ReadonlyMap<ItemId, string>;
}

/**
 * The part of a mirror's tree that matching a scan depends on: `matchScan` gives the same result as for the whole tree.
 * It contains the items that were in the listed folders, and the items with a key that was found there.
 * @returns null if only the whole tree will do: a known folder was moved, is gone or is out of sight, and with it
 *   everything inside.
 */
export function matchScope(root: ItemId, index: ItemIndex, scan: ScanResult, context: ScopeContext): Tree | null {
  // These scans say something about folders that they did not list, so their result cannot be judged from a part.
  if (scan.isRestless || scan.unreadable.length > 0 || scan.changed.length > MOST_LISTED) return null;
  const unfinished = index.unfinished(MOST_UNFINISHED);
  if (unfinished === null) return null;
  const part = new PartialTree(root, index);
  const listed = addListed(part, scan, context.ignoring);
  if (listed === null || !addUnfinished(part, unfinished, listed.folders)) return null;
  const strays = [...context.strays.keys()].flatMap(id => index.get(id) ?? []);
  const keys = scan.changed.flatMap(({ entries }) => entries.map(({ key }) => key));
  const byKey = index.byKeys(new Set([...keys, ...context.strays.values()]));
  for (const item of [...byKey, ...strays]) {
    // A known folder that is not at its path was moved, with everything inside it: only the whole tree shows what
    // that is.
    if (item.kind === 'folder' && !listed.inPlace.has(item.id)) return null;
    part.add(item);
  }
  return part.tree();
}

/** The listed folders, and the known folders inside them that are at their paths. */
interface ListedFolders {
  readonly folders: ReadonlyMap<ItemId, ScannedFolder>;
  readonly inPlace: ReadonlySet<ItemId>;
}

/** Adds the items of the listed folders; null if a folder is no longer at its path. */
function addListed(part: PartialTree, { changed }: ScanResult, ignoring: Ignoring): ListedFolders | null {
  const folders = new Map<ItemId, ScannedFolder>();
  const inPlace = new Set<ItemId>();
  for (const folder of changed) {
    const id = part.addPath(folder.path);
    if (id === null) continue;
    folders.set(id, folder);
    const known = part.addIn(id).filter(({ local }) => local?.parent === id);
    const there = foldersInPlace(folder, known, ignoring);
    if (there === null) return null;
    for (const each of there) inPlace.add(each);
  }
  return { folders, inPlace };
}

/**
 * Adds the items whose base is in a listed folder and that are not there; false if one may be a folder that came back.
 */
function addUnfinished(part: PartialTree, unfinished: Iterable<Item>, listed: ListedFolders['folders']): boolean {
  for (const item of unfinished) {
    const folder = item.base === null ? undefined : listed.get(item.base.parent);
    if (folder === undefined) continue;
    if (bringsBack(folder, item)) return false;
    part.add(item);
  }
  return true;
}

/** The known folders in a listed folder if all of them were found unchanged; null if one was not. */
function foldersInPlace(
  { path, entries }: ScannedFolder,
  known: readonly Item[],
  ignoring: Ignoring,
): readonly ItemId[] | null {
  const byName = new Map(entries.map(entry => [entry.name, entry]));
  const folders = known.filter(({ kind }) => kind === 'folder');
  const isInPlace = ({ local }: Item): boolean => {
    const entry = local === null ? undefined : byName.get(local.name);
    if (entry?.kind !== 'folder' || entry.key !== local?.key) return false;
    return !ignoring.ignores(path === '' ? entry.name : `${path}/${entry.name}`, 'folder');
  };
  return folders.every(isInPlace) ? folders.map(({ id }) => id) : null;
}

/** Whether a folder without a local path may be among the entries: its base has the name of one. */
function bringsBack({ entries }: ScannedFolder, { kind, local, base }: Item): boolean {
  if (kind === 'file' || local !== null) return false;
  return entries.some(entry => entry.kind === 'folder' && entry.name === base?.localName);
}

/** A tree that is being collected. */
class PartialTree {
  readonly #root: ItemId;
  readonly #index: ItemIndex;
  readonly #items = new Map<ItemId, Item>();
  readonly #listed = new Map<ItemId, readonly Item[]>();

  constructor(root: ItemId, index: ItemIndex) {
    this.#root = root;
    this.#index = index;
    const item = index.get(root);
    if (item !== null) this.#items.set(root, item);
  }

  /** The tree, with the items in the order of their ids as in a whole tree. */
  tree(): Tree {
    const items = new Map([...this.#items].toSorted(([one], [other]) => one - other));
    const { names } = this.#index;
    return { root: this.#root, items, ...(names === undefined ? {} : { names }) };
  }

  /** Adds an item and its parents on every side. */
  add(item: Item): void {
    const waiting = [item];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#items.has(next.id)) continue;
      this.#items.set(next.id, next);
      for (const parent of parentsOf(next)) {
        const folder = this.#items.has(parent) ? null : this.#index.get(parent);
        if (folder !== null) waiting.push(folder);
      }
    }
  }

  /**
   * Adds an item and everything in the folders that it is in, was in or goes to: any of that may have the name that it
   * wants.
   */
  addWithHomes(item: Item): void {
    this.add(item);
    for (const parent of parentsOf(item)) {
      // An item whose parent has no record is placed in the root.
      if (!this.#items.has(parent)) this.addIn(this.#root);
      this.addIn(parent);
    }
  }

  /** Adds the content of a folder on either side. */
  addIn(folder: ItemId): readonly Item[] {
    const known = this.#listed.get(folder);
    if (known !== undefined) return known;
    const inside = this.#index.inFolder(folder);
    this.#listed.set(folder, inside);
    for (const item of inside) this.add(item);
    return inside;
  }

  /** Adds the content of a folder and of all folders inside it. */
  addAllIn(folder: ItemId): void {
    const waiting = [folder];
    const seen = new Set<ItemId>();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      for (const { id, kind } of this.addIn(next)) if (kind === 'folder') waiting.push(id);
    }
  }

  /** Adds the folders on a local path; null if one of them is not known. */
  addPath(path: string): ItemId | null {
    let at = this.#root;
    for (const name of path === '' ? [] : path.split('/')) {
      const next = this.#index.at(at, name);
      if (next?.kind !== 'folder') return null;
      this.add(next);
      at = next.id;
    }
    return at;
  }
}

function parentsOf({ local, remote, base }: Item): readonly ItemId[] {
  return [local?.parent, remote?.parent, base?.parent].filter(parent => parent !== undefined);
}
