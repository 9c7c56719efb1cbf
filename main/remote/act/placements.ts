import type { Question } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { MoveTarget } from '../../core/policy/audience.ts';
import { isInsideHere, type Item } from '../../core/item.ts';
import { nameKey, toLocalName } from '../../core/names/local-names.ts';
import type { Operation, Target } from '../../core/plan/operation.ts';
import { agreedAfterMoveHere, homeOf } from '../../core/plan/place.ts';
import type { FormerPlace, Inverse } from '../../journal/records/inverse.ts';
import {
  answeredTime,
  bothSides,
  factsOf,
  isFault,
  itemOf,
  localPath,
  pathIn,
  recordEntry,
  serviceFolder,
  tell,
} from '../../engine/context/mirror-context.ts';
import type { MirrorContext, Outcome } from '../../engine/context/mirror-context.ts';
import { remoteDescendants } from './removals.ts';
import { placeFileThere, placeFolderThere } from './move-to-folder.ts';
import { forgetConsent, tellLoss, weighMove } from './audience.ts';
import { mustBeNew } from '../../engine/context/known-ids.ts';

/** Makes a folder here that the service has. */
export async function createFolderLocal(context: MirrorContext, id: ItemId, to: Target): Promise<Outcome> {
  const item = itemOf(context, id);
  const path = pathIn(context, to.parent, to.name);
  if (item === null || item.remote === null || item.local !== null || path === null) return 'deferred';
  if (context.journal.items.byLocalPlace(to.parent, to.name) !== null) return 'again';
  const { remote } = item;
  const entry = await context.world.disk.makeFolder(context.mirror.root, path);
  await context.commits.soon(() => {
    context.journal.items.setDigest(id, null);
    context.journal.missing.clear(id, 'local');
    const names = { localName: homeOf(item, to.name), remoteName: remote.name };
    context.journal.items.record(id, {
      local: factsOf(entry, { parent: to.parent, sha256: null }),
      agreed: { parent: remote.parent, ...names, version: null, sha256: null },
    });
    tell(context, { item: id, verb: 'created', cause: 'from the service', file: remote.id });
  });
  context.progress.received();
  return 'done';
}

/** Makes a folder at the service that is here. A folder made twice by a lost answer is joined by the next look. */
export async function createFolderRemote(context: MirrorContext, id: ItemId, to: Target): Promise<Outcome> {
  const item = itemOf(context, id);
  const parent = serviceFolder(context, to.parent);
  if (item === null || item.local === null || item.remote !== null || parent === null) return 'deferred';
  const { local } = item;
  const made = await context.api.createFolder(to.name, parent, null);
  mustBeNew(context.journal, { file: made.id });
  await context.commits.soon(() => {
    const place = { parent: to.parent, version: null, sha256: null };
    context.journal.items.record(id, {
      remote: { ...place, id: made.id, name: made.name, sizeBytes: null, updatedAt: null },
      kept: null,
      agreed: { ...place, localName: homeOf(item, local.name), remoteName: made.name },
    });
    tell(context, { item: id, verb: 'created', cause: 'changed here', file: made.id });
  });
  context.progress.sent();
  return 'done';
}

/** How something is moved here. `isDetour`: only out of the way, so nothing is agreed. */
export type LocalMove = Target & Pick<Extract<Operation, { kind: 'move-local' }>, 'isDetour' | 'isRenumbered'>;

