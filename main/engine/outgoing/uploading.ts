import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ItemId, MirrorId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { freeName, nameKey, toRemoteName } from '../../core/names.ts';
import type { Journal } from '../../journal/journal.ts';
import type { OutgoingWork, Waiting } from '../../journal/outgoing.ts';
import type { Root } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { contentTypeOf } from '../../remote/content-type.ts';
import { heldBack } from '../../remote/version-body.ts';
import { confirmAgain, confirmArrival, type Announced, type Finder } from '../steps/arrived.ts';
import { isFault } from '../bench.ts';
import { mustBeNew } from '../known-ids.ts';
import { fileOf, type Outbound } from './describing.ts';
import { EXACT_NAMES } from '../../core/volume-names.ts';

type Upload = Extract<OutgoingWork, { kind: 'upload' }>;

/** What sending a file of the outbox needs. */
export interface UploadParts extends Outbound {
  readonly world: Pick<World, 'disk' | 'random'>;
  /** A file is in a folder of the service now. */
  readonly arrived: (folder: Destination) => void;
}

/** A folder of the service; `item`: its number where it is in a mirror. */
export interface Destination {
  readonly id: ServiceId;
  readonly item: ItemId | null;
}

/**
 * Sends a file of the outbox into a folder that is not on this computer. It stays in the outbox until the service has
 * confirmed it, or its very bytes were read back from there; a name that is taken there gets a number.
 * @returns whether it is settled. @throws FaultError.
 */
export async function sendUpload(parts: UploadParts, waiting: Waiting): Promise<boolean> {
  const { journal, link, world } = parts;
  const { work } = waiting;
  if (work.kind !== 'upload') return true;
  const folder = fileOf(journal, waiting.subject);
  if (folder === null) return false;
  const api = link.api(work.organization ?? folder.organization);
  const outbox = await world.disk.outbox();
  const sending: Sending = { api, waiting, work, folder: folder.id, outbox };
  const sent = (await arrivedBefore(parts, sending)) ?? (await send(parts, sending));
  await letGo(parts, sending, sent);
  parts.arrived({ id: folder.id, item: isUuid(waiting.subject) ? null : (Number(waiting.subject) as ItemId) });
  return true;
}

interface Sending {
  readonly api: ServiceApi;
  readonly waiting: Waiting;
  readonly work: Upload;
  readonly folder: ServiceId;
  readonly outbox: Root;
}

/** What arrived, under which name. */
interface Sent {
  readonly file: ServiceId;
  readonly version: VersionId | null;
  readonly name: string;
}

/** An answer to the last step may have been lost: then the file is there, and another would be a second one. */
async function arrivedBefore(parts: UploadParts, sending: Sending): Promise<Sent | null> {
  const { target } = sending.work;
  if (target === null) return null;
  const sha256 = await hashOf(parts, sending);
  const sent: Announced = { ...target, item: null, sha256, sizeBytes: sending.work.sizeBytes, isFirst: false };
  try {
    const arrival = await confirmAgain(finderOf(parts, sending), sent);
    return arrival === null ? null : { file: target.file, version: arrival.version, name: target.name };
  } catch (error) {
    if (isFault(error, 'gone', 'refused', 'not-allowed', 'stale')) return null;
    throw error;
  }
}

/** @throws FaultError `stale`. */
async function hashOf({ world }: UploadParts, { outbox, work }: Sending): Promise<Sha256> {
  const hashed = await world.disk.hash(outbox, work.path);
  if (hashed === null) throw new FaultError({ kind: 'stale', detail: 'it is no longer in the outbox as it was' });
  return hashed.sha256;
}

/** What a whole answer may have said in vain is read back into the outbox. */
function finderOf({ link, world }: UploadParts, { api, outbox }: Sending): Finder {
  return { api, storage: link.storage, world, mirror: { root: outbox } };
}

/** No volume of ours gave such a name another form. */
const nameThere = (name: string): string => toRemoteName(name, EXACT_NAMES);

async function send(parts: UploadParts, sending: Sending): Promise<Sent> {
  const { journal, world, link } = parts;
  const { api, waiting, work, folder, outbox } = sending;
  const at = await foldersTo(api, folder, work.names.slice(0, -1).map(nameThere));
  const wanted = nameThere(work.names.at(-1) ?? waiting.name);
  const taken = await namesIn(api, at);
  const fileName = freeName(wanted, key => taken.has(key));
  const contentType = contentTypeOf(fileName);
  const sha256 = await hashOf(parts, sending);
  const reading = await world.disk.open(outbox, work.path);
  try {
    const { sizeBytes } = reading.entry;
    const target = await api.announce({ fileName, contentType, fileSizeBytes: sizeBytes, folderId: at });
    if (target.file !== work.target?.file) mustBeNew(journal, target);
    const { file, version } = target;
    journal.outgoing.setWork(waiting.id, { ...work, target: { file, version, name: fileName } });
    const mustBeUnchanged = async (): Promise<void> => {
      if (!(await reading.unchanged())) throw new FaultError({ kind: 'stale', detail: 'it changed while it was sent' });
    };
    const body = { sizeBytes, chunks: heldBack(reading.chunks(), mustBeUnchanged) };
    await link.storage.put({ url: target.url, contentType, owner: `outbox ${work.path}` }, body);
    const sent = { item: null, file, version, sha256, sizeBytes, isFirst: true };
    const arrival = await confirmArrival(finderOf(parts, sending), sent);
    return { file, version: arrival.version, name: fileName };
  } finally {
    await reading.close();
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
async function letGo(
  { journal, world: { disk }, clock }: UploadParts,
  { waiting, work, outbox }: Sending,
  sent: Sent,
): Promise<void> {
  const { path } = work;
  journal.transaction(() => {
    journal.outgoing.remove(waiting.id);
    journal.history.add({ at: clock.now(), ...placeOf(journal, waiting, work, sent), ...lineOf(work, sent) });
  });
  const entry = await disk.entry(outbox, path);
  if (entry !== null) await disk.free(outbox, path, entry.stamp);
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1))
    if (!(await disk.removeFolder(outbox, path.slice(0, cut)))) return;
}

function lineOf({ sizeBytes }: Upload, { file, version }: Sent) {
  return { verb: 'sent', cause: 'person', file, version, sizeBytes };
}

/** Where people find it: inside its mirror, or from its folder's name on where it is in none. */
function placeOf(
  journal: Journal,
  { subject }: Waiting,
  { names, shownFolder }: Upload,
  { name }: Sent,
): { mirror: MirrorId; path: string } {
  const below = [...names.slice(0, -1), name];
  if (isUuid(subject)) return { mirror: '' as MirrorId, path: [shownFolder ?? [], ...below].flat().join('/') };
  const folder = Number(subject) as ItemId;
  const mirror = (journal.items.mirrorOf(folder) ?? '') as MirrorId;
  return { mirror, path: [journal.pathOf(folder), ...below].filter(part => part !== '').join('/') };
}
