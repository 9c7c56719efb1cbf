import type { Item } from '../../../../main/core/item.ts';
import type { ItemId, Sha256 } from '../../../../shared/ids.ts';
import { hash, localFacts } from '../../../builders/items.ts';
import { byteLength, facts, isUnknown } from './world.ts';
import type { Side, World } from './world.ts';
import { toLocalName } from '../../../../main/core/names/local-names.ts';
import { EXACT_NAMES } from '../../../../main/core/names/volume-names.ts';

/** Names that cause trouble: twins in Unicode, separators, numbers as we would add them, the longest there are. */
export const NASTY_NAMES: readonly string[] = [
  'a.csv',
  'b.csv',
  'a (2).csv',
  'plate',
  'a/b',
  'a\u2215b',
  'caf\u00e9',
  'cafe\u0301',
  'a.csv (moving 1)',
  '..',
  'tab\there',
  `${'x'.repeat(251)}.csv`,
  `${'x'.repeat(280)}.csv`,
];

/** Names that some volumes take for one another, or refuse. */
const TRICKY_NAMES: readonly string[] = [
  'a.csv',
  'A.csv',
  'a (2).csv',
  'A (2).CSV',
  'plate',
  'Plate',
  'PLATE',
  'caf\u00e9',
  'CAFE\u0301',
  'con',
  'x?',
  'b.',
  'b',
];

export const VERBS = [
  'edit',
  'edit alike',
  'rename',
  'move',
  'move and rename',
  'swap',
  'delete',
  'create file',
  'create file alike',
  'create folder',
  'recreate',
  'change type',
  'become unknown',
  'free',
] as const;

/** One thing a person does; numbers choose among what there is. */
export interface Deed {
  readonly verb: (typeof VERBS)[number];
  readonly item: number;
  readonly other: number;
  readonly name: number;
}

/** Makes the tree that both sides agree on before people act. */
export function settle(world: World, things: readonly { isFolder: boolean; parent: number; name: number }[]): void {
  for (const { isFolder, parent, name } of things) {
    doDeed(world, 'there', { verb: isFolder ? 'create folder' : 'create file', item: 0, other: parent, name });
  }
}

/** Does one deed on one side, and says whether it was possible. */
export function doDeed(world: World, side: Side, deed: Deed): boolean {
  const name = nameFor(world, side, deed.name);
  const folder = pick(foldersOn(world, side), deed.other);
  const target = pick(thingsOn(world, side), deed.item);
  if (deed.verb === 'create file') return create(world, side, { folder, name, content: world.newContent() });
  if (deed.verb === 'create file alike') return create(world, side, { folder, name, content: hash(`alike ${name}`) });
  if (deed.verb === 'create folder') return create(world, side, { folder, name, content: null });
  if (target === undefined) return false;
  const place = facts(target, side);
  if (place === null) return false;
  switch (deed.verb) {
    case 'edit':
      return edit(world, side, target, world.newContent());
    case 'edit alike':
      return edit(world, side, target, hash(`edit of ${target.id}`));
    case 'rename':
      return put(world, side, target, { parent: place.parent, name });
    case 'move':
      return folder !== undefined && put(world, side, target, { parent: folder, name: place.name });
    case 'move and rename':
      return folder !== undefined && put(world, side, target, { parent: folder, name });
    case 'swap':
      return swap(world, side, target, pick(thingsOn(world, side), deed.other));
    case 'delete':
      return take(world, side, target);
    case 'recreate':
      return recreate(world, side, target, target.kind);
    case 'change type':
      return recreate(world, side, target, target.kind === 'file' ? 'folder' : 'file');
    case 'become unknown':
      return freeze(world, side, target, deed.other);
    case 'free':
      return side === 'here' && free(world, target);
  }
}

/** Lets every frozen item be seen again, as what it turned out to be. */
export function thaw(world: World): void {
  const thawing = world.hidden.splice(0);
  for (const { id, side } of thawing)
    world.patch(id, side === 'here' ? { localPresence: 'present' } : { remotePresence: 'present' });
  for (const { id, side, becomes } of thawing) {
    const item = world.get(id);
    if (item === null || facts(item, side) === null) continue;
    read(world, side, item);
    if (becomes === 'changed') edit(world, side, present(world, id), world.newContent());
    if (becomes === 'gone' || !hasFolder(world, side, item)) take(world, side, present(world, id));
  }
}

/** Reads an item that could not be read before. */
function read(world: World, side: Side, item: Item): void {
  const { id, kind, local, remote } = item;
  if (kind === 'folder') return;
  if (side === 'here' && local !== null && local.sha256 === null) edit(world, 'here', item, world.newContent());
  const head = remote === null ? undefined : world.heads.get(remote.id);
  if (side === 'there' && remote !== null && head !== undefined) world.patch(id, { remote: world.seen(remote, head) });
}

