import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { DAY } from '../../../shared/units.ts';
import type { OutgoingWork, StoredLayer, Target, QueuedChange } from '../../journal/records/outgoing.ts';
import type { RemoteVersion } from '../../remote/api/shapes.ts';
import { oddAnswer } from '../../remote/api/odd-answer.ts';
import { versionBody } from '../../remote/transfer/version-body.ts';
import { versionFrame } from '../../remote/transfer/version-frame.ts';
import { confirmRefusal } from '../context/confirm-refusal.ts';
import { isFault } from '../context/mirror-context.ts';
import { learnCapability, lastLearned } from '../context/capabilities.ts';
import { hashOfVersion } from '../content/find-arrived-upload.ts';
import { dropStaged } from '../content/fetch-version.ts';
import { versionsAfter } from '../content/sent-history.ts';
import { dropReturned } from '../../remote/act/restore-versions.ts';
import { mustBeNewVersion } from '../../remote/act/upload-version.ts';
import { fileOf } from './send-descriptions.ts';
import {
  arrivedBefore,
  type Bytes,
  destinationOf,
  finderOf,
  mustBeUnchanged,
  sendAsNew,
  type Sending,
  addSentToHistory,
  type UploadParts,
} from './send-new-file.ts';
import { fillOutbox } from './outbox-rescue.ts';

// A removed file that goes back to a folder of the service is a new file there. Its oldest version is sent as that
// file, and each further one on top of the one before, the newest bytes last. Each sent version is recorded, so that
// sending continues after a crash or a lost answer. All bytes stay in the trash until the last version is at the
// service: a colleague may remove the file in between, and then everything can be sent again.

type PutBack = Extract<OutgoingWork, { kind: 'put-back' }>;

interface SendingBack extends Sending {
  readonly going: PutBack;
}

/**
 * Sends a file of the trash, with its older versions, to a folder that is not on this computer.
 * @returns whether it is settled.
 * @throws FaultError.
 */
export async function sendPutBack(parts: UploadParts, waiting: QueuedChange): Promise<boolean> {
  const { journal, link, world } = parts;
  if (waiting.work.kind !== 'put-back') return true;
  const folder = fileOf(journal, waiting.subject);
  if (folder === null) return false;
  const api = link.api(waiting.work.organization ?? folder.organization);
  // Bytes that are read back from the service are staged there.
  const outbox = await fillOutbox(world, journal);
  for (;;) {
    const now = journal.outgoing.get(waiting.id);
    // A person may have cancelled it while the last version was being sent.
    if (now?.work.kind !== 'put-back') return true;
    const sending: SendingBack = { api, waiting: now, going: now.work, folder: folder.id, outbox };
    const layers = await sendable(parts, sending);
    const next = layers.find(({ isSent }) => !isSent);
    if (next === undefined) break;
    if (!(await sendNext(parts, { ...sending, going: { ...now.work, layers } }, next))) return false;
  }
  await finish(parts, waiting);
  parts.arrived(destinationOf(waiting, folder.id));
  return true;
}

/** @returns whether the next version can follow at once. @throws FaultError. */
async function sendNext(parts: UploadParts, sending: SendingBack, layer: StoredLayer): Promise<boolean> {
  const { base, target } = sending.going;
  if (base === null || target === null) await sendFirst(parts, sending, layer);
  // The service accepts no version of that size, but a new file.
  else if (layer.sizeBytes >= versionLimit(parts)) forgetTarget(parts, sending);
  else return sendOnTop(parts, sending, { layer, base, target });
  return true;
}

async function sendFirst(parts: UploadParts, sending: SendingBack, layer: StoredLayer): Promise<void> {
  const bytes = bytesOf(parts, sending, layer);
  const announced = (target: Target): void => save(parts, sending, { target });
  const sent = (await arrivedBefore(parts, sending, bytes)) ?? (await sendAsNew(parts, sending, bytes, announced));
  const { file, name } = sent;
  const version = sent.version ?? (await sending.api.file(file)).version;
  // Without its id the next version could not go on top.
  if (version === null) throw oddAnswer(oddAnswers.noVersion);
  record(parts, sending, { layer, version, target: { file, version, name } });
}

