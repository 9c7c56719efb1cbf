import { conflictName } from '../../../../main/core/names/conflict-name.ts';
import type { Item, Tree } from '../../../../main/core/item.ts';
import { keyOn } from '../../../../main/core/names/volume-names.ts';
import { isOnlineOnly } from '../../../../main/core/policy/online-only.ts';
import type { Operation, Target } from '../../../../main/core/plan/operation.ts';
import {
  baseAfterLocalMove,
  nameWithoutDetour,
  baseAfterRemoteMove,
} from '../../../../main/core/plan/merge-location.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import { localFacts } from '../../../builders/items.ts';
import { byteLength, facts } from './world.ts';
import type { World } from './world.ts';

/** As the engine's steps: done, for a later plan to decide, something was not as planned, or refused by a side. */
export type Result = 'done' | 'deferred' | 'again' | 'refused';

type Of<K extends Operation['kind']> = Extract<Operation, { kind: K }>;

/** Carries one operation out as the engine's steps would; `tree` is what the plan was made on. */
export function carryOut(world: World, operation: Operation, tree: Tree): Result {
  const item = world.get(operation.item);
  if (item === null) return 'deferred';
  switch (operation.kind) {
    case 'agree':
      return agree(world, item.id);
    case 'forget':
      world.remove(item.id);
      return 'done';
    case 'keep-here':
      return keepHere(world, item);
    case 'join':
      return join(world, item, world.get(operation.remoteItem));
    case 'create-folder-local':
      return createFolderLocal(world, item, operation.to);
    case 'create-folder-remote':
      return createFolderRemote(world, item, operation.to);
    case 'move-local':
      return moveLocal(world, item, operation);
    case 'move-remote':
      return moveRemote(world, item, operation.to);
    case 'upload':
      return upload(world, item, operation.to);
    case 'upload-version':
      return uploadVersion(world, item, operation.onTop);
    case 'download':
      return download(world, item, operation.to);
    case 'keep-both':
      return keepBoth(world, item);
    case 'delete-local':
      return deleteLocal(world, item);
    case 'delete-remote':
      return deleteRemote(world, item, tree);
  }
}

function folderHere(world: World, folder: ItemId): boolean {
  if (folder === world.root) return true;
  const item = world.get(folder);
  return item !== null && item.local !== null && item.localPresence === 'present';
}

function folderThere(world: World, folder: ItemId): boolean {
  if (folder === world.root) return true;
  const item = world.get(folder);
  return item !== null && item.remote !== null && item.remotePresence === 'present';
}

function agree(world: World, id: ItemId): Result {
  const item = world.get(id);
  if (item === null) return 'deferred';
  if (isOnlineOnly(item)) return agreeOnPlace(world, item);
  const { kind, base, local, remote } = item;
  if (local === null || remote === null || local.parent !== remote.parent) return 'deferred';
  const isSame = kind === 'folder' || (local.sha256 !== null && local.sha256 === remote.sha256);
  if (base === null && !isSame) return 'deferred';
  const content = isSame
    ? { version: remote.version, sha256: local.sha256 }
    : { version: base?.version ?? null, sha256: base?.sha256 ?? null };
  world.patch(id, {
    base: { parent: local.parent, localName: nameWithoutDetour(item, local.name), remoteName: remote.name, ...content },
  });
  return 'done';
}

function agreeOnPlace(world: World, { id, base, remote }: Item): Result {
  if (base === null || remote === null) return 'deferred';
  world.patch(id, { base: baseAfterRemoteMove(base, remote, world.names) });
  return 'done';
}

function keepHere(world: World, item: Item): Result {
  if (item.local === null) return 'deferred';
  const localOnlyContent = item.kind === 'folder' ? 'folder' : item.local.sha256;
  world.patch(item.id, { base: null, remote: null, remotePresence: 'absent', localOnlyContent });
  return 'done';
}

function join(world: World, here: Item, there: Item | null): Result {
  if (here.local === null || here.remote !== null || here.base !== null) return 'deferred';
  if (there === null || there.remote === null || there.local !== null || there.kind !== here.kind) return 'deferred';
  for (const child of world.all())
    if (child.local?.parent === here.id) world.patch(child.id, { local: { ...child.local, parent: there.id } });
  world.remove(here.id);
  world.patch(there.id, { local: here.local, localPresence: here.localPresence });
  if (there.kind === 'folder') agree(world, there.id);
  return 'done';
}

