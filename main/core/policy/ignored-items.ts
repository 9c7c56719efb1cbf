import type { ItemId } from '../../../shared/ids.ts';
import type { Ignoring } from './ignore.ts';
import type { Item, Tree } from '../item.ts';
import { toLocalName } from '../names/local-names.ts';
import { EXACT_NAMES, type VolumeNames } from '../names/volume-names.ts';

/** The items of a tree, or an index that finds them. */
interface Folders {
  readonly root: ItemId;
  readonly names?: VolumeNames | undefined;
  readonly items: { readonly get: (id: ItemId) => Item | undefined };
}

/** The local paths of items as seen on one side; for remote items the paths that they would have here. */
export class Paths {
  readonly #tree: Folders;
  readonly #side: 'here' | 'there';
  readonly #known = new Map<ItemId, string | null>();

  constructor(tree: Folders, side: 'here' | 'there') {
    this.#tree = tree;
    this.#side = side;
    this.#known.set(tree.root, '');
  }

  /** Null when the item, or a folder above it, was never seen on this side. */
  of(id: ItemId): string | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    // Set before recursing: in a ring of folders the recursion meets this null and ends.
    this.#known.set(id, null);
    const place = this.#locationOf(this.#tree.items.get(id));
    const parent = place === null ? null : this.of(place.parent);
    const path = place === null || parent === null ? null : parent === '' ? place.name : `${parent}/${place.name}`;
    this.#known.set(id, path);
    return path;
  }

  #locationOf(item: Item | undefined): { parent: ItemId; name: string } | null {
    if (item === undefined) return null;
    if (this.#side === 'here') return item.local;
    return item.remote === null
      ? null
      : { parent: item.remote.parent, name: toLocalName(item.remote.name, this.#tree.names ?? EXACT_NAMES) };
  }
}

/** The items that a rule ignores on one side or on both. Nothing is sent, received or removed for them. */
export function ignoredItems(tree: Tree, ignoring: Ignoring): ReadonlySet<ItemId> {
  const sides = [new Paths(tree, 'here'), new Paths(tree, 'there')];
  const ignored = new Set<ItemId>();
  for (const { id, kind } of tree.items.values()) {
    const paths = sides.map(side => side.of(id)).filter(path => path !== null);
    if (paths.some(path => ignoring.ignores(path, kind))) ignored.add(id);
  }
  return ignored;
}
