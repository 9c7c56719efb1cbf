import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { freeName, nameKey, toRemoteName } from '../../core/names.ts';
import type { OutgoingWork, Waiting } from '../../journal/outgoing.ts';
import type { Disk } from '../../ports/disk.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { contentTypeOf } from '../../remote/content-type.ts';
import { heldBack } from '../../remote/version-body.ts';
import { isFault } from '../bench.ts';
import { fileOf, type Outbound } from './describing.ts';

type Upload = Extract<OutgoingWork, { kind: 'upload' }>;

/** What sending a file of the outbox needs. */
export interface UploadParts extends Outbound {
  readonly disk: Disk;
}

/**
 * Sends a file of the outbox into a folder that is not on this computer. It stays in the outbox until the service has
 * confirmed it; a name that is taken there gets a number. @returns whether it is settled. @throws FaultError.
 */
export async function sendUpload(parts: UploadParts, waiting: Waiting): Promise<boolean> {
  const { journal, link } = parts;
  const { work } = waiting;
  if (work.kind !== 'upload') return true;
  const folder = fileOf(journal, waiting.subject);
  if (folder === null) return false;
  const api = link.api(work.organization ?? folder.organization);
  const isThere = work.target !== null && (await isConfirmed(api, work.target));
  if (!isThere) await send(parts, { api, waiting, work, folder: folder.id });
  await letGo(parts, waiting.id, work);
  return true;
}

interface Sending {
  readonly api: ServiceApi;
  readonly waiting: Waiting;
  readonly work: Upload;
  readonly folder: ServiceId;
}

/** An answer to the last step may have been lost: then the file is there, and another would be a second one. */
async function isConfirmed(api: ServiceApi, { file, version }: NonNullable<Upload['target']>): Promise<boolean> {
  try {
    await api.confirm(file, version);
    return true;
  } catch (error) {
    if (!isFault(error, 'refused', 'gone', 'not-allowed')) throw error;
  }
  try {
    const detail = await api.file(file);
    return !detail.isGone && detail.version !== null;
  } catch (error) {
    if (isFault(error, 'refused', 'gone', 'not-allowed')) return false;
    throw error;
  }
}

async function send({ journal, disk, link }: UploadParts, { api, waiting, work, folder }: Sending): Promise<void> {
  const at = await foldersTo(api, folder, work.names.slice(0, -1).map(toRemoteName));
  const wanted = toRemoteName(work.names.at(-1) ?? waiting.name);
  const taken = await namesIn(api, at);
  const fileName = freeName(wanted, key => taken.has(key));
  const contentType = contentTypeOf(fileName);
  const file = await disk.open(await disk.outbox(), work.path);
  try {
    const { sizeBytes } = file.entry;
    const target = await api.announce({ fileName, contentType, fileSizeBytes: sizeBytes, folderId: at });
    const { file: id, version } = target;
    journal.outgoing.setWork(waiting.id, { ...work, target: { file: id, version, name: fileName } });
    const mustBeUnchanged = async (): Promise<void> => {
      if (!(await file.unchanged())) throw new FaultError({ kind: 'stale', detail: 'it changed while it was sent' });
    };
    const body = { sizeBytes, chunks: heldBack(file.chunks(), mustBeUnchanged) };
    await link.storage.put(target.url, contentType, body);
    await api.confirm(id, version);
  } finally {
    await file.close();
  }
}

/** Folders that are there are taken as they are. */
async function foldersTo(api: ServiceApi, top: ServiceId, names: readonly string[]): Promise<ServiceId> {
  let at = top;
  for (const name of names) {
    const children = await api.children(at);
    const known = children.find(child => !child.isGone && nameKey(child.name) === nameKey(name));
    at = known?.id ?? (await api.createFolder(name, at, (await api.folder(at)).visibility)).id;
  }
  return at;
}

async function namesIn(api: ServiceApi, folder: ServiceId): Promise<ReadonlySet<string>> {
  const [folders, files] = await Promise.all([api.children(folder), api.filesIn(folder)]);
  return new Set([...folders, ...files].filter(({ isGone }) => !isGone).map(({ name }) => nameKey(name)));
}

/** The service has it: the copy goes, and its folders when nothing else is in them. */
async function letGo({ journal, disk }: UploadParts, id: number, { path }: Upload): Promise<void> {
  const root = await disk.outbox();
  journal.outgoing.remove(id);
  const entry = await disk.entry(root, path);
  if (entry !== null) await disk.free(root, path, entry.stamp);
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1))
    if (!(await disk.removeFolder(root, path.slice(0, cut)))) return;
}
