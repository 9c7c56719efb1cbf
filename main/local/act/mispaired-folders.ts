import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { keyOn } from '../../core/names/volume-names.ts';

/**
 * A file here turned out to be another one than that at the service, and the one it was taken for is at the same path of a
 * folder beside it that has the same name there: the two folders were taken for each other. Nothing but their bytes told
 * them apart. The pairing of both is forgotten, with all that is in them, and the next plan pairs them by what is known by
 * now. Nothing on either side is touched. Part of a transaction. False: they were not, or something was decided in them.
 *
 * It ends: only bytes that were not known when the folders were paired lead here.
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

/** Folders beside it here that are called the same at the service. */
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

/** The bytes of the file at a path in a folder here; null: there is none, or they are not known. */
function shaAt({ journal: { items } }: MirrorContext, folder: ItemId, path: readonly string[]): Sha256 | null {
  let item: Item | null = null;
  for (const name of path) {
    item = items.byLocalPlace(item?.id ?? folder, name);
    if (item === null || item.localSight !== 'present') return null;
  }
  return item?.local?.sha256 ?? null;
}

/** Makes two rows of each thing in the folders that is on both sides, the folders among them. */
function separate(context: MirrorContext, folders: readonly Item[]): boolean {
  const all = folders.flatMap(folder => [folder, ...below(context, folder.id)]);
  if (!all.every(item => isUndecided(context, item))) return false;
  for (const { id } of all) separateOne(context, id);
  return true;
}

/** Folders before what is in them. */
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

/** New on one side or on both, or the same on both sides as when it was last agreed: what can be found again by looking. */
function isUndecided({ journal }: MirrorContext, item: Item): boolean {
  const { id, kind, local, localSight, remote, remoteSight, agreed, kept } = item;
  if (kept !== null || journal.intents.isOpen(id)) return false;
  if (localSight === 'unknown' || remoteSight === 'unknown') return false;
  const isHere = local !== null && localSight === 'present';
  const isThere = remote !== null && remoteSight === 'present';
  if (agreed === null) return isHere || isThere;
  if (!isHere || !isThere) return false;
  return kind === 'folder' || (local.sha256 === agreed.sha256 && remote.version === agreed.version);
}

/** What is here gets a row of its own, with everything that is in it here. */
function separateOne({ journal: { items }, mirror }: MirrorContext, id: ItemId): void {
  const item = items.get(id);
  if (item === null || item.local === null || item.remote === null) return;
  const { kind, local, agreed } = item;
  if (agreed !== null && agreed.version !== null && agreed.sha256 !== null)
    items.recordHash(agreed.version, agreed.sha256);
  items.vacate(id);
  const here = items.create(mirror.id, kind);
  items.setLocal(here, 'present', local);
  if (kind === 'folder') items.adoptChildren(id, here);
  items.setLocal(id, 'absent', null);
  items.setAgreed(id, null);
}
