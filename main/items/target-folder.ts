import { badRequest, FaultError } from '../../shared/fault.ts';
import type { MirrorId, ServiceId } from '../../shared/ids.ts';
import type { FolderPlace } from '../../shared/features/browse/place-model.ts';
import { refusalTexts } from '../../shared/features/edit/text.ts';
import type { Item } from '../core/item.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/records/mirrors.ts';
import { thingOf } from './resolve-id.ts';

/** A folder on this computer: the engine sends what is done in it. */
export interface LocalFolder {
  readonly where: 'here';
  readonly mirror: Mirror;
  readonly folder: Item;
  /** Inside the mirror; empty for its root. */
  readonly path: string;
  /** Its id at the service; null until it was sent. */
  readonly id: ServiceId | null;
}

/** A folder that is only at the service, mirrored or not. */
export interface RemoteOnlyFolder {
  readonly where: 'service';
  readonly id: ServiceId;
  readonly mirror: Mirror | null;
  readonly folder: Item | null;
}

/** A folder that something is moved or added to. */
export type TargetFolder = LocalFolder | RemoteOnlyFolder;

/** Finds a folder. @throws FaultError `gone`; `bad-request` when it is none, or may not be changed. */
export function targetFolderOf(journal: Journal, place: FolderPlace): TargetFolder {
  if ('list' in place || 'library' in place) throw badRequest(refusalTexts.noPlace);
  if ('mirror' in place) return place.folder === null ? ofRoot(journal, place.mirror) : ofFolder(journal, place.folder);
  if (place.base === null) throw badRequest(refusalTexts.noPlace);
  return ofFolder(journal, place.base);
}

function ofFolder(journal: Journal, folder: string): TargetFolder {
  const thing = thingOf(journal, folder);
  if (thing.where === 'service') return { where: 'service', id: thing.id, mirror: null, folder: null };
  const { mirror, item } = thing;
  if (item.kind !== 'folder') throw badRequest(refusalTexts.noFolder);
  mustCarry(mirror);
  if (item.id === mirror.rootItem) return rootOf(journal, mirror);
  if (item.local !== null && item.localPresence === 'present')
    return { where: 'here', mirror, folder: item, path: journal.pathOf(item.id), id: item.remote?.id ?? null };
  if (item.remote === null) throw new FaultError({ kind: 'gone', messages: [] });
  return { where: 'service', id: item.remote.id, mirror, folder: item };
}

function ofRoot(journal: Journal, id: string): TargetFolder {
  const mirror = journal.mirrors.get(id as MirrorId);
  if (mirror === null) throw badRequest(refusalTexts.whichFolder);
  mustCarry(mirror);
  return rootOf(journal, mirror);
}

function rootOf(journal: Journal, mirror: Mirror): LocalFolder {
  const folder = journal.items.get(mirror.rootItem);
  if (folder === null) throw new FaultError({ kind: 'gone', messages: [] });
  return { where: 'here', mirror, folder, path: '', id: mirror.remoteId };
}

/** Refuses changes in a mirror that only downloads: they could not reach the service. */
export function mustCarry({ mode }: Mirror): void {
  if (mode === 'download') throw badRequest(refusalTexts.downloadsOnly);
}

/** Whether the bytes of a file, or the folder itself, are on this computer now. */
export function isHere({ local, localPresence }: Item): boolean {
  return local !== null && localPresence !== 'absent';
}
