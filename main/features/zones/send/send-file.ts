import { FaultError } from '../../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import { oddAnswers } from '../../../../shared/text/odd-answers.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { freeName, nameKey, toRemoteName } from '../../../core/names/local-names.ts';
import type { RemoteFile } from '../../../remote/api/shapes.ts';
import { contentTypeOf } from '../../../remote/transfer/content-type.ts';
import { oddAnswer } from '../../../remote/api/odd-answer.ts';
import { heldBack, versionBody } from '../../../remote/transfer/version-body.ts';
import { EXACT_NAMES } from '../../../core/names/volume-names.ts';
import { versionFrame } from '../../../remote/transfer/version-frame.ts';
import type { Target, ZoneItem } from '../records/rows.ts';
import { confirmUpload, hasBytes, isFault } from './read-back.ts';
import type { DestinationFolder } from './destination.ts';
import { finishBegun } from './finish-begun.ts';
import { recogniseFile } from './recognise-sent.ts';
import {
  hashOfSource,
  type Outcome,
  destinationPathOf,
  withSourceFile,
  recordArrival,
  type SendContext,
} from './send-context.ts';

/**
 * Brings one settled file to the service exactly once: first finishes what an earlier attempt began or proves that it
 * did not arrive, then looks for the file at the service, and only then sends bytes.
 * @throws FaultError, DestinationRefuses.
 */
export async function sendFile(sending: SendContext, item: ZoneItem): Promise<Outcome> {
  if (item.target !== null && (await finishBegun(sending, item, item.target))) return 'sent';
  if (item.sent !== null) return sendChanged(sending, item, item.sent);
  const known = await recogniseFile(sending, item);
  if (known.isDone) return 'recognised';
  return sendNew(sending, item, known.sha256);
}

/** Sends a changed file as a new version, unless its content is still the one that arrived. */
async function sendChanged(
  sending: SendContext,
  item: ZoneItem,
  sent: NonNullable<ZoneItem['sent']>,
): Promise<Outcome> {
  const { files } = sending.context.records;
  const sha256 = await hashOfSource(sending, item);
  if (sha256 === sent.sha256) {
    files.unchanged(item.id, item.fingerprint);
    return 'recognised';
  }
  const isSent = await sendVersion(sending, item, {
    file: sent.file,
    base: sent.version,
    at: sent.at,
    sha256,
    cause: 'changed',
  });
  return isSent ? 'sent' : sendUnderFreeName(sending, item, sent.at);
}

async function sendNew(sending: SendContext, item: ZoneItem, known: Sha256 | null): Promise<Outcome> {
  const { destination, run } = sending;
  const { folders, name } = destinationPathOf(run.folder, item.inside);
  const place = await destination.folder(folders.map(each => toRemoteName(each, EXACT_NAMES)));
  const wanted = toRemoteName(name, EXACT_NAMES);
  const at = [...place.names, wanted].join('/');
  const existing = (await destination.taken(place)).get(nameKey(wanted));
  if (!destination.reserve(place, wanted, item.id) || (existing !== undefined && isOthers(sending, existing, item)))
    return sendUnderFreeName(sending, item, at);
  const there = existing === undefined ? null : await readable(sending, existing);
  if (there === null) return upload(sending, item, { place, name: wanted, isRetry: false });
  const sha256 = known ?? (await hashOfSource(sending, item));
  const isSize = there.sizeBytes === null || there.sizeBytes === item.sizeBytes;
  const { sizeBytes } = item;
  if (isSize && (await hasBytes(sending.reader, { file: there.id, version: there.version }, { sha256, sizeBytes }))) {
    const { id: file, version } = there;
    recordArrival(sending, item, {
      file,
      version,
      sha256,
      sizeBytes: item.sizeBytes,
      fingerprint: item.fingerprint,
      at,
      event: 'found',
    });
    return 'recognised';
  }
  const cause = 'other bytes there';
  // What another source, computer or person has put there does not become the history of this file.
  if (!isFromSource(sending, item, at)) {
    alertOtherBytes(sending, item, cause);
    return sendUnderFreeName(sending, item, at);
  }
  const isSent = await sendVersion(sending, item, { file: there.id, base: there.version, at, sha256, cause });
  return isSent ? 'sent' : sendUnderFreeName(sending, item, at);
}