interface OnTop {
  readonly layer: StoredLayer;
  readonly base: VersionId;
  readonly target: Target;
}

/**
 * Sends a version on top of the one before, unless it is there already: an answer may have been lost. If a colleague
 * sent one first, this version and those after it become a file of their own: no version of theirs is overwritten.
 * RACE: a service that does not compare `baseVersionId` accepts ours on top of a version that a colleague sent since
 * our check; theirs stays in the history.
 */
async function sendOnTop(parts: UploadParts, sending: SendingBack, onTop: OnTop): Promise<boolean> {
  const { layer, base, target } = onTop;
  const { file } = target;
  try {
    const existing = await versionAfter(sending, file, base);
    if (existing === null) return await postVersion(parts, sending, onTop);
    const wanted = { item: null, file, version: existing.id, sizeBytes: existing.sizeBytes };
    const sha256 = await hashOfVersion(finderOf(parts, sending), wanted);
    if (sha256 === (await hashOf(parts, sending, layer)))
      record(parts, sending, { layer, version: existing.id, target });
    else forgetTarget(parts, sending);
    return true;
  } catch (error) {
    if (isFault(error, 'gone') && (await isGone(sending, file))) startOver(parts, sending);
    throw error;
  }
}

/** The version on top of `base`; null: `base` is the newest. @throws FaultError when the history does not have it. */
async function versionAfter({ api }: SendingBack, file: ServiceId, base: VersionId): Promise<RemoteVersion | null> {
  const hasBase = (some: readonly RemoteVersion[]): boolean => some.some(({ id }) => id === base);
  const newest = await api.versions(file);
  const versions = hasBase(newest) ? newest : await api.everyVersion(file);
  if (!hasBase(versions)) throw oddAnswer(oddAnswers.elsewhere);
  return versionsAfter(versions, base)[0] ?? null;
}

async function isGone({ api }: SendingBack, file: ServiceId): Promise<boolean> {
  try {
    return (await api.file(file)).isGone;
  } catch (error) {
    if (isFault(error, 'gone')) return true;
    throw error;
  }
}

/**
 * @returns whether the next version can follow at once; after a 409 the history tells at the next try which version
 * came first.
 */
async function postVersion(parts: UploadParts, sending: SendingBack, { layer, base, target }: OnTop): Promise<boolean> {
  const { api } = sending;
  const sha256 = await hashOf(parts, sending, layer);
  const post = async (): Promise<RemoteVersion> => {
    const reading = await parts.world.disk.openStored(layer.name);
    try {
      const source = { sizeBytes: reading.entry.sizeBytes, chunks: reading.chunks() };
      const body = versionBody(versionFrame(base), source, () => mustBeUnchanged(reading));
      return await api.addVersion(target.file, parts.link.storage.sending(body));
    } finally {
      await reading.close();
    }
  };
  try {
    // A single refusal may not come from the service, and would leave an older version behind.
    const version = await (isNewest(sending, layer) ? post() : confirmRefusal(post));
    mustBeNewVersion(parts, version.id, { base, sha256 });
    record(parts, sending, { layer, version: version.id, target });
    return true;
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    const { fault } = error;
    if (fault.kind === 'stale' && fault.status !== undefined) return false;
    if (fault.kind !== 'refused') throw error;
    const isTooLarge = fault.status === 413;
    if (isTooLarge) learnCapability(learningOf(parts), 'refusedVersion', String(layer.sizeBytes));
    // An older version that is refused stays in the trash, and does not block newer ones.
    if (!isNewest(sending, layer)) save(parts, sending, { layers: without(sending, layer) });
    else if (isTooLarge) forgetTarget(parts, sending);
    else throw error;
    return true;
  }
}

function isNewest({ going }: SendingBack, { name }: StoredLayer): boolean {
  return going.layers.at(-1)?.name === name;
}

function without({ going }: SendingBack, { name }: StoredLayer): readonly StoredLayer[] {
  return going.layers.filter(layer => layer.name !== name);
}

/**
 * The bytes that can be sent. Missing bytes of an older version do not block the rest.
 * @throws FaultError when the newest bytes are missing.
 */
