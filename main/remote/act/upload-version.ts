import { FaultError, type Question } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import { DAY } from '../../../shared/units.ts';
import type { Item, LocalFacts } from '../../core/item.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import { nameWithoutDetour } from '../../core/plan/merge-location.ts';
import { versionFrame } from '../transfer/version-frame.ts';
import type { RemoteVersion } from '../api/shapes.ts';
import { oddAnswer } from '../api/odd-answer.ts';
import { versionBody } from '../transfer/version-body.ts';
import { weighContent } from './audience.ts';
import { invalidateHead, isFault, itemOf, addHistory, withHead } from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import type { OnTransferred } from '../../engine/context/side.ts';
import type { IntentWork } from '../../journal/records/intents.ts';
import { capabilityOf, learnCapability, lastLearned } from '../../engine/context/capabilities.ts';
import type { SentVersion } from './overwritten-version.ts';
import { hashOfVersion } from '../../engine/content/find-arrived-upload.ts';
import { keepOverwritten, restoreOverwritten } from './overwritten-version.ts';
import { overwrittenBy, oldestFirst, versionsOrNone } from '../../engine/content/sent-history.ts';
import { freshHead, outcomeWithoutHead } from '../../engine/content/fetch-version.ts';
import { withOpenFile } from './read-upload.ts';
import { recordAgreement, formerVersion } from '../../engine/content/record-agreement.ts';
import { dropReturned, isReadable, nextToSend, noteReturned, type Sending as SentBytes } from './restore-versions.ts';
import { pairWithRemoteNamesake } from '../../engine/content/mispaired-remote.ts';

interface Manner {
  /** Whether it goes on top of what is there, instead of on its base. */
  readonly onTop: boolean;
  readonly onTransferred?: OnTransferred;
}

/**
 * Sends an edit as a new version of the same file, on top of the base. After a conflict (409) nothing is sent again
 * with a newer base: the next poll and plan decide (T24).
 */
export async function uploadVersion(context: MirrorContext, id: ItemId, how: Manner): Promise<StepOutcome | Question> {
  const item = itemOf(context, id);
  const sha256 = item?.local?.sha256 ?? null;
  const question = item === null || sha256 === null ? null : await weighContent(context, item, sha256);
  return question ?? sendEdit(context, id, how);
}

async function sendEdit(context: MirrorContext, id: ItemId, { onTop, onTransferred }: Manner): Promise<StepOutcome> {
  const item = itemOf(context, id);
  if (item === null || !isReady(item) || (item.base === null && !onTop)) return 'postponed';
  if (item.base === null && (await isAtServiceAlready(context, item, item.local.sha256)))
    return recordAgreement(context, id);
  if (await pairWithRemoteNamesake(context, item)) return 'stale';
  if (itemOf(context, id)?.remote === null) return outcomeWithoutHead(context, id);
  if (context.journal.intents.isOpen(id)) return 'postponed';
  const { local, remote } = item;
  const base = onTop || item.base === null ? await headOf(context, item) : baseOf(item);
  const bytes = context.journal.transaction(() => nextToSend(context, item, { local, base }));
  if (!(await isReadable(context, bytes))) return 'stale';
  const { sha256, sizeBytes } = bytes;
  mustBeTaken(context, sizeBytes);
  const isChecked = onTop || capabilityOf(context, 'baseVersionEnforced') === 'yes';
  if (!isChecked && (await headOf(context, item)) !== base) {
    invalidateHead(context, id);
    return 'stale';
  }
  const work = { kind: 'upload-version', file: remote.id, base, sha256, sizeBytes } as const;
  const intent = await beginEdit(context, id, work);
  if (intent === null) return 'postponed';
  const note = context.journal.descriptions.note(id);
  const version = await send(context, { item: id, local, bytes, intent, file: remote.id, base, note });
  onTransferred?.(sizeBytes);
  await recordSent(context, { item: id, intent, work, version, note, isChecked, stored: bytes.stored });
  return 'done';
}

interface SentEdit {
  readonly item: ItemId;
  readonly intent: number;
  readonly work: UploadVersionWork;
  readonly version: RemoteVersion;
  /** What a person wrote about the change. */
  readonly note: string | null;
  /** Whether the service itself refuses a version whose base is not the newest one. */
  readonly isChecked: boolean;
  /** The name in the trash of an older version that was sent; null: the file itself was. */
  readonly stored: string | null;
}

