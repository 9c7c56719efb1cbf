import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { DAY } from '../../../shared/units.ts';
import type { OutgoingWork, StoredLayer, Target, Waiting } from '../../journal/records/outgoing.ts';
import type { RemoteVersion } from '../../remote/api/shapes.ts';
import { oddAnswer } from '../../remote/api/odd-answer.ts';
import { versionBody } from '../../remote/transfer/version-body.ts';
import { versionFrame } from '../../remote/transfer/version-frame.ts';
import { confirmRefusal } from '../context/confirm-refusal.ts';
import { isFault } from '../context/mirror-context.ts';
import { learn, learnt } from '../context/capabilities.ts';
import { hashOfVersion } from '../content/find-arrived-upload.ts';
import { dropStaged } from '../content/fetch-version.ts';
import { since } from '../content/sent-history.ts';
import { dropReturned } from '../../remote/act/restore-versions.ts';
import { mustBeNewVersion } from '../../remote/act/version.ts';
import { fileOf } from './send-descriptions.ts';
import {
  arrivedBefore,
  type Bytes,
  destinationOf,
  finderOf,
  mustBeUnchanged,
  sendAsNew,
  type Sending,
  tellSent,
  type UploadParts,
} from './send-new-file.ts';
import { fillOutbox } from './outbox-rescue.ts';

// A removed file that goes back into a folder of the service is a new file there. Its oldest version is sent as that file,
// and each other one on top of the one before, the newest bytes last. What is sent is recorded version by version, so that a
// crash or a lost answer is gone on from. All bytes stay in the store until the last version is at the service: a colleague
// may remove the file in between, and then all of it can be sent once more.

type PutBack = Extract<OutgoingWork, { kind: 'put-back' }>;

interface SendingBack extends Sending {
  readonly going: PutBack;
}

/**
 * Sends a file of the store, with its older versions, into a folder that is not on this computer.
 * @returns whether it is settled. @throws FaultError.
 */