async function sendable(parts: UploadParts, { going }: SendingBack): Promise<readonly StoredLayer[]> {
  const { journal, world } = parts;
  const stored = await world.disk.listStored();
  const isInTrash = ({ name }: StoredLayer): boolean =>
    journal.trash.get(name) !== null && stored.some(file => file.isFinished && file.name === name);
  const newest = going.layers.at(-1);
  if (newest !== undefined && !newest.isSent && !isInTrash(newest))
    throw new FaultError({ kind: 'bad-request', detail: storeTexts.notThere(newest.name) });
  return sendableLayers(parts, going.layers).filter(layer => layer.isSent || layer === newest || isInTrash(layer));
}

/**
 * Without versions that are known to be too large; the oldest is sent as a new file. If the newest bytes are too large,
 * there can be no older ones under them.
 */
export function sendableLayers(learning: Pick<UploadParts, 'journal' | 'clock'>, layers: readonly StoredLayer[]) {
  const limit = versionLimit(learning);
  const newest = layers.at(-1);
  const fits = (layer: StoredLayer, at: number): boolean =>
    (newest?.sizeBytes ?? 0) < limit && (layer.sizeBytes < limit || at === 0);
  return layers.filter((layer, at) => layer.isSent || layer === newest || fits(layer, at));
}

/** The size from which on versions were refused within the last day. */
function versionLimit({ journal, clock }: Pick<UploadParts, 'journal' | 'clock'>): number {
  const refused = lastLearned(journal, 'refusedVersion');
  return refused === null || Math.abs(clock.now() - refused.at) > DAY ? Infinity : Number(refused.value);
}

function learningOf({ journal, clock }: UploadParts) {
  return { journal, world: { clock } };
}

function bytesOf(parts: UploadParts, sending: SendingBack, layer: StoredLayer): Bytes {
  const { name, sizeBytes } = layer;
  const open = () => parts.world.disk.openStored(name);
  return { owner: `store ${name}`, open, hash: () => hashOf(parts, sending, layer), sizeBytes };
}

/** Bytes without a recorded hash are read for it. @throws FaultError `stale` when they are gone. */
async function hashOf(
  { journal, world: { disk, random } }: UploadParts,
  { outbox }: SendingBack,
  { name }: StoredLayer,
): Promise<Sha256> {
  const row = journal.trash.get(name);
  if (row !== null && row.sha256 !== null) return row.sha256;
  const file = await disk.openStored(name);
  const into = await disk.stage(outbox, random.uuid());
  try {
    for await (const chunk of file.chunks()) await into.write(chunk);
    const { sha256, sizeBytes } = await into.finish();
    if (row !== null) journal.trash.put({ ...row, sha256, sizeBytes });
    return sha256;
  } finally {
    await dropStaged(into);
    await file.close();
  }
}

function save({ journal }: UploadParts, { waiting, going }: SendingBack, news: Partial<PutBack>): void {
  journal.outgoing.setWork(waiting.id, { ...going, ...news });
}

/** The next version is sent as a new file. */
function forgetTarget(parts: UploadParts, sending: SendingBack): void {
  save(parts, sending, { target: null, base: null });
}

/** The service has nothing of it any more. */
function startOver(parts: UploadParts, sending: SendingBack): void {
  const layers = sending.going.layers.map(layer => ({ ...layer, isSent: false }));
  save(parts, sending, { layers, target: null, base: null });
}

function record(
  parts: UploadParts,
  sending: SendingBack,
  { layer, version, target }: { layer: StoredLayer; version: VersionId; target: Target },
): void {
  const { sizeBytes } = layer;
  const layers = sending.going.layers.map(each => (each.name === layer.name ? { ...each, isSent: true } : each));
  parts.journal.transaction(() => {
    save(parts, sending, { layers, target, base: version });
    addSentToHistory(parts, sending, { file: target.file, version, name: target.name, sizeBytes });
  });
}

/** The service has all of it: the rows are marked in the same transaction, then the bytes are deleted. */
async function finish({ journal, world }: UploadParts, { id }: QueuedChange): Promise<void> {
  journal.transaction(() => {
    const work = journal.outgoing.get(id)?.work;
    if (work?.kind !== 'put-back') return;
    for (const { name } of work.layers) journal.trash.setNeedless(name);
    journal.outgoing.remove(id);
  });
  await dropReturned({ journal, world });
}