async function recordSent(
  context: MirrorContext,
  { item, intent, work, version, note, isChecked, stored }: SentEdit,
): Promise<void> {
  const { journal, commits } = context;
  const { file, base, sha256, sizeBytes } = work;
  const sent = { item, intent, file, version: version.id, sha256, sizeBytes };
  if (!isChecked) {
    // Record the new version id now: after a crash, recovery cannot tell our upload from a restored copy of it by
    // content.
    await commits.soon(() => journal.intents.update(intent, { ...work, version: version.id }));
    if (await hasOverwritten(context, sent, base)) return;
  }
  await commits.soon(() => {
    recordVersion(context, sent, { updatedAt: version.createdAt, extraction: version.extraction });
    if (note !== null) journal.descriptions.noteSent(item, note);
  });
  context.progress.sent();
  if (stored !== null) await dropReturned(context);
}

/** Writes down what is sent, before it is. Null: something else was begun for the item while the record waited for others. */
function beginEdit(context: MirrorContext, id: ItemId, work: UploadVersionWork): Promise<number | null> {
  const { commits, journal, mirror, world } = context;
  return commits.soon(() =>
    journal.intents.isOpen(id) ? null : journal.intents.begin(mirror.id, id, { work, now: world.clock.now() }),
  );
}

type UploadVersionWork = Extract<IntentWork, { kind: 'upload-version' }>;

type ReadyItem = Item & {
  readonly local: LocalFacts & { readonly sha256: Sha256 };
  readonly remote: NonNullable<Item['remote']>;
};

/** Whether a file is on both sides and its local hash is known. */
function isReady(item: Item): item is ReadyItem {
  return item.local !== null && item.remote !== null && item.local.sha256 !== null;
}

/** The version that an edit is made from: the base, or a newer version that is known to have the same bytes. */
function baseOf({ base, remote }: ReadyItem): VersionId | null {
  const isSame = remote.sha256 !== null && remote.sha256 === base?.sha256;
  return (isSame ? remote.version : base?.version) ?? null;
}

/** Whether ours overwrote a version that was not known here, and it was restored or kept (T25). */
async function hasOverwritten(context: MirrorContext, sent: SentVersion, base: VersionId | null): Promise<boolean> {
  const versions = await versionsOrNone(context, sent.file);
  const theirs = overwrittenBy(versions, { version: sent.version, base });
  if (theirs !== null) {
    const head = oldestFirst(versions).at(-1)?.id ?? sent.version;
    if (head === sent.version) return restoreOverwritten(context, sent, { theirs, versions });
    await keepOverwritten(context, sent, { theirs, head, versions });
    return true;
  }
  // Renews a refusal that was once observed; without one, nothing is known.
  if (lastLearned(context.journal, 'baseVersionEnforced')?.value === 'yes')
    learnCapability(context, 'baseVersionEnforced', 'yes');
  return false;
}

interface SendingVersion {
  readonly item: ItemId;
  readonly local: LocalFacts;
  readonly bytes: SentBytes;
  readonly intent: number;
  readonly file: ServiceId;
  readonly base: VersionId | null;
  /** What a person wrote about the change. */
  readonly note: string | null;
}

async function send(context: MirrorContext, sending: SendingVersion): Promise<RemoteVersion> {
  const { item: id, local, bytes, intent, file, base, note } = sending;
  const { stored, sha256, sizeBytes } = bytes;
  try {
    const source = { from: id, fingerprint: local.fingerprint, sha256, stored };
    const version = await sendVersionBytes(context, source, { file, frame: versionFrame(base, note) });
    mustBeNewVersion(context, version.id, { base, sha256 });
    if (sizeBytes > Number(capabilityOf(context, 'largestVersion') ?? -1))
      learnCapability(context, 'largestVersion', String(sizeBytes));
    return version;
  } catch (error) {
    // These answers prove that nothing was stored.
    if (isFault(error, 'stale', 'refused', 'gone', 'not-allowed', 'scope')) context.journal.intents.end(intent);
    // An older version that the service refuses stays in the trash, and does not block newer ones.
    if (isFault(error, 'refused') && stored !== null) context.journal.trash.setUnsendable(stored);
    // There is a head that no listing showed as a change: without reading it, every further try would be refused too.
    if (isFault(error, 'stale')) invalidateHead(context, id);
    if (isFault(error, 'stale') && error.fault.kind === 'stale' && error.fault.status !== undefined)
      learnCapability(context, 'baseVersionEnforced', 'yes');
    if (!isFault(error, 'refused') || error.fault.kind !== 'refused' || error.fault.status !== 413) throw error;
    learnCapability(context, 'refusedVersion', String(sizeBytes));
    throw tooLarge(sizeBytes);
  }
}