export async function sendPutBack(parts: UploadParts, waiting: Waiting): Promise<boolean> {
  const { journal, link, world } = parts;
  if (waiting.work.kind !== 'put-back') return true;
  const folder = fileOf(journal, waiting.subject);
  if (folder === null) return false;
  const api = link.api(waiting.work.organization ?? folder.organization);
  // What is read back from the service is staged there.
  const outbox = await fillOutbox(world, journal);
  for (;;) {
    const now = journal.outgoing.get(waiting.id);
    // A person may have given it up while the last version was on its way.
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

/** @returns whether the next one can follow at once. @throws FaultError. */
async function sendNext(parts: UploadParts, sending: SendingBack, layer: StoredLayer): Promise<boolean> {
  const { base, target } = sending.going;
  if (base === null || target === null) await sendFirst(parts, sending, layer);
  // A version of that size is not taken, and a new file is.
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
  // Without it the next one could not go on top.
  if (version === null) throw oddAnswer(oddAnswers.noVersion);
  record(parts, sending, { layer, version, target: { file, version, name } });
}

interface OnTop {
  readonly layer: StoredLayer;
  readonly base: VersionId;
  readonly target: Target;
}

/**
 * Sends a version on top of the one before, unless it is there already: an answer may have been lost. When a colleague was
 * first, this one and those after it become a file of their own: no version of theirs is covered.
 * RACE: a service that does not compare `baseVersionId` takes ours on top of what a colleague sent since our look; theirs
 * stays in the history.
 */
async function sendOnTop(parts: UploadParts, sending: SendingBack, onTop: OnTop): Promise<boolean> {
  const { layer, base, target } = onTop;
  const { file } = target;
  try {
    const there = await versionAfter(sending, file, base);
    if (there === null) return await postVersion(parts, sending, onTop);
    const wanted = { item: null, file, version: there.id, sizeBytes: there.sizeBytes };
    const sha256 = await hashOfVersion(finderOf(parts, sending), wanted);
    if (sha256 === (await hashOf(parts, sending, layer))) record(parts, sending, { layer, version: there.id, target });
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
  return since(versions, base)[0] ?? null;
}

async function isGone({ api }: SendingBack, file: ServiceId): Promise<boolean> {
  try {
    return (await api.file(file)).isGone;
  } catch (error) {
    if (isFault(error, 'gone')) return true;
    throw error;
  }
}

/** @returns whether the next one can follow at once; the history tells at the next try who was first (409). */
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
    // A single refusal may be no word of the service, and an older version would stay behind for it.
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
    if (isTooLarge) learn(learningOf(parts), 'refusedVersion', String(layer.sizeBytes));
    // An older version that is not taken stays in the store, and keeps nothing newer from being sent.
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
 * What can be sent of what was to be sent. Missing bytes of an older version keep nothing else from being sent.
 * @throws FaultError when the newest bytes are missing.
 */
async function sendable(parts: UploadParts, { going }: SendingBack): Promise<readonly StoredLayer[]> {
  const { journal, world } = parts;
  const stored = await world.disk.listStored();
  const isThere = ({ name }: StoredLayer): boolean =>
    journal.store.get(name) !== null && stored.some(file => file.isFinished && file.name === name);
  const newest = going.layers.at(-1);
  if (newest !== undefined && !newest.isSent && !isThere(newest))
    throw new FaultError({ kind: 'bad-request', detail: storeTexts.notThere(newest.name) });
  return fitting(parts, going.layers).filter(layer => layer.isSent || layer === newest || isThere(layer));
}

/**
 * Without those that are known to be too large for a version; the oldest is sent as a new file. Under newest bytes of such
 * a size there can be no older ones.
 */
export function fitting(learning: Pick<UploadParts, 'journal' | 'clock'>, layers: readonly StoredLayer[]) {
  const limit = versionLimit(learning);
  const newest = layers.at(-1);
  const fits = (layer: StoredLayer, at: number): boolean =>
    (newest?.sizeBytes ?? 0) < limit && (layer.sizeBytes < limit || at === 0);
  return layers.filter((layer, at) => layer.isSent || layer === newest || fits(layer, at));
}

/** From so many bytes on, versions were refused within the last day. */
function versionLimit({ journal, clock }: Pick<UploadParts, 'journal' | 'clock'>): number {
  const refused = learnt(journal, 'refusedVersion');
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

/** Bytes that were not read yet are read for it. @throws FaultError `stale` when they are gone. */
async function hashOf(
  { journal, world: { disk, random } }: UploadParts,
  { outbox }: SendingBack,
  { name }: StoredLayer,
): Promise<Sha256> {
  const row = journal.store.get(name);
  if (row !== null && row.sha256 !== null) return row.sha256;
  const file = await disk.openStored(name);
  const into = await disk.stage(outbox, random.uuid());
  try {
    for await (const chunk of file.chunks()) await into.write(chunk);
    const { sha256, sizeBytes } = await into.finish();
    if (row !== null) journal.store.put({ ...row, sha256, sizeBytes });
    return sha256;
  } finally {
    await dropStaged(into);
    await file.close();
  }
}

function save({ journal }: UploadParts, { waiting, going }: SendingBack, news: Partial<PutBack>): void {
  journal.outgoing.setWork(waiting.id, { ...going, ...news });
}

/** The next one is sent as a new file. */
function forgetTarget(parts: UploadParts, sending: SendingBack): void {
  save(parts, sending, { target: null, base: null });
}

/** Nothing of it is at the service any more. */
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
    tellSent(parts, sending, { file: target.file, version, name: target.name, sizeBytes });
  });
}

/** All of it is at the service: the rows are marked together with that, and then the bytes go. */
async function finish({ journal, world }: UploadParts, { id }: Waiting): Promise<void> {
  journal.transaction(() => {
    const work = journal.outgoing.get(id)?.work;
    if (work?.kind !== 'put-back') return;
    for (const { name } of work.layers) journal.store.setNeedless(name);
    journal.outgoing.remove(id);
  });
  await dropReturned({ journal, world });
}
