import { FaultError } from '../../shared/fault.ts';
import { isUuid, type ItemId, type MirrorId, type ServiceId, type VersionId } from '../../shared/ids.ts';
import { refusalTexts } from '../../shared/features/edit/text.ts';
import type { Item } from '../core/item.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/records/mirrors.ts';
import { isFault } from '../engine/context/mirror-context.ts';
import type { ServiceApi } from '../remote/api/service.ts';
import type { AppContext } from './app-context.ts';

/** An item of a mirrored folder. */
export interface MirroredThing {
  readonly where: 'mirror';
  readonly mirror: Mirror;
  readonly item: Item;
}

/** An item known only from the service's catalogue. */
interface CatalogueThing {
  readonly where: 'service';
  readonly id: ServiceId;
}

/** What a row stands for. */
export type Thing = MirroredThing | CatalogueThing;

/**
 * Resolves a row id: digits are an item of ours, a UUID is the service's id, which may be mirrored too. @throws
 * FaultError `gone` when it no longer exists, `bad-request` when it is invalid.
 */
export function thingOf(journal: Journal, id: string): Thing {
  if (/^\d{1,15}$/.test(id)) return itemThing(journal, Number(id) as ItemId);
  if (!isUuid(id)) throw new FaultError({ kind: 'bad-request', detail: refusalTexts.noId(id) });
  const service = id.toLowerCase() as ServiceId;
  for (const mirror of journal.mirrors.all()) {
    const root = mirror.remoteId === service ? journal.items.get(mirror.rootItem) : null;
    const item = root ?? journal.items.byRemoteId(mirror.id, service);
    if (item !== null) return { where: 'mirror', mirror, item };
  }
  return { where: 'service', id: service };
}

function itemThing(journal: Journal, id: ItemId): MirroredThing {
  const item = journal.items.get(id);
  const mirror = item === null ? null : journal.mirrors.get((journal.items.mirrorOf(id) ?? '') as MirrorId);
  if (item === null || mirror === null) throw new FaultError({ kind: 'gone', messages: [] });
  return { where: 'mirror', mirror, item };
}

/** Resolves all of them, or throws before anything is done. @throws as `thingOf`. */
export function thingsOf(journal: Journal, ids: readonly string[]): readonly Thing[] {
  return [...new Set(ids)].map(id => thingOf(journal, id));
}

/** The service as seen by a mirror's account; null: not from a mirror. @throws FaultError `signed-out`. */
export async function serviceOf({ engine }: AppContext, mirror: Mirror | null): Promise<ServiceApi> {
  return (await engine.connection()).api(mirror?.organization ?? null);
}

/** An item as the service shows it now. */
export interface RemoteDetail {
  readonly id: ServiceId;
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly parent: ServiceId | null;
  /** Null for folders, and for files without bytes. */
  readonly version: VersionId | null;
  readonly sizeBytes: number | null;
}

/** Asks the service for the present state of an item. @throws FaultError `gone`. */
export async function detailOf(api: ServiceApi, thing: Thing): Promise<RemoteDetail> {
  if (thing.where === 'service') return detailById(api, thing.id);
  const { item } = thing;
  const id = item.remote?.id;
  if (id === undefined) throw new FaultError({ kind: 'gone', messages: [] });
  return item.kind === 'file' ? fileDetail(api, id) : folderDetail(api, id);
}

/** A UUID alone does not tell whether it is a file or a folder. */
async function detailById(api: ServiceApi, id: ServiceId): Promise<RemoteDetail> {
  try {
    return await fileDetail(api, id);
  } catch (error) {
    if (!isFault(error, 'gone', 'refused')) throw error;
    return folderDetail(api, id);
  }
}

async function fileDetail(api: ServiceApi, id: ServiceId): Promise<RemoteDetail> {
  const { name, folderId, version, sizeBytes, isGone } = await api.file(id);
  if (isGone) throw new FaultError({ kind: 'gone', messages: [] });
  return { id, kind: 'file', name, parent: folderId, version, sizeBytes };
}

async function folderDetail(api: ServiceApi, id: ServiceId): Promise<RemoteDetail> {
  const { name, parent, isGone } = await api.folder(id);
  if (isGone) throw new FaultError({ kind: 'gone', messages: [] });
  return { id, kind: 'folder', name, parent, version: null, sizeBytes: null };
}

/** The id of an item's row. */
export function rowIdOf(thing: Thing): string {
  return thing.where === 'mirror' ? String(thing.item.id) : thing.id;
}