/**
 * A version id with another known hash is a different version, whose bytes would count as ours from now on. The intent
 * stays open: the history tells what became of it.
 */
export function mustBeNewVersion(
  { journal }: Pick<MirrorContext, 'journal'>,
  version: VersionId,
  { base, sha256 }: { base: VersionId | null; sha256: Sha256 },
): void {
  const known = journal.items.hashOf(version);
  if (known === null ? version === base : known !== sha256) throw oddAnswer(oddAnswers.notNew);
}

/** A size that was refused within a day is not sent again: every edit would cost its full length. */
function mustBeTaken(context: MirrorContext, sizeBytes: number): void {
  const refused = lastLearned(context.journal, 'refusedVersion');
  if (refused === null || Math.abs(context.world.clock.now() - refused.at) > DAY) return;
  if (sizeBytes >= Number(refused.value)) throw tooLarge(sizeBytes);
}

/** Whether the head of a new pair has the local bytes; no file is changed. */
async function isAtServiceAlready(context: MirrorContext, item: Item, ours: Sha256): Promise<boolean> {
  const head = await freshHead(context, item);
  if (head === null || item.remote === null || item.local === null) return false;
  if (head.sizeBytes !== null && head.sizeBytes !== item.local.sizeBytes) return false;
  const { version } = head;
  const sha256 =
    context.journal.items.hashOf(version) ??
    (await hashOfVersion(context, { item: item.id, file: head.id, version, sizeBytes: head.sizeBytes }));
  const remote = withHead(context, item.remote, head);
  context.journal.transaction(() => {
    context.journal.items.recordHash(version, sha256);
    context.journal.items.setRemote(item.id, 'present', remote);
  });
  return sha256 === ours;
}

/** Sends the bytes of one item's file as a version of a file at the service. */
export function sendVersionBytes(
  context: MirrorContext,
  source: { from: ItemId; fingerprint: string; sha256: Sha256; stored?: string | null },
  to: { file: ServiceId; frame: readonly [string, string] },
): Promise<RemoteVersion> {
  return withOpenFile(context, source.from, {
    fingerprint: source.fingerprint,
    sha256: source.sha256,
    stored: source.stored ?? null,
    send: file =>
      context.api.addVersion(to.file, context.storage.sending(versionBody(to.frame, file, file.mustBeUnchanged))),
  });
}

async function headOf(context: MirrorContext, item: Item): Promise<VersionId | null> {
  const detail = item.remote === null ? null : await context.api.file(item.remote.id);
  return detail?.version ?? null;
}

function tooLarge(sizeBytes: number): FaultError {
  const messages = [`The file (${Math.round(sizeBytes / 1_000_000)} MB) is too large to send as a version.`];
  return new FaultError({ kind: 'refused', status: 413, messages });
}

/** What the service told of a version that it has from this computer. */
interface VersionAnswer {
  readonly updatedAt: string | null;
  readonly extraction: string | null;
}

/** Records a version that recovery found at the service. */
export function settleVersion(context: MirrorContext, sent: SentVersion, answer: VersionAnswer): void {
  context.journal.transaction(() => {
    recordVersion(context, sent, answer);
    // Which note was sent is not known any more.
    context.journal.descriptions.setNote(sent.item, null);
  });
  context.progress.sent();
}

/** Records a version that the service has from this computer. Part of a transaction. */
function recordVersion(context: MirrorContext, sent: SentVersion, answer: VersionAnswer): void {
  const { journal } = context;
  journal.intents.end(sent.intent);
  const item = itemOf(context, sent.item);
  if (item === null || item.remote === null) return;
  journal.items.recordHash(sent.version, sent.sha256);
  const head = { version: sent.version, sizeBytes: sent.sizeBytes, updatedAt: answer.updatedAt };
  journal.items.setRemote(item.id, item.remotePresence, withHead(context, item.remote, head));
  journal.items.extractions.set(item.id, answer.extraction);
  const { parent, name: remoteName } = item.remote;
  const place = item.base ?? {
    parent,
    remoteName,
    localName: nameWithoutDetour(item, item.local?.name ?? toLocalName(remoteName, context.mirror.names)),
  };
  const base = item.base?.version ?? null;
  journal.items.setBase(item.id, { ...place, version: sent.version, sha256: sent.sha256 });
  if (base !== null) noteReturned(context, item.id, { base, version: sent.version, sha256: sent.sha256 });
  addHistory(context, {
    item: item.id,
    verb: 'sent',
    cause: 'changed here',
    file: item.remote.id,
    version: sent.version,
    sizeBytes: sent.sizeBytes,
    undo: formerVersion(item, sent.version),
  });
}