/** Moves or renames here. */
export async function moveLocal(context: MirrorContext, id: ItemId, to: LocalMove): Promise<Outcome> {
  const item = itemOf(context, id);
  const path = pathIn(context, to.parent, to.name);
  if (item === null || item.local === null || item.remote === null || path === null) return 'deferred';
  const occupant = context.journal.items.byLocalPlace(to.parent, to.name);
  if (occupant !== null && occupant.id !== id) return 'again';
  const { local } = item;
  const from = localPath(context, id);
  const isNumber = to.isRenumbered === true && !to.isDetour;
  // A move to another folder may bring a number, too.
  const isAgreed =
    isNumber || (!to.isDetour && nameKey(to.name) !== nameKey(toLocalName(item.remote.name, context.mirror.names)));
  const renumbered = isAgreed ? { isRenumbered: isAgreed } : {};
  const work = { kind: 'move-local', from, to: path, key: local.key, ...renumbered } as const;
  const intent = context.journal.intents.begin(context.mirror.id, id, { work, now: context.world.clock.now() });
  const entry = await context.world.disk.move(context.mirror.root, from, path, local.key);
  context.journal.transaction(() => {
    // It may have been edited until the very moment of the move: the next look reads it.
    recordEntry(context, id, { parent: to.parent, entry, sha256: null });
    if (!to.isDetour) context.journal.items.setAgreed(id, agreedAfterMoveHere(item, to));
    context.journal.intents.end(intent);
    // A number taken back would be a rename by a person, and be sent.
    const undo = to.isDetour || isNumber ? null : movedBack({ item: id, from: local, to });
    tell(context, { item: id, verb: 'moved', cause: 'changed at the service', file: item.remote?.id ?? null, undo });
  });
  context.progress.moved();
  return 'done';
}

/** Moves or renames at the service: one look, one call, which keeps id, versions and shares. */
export async function moveRemote(context: MirrorContext, id: ItemId, to: Target): Promise<Outcome | Question> {
  const item = itemOf(context, id);
  const parent = serviceFolder(context, to.parent);
  if (item === null || item.local === null || item.remote === null || parent === null) return 'deferred';
  const { local, remote } = bothSides(item);
  // RACE: the service has no condition for moves. A colleague's move between this look and the call is overruled;
  // no byte is involved, and the history says so.
  if (!(await isWhereWeThink(context, item))) return 'again';
  const from = serviceFolder(context, remote.parent);
  const move = { id: remote.id, kind: item.kind, from, to: parent };
  const target = from === parent ? null : await weighMove(context, { move, item });
  if (target !== null && 'kind' in target) return target;
  if (target?.isWider === true && carriesOthers(context, item)) return 'deferred';
  const updatedAt = await place(context, item, to.name, target);
  context.journal.transaction(() => {
    context.journal.items.setRemote(id, 'present', {
      ...remote,
      parent: to.parent,
      name: to.name,
      updatedAt: updatedAt ?? null,
    });
    const sameParent = local.parent === to.parent ? to.parent : (item.agreed?.parent ?? to.parent);
    if (item.agreed !== null)
      context.journal.items.setAgreed(id, {
        ...item.agreed,
        parent: sameParent,
        localName: homeOf(item, local.name),
        remoteName: to.name,
      });
    forgetConsent(context.journal, id);
    const { agreed } = item;
    const from = agreed === null ? null : { parent: agreed.parent, name: agreed.localName };
    const undo = from === null ? null : movedBack({ item: id, from, to: local });
    tell(context, { item: id, verb: 'moved', cause: 'changed here', file: remote.id, undo });
    if (target !== null) tellLoss(context, id, target, remote.id);
  });
  context.progress.moved();
  return 'done';
}

function movedBack({ item, from, to }: { item: ItemId; from: FormerPlace; to: FormerPlace }): Inverse {
  const placeOf = ({ parent, name }: FormerPlace): FormerPlace => ({ parent, name });
  return { kind: 'move', item, from: placeOf(from), to: placeOf(to) };
}

async function isWhereWeThink(context: MirrorContext, item: Item): Promise<boolean> {
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
 * Whether a folder still holds things at the service that are not in it here: moved out with a question of their own open,
 * or removed with their time to be put back not over. Whom a person lets into the folder is not let in to those.
 */
export function carriesOthers({ journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>, folder: Item): boolean {
  if (folder.kind !== 'folder') return false;
  const tree = journal.items.tree(mirror.id, mirror.rootItem);
  return remoteDescendants(tree, folder.id).some(each =>
    each.local === null ? each.agreed !== null && !each.freed : !isInsideHere(tree, each, folder.id),
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
      : placeFolderThere(context.api, remote, name, target));
    return null;
  }
  const answer = await (target === null
    ? context.api.renameFile(remote.id, name)
    : placeFileThere(context.api, remote, name, target));
  // The version is not touched by a move: when the answer names another one or none, the next look reads the detail.
  return answer !== null && answer.version === version ? answeredTime(context, answer.updatedAt) : null;
}
