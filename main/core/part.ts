import type { ItemId } from '../../shared/ids.ts';
import type { Ignoring } from './ignore.ts';
import type { Item, Tree } from './item.ts';
import type { LookResult, SeenEntry, SeenFolder } from './look-result.ts';

/** The items of one mirror, found without reading all of them. */
export interface ItemIndex {
  readonly get: (id: ItemId) => Item | null;
  /** What has a name in a folder here. */
  readonly at: (folder: ItemId, name: string) => Item | null;
  /** What is in a folder here, is there at the service, or was agreed to be there; also what was only last seen there. */
  readonly inFolder: (folder: ItemId) => readonly Item[];
  /** Everything that has, or had when it was last seen here, one of these keys. */
  readonly byKeys: (keys: Iterable<string>) => readonly Item[];
  /** What does not rest, but for the mirror's own folder; null: that is more than `most`. */
  readonly unfinished: (most: number) => readonly Item[] | null;
}

/** From so many items on that do not rest, all are read at one stroke: that is quicker then. */
const MOST_UNFINISHED = 5000;

/**
 * The part of a mirror's tree that planning depends on: `plan` says of it what it says of the whole tree. That is what
 * does not rest, with all that is in folders which do not, the folders around it on every side, and whoever has a name in
 * one of its folders. Null: only the whole tree will do.
 */
export function partToPlan(root: ItemId, index: ItemIndex): Tree | null {
  const unfinished = index.unfinished(MOST_UNFINISHED);
  if (unfinished === null) return null;
  const part = new Part(root, index);
  for (const item of unfinished) part.addWithHomes(item);
  for (const item of unfinished) if (item.kind === 'folder') part.addAllIn(item.id);
  return part.tree();
}

/** What a look goes by besides its result (see `Known` of `matchLook`). */
interface Knowing {
  readonly ignoring: Ignoring;
  readonly strays: ReadonlyMap<ItemId, string>;
}

/**
 * The part of a mirror's tree that the meaning of a look depends on: `matchLook` says of it what it says of the whole
 * tree. That is what was in the folders that were listed, and whoever bears the key of something found there. Null: only
 * the whole tree will do, since a known folder moved, went or is out of sight, and with it all that is in it.
 */
export function partToMatch(root: ItemId, index: ItemIndex, look: LookResult, knowing: Knowing): Tree | null {
  if (look.isRestless || look.unreadable.length > 0) return null;
  const keys = new Set(look.changed.flatMap(({ entries }) => entries.map(({ key }) => key)));
  for (const key of knowing.strays.values()) keys.add(key);
  const part = new Part(root, index);
  const byKey = index.byKeys(keys);
  const placed = new Set<ItemId>();
  for (const folder of look.changed) {
    const id = part.addPath(folder.path);
    if (id === null) continue;
    const inside = part.addIn(id);
    const inPlace = foldersInPlace(
      folder,
      inside.filter(item => item.local?.parent === id),
      knowing.ignoring,
    );
    if (inPlace === null || bringsBackFolder(folder, inside)) return null;
    for (const each of inPlace) placed.add(each);
  }
  // A folder that is known by its key and not where it was: what is in it comes along.
  for (const item of byKey) if (item.kind === 'folder' && !placed.has(item.id)) return null;
  for (const item of byKey) part.add(item);
  for (const id of knowing.strays.keys()) {
    const stray = index.get(id);
    if (stray?.kind === 'folder') return null;
    if (stray !== null) part.add(stray);
  }
  return part.tree();
}

/** The known folders in a folder when each of them was found as it was; null when one was not. */
function foldersInPlace(
  { path, entries }: SeenFolder,
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

/** Whether something found may be a folder that was agreed to be there and has no place here at present. */
function bringsBackFolder({ entries }: SeenFolder, known: readonly Item[]): boolean {
  const away = known.filter(({ kind, local, agreed }) => kind === 'folder' && local === null && agreed !== null);
  const names = new Set(away.map(({ agreed }) => agreed?.localName));
  return entries.some(({ kind, name }: SeenEntry) => kind === 'folder' && names.has(name));
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
    return { root: this.#root, items: new Map([...this.#items].toSorted(([one], [other]) => one - other)) };
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

  /** Adds what is in a folder on any side. */
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

function parentsOf({ local, remote, agreed }: Item): readonly ItemId[] {
  return [local?.parent, remote?.parent, agreed?.parent].filter(parent => parent !== undefined);
}
