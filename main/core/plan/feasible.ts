import type { ItemId } from '../../../shared/ids.ts';
import type { Fate } from './item-outcomes.ts';
import type { Item, Tree } from '../item.ts';
import type { Operation } from './operation.ts';

/**
 * Leaves out what cannot succeed yet, whichever of the operations before it fail: a step into a folder that is not there,
 * a folder into its own inside, a removal that would take along something that stays. The next plan has it again.
 * @param ordered as `inOrder` leaves them.
 */
export function feasible(
  tree: Tree,
  fates: ReadonlyMap<ItemId, Fate>,
  ordered: readonly Operation[],
): readonly Operation[] {
  const sides = { here: new Ground(tree, 'here'), there: new Ground(tree, 'there') };
  return ordered.filter(operation => canSucceed(operation, { tree, fates, ...sides }));
}

interface Grounds {
  readonly tree: Tree;
  readonly fates: ReadonlyMap<ItemId, Fate>;
  readonly here: Ground;
  readonly there: Ground;
}

function canSucceed(operation: Operation, grounds: Grounds): boolean {
  const { tree, here, there } = grounds;
  const item = tree.items.get(operation.item);
  if (item === undefined) return false;
  switch (operation.kind) {
    case 'agree':
    case 'forget':
    case 'keep-here':
    case 'join':
    case 'upload-version':
      return true;
    case 'create-folder-local':
      return here.mayGo(item, operation.to.parent) && here.add(item.id);
    case 'create-folder-remote':
      return there.mayGo(item, operation.to.parent) && there.add(item.id);
    case 'move-local':
      return here.mayGo(item, operation.to.parent);
    case 'move-remote':
      return there.mayGo(item, operation.to.parent);
    case 'upload':
      return there.holds(operation.to.parent);
    case 'download':
      return isListed(item, there) && (item.local !== null || here.holds(operation.to.parent));
    case 'keep-both':
      return isListed(item, there);
    case 'delete-local':
      return here.children(item.id).every(child => here.isRemoved(child)) && here.remove(item.id);
    case 'delete-remote':
      return isListed(item, there) && there.below(item.id).every(below => isDoomed(below, grounds.fates));
  }
}

/** Whether the folder that a thing is in can be seen at the service: only then its head is what we think. */
function isListed({ remote }: Item, there: Ground): boolean {
  return remote !== null && there.holds(remote.parent);
}

/** Whether an item may go along with its folder. */
function isDoomed(item: Item, fates: ReadonlyMap<ItemId, Fate>): boolean {
  const decision = fates.get(item.id)?.decision;
  return decision === 'delete-remote' && item.local === null;
}

/** The folders of one side, as they are now and as the operations so far would leave them. */
class Ground {
  readonly #tree: Tree;
  readonly #side: 'here' | 'there';
  readonly #added = new Set<ItemId>();
  readonly #removed = new Set<ItemId>();
  readonly #children = new Map<ItemId, Item[]>();
  readonly #targets = new Map<ItemId, ItemId>();

  constructor(tree: Tree, side: 'here' | 'there') {
    this.#tree = tree;
    this.#side = side;
    for (const item of tree.items.values()) {
      const parent = this.#facts(item)?.parent;
      if (parent === undefined) continue;
      const siblings = this.#children.get(parent);
      if (siblings === undefined) this.#children.set(parent, [item]);
      else siblings.push(item);
    }
  }

  /** Whether a folder is there for sure, or will be when the operations so far succeed. */
  holds(folder: ItemId): boolean {
    if (folder === this.#tree.root || this.#added.has(folder)) return true;
    const item = this.#tree.items.get(folder);
    const sight = this.#side === 'here' ? item?.localSight : item?.remoteSight;
    return item !== undefined && this.#facts(item) !== null && sight === 'present';
  }

  add(folder: ItemId): true {
    this.#added.add(folder);
    return true;
  }

  remove(item: ItemId): true {
    this.#removed.add(item);
    return true;
  }

  isRemoved(item: Item): boolean {
    return this.#removed.has(item.id);
  }

  children(folder: ItemId): readonly Item[] {
    return this.#children.get(folder) ?? [];
  }

  below(folder: ItemId): readonly Item[] {
    const all = [...this.children(folder)];
    for (let at = 0; at < all.length; at++) for (const each of this.children(all[at]?.id ?? folder)) all.push(each);
    return all;
  }

  /** Whether an item can go into a folder, also when only some of those before it went; within its own, always. */
  mayGo(item: Item, folder: ItemId): boolean {
    if (this.#facts(item)?.parent === folder) return true;
    if (!this.holds(folder) || this.#isInside(folder, item.id)) return false;
    this.#targets.set(item.id, folder);
    return true;
  }

  /** Whether a folder is, or may be when only some of the moves succeed, the other folder itself or inside of it. */
  #isInside(folder: ItemId, other: ItemId): boolean {
    const seen = new Set<ItemId>();
    const waiting = [folder];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (at === other) return true;
      if (seen.has(at)) continue;
      seen.add(at);
      const item = this.#tree.items.get(at);
      const now = item === undefined ? undefined : this.#facts(item)?.parent;
      const then = this.#targets.get(at);
      for (const parent of [now, then]) if (parent !== undefined) waiting.push(parent);
    }
    return false;
  }

  #facts(item: Item): Item['local'] | Item['remote'] {
    return this.#side === 'here' ? item.local : item.remote;
  }
}
