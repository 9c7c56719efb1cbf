import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ItemId, MirrorId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { freeName, nameKey, toRemoteName } from '../../core/names/local-names.ts';
import type { Journal } from '../../journal/journal.ts';
import type { OutgoingUpload, Target, QueuedChange } from '../../journal/records/outgoing.ts';
import type { OpenFile, Root } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { contentTypeOf } from '../../remote/transfer/content-type.ts';
import { heldBack, type Source } from '../../remote/transfer/version-body.ts';
import { isFault } from '../context/mirror-context.ts';
import { mustBeNew } from '../context/known-ids.ts';
import { confirmAgain, confirmArrival, type Finder } from '../content/find-arrived-upload.ts';
import type { Outbound } from './send-descriptions.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';
import { takenNames } from '../../remote/api/taken-names.ts';

/** What sending a file to a folder of the service needs. */
export interface UploadParts extends Outbound {
  readonly world: Pick<World, 'disk' | 'random'>;
  /** Called when a file is in a folder of the service. */
  readonly arrived: (folder: Destination) => void;
}

/** A folder of the service; `item`: its id where it is in a mirror. */
export interface Destination {
  readonly id: ServiceId;
  readonly item: ItemId | null;
}

/** The destination of a job. */
export function destinationOf({ subject }: QueuedChange, id: ServiceId): Destination {
  return { id, item: isUuid(subject) ? null : (Number(subject) as ItemId) };
}

/** One file that is being sent to a folder of the service. */
export interface Sending {
  readonly api: ServiceApi;
  readonly waiting: QueuedChange;
  readonly going: OutgoingUpload;
  readonly folder: ServiceId;
  readonly outbox: Root;
}

/** The bytes to send. */
export interface Bytes {
  /** The owner of the storage address: no other bytes are put there. */
  readonly owner: string;
  readonly open: () => Promise<OpenFile>;
  /** @throws FaultError `stale` when the bytes have changed. */
  readonly hash: () => Promise<Sha256>;
  readonly sizeBytes: number;
}

/** What arrived, under which name. */
export interface SentFile {
  readonly file: ServiceId;
  readonly version: VersionId | null;
  readonly name: string;
}

/**
 * The answer to the last step may have been lost: then the file is there already, and sending it again would duplicate
 * it.
 */
export async function arrivedBefore(parts: UploadParts, sending: Sending, bytes: Bytes): Promise<SentFile | null> {
  const { target } = sending.going;
  if (target === null) return null;
  const sent = { ...target, item: null, sha256: await bytes.hash(), sizeBytes: bytes.sizeBytes, isFirst: false };
  try {
    const arrival = await confirmAgain(finderOf(parts, sending), sent);
    return arrival === null ? null : { file: target.file, version: arrival.version, name: target.name };
  } catch (error) {
    if (isFault(error, 'gone', 'refused', 'not-allowed', 'stale')) return null;
    throw error;
  }
}

/** Bytes that are read back to check an ambiguous answer are staged in the outbox. */
export function finderOf({ link, world }: UploadParts, { api, outbox }: Pick<Sending, 'api' | 'outbox'>): Finder {
  return { api, storage: link.storage, world, mirror: { root: outbox } };
}

/**
 * Sends bytes as a new file; a taken name gets a number.
 * @param announced records the announcement before any byte is sent.
 */
export async function sendAsNew(
  parts: UploadParts,
  sending: Sending,
  bytes: Bytes,
  announced: (target: Target) => void,
): Promise<SentFile> {
  const { journal, link } = parts;
  const { api, going } = sending;
  const { folder, fileName } = await freePlace(sending);
  const contentType = contentTypeOf(fileName);
  const sha256 = await bytes.hash();
  const reading = await bytes.open();
  try {
    const { sizeBytes } = reading.entry;
    const target = await api.announce({ fileName, contentType, fileSizeBytes: sizeBytes, folderId: folder });
    if (target.file !== going.target?.file) mustBeNew(journal, target);
    const { file, version } = target;
    announced({ file, version, name: fileName });
    await link.storage.put({ url: target.url, contentType, owner: bytes.owner }, unchanging(reading));
    const sent = { item: null, file, version, sha256, sizeBytes, isFirst: true };
    const arrival = await confirmArrival(finderOf(parts, sending), sent);
    return { file, version: arrival.version, name: fileName };
  } finally {
    await reading.close();
  }
}

/** A file whose last bytes are held back until it proved unchanged. */
function unchanging(reading: OpenFile): Source {
  return { sizeBytes: reading.entry.sizeBytes, chunks: heldBack(reading.chunks(), () => mustBeUnchanged(reading)) };
}

/** @throws FaultError `stale`. */
export async function mustBeUnchanged(reading: OpenFile): Promise<void> {
  if (!(await reading.unchanged())) throw new FaultError({ kind: 'stale', detail: 'it changed while it was sent' });
}

/** The name did not come from a mirrored volume, so it is taken as it is. */
const remoteNameFor = (name: string): string => toRemoteName(name, EXACT_NAMES);

/** The target folder, created when it is missing, and a free name in it. */
async function freePlace({
  api,
  waiting,
  going,
  folder: top,
}: Sending): Promise<{ folder: ServiceId; fileName: string }> {
  const folder = await foldersTo(api, top, going.names.slice(0, -1).map(remoteNameFor));
  const taken = await takenNames(api, folder);
  return { folder, fileName: freeName(remoteNameFor(going.names.at(-1) ?? waiting.name), key => taken.has(key)) };
}

/** Existing folders are used as they are. */
async function foldersTo(api: ServiceApi, top: ServiceId, names: readonly string[]): Promise<ServiceId> {
  let at = top;
  for (const name of names) {
    const children = await api.children(at);
    const known = children.find(child => !child.isGone && nameKey(child.name) === nameKey(name));
    at = known?.id ?? (await api.createFolder(name, at, (await api.folder(at)).visibility)).id;
  }
  return at;
}

/** Records in the history that a version is at the service. Part of the transaction that records it. */
export function addSentToHistory(
  { journal, clock }: Outbound,
  { waiting, going }: Pick<Sending, 'waiting' | 'going'>,
  { sizeBytes, ...sent }: SentFile & { readonly sizeBytes: number },
): void {
  const { file, version } = sent;
  const place = placeOf(journal, waiting, going, sent);
  journal.history.add({ at: clock.now(), ...place, verb: 'sent', cause: 'person', file, version, sizeBytes });
}

/** The path that people see: inside its mirror, or starting at its folder's name if it is in none. */
function placeOf(
  journal: Journal,
  { subject }: QueuedChange,
  { names, shownFolder }: OutgoingUpload,
  { name }: SentFile,
): { mirror: MirrorId; path: string } {
  const below = [...names.slice(0, -1), name];
  if (isUuid(subject)) return { mirror: '' as MirrorId, path: [shownFolder ?? [], ...below].flat().join('/') };
  const folder = Number(subject) as ItemId;
  const mirror = (journal.items.mirrorOf(folder) ?? '') as MirrorId;
  return { mirror, path: [journal.pathOf(folder), ...below].filter(part => part !== '').join('/') };
}