/** Whether a list of hashes at the destination says that the file at a path came from this file of the source. */
function isFromSource({ context, open }: SendContext, item: ZoneItem, at: string): boolean {
  const listed = context.records.destination.at(open.zone.id, at);
  return listed !== null && (listed.source === null || listed.source === item.path);
}

function isOthers({ context, open }: SendContext, { id }: RemoteFile, item: ZoneItem): boolean {
  return context.records.files.isSentByOther(open.zone.id, id, item.id);
}

/**
 * The detail of a listed file that has a readable version; null: it was announced but never uploaded, so its name is
 * free.
 */
async function readable({ reader }: SendContext, { id }: RemoteFile) {
  try {
    const detail = await reader.api.file(id);
    const { version } = detail;
    if (version === null || detail.isGone) return null;
    await reader.api.versionContent(id, version);
    return { ...detail, version };
  } catch (error) {
    if (isFault(error, 'gone', 'refused')) return null;
    throw error;
  }
}

/**
 * Uploads under the next free name: the wanted one belongs to another file, or to one that takes no version of this
 * size.
 */
async function sendUnderFreeName(sending: SendContext, item: ZoneItem, at: string): Promise<Outcome> {
  const { destination } = sending;
  const names = at.split('/');
  const place = await destination.folder(names.slice(0, -1));
  const taken = await destination.taken(place);
  const name = freeName(names.at(-1) ?? item.name, key => taken.has(key) || !destination.reserve(place, key, item.id));
  return upload(sending, item, { place, name, isRetry: false });
}

interface Upload {
  readonly place: DestinationFolder;
  readonly name: string;
  readonly isRetry: boolean;
}

/** Announces, uploads and confirms; each step is committed before the next one that depends on it. */
async function upload(sending: SendContext, item: ZoneItem, { place, name, isRetry }: Upload): Promise<Outcome> {
  const { open, context, reader } = sending;
  const { files } = context.records;
  try {
    const put = await withSourceFile(sending, item, async file => {
      const contentType = contentTypeOf(name);
      const { sizeBytes, fingerprint: stamp } = file;
      const announced = await reader.api.announce({
        fileName: name,
        contentType,
        fileSizeBytes: sizeBytes,
        folderId: place.id,
      });
      if (!(await isNewRemote(sending, item, { place, file: announced.file }))) throw oddAnswer(oddAnswers.notNew);
      const at = [...place.names, name].join('/');
      const begun = { kind: 'upload', ...announced, base: null, at, sha256: null, sizeBytes, stamp } as const;
      files.setTarget(item.id, targetOf(begun));
      const chunks = heldBack(file.chunks, file.mustBeUnchanged);
      await reader.storage.put(
        { url: announced.url, contentType, owner: `zone ${open.zone.id} ${item.path}` },
        { sizeBytes, chunks },
      );
      await file.mustBeUnchanged();
      const done = targetOf({ ...begun, sha256: file.hash() });
      files.setTarget(item.id, done);
      return done;
    });
    return await confirmPut(sending, item, put);
  } catch (error) {
    if (!isFault(error, 'link-expired') || isRetry) throw error;
    return upload(sending, item, { place, name, isRetry: true });
  }
}

/** Whether an announced file is really new: neither existing nor one of our other files. */
async function isNewRemote(
  { destination, open, context }: SendContext,
  item: ZoneItem,
  { place, file }: { readonly place: DestinationFolder; readonly file: ServiceId },
): Promise<boolean> {
  if (file === item.target?.file) return true;
  const isOurs = context.records.files.isSentByOther(open.zone.id, file, item.id);
  return !isOurs && destination.isNew(place, file, item.id);
}

