import { FaultError, POLICY, toFault } from '../../../shared/fault.ts';
import type { ItemId, Sha256, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import type { Item, LocalFacts } from '../../core/item.ts';
import { toLocalName, toRemoteName } from '../../core/names/local-names.ts';
import type { Target } from '../../core/plan/operation.ts';
import { nameWithoutDetour } from '../../core/plan/merge-location.ts';
import type { IntentWork } from '../../journal/records/intents.ts';
import type { Journal } from '../../journal/journal.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { RemoteFile, UploadTarget } from '../api/shapes.ts';
import { contentTypeOf } from '../transfer/content-type.ts';
import { oddAnswer } from '../api/odd-answer.ts';
import { eachByItself } from '../api/upload-answers.ts';
import type { Announcement, UploadAnswer } from '../api/upload-answers.ts';
import { noteFilled } from '../../engine/content/unfilled-uploads.ts';
import {
  answeredTime,
  isFault,
  itemOf,
  localPath,
  pathIn,
  serviceFolder,
  addHistory,
} from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import { knownAmong } from '../../engine/context/known-ids.ts';
import { mustConcernOne } from '../../engine/context/quarantine.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { OnTransferred } from '../../engine/context/side.ts';
import { confirmArrival } from '../../engine/content/find-arrived-upload.ts';
import type { Announced, Arrival } from '../../engine/content/find-arrived-upload.ts';
import { putFile } from './read-upload.ts';
import { dropReturned, firstToSend, isReadable, noteReturned, type Sending } from './restore-versions.ts';
import { noteVanished } from './vanished-uploads.ts';

type UploadWork = Extract<IntentWork, { kind: 'upload' }>;

/** Files announced in one call; the service accepts no more. */
export const BATCH = 50;

/** A new file that is ready to be announced and sent. */
export interface PreparedUpload {
  readonly item: ItemId;
  readonly to: Target;
  readonly local: LocalFacts & { readonly sha256: Sha256 };
  /** The bytes that are sent: those of the file, or of an older version that is restored with it. */
  readonly bytes: Sending;
  readonly announcement: Announcement;
  readonly intent: number;
}

/** A new file whose upload can begin, and what is written down of it first. */
export type UploadToBegin = Omit<PreparedUpload, 'intent'> & { readonly work: UploadWork };

/** What an upload begins with; null when a later plan must decide. Part of the transaction that writes down the intent. */
export function prepareUpload(context: MirrorContext, id: ItemId, to: Target): UploadToBegin | null {
  const item = itemOf(context, id);
  const folderId = serviceFolder(context, to.parent);
  if (item === null || item.remote !== null || folderId === null || !isReady(item.local)) return null;
  if (context.journal.intents.isOpen(id)) return null;
  const { local } = item;
  const bytes = firstToSend(context, item, local);
  const announcement = {
    fileName: to.name,
    contentType: contentTypeOf(to.name),
    fileSizeBytes: bytes.sizeBytes,
    folderId,
  };
  return { item: id, to, local, bytes, announcement, work: workOf(to, { local, bytes }, null) };
}

function isReady(local: Item['local']): local is LocalFacts & { sha256: Sha256 } {
  return local !== null && local.sha256 !== null;
}

/**
 * Announces up to 50 files in one call. Each gets its target, or its own fault (T30). A file whose earlier answer made
 * no sense is announced in a call of its own.
 */
export async function announceAll(
  context: MirrorContext,
  files: readonly PreparedUpload[],
): Promise<readonly UploadAnswer[]> {
  const alone = files.filter(file => wasAnsweredOddly(context, file));
  const together = files.filter(file => !alone.includes(file));
  const answers = new Map<PreparedUpload, UploadAnswer>();
  for (const file of alone) answers.set(file, await announceOne(context, file.announcement));
  const given = await announceTogether(
    context,
    together.map(({ announcement }) => announcement),
  );
  for (const [index, file] of together.entries()) answers.set(file, given[index] ?? oddAnswer(oddAnswers.nothing));
  return files.map(file => answers.get(file) ?? oddAnswer(oddAnswers.nothing));
}

/** A status below 500 is no outage: the answer for this file, or from its storage address, made no sense. */
function wasAnsweredOddly({ journal, mirror }: MirrorContext, { item }: PreparedUpload): boolean {
  const fault = journal.problems.get(mirror.id, subjectOf(item))?.fault;
  return fault?.kind === 'failing' && fault.status < 500;
}

/** A batch that is refused as a whole, or whose answer makes no sense as a whole, is announced one by one. */
async function announceTogether(
  context: MirrorContext,
  announcements: readonly Announcement[],
): Promise<readonly UploadAnswer[]> {
  if (announcements.length === 0) return [];
  if (announcements.length === 1 && announcements[0] !== undefined)
    return [await announceOne(context, announcements[0])];
  try {
    return await withReasons(context, announcements, await context.api.announceAll(announcements));
  } catch (error) {
    if (!isAboutFiles(error)) throw error;
    return Promise.all(announcements.map(announcement => announceOne(context, announcement)));
  }
}

/**
 * A batch does not tell whether a file was refused for itself or for its folder. The first refused file of each folder
 * is announced by itself: if the folder accepts none, its other files need not be asked about (P34).
 */
async function withReasons(
  context: MirrorContext,
  announcements: readonly Announcement[],
  results: readonly UploadAnswer[],
): Promise<readonly UploadAnswer[]> {
  const first = new Map<string, number>();
  announcements.forEach(({ folderId }, index) => {
    if (isFault(results[index], 'refused') && !first.has(folderId)) first.set(folderId, index);
  });
  const answers = new Map<number, UploadAnswer>();
  for (const index of first.values()) {
    const announcement = announcements[index];
    if (announcement !== undefined) answers.set(index, await announceOne(context, announcement));
  }
  return results.map((result, index) => {
    if (!isFault(result, 'refused')) return result;
    const asked = first.get(announcements[index]?.folderId ?? '');
    const answer = asked === undefined ? undefined : answers.get(asked);
    return answer !== undefined && (asked === index || isFault(answer, 'not-allowed', 'scope')) ? answer : result;
  });
}

async function announceOne(context: MirrorContext, announcement: Announcement): Promise<UploadAnswer> {
  try {
    return await context.api.announce(announcement);
  } catch (error) {
    if (isAboutFiles(error)) return error;
    throw error;
  }
}

/** Whether the error concerns the announced files: then the others go on. */
function isAboutFiles(error: unknown): error is FaultError {
  return error instanceof FaultError && POLICY[error.fault.kind].stops === 'item';
}

/**
 * Records which files of the service the announced ones will become, before any byte is sent.
 * @returns the target of each; a fault when the target belongs to another file, or two have the same.
 */
export function noteTargets(
  { journal }: MirrorContext,
  files: readonly PreparedUpload[],
  answers: readonly UploadAnswer[],
): readonly UploadAnswer[] {
  return journal.transaction(() => {
    const alone = eachByItself(answers);
    const known = knownAmong(journal, alone.filter(isTarget));
    const targets = alone.map(answer =>
      isTarget(answer) && known.has(answer) ? oddAnswer(oddAnswers.notNew) : answer,
    );
    return noteAll(journal, files, targets);
  });
}

function isTarget(answer: UploadAnswer): answer is UploadTarget {
  return !(answer instanceof FaultError);
}

/** Notes all in one statement; when that fails, each in one of its own, which tells the ones that cannot be noted. */
function noteAll(
  { intents }: Journal,
  files: readonly PreparedUpload[],
  targets: readonly UploadAnswer[],
): readonly UploadAnswer[] {
  const works = targets.map((target, index): readonly [number, UploadWork] | null => {
    const file = files[index];
    return file === undefined || !isTarget(target) ? null : [file.intent, workOf(file.to, file, target)];
  });
  try {
    intents.updateAll(works.filter(work => work !== null));
    return targets;
  } catch (error) {
    mustConcernOne(error);
  }
  return targets.map((target, index) => {
    const work = works[index] ?? null;
    return work === null ? target : (faultOf(() => intents.update(...work)) ?? target);
  });
}

/** What keeps one file from being recorded; null: nothing does. */
function faultOf(record: () => void): FaultError | null {
  try {
    record();
    return null;
  } catch (error) {
    mustConcernOne(error);
    return new FaultError(toFault(error), { cause: error });
  }
}

/** Sends the bytes of an announced file and confirms it. */
export async function sendUpload(
  context: MirrorContext,
  prepared: PreparedUpload,
  { target, onTransferred }: { target: UploadTarget; onTransferred: OnTransferred },
): Promise<StepOutcome> {
  const { item, local, bytes, announcement } = prepared;
  const work = workOf(prepared.to, prepared, target);
  if (!(await isReadable(context, bytes))) {
    context.journal.intents.end(prepared.intent);
    return 'stale';
  }
  const to = { url: target.url, contentType: announcement.contentType, owner: `item ${item}` };
  await putFile(context, item, { ...bytes, fingerprint: local.fingerprint }, to);
  const { detail, version } = await confirmed(context, {
    item,
    file: target.file,
    version: target.version,
    sha256: bytes.sha256,
    sizeBytes: bytes.sizeBytes,
    isFirst: true,
  });
  onTransferred(bytes.sizeBytes);
  mustHaveUsableName(context, work, detail);
  const isOthersName = detail.name !== work.name && isNameOfAnother(context, item, { ...work, name: detail.name });
  const sent = { item, intent: prepared.intent, work, version, folder: prepared.to.parent, isOthersName };
  await context.commits.soon(() => recordSent(context, sent, detail));
  if (bytes.stored !== null) await dropReturned(context);
  context.progress.sent();
  return 'done';
}

/** Confirms an upload; if the file is already gone, the service removed it at once (T31). */
async function confirmed(context: MirrorContext, sent: Announced): Promise<Arrival> {
  try {
    return await confirmArrival(context, sent);
  } catch (error) {
    if (isFault(error, 'gone') && sent.item !== null) noteVanished(context, sent.item, sent.sha256);
    return notArrived(error);
  }
}

function workOf(
  to: Target,
  { local, bytes }: Pick<PreparedUpload, 'local' | 'bytes'>,
  target: UploadTarget | null,
): UploadWork {
  const { sha256, sizeBytes } = bytes;
  const named = { file: target?.file ?? null, version: target?.version ?? null };
  return { kind: 'upload', parent: to.parent, localName: local.name, name: to.name, sha256, sizeBytes, ...named };
}

/**
 * The service refuses to confirm an upload that never arrived, although something answered the PUT (a captive portal,
 * say): that is no judgement on the file, so it is sent again.
 */
function notArrived(error: unknown): never {
  if (!isFault(error, 'refused') || error.fault.kind !== 'refused') throw error;
  throw new FaultError(
    { kind: 'failing', status: error.fault.status, messages: error.fault.messages },
    { cause: error },
  );
}

/**
 * A name in the answer to our own upload must not give the local file a name that is hidden or not possible here. It
 * keeps its own, and the intent stays open until the service gives another one.
 * @throws FaultError `failing`.
 */
export function mustHaveUsableName(
  context: MirrorContext,
  { parent, name: sent }: UploadWork,
  { name }: RemoteFile,
): void {
  if (name === sent) return;
  const { names } = context.mirror;
  const local = toLocalName(name, names);
  const path = pathIn(context, parent, local) ?? local;
  const isKept = toRemoteName(local, names) === name.normalize('NFC');
  if (isKept && !ignoringOf(context.journal, context.mirror).ignores(path, 'file')) return;
  throw oddAnswer(oddAnswers.name(name));
}

/** Whether a name belongs to another local file in that folder. */
function isNameOfAnother(
  { journal, mirror }: MirrorContext,
  item: ItemId,
  at: { parent: ItemId; name: string },
): boolean {
  const holder = journal.items.byLocalPlace(at.parent, toLocalName(at.name, mirror.names));
  return holder !== null && holder.id !== item;
}

/** A new file that the service has from this computer. */
export interface Uploaded {
  readonly item: ItemId;
  readonly intent: number;
  readonly work: UploadWork;
  /** The version with our bytes; the head may be another person's by now. */
  readonly version: VersionId | null;
  /** The folder it is in now. */
  readonly folder: ItemId;
  /**
   * Whether the service gave it the name of another sent file: then the service mixed the two up. No person renamed it,
   * and it is renamed back at the service.
   */
  readonly isOthersName: boolean;
}

/** Records a sent file that recovery found at the service. */
export function settleUpload(context: MirrorContext, sent: Uploaded, detail: RemoteFile): void {
  context.journal.transaction(() => recordSent(context, sent, detail));
  context.progress.sent();
}

/** Records a sent file, with its sent state as the base. Part of a transaction. */
function recordSent(context: MirrorContext, sent: Uploaded, detail: RemoteFile): void {
  const { version } = sent;
  // Without a version, our own file cannot be told from another person's: the intent stays open for recovery.
  if (version === null)
    throw new FaultError({ kind: 'failing', status: 200, messages: ['The service named no version.'] });
  context.journal.intents.end(sent.intent);
  noteFilled(context, detail.id);
  const item = itemOf(context, sent.item);
  if (item === null) return;
  // Asked before the item changes, while it need not be read again: a file that is here stays where it is.
  const path = item.local === null ? null : localPath(context, item.id);
  recordUploaded(context, item, { ...sent, detail, version });
  noteReturned(context, item.id, { base: null, version, sha256: sent.work.sha256 });
  addHistory(context, {
    item: item.id,
    verb: 'sent',
    cause: 'changed here',
    file: detail.id,
    version,
    sizeBytes: sent.work.sizeBytes,
    ...(path === null ? {} : { path }),
  });
}

/** A move, rename or edit since the upload counts as a change of its own, on either side. */
function recordUploaded(
  context: MirrorContext,
  item: Item,
  sent: Uploaded & { detail: RemoteFile; version: VersionId },
): void {
  const { items } = context.journal;
  const { detail, version, work, folder, isOthersName } = sent;
  const named = isOthersName
    ? { localName: toLocalName(detail.name, context.mirror.names), remoteName: detail.name }
    : { localName: nameWithoutDetour(item, work.localName), remoteName: work.name };
  items.recordHash(version, work.sha256);
  // If the head is another version already, its detail must be read: the time is left unknown, so that the next poll
  // does.
  const updatedAt = detail.version === version ? answeredTime(context, detail.updatedAt) : null;
  items.record(item.id, {
    remote: {
      id: detail.id,
      parent: folder,
      name: detail.name,
      sizeBytes: work.sizeBytes,
      version,
      sha256: null,
      updatedAt,
    },
    extraction: detail.extraction,
    localOnlyContent: null,
    base: { parent: work.parent, ...named, version, sha256: work.sha256 },
  });
}
