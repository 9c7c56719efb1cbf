import { badRequest } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import { renameTexts } from '../../../shared/features/edit/rename-text.ts';
import type { Item } from '../../core/item.ts';
import { nameKey, toLocalName, toRemoteName } from '../../core/names/local-names.ts';
import { isFault, itemOf, localPath, recordEntry, addHistory, requestPoll } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { keyOn } from '../../core/names/volume-names.ts';

/**
 * Renames an item: locally when it is on this computer, and the service follows as for any rename by a person; else at
 * the service. Never replaces another item.
 * @returns its new path.
 * @throws FaultError `bad-request` with the reason.
 */
export async function giveName(context: MirrorContext, id: ItemId, name: string): Promise<string> {
  const item = itemOf(context, id);
  if (item === null) throw badRequest(renameTexts.gone);
  if (toLocalName(name, context.mirror.names) !== name) throw badRequest(renameTexts.unusable(name));
  return item.local === null ? renameRemote(context, item, name) : renameLocal(context, item, name);
}

async function renameLocal(context: MirrorContext, item: Item, name: string): Promise<string> {
  const { journal, mirror, world } = context;
  const { id, local } = item;
  if (local === null) throw badRequest(renameTexts.gone);
  const from = localPath(context, id);
  const to = from.slice(0, from.length - local.name.length) + name;
  if (from === to) return to;
  const isTaken = journal.items
    .localNames(local.parent)
    .some(other => other !== local.name && keyOn(mirror.names, other) === keyOn(mirror.names, name));
  if (isTaken) throw badRequest(renameTexts.taken(name));
  const work = { kind: 'move-local', from, to, key: local.key } as const;
  const intent = journal.intents.begin(mirror.id, id, { work, now: world.clock.now() });
  const entry = await world.disk.move(mirror.root, from, to, local.key).catch((error: unknown) => {
    if (!isFault(error, 'stale', 'disk-refused')) throw error;
    journal.intents.end(intent);
    throw isFault(error, 'stale') ? badRequest(renameTexts.taken(name)) : error;
  });
  journal.transaction(() => {
    // It may have been edited until that moment: the next scan reads it, and finds a local rename.
    recordEntry(context, id, { parent: local.parent, entry, sha256: null });
    journal.intents.end(intent);
    addHistory(context, { item: id, verb: 'moved', cause: 'person', file: item.remote?.id ?? null });
  });
  return to;
}

/** The answer is not recorded: the next poll shows it. */
async function renameRemote(context: MirrorContext, { id, kind, remote }: Item, name: string): Promise<string> {
  const { api, journal, mirror } = context;
  if (mirror.mode === 'download') throw badRequest(renameTexts.onlyReceives);
  const parent = remote === null ? null : journal.items.get(remote.parent);
  const folder = remote?.parent === mirror.rootItem ? mirror.remoteId : (parent?.remote?.id ?? null);
  if (remote === null || folder === null) throw badRequest(renameTexts.gone);
  const newName = toRemoteName(name, mirror.names);
  if (await isTakenRemote(context, folder, newName)) throw badRequest(renameTexts.taken(name));
  await (kind === 'file' ? api.renameFile(remote.id, newName) : api.renameFolder(remote.id, newName));
  requestPoll(context, id);
  const before = localPath(context, id);
  return before.slice(0, before.lastIndexOf('/') + 1) + name;
}

async function isTakenRemote(
  { api }: MirrorContext,
  folder: NonNullable<Item['remote']>['id'],
  name: string,
): Promise<boolean> {
  const [files, folders] = await Promise.all([api.filesIn(folder), api.children(folder)]);
  return [...files, ...folders].some(one => !one.isGone && nameKey(one.name) === nameKey(name));
}