async function confirmPut(sending: SendContext, item: ZoneItem, put: Target): Promise<Outcome> {
  const { sha256 } = put;
  if (sha256 === null) throw notThere();
  const there = await confirmUpload(sending.reader, { ...put, sha256 });
  if (there === null) {
    sending.context.records.files.setTarget(item.id, null);
    throw notThere();
  }
  recordArrival(sending, item, { ...put, ...there, sha256, fingerprint: put.stamp, event: 'confirmed' });
  return 'sent';
}

/** The upload was answered but nothing arrived: not the file's fault, so it is retried. */
function notThere(): FaultError {
  return new FaultError({ kind: 'failing', status: 200, messages: ['The bytes did not arrive.'] });
}

/** Drops the upload address, which grants write access to its holder. */
function targetOf({ kind, file, version, base, at, sha256, sizeBytes, stamp }: Target): Target {
  return { kind, file, version, base, at, sha256, sizeBytes, stamp };
}

/** A new version for an existing file of the service. */
interface NewVersion {
  readonly file: ServiceId;
  readonly base: VersionId | null;
  /** Its path below the destination. */
  readonly at: string;
  readonly sha256: Sha256;
  /** Why: the source changed after it was sent, or other content has the name at the destination. */
  readonly cause: 'changed' | 'other bytes there';
}

/** Limit for retries when another client adds versions at the same time. */
const TRIES = 3;

/**
 * Sends a file as a new version and raises an alert, because a file that counted as finished was not.
 * @returns false when the service takes no version of this size, or the file is gone. @throws FaultError.
 */
async function sendVersion(sending: SendContext, item: ZoneItem, version: NewVersion): Promise<boolean> {
  const { records } = sending.context;
  alertOtherBytes(sending, item, version.cause);
  let { base } = version;
  for (let attempt = 1; ; attempt++) {
    try {
      await sendOn(sending, item, { ...version, base });
      return true;
    } catch (error) {
      if (isFault(error, 'stale', 'refused', 'gone', 'not-allowed')) records.files.setTarget(item.id, null);
      if (isFault(error, 'gone') || isTooLarge(error)) return false;
      const isOvertaken = isFault(error, 'stale') && error.fault.kind === 'stale' && error.fault.status !== undefined;
      if (!isOvertaken || attempt === TRIES) throw error;
      // The other client's version stays in the history, below ours.
      base = (await sending.reader.api.file(version.file)).version;
    }
  }
}

function alertOtherBytes({ context, open, run }: SendContext, item: ZoneItem, why: NewVersion['cause']): void {
  const { records, world } = context;
  const text = zoneTexts.alerts[why === 'changed' ? 'changed' : 'other'](run.name, item.path);
  const cause = `${why}: ${run.key}`;
  records.transaction(() => {
    const isNew = records.alerts.raise(
      { id: open.zone.id, name: open.zone.wish.name },
      { cause, text },
      world.clock.now(),
    );
    if (isNew) records.audit.add(world.clock.now(), 'alert', { zone: open.zone.wish.name, cause, text });
  });
}

async function sendOn(sending: SendContext, item: ZoneItem, version: NewVersion): Promise<void> {
  const { context, reader } = sending;
  const { file, base, at, sha256 } = version;
  await withSourceFile(sending, item, async source => {
    const { sizeBytes, fingerprint } = source;
    const target: Target = { kind: 'version', file, version: null, base, at, sha256, sizeBytes, stamp: fingerprint };
    context.records.files.setTarget(item.id, target);
    const frame = versionFrame(base, zoneTexts.versionNote(context.computer));
    const body = versionBody(frame, { sizeBytes, chunks: source.chunks }, source.mustBeUnchanged);
    const made = await reader.api.addVersion(file, reader.storage.sending(body));
    recordArrival(sending, item, { file, version: made.id, sha256, sizeBytes, fingerprint, at, event: 'version' });
  });
}

function isTooLarge(error: unknown): boolean {
  return isFault(error, 'refused') && error.fault.kind === 'refused' && error.fault.status === 413;
}