function createFolderLocal(world: World, item: Item, to: Target): Result {
  if (item.remote === null || item.local !== null || !folderHere(world, to.parent)) return 'deferred';
  if (world.localAt(to.parent, to.name) !== null) return 'again';
  if (byteLength(to.name) > 255) return 'refused';
  world.patch(item.id, {
    local: localFacts({ parent: to.parent, name: to.name, key: `k${world.number()}` }),
    localPresence: 'present',
    base: {
      parent: item.remote.parent,
      localName: nameWithoutDetour(item, to.name),
      remoteName: item.remote.name,
      version: null,
      sha256: null,
    },
  });
  return 'done';
}

function createFolderRemote(world: World, item: Item, to: Target): Result {
  if (item.local === null || item.remote !== null || !folderThere(world, to.parent)) return 'deferred';
  world.patch(item.id, {
    remote: newRemote(world.newServiceId(), to),
    remotePresence: 'present',
    localOnlyContent: null,
    base: {
      parent: to.parent,
      localName: nameWithoutDetour(item, item.local.name),
      remoteName: to.name,
      version: null,
      sha256: null,
    },
  });
  return 'done';
}

function newRemote(id: ServiceId, to: Target): NonNullable<Item['remote']> {
  return { id, parent: to.parent, name: to.name, sizeBytes: null, version: null, sha256: null, updatedAt: null };
}

function moveLocal(world: World, item: Item, { to, isDetour }: Of<'move-local'>): Result {
  if (item.local === null || item.remote === null || !folderHere(world, to.parent)) return 'deferred';
  const occupant = world.localAt(to.parent, to.name);
  if (occupant !== null && occupant.id !== item.id) return 'again';
  if (byteLength(to.name) > 255 || isBelow(world, to.parent, item.id, 'here')) return 'refused';
  const base = isDetour ? item.base : baseAfterLocalMove(item, to);
  // It may have been edited until that moment: it counts as unread until the next look.
  if (item.local.sha256 !== null) world.unread.set(item.id, item.local.sha256);
  world.patch(item.id, { local: { ...item.local, ...to, sha256: null }, base });
  return 'done';
}

function isBelow(world: World, folder: ItemId, of: ItemId, side: 'here' | 'there'): boolean {
  return folder === of || world.below(of, side).some(({ id }) => id === folder);
}

function moveRemote(world: World, item: Item, to: Target): Result {
  if (item.local === null || item.remote === null || !folderThere(world, to.parent)) return 'deferred';
  if (isBelow(world, to.parent, item.id, 'there')) return 'refused';
  const parent = item.local.parent === to.parent ? to.parent : (item.base?.parent ?? to.parent);
  world.patch(item.id, {
    remote: { ...item.remote, ...to },
    base: item.base && {
      ...item.base,
      parent,
      localName: nameWithoutDetour(item, item.local.name),
      remoteName: to.name,
    },
  });
  return 'done';
}

function upload(world: World, item: Item, to: Target): Result {
  const { local } = item;
  if (item.remote !== null || local === null || local.sha256 === null || !folderThere(world, to.parent))
    return 'deferred';
  const id = world.newServiceId();
  const head = world.store(id, local.sha256, true);
  world.patch(item.id, {
    remote: world.seen(newRemote(id, to), head),
    remotePresence: 'present',
    localOnlyContent: null,
    base: {
      parent: to.parent,
      localName: local.parent === to.parent ? nameWithoutDetour(item, local.name) : to.name,
      remoteName: to.name,
      version: head,
      sha256: local.sha256,
    },
  });
  return 'done';
}

function uploadVersion(world: World, item: Item, onTop: boolean): Result {
  const { local, remote, base } = item;
  if (local === null || remote === null || local.sha256 === null || (base === null && !onTop)) return 'deferred';
  const now = base === null ? freshHead(world, item) : null;
  if (now !== null && now.content === local.sha256) {
    world.known.add(now.version);
    world.patch(item.id, { remote: world.seen(remote, now.version) });
    return agree(world, item.id);
  }
  if (!onTop && world.heads.get(remote.id) !== base?.version) return 'again';
  const head = world.store(remote.id, local.sha256, true);
  world.patch(item.id, {
    remote: world.seen(remote, head),
    base: {
      ...(base ?? { parent: remote.parent, localName: nameWithoutDetour(item, local.name), remoteName: remote.name }),
      version: head,
      sha256: local.sha256,
    },
  });
  return 'done';
}

/** The head as it is now; null when the folder it is in cannot be seen. */
function freshHead(world: World, item: Item): { version: VersionId; content: Sha256 } | null {
  if (item.remote === null || !folderThere(world, item.remote.parent)) return null;
  const head = world.heads.get(item.remote.id);
  const content = head === undefined ? undefined : world.bytes.get(head);
  return head === undefined || content === undefined ? null : { version: head, content };
}

