import { badRequest } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { AgreedNow, MoveQuestion } from '../../../shared/features/sharing/audience-model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { joinPath } from '../../../shared/local-path.ts';
import { CONSENT_MS, MoveTarget } from '../../core/policy/audience.ts';
import type { Item } from '../../core/item.ts';
import { nameKey } from '../../core/names/local-names.ts';
import { agreeToMove, audienceOf } from '../../remote/act/audience.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { carriesOthers } from '../../remote/act/placements.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { filesBelow, nameOf, setCurrentPath, whereNow } from '../../items/local/local-path.ts';
import { detailOf, type MirroredThing, serviceOf, type RemoteDetail, type Thing } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { checkedName, isFreeLocally, mustBeFree } from '../../items/local/free-name.ts';
import { isHere, mustCarry, type TargetFolder, type LocalFolder, targetFolderOf } from '../../items/target-folder.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';
import { questionOf } from './move-audience.ts';
import { takenNames } from '../../remote/api/taken-names.ts';

/** The target of a move. */
interface Relocation {
  readonly to: TargetFolder;
  /** The new readers the person agreed to; null: only present readers. */
  readonly agreed: AgreedNow | null;
}

/** The new place of an item. `isSent`: the service knows it already. */
export interface Relocated {
  readonly name: string;
  readonly path: string;
  readonly isSent: boolean;
}

/**
 * Moves one item: on the disk if it is local and stays in its mirror, so that it works offline and the engine applies
 * it; else at the service. Never overwrites. @returns a question instead, before anything is moved. @throws FaultError.
 */
export async function moveItem(
  context: AppContext,
  thing: Thing,
  { to, agreed }: Relocation,
): Promise<Relocated | MoveQuestion> {
  if (thing.where === 'mirror') {
    mustBeMovable(thing);
    if (isHere(thing.item) && to.where === 'here' && to.mirror.id === thing.mirror.id) {
      const moved = await moveHere(context, thing, to, null);
      // The engine checks the move's audience and relies on this agreement.
      if (agreed !== null) agreeToMove(context.journal, thing.item.id, { agreed, now: context.world.clock.now() });
      return moved;
    }
    mustBeSent(context, thing);
  }
  return moveThere(context, thing, { to, agreed });
}

/** Renames one item in its folder. @throws FaultError. */
export async function renameItem(context: AppContext, thing: Thing, name: string): Promise<Relocated> {
  if (thing.where === 'mirror') {
    mustBeMovable(thing);
    const to = folderAround(context, thing);
    if (isHere(thing.item) && to.where === 'here') return moveHere(context, thing, to, name);
    mustBeSent(context, thing);
  }
  return renameThere(context, thing, checkedName(name, EXACT_NAMES).remote);
}

function mustBeMovable({ mirror, item }: MirroredThing): void {
  mustCarry(mirror);
  if (item.id === mirror.rootItem) throw badRequest(refusalTexts.mirrorsOwn);
}

/** The item's folder. @throws FaultError `gone`. */
function folderAround({ journal }: AppContext, { mirror, item }: MirroredThing): TargetFolder {
  const parent = item.local?.parent ?? item.remote?.parent;
  if (parent === undefined) throw badRequest(refusalTexts.mirrorsOwn);
  return targetFolderOf(journal, { mirror: mirror.id, folder: parent === mirror.rootItem ? null : String(parent) });
}

/** @param name null: keep the present name. */
async function moveHere(
  { world, journal }: AppContext,
  { mirror, item }: MirroredThing,
  to: LocalFolder,
  name: string | null,
): Promise<Relocated> {
  const { disk } = world;
  const from = await whereNow({ journal, disk }, mirror, item);
  const here = name === null ? (from.split('/').at(-1) ?? nameOf(item)) : checkedName(name, to.mirror.names).local;
  const target = joinPath(to.path, here);
  if (target === from) return { name: here, path: target, isSent: true };
  if (`${target}/`.startsWith(`${from}/`)) throw badRequest(refusalTexts.intoItself);
  // A name that differs only in case or normalization is the item's own, so it is free.
  const isOwn = item.local?.parent === to.folder.id && nameKey(here) === nameKey(nameOf(item));
  mustBeFree(isOwn || (await isFreeLocally({ disk, journal }, to, here)), here);
  const key = item.local?.key ?? '';
  await disk.move(mirror.root, from, target, key).catch((error: unknown) => {
    throw isFault(error, 'stale') ? badRequest(refusalTexts.changedJustNow(nameOf(item))) : error;
  });
  setCurrentPath(journal, item.id, target);
  return { name: here, path: target, isSent: false };
}

/** An operation at the service affects only what the service has. */
function mustBeSent({ journal }: AppContext, { item, mirror }: MirroredThing): void {
  const { files } = filesBelow(journal, item);
  const isWhole = (file: Item): boolean =>
    file.local === null || (file.base !== null && file.local.sha256 === file.base.sha256);
  const isPlaced = item.local === null || item.local.parent === item.remote?.parent;
  if (item.remote === null || !isPlaced || !files.every(isWhole) || carriesOthers({ journal, mirror }, item))
    throw badRequest(refusalTexts.notSent(nameOf(item)));
}

