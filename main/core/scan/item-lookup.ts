import type { ItemId } from '../../../shared/ids.ts';
import { eachInParts, type InParts } from '../in-parts.ts';
import { baseParentAndName, type Item, parentAndName, type Tree } from '../item.ts';
import { EXACT_NAMES, type VolumeNames } from '../names/volume-names.ts';
import { KeyOwners } from './key-owners.ts';

/** The recorded items of a mirror by everything that can identify an entry of a scan. Paths are `parentAndName` keys. */
export class ItemLookup {
  readonly byKey = new KeyOwners();
  readonly byPath = new Map<string, Item>();
  /** Items without a local path, by the path of their base. */
  readonly byBasePath = new Map<string, Item>();
  /** Files whose path differs from their base, by the path of the base. */
  readonly awayFromBase = new Map<string, Item>();
  /** The items in each local folder. */
  readonly children = new Map<ItemId, Item[]>();
  readonly #names: VolumeNames;

  private constructor(tree: Tree) {
    this.#names = tree.names ?? EXACT_NAMES;
  }

  /** Looks up all items of a tree. */
  static *of(tree: Tree): InParts<ItemLookup> {
    const lookup = new ItemLookup(tree);
    yield* eachInParts(tree.items.values(), item => lookup.#add(item));
    return lookup;
  }

  #add(item: Item): void {
    const base = baseParentAndName(this.#names, item.base);
    if (item.local !== null) {
      this.byKey.add(item.local.key, item);
      const path = parentAndName(this.#names, item.local.parent, item.local.name);
      // An item out of sight only has the path where it once was. If another item was found there since, the path
      // belongs to that one.
      if (item.localPresence === 'present' || !this.byPath.has(path)) this.byPath.set(path, item);
      const siblings = this.children.get(item.local.parent);
      if (siblings === undefined) this.children.set(item.local.parent, [item]);
      else siblings.push(item);
      if (item.kind === 'file' && base !== null && base !== path) this.awayFromBase.set(base, item);
    } else if (base !== null && item.localPresence !== 'present') this.byBasePath.set(base, item);
  }

  /** The item is another entry now: its recorded path and key, or the path of its base, no longer identify it. */
  forget(item: Item): void {
    const { local, base } = item;
    if (local !== null) this.byKey.forget(local.key, item);
    const paths = local === null ? this.byBasePath : this.byPath;
    const path =
      local === null ? baseParentAndName(this.#names, base) : parentAndName(this.#names, local.parent, local.name);
    if (path !== null && paths.get(path)?.id === item.id) paths.delete(path);
  }
}