/** What is here is not surely what was agreed: it must be neither replaced nor removed. */
function isEdited({ local, base }: Item): boolean {
  return local !== null && (local.sha256 === null || local.sha256 !== base?.sha256);
}

function download(world: World, item: Item, to: Target): Result {
  const { local } = item;
  if (isEdited(item)) return 'deferred';
  const at = local === null ? to : { parent: local.parent, name: local.name };
  if (local === null && (!folderHere(world, to.parent) || world.localAt(to.parent, to.name) !== null))
    return 'deferred';
  if (item.remote === null) return 'deferred';
  if (byteLength(at.name) > 255) return 'refused';
  const head = freshHead(world, item);
  if (head === null) return 'again';
  settleHere(world, item, at, head);
  return 'done';
}

function settleHere(world: World, item: Item, at: Target, head: { version: VersionId; content: Sha256 }): void {
  const { base, local, remote } = item;
  if (remote === null) return;
  world.known.add(head.version);
  const key = local?.key ?? `k${world.number()}`;
  const settled =
    local === null
      ? { parent: remote.parent, localName: nameWithoutDetour(item, at.name), remoteName: remote.name }
      : (base ?? { parent: at.parent, localName: nameWithoutDetour(item, at.name), remoteName: remote.name });
  world.patch(item.id, {
    local: localFacts({ ...at, content: head.content, key }),
    localPresence: 'present',
    remote: world.seen(remote, head.version),
    remotePresence: 'present',
    localOnlyContent: null,
    base: {
      parent: settled.parent,
      localName: settled.localName,
      remoteName: settled.remoteName,
      version: head.version,
      sha256: head.content,
    },
  });
}

function keepBoth(world: World, item: Item): Result {
  const { local, remote } = item;
  if (local === null || remote === null || local.sha256 === null) return 'deferred';
  const head = freshHead(world, item);
  if (head === null) return 'again';
  world.known.add(head.version);
  if (head.content === local.sha256) {
    world.patch(item.id, { remote: world.seen(remote, head.version), remotePresence: 'present' });
    agree(world, item.id);
    return 'done';
  }
  const siblings = world.all().filter(other => other.local?.parent === local.parent);
  const keyOf = (each: string): string => keyOn(world.names, each);
  const taken = new Set(siblings.map(other => keyOf(other.local?.name ?? '')));
  const name = conflictName(local.name, { computer: 'PC', time: '2026-11-20 14.03' }, each => taken.has(keyOf(each)));
  if (byteLength(name) > 255) return 'refused';
  settleHere(world, item, local, head);
  world.copies += 1;
  world.add({ local: { ...local, name, key: `k${world.number()}` } });
  return 'done';
}

function deleteLocal(world: World, item: Item): Result {
  if (item.local === null || (item.kind === 'file' && isEdited(item))) return 'deferred';
  if (item.kind === 'folder' && world.below(item.id, 'here').length > 0) return 'again';
  world.remove(item.id);
  return 'done';
}

function deleteRemote(world: World, item: Item, tree: Tree): Result {
  const { remote, base } = item;
  if (remote === null || item.local !== null || base === null) return 'deferred';
  if (item.kind === 'file') {
    if (freshHead(world, item)?.version !== base.version) return 'again';
    world.heads.delete(remote.id);
    world.remove(item.id);
    return 'done';
  }
  const fresh = world.below(item.id, 'there');
  const planned = new Map(fresh.map(({ id }) => [id, tree.items.get(id)?.remote]));
  const expected = [...tree.items.values()].filter(each => isBelowIn(tree, each, item.id)).length;
  const isExact = fresh.every(({ id, remote: now }) => {
    const then = planned.get(id);
    return then !== null && then !== undefined && then.name === now?.name && then.version === now.version;
  });
  if (!isExact || expected !== fresh.length) return 'again';
  for (const each of [item, ...fresh]) {
    if (each.remote !== null) world.heads.delete(each.remote.id);
    if (each.local === null) world.remove(each.id);
    else world.patch(each.id, { remote: null, remotePresence: 'absent' });
  }
  return 'done';
}

function isBelowIn(tree: Tree, item: Item, folder: ItemId): boolean {
  for (let at = facts(item, 'there')?.parent, steps = 0; at !== undefined && steps < 100; steps++) {
    if (at === folder) return true;
    at = tree.items.get(at)?.remote?.parent;
  }
  return false;
}
