import type { Question } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { MoveTarget } from '../../core/policy/audience.ts';
import { isInsideLocally, type Item } from '../../core/item.ts';
import type { Target } from '../../core/plan/operation.ts';
import { nameWithoutDetour } from '../../core/plan/merge-location.ts';
import {
  answeredTime,
  bothSides,
  isFault,
  itemOf,
  serviceFolder,
  addHistory,
} from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import { remoteDescendants } from './removals.ts';
import { moveFileToFolder, moveFolderToFolder } from './move-to-folder.ts';
import { forgetConsent, recordAccessLoss, weighMove } from './audience.ts';
import { mustBeNew } from '../../engine/context/known-ids.ts';
import { movedBack } from '../../engine/content/record-agreement.ts';

/**
 * Makes a folder at the service for a local one. A folder made twice by a lost answer is joined after the next poll.
 */
export async function createFolderRemote(context: MirrorContext, id: ItemId, to: Target): Promise<StepOutcome> {
  const item = itemOf(context, id);
  const parent = serviceFolder(context, to.parent);
  if (item === null || item.local === null || item.remote !== null || parent === null) return 'postponed';
  const { local } = item;
  const made = await context.api.createFolder(to.name, parent, null);
  mustBeNew(context.journal, { file: made.id });
  await context.commits.soon(() => {
    const place = { parent: to.parent, version: null, sha256: null };
    context.journal.items.record(id, {
      remote: { ...place, id: made.id, name: made.name, sizeBytes: null, updatedAt: null },
      localOnlyContent: null,
      base: { ...place, localName: nameWithoutDetour(item, local.name), remoteName: made.name },
    });
    addHistory(context, { item: id, verb: 'created', cause: 'changed here', file: made.id });
  });
  context.progress.sent();
  return 'done';
}

/** Moves or renames an item at the service: one check, one call, which keeps id, versions and shares. */
export async function moveRemote(context: MirrorContext, id: ItemId, to: Target): Promise<StepOutcome | Question> {
  const item = itemOf(context, id);
  const parent = serviceFolder(context, to.parent);
  if (item === null || item.local === null || item.remote === null || parent === null) return 'postponed';
  const { local, remote } = bothSides(item);
  // RACE: the service has no condition for moves. A colleague's move between this check and the call is overruled; no
  // bytes are affected, and the history shows it.
  if (!(await isWhereRecorded(context, item))) return 'stale';
  const from = serviceFolder(context, remote.parent);
  const move = { id: remote.id, kind: item.kind, from, to: parent };
  const target = from === parent ? null : await weighMove(context, { move, item });
  if (target !== null && 'kind' in target) return target;
  if (target?.isWider === true && carriesOthers(context, item)) return 'postponed';
  const updatedAt = await place(context, item, to.name, target);
  context.journal.transaction(() => {
    context.journal.items.setRemote(id, 'present', {
      ...remote,
      parent: to.parent,
      name: to.name,
      updatedAt: updatedAt ?? null,
    });
    const sameParent = local.parent === to.parent ? to.parent : (item.base?.parent ?? to.parent);
    if (item.base !== null)
      context.journal.items.setBase(id, {
        ...item.base,
        parent: sameParent,
        localName: nameWithoutDetour(item, local.name),
        remoteName: to.name,
      });
    forgetConsent(context.journal, id);
    const { base } = item;
    const from = base === null ? null : { parent: base.parent, name: base.localName };
    const undo = from === null ? null : movedBack({ item: id, from, to: local });
    addHistory(context, { item: id, verb: 'moved', cause: 'changed here', file: remote.id, undo });
    if (target !== null) recordAccessLoss(context, id, target, remote.id);
  });
  context.progress.moved();
  return 'done';
}

async function isWhereRecorded(context: MirrorContext, item: Item): Promise<boolean> {
  const { remote } = bothSides(item);
  const folder = serviceFolder(context, remote.parent);
  try {
    if (item.kind === 'folder') {
      const now = await context.api.folder(remote.id);
      return now.name === remote.name && (now.parent === null || now.parent === folder);
    }
    const now = await context.api.file(remote.id);
    return now.name === remote.name && (now.folderId === null || now.folderId === folder);
  } catch (error) {
    if (isFault(error, 'gone')) return false;
    throw error;
  }
}

/**
 * Whether a remote folder still has items that are not in it locally: moved out with an open question, or removed and
 * still on hold. Permission to read the folder's new place is no permission to read those.
 */
export function carriesOthers({ journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>, folder: Item): boolean {
  if (folder.kind !== 'folder') return false;
  const tree = journal.items.tree(mirror.id, mirror.rootItem);
  return remoteDescendants(tree, folder.id).some(each =>
    each.local === null ? each.base !== null && !each.isDehydrated : !isInsideLocally(tree, each, folder.id),
  );
}

/** @param target null: it stays in its folder. */
async function place(
  context: MirrorContext,
  item: Item,
  name: string,
  target: MoveTarget | null,
): Promise<string | null> {
  const { remote } = bothSides(item);
  const { version } = remote;
  if (item.kind === 'folder') {
    await (target === null
      ? context.api.renameFolder(remote.id, name)
      : moveFolderToFolder(context.api, remote, name, target));
    return null;
  }
  const answer = await (target === null
    ? context.api.renameFile(remote.id, name)
    : moveFileToFolder(context.api, remote, name, target));
  // A move does not change the version: if the answer names another one or none, the next poll reads the detail.
  return answer !== null && answer.version === version ? answeredTime(context, answer.updatedAt) : null;
}
