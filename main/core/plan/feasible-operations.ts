import type { ItemId } from '../../../shared/ids.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import type { Item, Tree } from '../item.ts';
import type { Operation } from './operation.ts';

/**
 * Drops the operations that cannot succeed if an earlier one fails: a step into a folder that may be missing, a folder
 * into its own inside, the removal of a folder that still holds something to keep. The next plan contains them again.
 * Without this, one failed step would make the steps behind it fail or, for a removal, lose files.
 * @param ordered in the order of `inOrder`.
 */
export function feasibleOperations(
  tree: Tree,
  outcomes: ReadonlyMap<ItemId, ItemOutcome>,
  ordered: readonly Operation[],
): readonly Operation[] {
  const sides = { here: new SideFolders(tree, 'here'), there: new SideFolders(tree, 'there') };
  return ordered.filter(operation => canSucceed(operation, { tree, outcomes, ...sides }));
}

interface BothSides {
  readonly tree: Tree;
  readonly outcomes: ReadonlyMap<ItemId, ItemOutcome>;
  readonly here: SideFolders;
  readonly there: SideFolders;
}

function canSucceed(operation: Operation, sides: BothSides): boolean {
  const { tree, here, there } = sides;
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
    // A folder goes only after everything in it, in this very plan. An item that appeared since then makes the
    // removal fail on the disk, because only an empty folder can be removed.
    case 'delete-local':
      return here.children(item.id).every(child => here.isRemoved(child)) && here.remove(item.id);
    // The service removes a folder with all its content at once, so every item below must be meant to go.
    case 'delete-remote':
      return isListed(item, there) && there.below(item.id).every(below => isDoomed(below, sides.outcomes));
  }
}

/** Whether the folder of an item can be listed at the service. Only then its known head version is current. */
function isListed({ remote }: Item, there: SideFolders): boolean {
  return remote !== null && there.holds(remote.parent);
}

/** Whether an item may be removed together with its folder. */
function isDoomed(item: Item, outcomes: ReadonlyMap<ItemId, ItemOutcome>): boolean {
  const decision = outcomes.get(item.id)?.decision;
  return decision === 'delete-remote' && item.local === null;
}

/** The folders of one side, as they are now and as the operations so far would leave them. */
class SideFolders {
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

  /** Whether a folder certainly exists, or will exist once the operations so far succeed. */
  holds(folder: ItemId): boolean {
    if (folder === this.#tree.root || this.#added.has(folder)) return true;
    const item = this.#tree.items.get(folder);
    const presence = this.#side === 'here' ? item?.localPresence : item?.remotePresence;
    return item !== undefined && this.#facts(item) !== null && presence === 'present';
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

  /**
   * Whether an item can move into a folder, even if only some of the earlier moves succeed. Staying in its folder is
   * always possible.
   */
  mayGo(item: Item, folder: ItemId): boolean {
    if (this.#facts(item)?.parent === folder) return true;
    if (!this.holds(folder) || this.#isInside(folder, item.id)) return false;
    this.#targets.set(item.id, folder);
    return true;
  }

  /**
   * Whether a folder may end up inside another one. Follows both the current parent and the planned parent of each
   * folder, because any subset of the moves may succeed.
   */
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