async function moveThere(
  context: AppContext,
  thing: Thing,
  { to, agreed }: Relocation,
): Promise<Relocated | MoveQuestion> {
  if (to.id === null) throw badRequest(refusalTexts.folderNotSent);
  const api = await serviceOf(context, thing.where === 'mirror' ? thing.mirror : to.mirror);
  const now = await detailOf(api, thing);
  const { id, kind, name, parent } = now;
  const moved = { name, path: name, isSent: true };
  if (parent === to.id) return moved;
  if (kind === 'folder') await mustNotBeInside(api, now, to.id);
  mustBeFree(!(await takenNames(api, to.id)).has(nameKey(name)), name);
  const change = await audienceOf(api, { id, kind, from: parent, to: to.id });
  const at = context.world.clock.now();
  const consent = agreed === null ? null : { ...agreed, until: at + CONSENT_MS };
  const target = MoveTarget.weigh(to.id, change, { consent, now: at });
  if (!(target instanceof MoveTarget)) return questionOf(to.id, target);
  if (kind === 'file') await api.moveFile(id, name, target);
  else await api.moveFolder(id, name, target);
  noteChange(context, thing, to);
  return moved;
}

async function renameThere(context: AppContext, thing: Thing, name: string): Promise<Relocated> {
  const api = await serviceOf(context, thing.where === 'mirror' ? thing.mirror : null);
  const now = await detailOf(api, thing);
  const renamed = { name, path: name, isSent: true };
  if (now.name === name) return renamed;
  if (now.parent === null) throw badRequest(refusalTexts.noParent);
  const isOwn = nameKey(name) === nameKey(now.name);
  mustBeFree(isOwn || !(await takenNames(api, now.parent)).has(nameKey(name)), name);
  await (now.kind === 'file' ? api.renameFile(now.id, name) : api.renameFolder(now.id, name));
  noteChange(context, thing, null);
  return renamed;
}

async function mustNotBeInside(api: ServiceApi, { id }: RemoteDetail, to: ServiceId): Promise<void> {
  const target = await api.folder(to);
  if (target.id === id || target.breadcrumbs.some(crumb => crumb.id === id)) throw badRequest(refusalTexts.intoItself);
}

/** Both folders are listed again soon. */
function noteChange({ journal }: AppContext, thing: Thing, to: TargetFolder | null): void {
  if (thing.where === 'mirror') {
    const parent = thing.item.remote?.parent;
    if (parent !== undefined) journal.listings.requestListing(thing.mirror.id, parent);
  }
  if (to !== null && to.mirror !== null && to.folder !== null)
    journal.listings.requestListing(to.mirror.id, to.folder.id);
}

/**
 * Takes a file out of its folder at the service; it is then listed under "Not in a folder". Only for files without
 * unsent changes: the local copy is moved to the trash by the next passes. @throws FaultError.
 */
export async function clearFolder(context: AppContext, thing: Thing): Promise<Relocated> {
  if (thing.where === 'mirror') {
    const { item, mirror } = thing;
    mustCarry(mirror);
    const isWhole = item.local === null || (item.base !== null && item.local.sha256 === item.base.sha256);
    if (item.remote === null || !isWhole) throw badRequest(refusalTexts.notSent(nameOf(item)));
  }
  const mirror = thing.where === 'mirror' ? thing.mirror : null;
  const api = await serviceOf(context, mirror);
  const now = await detailOf(api, thing);
  if (now.kind === 'folder') throw badRequest(refusalTexts.onlyFiles);
  await api.clearFolder(now.id);
  if (thing.where === 'mirror') await leaveMirror(context, thing, now.id);
  return { name: now.name, path: now.name, isSent: true };
}

/**
 * No listing shows the file any more, and its detail names no folder: that alone proves nothing, and the local copy
 * would stay forever. So ask once more and record it as gone from the mirror; the pass then moves the local copy to the
 * trash.
 */
async function leaveMirror(context: AppContext, { item, mirror }: MirroredThing, id: ServiceId): Promise<void> {
  const { engine, journal } = context;
  const api = await serviceOf(context, mirror);
  await engine.exclusively(async () => {
    const { folderId, isGone } = await api.file(id);
    if (isGone || folderId !== null || journal.items.get(item.id)?.remote?.id !== id) return;
    journal.transaction(() => {
      journal.items.setRemote(item.id, 'absent', null);
      journal.missing.clear(item.id, 'remote');
      if (journal.items.get(item.id)?.local === null) journal.items.remove(item.id);
    });
  });
}

/**
 * Makes a folder: locally if its parent is local, and the engine makes it at the service; else at the service. @throws
 * FaultError.
 */
export async function newFolder(context: AppContext, place: FolderPlace, wanted: string): Promise<Relocated> {
  const { world, journal } = context;
  const spot = targetFolderOf(journal, place);
  const name = checkedName(wanted, spot.mirror?.names ?? EXACT_NAMES);
  if (spot.where === 'here') {
    mustBeFree(await isFreeLocally({ disk: world.disk, journal }, spot, name.local), name.local);
    const path = joinPath(spot.path, name.local);
    await world.disk.makeFolder(spot.mirror.root, path);
    return { name: name.local, path, isSent: false };
  }
  const api = await serviceOf(context, spot.mirror);
  const parent = await api.folder(spot.id);
  if (parent.isGone) throw badRequest(refusalTexts.whichFolder);
  mustBeFree(!(await takenNames(api, spot.id)).has(nameKey(name.remote)), name.remote);
  await api.createFolder(name.remote, spot.id, parent.visibility);
  if (spot.mirror !== null && spot.folder !== null) journal.listings.requestListing(spot.mirror.id, spot.folder.id);
  return { name: name.remote, path: name.remote, isSent: true };
}
