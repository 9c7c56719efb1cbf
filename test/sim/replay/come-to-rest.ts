import type { Item, Tree } from '../../../main/core/item.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { ItemId, VersionId } from '../../../shared/ids.ts';
import { hash, version } from '../../builders/items.ts';
import { converge } from '../../main/core/abstract/converge.ts';
import { World } from '../../main/core/abstract/world.ts';

/**
 * Plans and carries out on paper until nothing is left, with what is frozen first, then as if all could be seen again.
 * @returns the operations that were carried out, one a line. @throws Error when it never ends or an operation cannot be.
 */
export function comesToRest(tree: Tree, mode: MirrorMode): readonly string[] {
  const log = converge(worldOf(tree), { mode, luck: [], later: [] });
  return log.filter(line => /^\d+ \{/.test(line));
}

/** A world that shows what the tree shows. The abstract root has a number of its own: the two change places. */
function worldOf(tree: Tree): World {
  const world = new World();
  const highest = Math.max(...tree.items.keys(), 0);
  const moved = (id: ItemId): ItemId => (id === tree.root ? world.root : id === world.root ? tree.root : id);
  for (let number = 0; number <= highest;) number = world.number();
  for (const item of tree.items.values()) if (item.id !== tree.root) put(world, renumbered(item, moved));
  return world;
}

function renumbered(item: Item, moved: (id: ItemId) => ItemId): Item {
  const { base, local, remote } = item;
  return {
    ...item,
    id: moved(item.id),
    local: local && { ...local, parent: moved(local.parent) },
    remote: remote && { ...remote, parent: moved(remote.parent) },
    base: base && { ...base, parent: moved(base.parent) },
  };
}

function put(world: World, item: Item): void {
  world.items.set(item.id, item);
  const { id, kind, local, localPresence, remote, remotePresence } = item;
  if (localPresence === 'unknown') world.hidden.push({ id, side: 'here', becomes: 'as it was' });
  if (remotePresence === 'unknown') world.hidden.push({ id, side: 'there', becomes: 'as it was' });
  if (kind === 'folder') return;
  if (local !== null && local.sha256 === null && localPresence === 'present')
    world.unread.set(id, hash(`bytes of ${id}`));
  if (remote === null) return;
  const head: VersionId = remote.version ?? version(`head of ${remote.id}`);
  world.heads.set(remote.id, head);
  world.bytes.set(head, remote.sha256 ?? hash(`bytes of ${head}`));
  if (remote.sha256 !== null) world.known.add(head);
  // A row that has not read its head yet learns it when the service is looked at.
  if (remote.version === null && remotePresence === 'present') world.patch(id, { remote: world.seen(remote, head) });
}