function hasFolder(world: World, side: Side, item: Item): boolean {
  const above = world.get(facts(item, side)?.parent ?? world.root);
  return above !== null && (above.id === world.root || facts(above, side) !== null);
}

function present(world: World, id: ItemId): Item {
  const item = world.get(id);
  if (item === null) throw new Error(`no item ${id}`);
  return item;
}

function nameFor({ names }: World, side: Side, index: number): string {
  const pool = names === EXACT_NAMES ? NASTY_NAMES : TRICKY_NAMES;
  const name = pool[index % pool.length] ?? 'a.csv';
  if (side === 'there') return name;
  if (names !== EXACT_NAMES) return toLocalName(name, names);
  // A disk holds neither separators nor the names of the folder itself, and nothing longer than 255 bytes.
  const possible = name.replaceAll('/', '-');
  return possible === '..' ? 'dots' : byteLength(possible) > 255 ? 'long' : possible;
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}

function isSeen(item: Item, side: Side): boolean {
  return facts(item, side) !== null && (side === 'here' ? item.localPresence : item.remotePresence) === 'present';
}

/** What a person can reach on a side: everything that is not below something unknown. */
export function thingsOn(world: World, side: Side): Item[] {
  const visit = (folder: ItemId): Item[] =>
    world
      .all()
      .filter(item => facts(item, side)?.parent === folder && isSeen(item, side) && !isUnread(item, side))
      .flatMap(item => [item, ...(item.kind === 'folder' ? visit(item.id) : [])]);
  return visit(world.root);
}

function isUnread(item: Item, side: Side): boolean {
  return (
    item.kind === 'file' &&
    isUnknown(item) &&
    (side === 'here' ? item.local?.sha256 === null : item.remote?.version === null)
  );
}

/** The folders a person can reach on a side, the root first. */
export function foldersOn(world: World, side: Side): ItemId[] {
  return [
    world.root,
    ...thingsOn(world, side)
      .filter(({ kind }) => kind === 'folder')
      .map(({ id }) => id),
  ];
}

function isFree(world: World, side: Side, at: { parent: ItemId; name: string }): boolean {
  return side === 'there' || world.localAt(at.parent, at.name) === null;
}

function create(
  world: World,
  side: Side,
  { folder, name, content }: { folder: ItemId | undefined; name: string; content: Sha256 | null },
): boolean {
  if (folder === undefined || !isFree(world, side, { parent: folder, name })) return false;
  const kind = content === null ? 'folder' : 'file';
  if (content !== null) world.wanted.add(content);
  if (side === 'here') {
    const local = localFacts({ parent: folder, name, content, key: `k${world.number()}` });
    // Something of the same kind at the place of something that went is taken for the same thing again.
    const before = world
      .all()
      .find(
        item =>
          item.kind === kind &&
          item.local === null &&
          item.localPresence === 'absent' &&
          item.base?.parent === folder &&
          item.base.localName === name,
      );
    if (before === undefined) world.add({ kind, local });
    else {
      // Saved where a file was let go: what that was is the version before this one.
      if (before.isDehydrated && before.base?.sha256) world.wanted.delete(before.base.sha256);
      world.patch(before.id, { local, localPresence: 'present' });
    }
    return true;
  }
  const id = world.newServiceId();
  const facts = { id, parent: folder, name, sizeBytes: null, version: null, sha256: null, updatedAt: null };
  if (content === null) world.add({ kind, remote: facts });
  else {
    const head = world.store(id, content, false);
    // Lists name no version: about half of what is new there is not read yet.
    world.add({ kind, remote: world.number() % 2 === 0 ? facts : world.seen(facts, head) });
  }
  return true;
}

/** What a side has as a file's content; forgotten as wanted when its own person lets go of it. */
function letGo(world: World, side: Side, { id, local, remote }: Item): void {
  const there = remote === null ? null : world.headContent(remote);
  const content = side === 'here' ? (local?.sha256 ?? world.unread.get(id)) : there;
  if (side === 'here') world.unread.delete(id);
  if (content !== null && content !== undefined) world.wanted.delete(content);
}

function edit(world: World, side: Side, item: Item, content: Sha256): boolean {
  if (item.kind !== 'file') return false;
  const before = side === 'here' ? item.local?.sha256 : item.remote && world.headContent(item.remote);
  if (before === content) return false;
  letGo(world, side, item);
  world.wanted.add(content);
  if (side === 'here') {
    if (item.local === null) return false;
    world.patch(item.id, { local: { ...item.local, sha256: content, fingerprint: `${item.local.key} ${content}` } });
  } else {
    if (item.remote === null) return false;
    world.patch(item.id, { remote: world.seen(item.remote, world.store(item.remote.id, content, false)) });
  }
  return true;
}

