import { FaultError } from '../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../shared/ids.ts';
import { isFault } from '../engine/context/mirror-context.ts';
import type { Mirror } from '../journal/records/mirrors.ts';
import type { ServiceApi } from '../remote/api/service.ts';
import type { Thing } from './resolve-id.ts';
import type { AppContext } from './app-context.ts';

/** The service as seen by a mirror's account; null: not from a mirror. @throws FaultError `signed-out`. */
export async function serviceOf({ engine }: AppContext, mirror: Mirror | null): Promise<ServiceApi> {
  return (await engine.link()).api(mirror?.organization ?? null);
}

/** An item as the service shows it now. */
export interface ThereDetail {
  readonly id: ServiceId;
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly parent: ServiceId | null;
  /** Null for folders, and for files without bytes. */
  readonly version: VersionId | null;
  readonly sizeBytes: number | null;
}

/** Asks the service for the present state of an item. @throws FaultError `gone`. */
export async function detailOf(api: ServiceApi, thing: Thing): Promise<ThereDetail> {
  if (thing.where === 'service') return detailById(api, thing.id);
  const { item } = thing;
  const id = item.remote?.id;
  if (id === undefined) throw new FaultError({ kind: 'gone', messages: [] });
  return item.kind === 'file' ? fileDetail(api, id) : folderDetail(api, id);
}

/** A UUID alone does not tell whether it is a file or a folder. */
async function detailById(api: ServiceApi, id: ServiceId): Promise<ThereDetail> {
  try {
    return await fileDetail(api, id);
  } catch (error) {
    if (!isFault(error, 'gone', 'refused')) throw error;
    return folderDetail(api, id);
  }
}

async function fileDetail(api: ServiceApi, id: ServiceId): Promise<ThereDetail> {
  const { name, folderId, version, sizeBytes, isGone } = await api.file(id);
  if (isGone) throw new FaultError({ kind: 'gone', messages: [] });
  return { id, kind: 'file', name, parent: folderId, version, sizeBytes };
}

async function folderDetail(api: ServiceApi, id: ServiceId): Promise<ThereDetail> {
  const { name, parent, isGone } = await api.folder(id);
  if (isGone) throw new FaultError({ kind: 'gone', messages: [] });
  return { id, kind: 'folder', name, parent, version: null, sizeBytes: null };
}
