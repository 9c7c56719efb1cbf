import type { ItemId } from '../../../shared/ids.ts';
import type { Ignoring } from '../policy/ignore.ts';
import type { Item, Tree } from '../item.ts';
import type { ScanResult, ScannedFolder } from './scan-result.ts';
import type { VolumeNames } from '../names/volume-names.ts';

/** The items of one mirror, found without reading all of them. */
export interface ItemIndex {
  /** What the volume of the mirror's folder makes of names; `EXACT_NAMES` when it is left out. */
  readonly names?: VolumeNames;
  readonly get: (id: ItemId) => Item | null;
  /** What has a name in a folder here. */
  readonly at: (folder: ItemId, name: string) => Item | null;
  /** What is in a folder here or at the service, or was when it was last seen. */
  readonly inFolder: (folder: ItemId) => readonly Item[];
  /** Everything that has, or had when it was last seen here, one of these keys. */
  readonly byKeys: (keys: Iterable<string>) => readonly Item[];
  /** What does not rest, but for the mirror's own folder; null: that is more than `most`. */
  readonly unfinished: (most: number) => readonly Item[] | null;
  /** What has another name here than at the service; null: that is more than `most`. */
  readonly numbered: (most: number) => readonly Item[] | null;
}

/**
 * From so many items on that do not rest, all are read at one stroke: that is quicker then. Whatever is not where it was
 * agreed to be does not rest, and is among them.
 */
const MOST_UNFINISHED = 20_000;
/** And from so many listed folders on. */
const MOST_LISTED = 200;

/**
 * The part of a mirror's tree that planning depends on: `plan` says of it what it says of the whole tree. That is what
 * does not rest or has a number here, with all that is in folders which do not, the folders around it on every side, and
 * each thing that has a name in one of its folders. Null: only the whole tree will do.
 */
export function planScope(root: ItemId, index: ItemIndex): Tree | null {
  const unfinished = index.unfinished(MOST_UNFINISHED);
  const numbered = index.numbered(MOST_UNFINISHED);
  if (unfinished === null || numbered === null) return null;
  const part = new Part(root, index);
  for (const item of [...unfinished, ...numbered]) part.addWithHomes(item);
  for (const item of unfinished) if (item.kind === 'folder') part.addAllIn(item.id);
  return part.tree();
}

/** What a look goes by besides its result (see `MatchContext` of `matchScan`). */
interface Knowing {
  readonly ignoring: Ignoring;
  readonly strays: ReadonlyMap<ItemId, string>;
}

/**
 * The part of a mirror's tree that the meaning of a look depends on: `matchScan` says of it what it says of the whole
 * tree. That is what was in the folders that were listed, and whoever bears the key of something found there. Null: only
 * the whole tree will do, since a known folder moved, went or is out of sight, and with it all that is in it.
 */
export function matchScope(root: ItemId, index: ItemIndex, look: ScanResult, knowing: Knowing): Tree | null {
  if (look.isRestless || look.unreadable.length > 0 || look.changed.length > MOST_LISTED) return null;
  const unfinished = index.unfinished(MOST_UNFINISHED);
  if (unfinished === null) return null;
  const part = new Part(root, index);
  const listed = addListed(part, look, knowing.ignoring);
  if (listed === null || !addUnfinished(part, unfinished, listed.folders)) return null;
  const strays = [...knowing.strays.keys()].flatMap(id => index.get(id) ?? []);
  const keys = look.changed.flatMap(({ entries }) => entries.map(({ key }) => key));
  const byKey = index.byKeys(new Set([...keys, ...knowing.strays.values()]));
  for (const item of [...byKey, ...strays]) {
    // A folder that is known, and not where it was: what is in it comes along.
    if (item.kind === 'folder' && !listed.inPlace.has(item.id)) return null;
    part.add(item);
  }
  return part.tree();
}

/** The folders that a look listed, and the folders in them that are where they were. */
interface Listed {
  readonly folders: ReadonlyMap<ItemId, ScannedFolder>;
  readonly inPlace: ReadonlySet<ItemId>;
}

/** Adds what was in the folders that were listed; null when a folder is not in its place any more. */
function addListed(part: Part, { changed }: ScanResult, ignoring: Ignoring): Listed | null {
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

/** Adds what was agreed to be in those folders and is not; false when that may be a folder that came back. */
function addUnfinished(part: Part, unfinished: readonly Item[], listed: Listed['folders']): boolean {
  for (const item of unfinished) {
    const folder = item.base === null ? undefined : listed.get(item.base.parent);
    if (folder === undefined) continue;
    if (bringsBack(folder, item)) return false;
    part.add(item);
  }
  return true;
}

/** The known folders in a folder when each of them was found as it was; null when one was not. */
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

/** Whether a folder found may be one that was agreed to be there and has no place here at present. */
function bringsBack({ entries }: ScannedFolder, { kind, local, base }: Item): boolean {
  if (kind === 'file' || local !== null) return false;
  return entries.some(entry => entry.kind === 'folder' && entry.name === base?.localName);
}

/** A tree in the making. */
class Part {
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

  /** In the order of their numbers, as a whole tree has them. */
  tree(): Tree {
    const items = new Map([...this.#items].toSorted(([one], [other]) => one - other));
    const { names } = this.#index;
    return { root: this.#root, items, ...(names === undefined ? {} : { names }) };
  }

  /** Adds an item with the folders around it on every side. */
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

  /** Adds an item with all that is in the folders it is in, was in or comes to: they may have the name that it wants. */
  addWithHomes(item: Item): void {
    this.add(item);
    for (const parent of parentsOf(item)) {
      // What hangs in a folder without a record hangs in the mirror's own.
      if (!this.#items.has(parent)) this.addIn(this.#root);
      this.addIn(parent);
    }
  }

  /** Adds what is in a folder on either side. */
  addIn(folder: ItemId): readonly Item[] {
    const known = this.#listed.get(folder);
    if (known !== undefined) return known;
    const inside = this.#index.inFolder(folder);
    this.#listed.set(folder, inside);
    for (const item of inside) this.add(item);
    return inside;
  }

  /** Adds what is in a folder, and in the folders in it, to the bottom. */
  addAllIn(folder: ItemId): void {
    const waiting = [folder];
    const seen = new Set<ItemId>();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      for (const { id, kind } of this.addIn(next)) if (kind === 'folder') waiting.push(id);
    }
  }

  /** Adds the folders on a path here; null when one of them is not known there. */
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