function put(world: World, side: Side, item: Item, to: { parent: ItemId; name: string }): boolean {
  const isInside = to.parent === item.id || world.below(item.id, side).some(({ id }) => id === to.parent);
  if (isInside || !isFree(world, side, to)) return false;
  if (side === 'here' && item.local !== null) world.patch(item.id, { local: { ...item.local, ...to } });
  if (side === 'there' && item.remote !== null) world.patch(item.id, { remote: { ...item.remote, ...to } });
  return true;
}

function swap(world: World, side: Side, one: Item, two: Item | undefined): boolean {
  if (two === undefined || one.id === two.id) return false;
  const [from, to] = [facts(one, side), facts(two, side)];
  const isNested = [world.below(one.id, side), world.below(two.id, side)]
    .flat()
    .some(({ id }) => id === one.id || id === two.id);
  if (from === null || to === null || isNested) return false;
  const [here, there] = [
    { parent: from.parent, name: from.name },
    { parent: to.parent, name: to.name },
  ];
  if (side === 'here' && one.local !== null && two.local !== null) {
    world.patch(one.id, { local: { ...one.local, ...there } });
    world.patch(two.id, { local: { ...two.local, ...here } });
  }
  if (side === 'there' && one.remote !== null && two.remote !== null) {
    world.patch(one.id, { remote: { ...one.remote, ...there } });
    world.patch(two.id, { remote: { ...two.remote, ...here } });
  }
  return true;
}

/** Deletes a thing with what is in it. */
function take(world: World, side: Side, item: Item): boolean {
  const going = [item, ...world.below(item.id, side)];
  if (going.some(each => facts(each, side) !== null && !isSeen(each, side))) return false;
  for (const each of going) {
    letGo(world, side, each);
    if (side === 'here') world.patch(each.id, { local: null, localPresence: 'absent' });
    else {
      if (each.remote !== null) world.heads.delete(each.remote.id);
      world.patch(each.id, { remote: null, remotePresence: 'absent' });
    }
    const left = world.get(each.id);
    if (left?.local === null && left.remote === null && left.base === null) world.remove(each.id);
  }
  return true;
}

/** Lets the bytes of a file go here that the service surely has. */
function free(world: World, { id, kind, local, base, remote, remotePresence }: Item): boolean {
  if (kind !== 'file' || local === null || base === null || remote === null || remotePresence !== 'present')
    return false;
  const isSafe = local.sha256 === base.sha256 && local.sha256 !== null && remote.version === base.version;
  if (!isSafe || world.heads.get(remote.id) !== base.version) return false;
  world.patch(id, { local: null, localPresence: 'absent', isDehydrated: true });
  return true;
}

/** Wants everything here again that is only online. */
export function keepAll(world: World): void {
  for (const { id, isDehydrated } of world.all())
    if (isDehydrated) world.patch(id, { isDehydrated: false, base: null });
}

function recreate(world: World, side: Side, item: Item, kind: Item['kind']): boolean {
  const place = facts(item, side);
  if (place === null || !take(world, side, item)) return false;
  return create(world, side, {
    folder: place.parent,
    name: place.name,
    content: kind === 'folder' ? null : world.newContent(),
  });
}

/** A file that is being written, a folder that cannot be read, a listing without something: nothing is known for now. */
function freeze(world: World, side: Side, item: Item, how: number): boolean {
  const becomes = (['as it was', 'changed', 'gone'] as const)[how % 3] ?? 'as it was';
  if (side === 'here') {
    if (item.kind === 'file') {
      const isWritten = how % 2 === 0;
      if (isWritten) letGo(world, 'here', item);
      world.patch(item.id, {
        localPresence: 'unknown',
        local: item.local && isWritten ? { ...item.local, sha256: null } : item.local,
      });
      world.hidden.push({ id: item.id, side, becomes });
      return true;
    }
    const inside = world.below(item.id, 'here').filter(each => each.localPresence === 'present');
    for (const { id } of inside) world.patch(id, { localPresence: 'unknown' });
    for (const [index, { id }] of inside.entries())
      world.hidden.push({ id, side, becomes: index === 0 ? becomes : 'as it was' });
    return inside.length > 0;
  }
  if (item.kind === 'file' && how % 2 === 0 && item.base !== null && item.remote !== null) {
    world.patch(item.id, { remote: { ...item.remote, version: null, sha256: null } });
    world.hidden.push({ id: item.id, side, becomes: 'changed' });
    return true;
  }
  // An item that is not here and was never agreed on is simply not recorded when a listing misses it.
  const missed = [item, ...world.below(item.id, 'there')].filter(each => each.remotePresence === 'present');
  for (const each of missed) {
    if (each.local === null && each.base === null) {
      letGo(world, side, each);
      world.remove(each.id);
      continue;
    }
    world.patch(each.id, { remotePresence: 'unknown' });
    world.hidden.push({ id: each.id, side, becomes: each.id === item.id ? becomes : 'as it was' });
  }
  return true;
}
