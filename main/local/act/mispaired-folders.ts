import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { keyOn } from '../../core/names/volume-names.ts';

/**
 * Separates mispaired folders. A local file differs from its remote partner, and the partner's bytes are at the same
 * path in a folder beside it that has the same name at the service: the two folders were paired wrongly, since only
 * their files' bytes tell them apart. Both pairs and all pairs inside are dissolved, and the next plan pairs them by
 * what is known now. Neither side is changed. Part of a transaction. False: they were paired correctly, or a decision
 * was recorded in them. Terminates: each call consumes a content hash that was unknown at pairing time.
 */
export function separateMispairedFolders(context: MirrorContext, file: Item, theirs: Sha256): boolean {
  const { items } = context.journal;
  const path: string[] = [];
  for (let item = file; item.local !== null;) {
    path.unshift(item.local.name);
    const folder = items.get(item.local.parent);
    if (folder === null || folder.id === context.mirror.rootItem) return false;
    const other = namesakesOf(context, folder).find(each => shaAt(context, each.id, path) === theirs);
    if (other !== undefined) return separate(context, [folder, other]);
    item = folder;
  }
  return false;
}

/** Local sibling folders with the same name at the service. */
function namesakesOf(
  { journal: { items }, mirror: { names } }: MirrorContext,
  { id, local, remote }: Item,
): readonly Item[] {
  if (local === null || remote === null) return [];
  const keyOf = (there: string): string => keyOn(names, toLocalName(there, names));
  const name = keyOf(remote.name);
  return items.children(local.parent).filter(other => {
    const isBeside = other.id !== id && other.kind === 'folder' && other.local?.parent === local.parent;
    return isBeside && other.remote !== null && keyOf(other.remote.name) === name;
  });
}

/** The hash of the local file at a path in a folder; null: no such file, or unknown. */
function shaAt({ journal: { items } }: MirrorContext, folder: ItemId, path: readonly string[]): Sha256 | null {
  let item: Item | null = null;
  for (const name of path) {
    item = items.byLocalPlace(item?.id ?? folder, name);
    if (item === null || item.localPresence !== 'present') return null;
  }
  return item?.local?.sha256 ?? null;
}

/** Splits every pair in the folders, and the folders themselves, into two rows. */
function separate(context: MirrorContext, folders: readonly Item[]): boolean {
  const all = folders.flatMap(folder => [folder, ...below(context, folder.id)]);
  if (!all.every(item => isUndecided(context, item))) return false;
  for (const { id } of all) separateOne(context, id);
  return true;
}

/** Folders before their children. */
function below({ journal: { items } }: MirrorContext, folder: ItemId): readonly Item[] {
  const found = new Map<ItemId, Item>();
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const item of items.children(next)) {
      if (found.has(item.id)) continue;
      found.set(item.id, item);
      if (item.kind === 'folder') waiting.push(item.id);
    }
  return [...found.values()];
}

/** New on one side or on both, or unchanged on both sides since the base: what a later plan can pair again. */
function isUndecided({ journal }: MirrorContext, item: Item): boolean {
  const { id, kind, local, localPresence, remote, remotePresence, base, localOnlyContent } = item;
  if (localOnlyContent !== null || journal.intents.isOpen(id)) return false;
  if (localPresence === 'unknown' || remotePresence === 'unknown') return false;
  const isLocal = local !== null && localPresence === 'present';
  const isRemote = remote !== null && remotePresence === 'present';
  if (base === null) return isLocal || isRemote;
  if (!isLocal || !isRemote) return false;
  return kind === 'folder' || (local.sha256 === base.sha256 && remote.version === base.version);
}

/** Gives the local part of an item a row of its own, with its local children. */
function separateOne({ journal: { items }, mirror }: MirrorContext, id: ItemId): void {
  const item = items.get(id);
  if (item === null || item.local === null || item.remote === null) return;
  const { kind, local, base } = item;
  if (base !== null && base.version !== null && base.sha256 !== null) items.recordHash(base.version, base.sha256);
  items.vacate(id);
  const localId = items.create(mirror.id, kind);
  items.setLocal(localId, 'present', local);
  if (kind === 'folder') items.adoptChildren(id, localId);
  items.setLocal(id, 'absent', null);
  items.setBase(id, null);
}
