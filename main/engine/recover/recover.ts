import { FaultError, toFault } from '../../../shared/fault.ts';
import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { baseName } from '../../../shared/local-path.ts';
import type { Item } from '../../core/item.ts';
import type { Intent, IntentWork } from '../../journal/records/intents.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import { confirmRefusal } from '../context/confirm-refusal.ts';
import { isFault, itemOf, withHead } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { learnCapability } from '../context/capabilities.ts';
import type { HashedFile } from '../../ports/disk.ts';
import type { RemoteFile, RemoteVersion } from '../../remote/api/shapes.ts';
import { confirmAgain, hashOfVersion } from '../content/find-arrived-upload.ts';
import { keepOverwritten, restoreOverwritten } from '../../remote/act/overwritten-version.ts';
import { overwrittenBy, oldestFirst, versionsOrNone } from '../content/sent-history.ts';
import { mustConcernOne, quarantine, endQuarantine } from '../context/quarantine.ts';
import type { RecordingAttempt } from '../context/record-separately.ts';
import { settleDehydrated } from '../../local/act/free-space.ts';
import { expectedKeyOf, recoverConflict, settleExpectedConflict } from './recover-conflict.ts';
import { recoverMove } from './recover-move.ts';
import { settleDownload } from '../../local/act/download.ts';
import { restoreAsConflictCopy } from '../content/rescue-late-save.ts';
import { dropReturned } from '../../remote/act/restore-versions.ts';
import { mustHaveUsableName, settleUpload } from '../../remote/act/upload-new-file.ts';
import { settleVersion } from '../../remote/act/upload-version.ts';
import type { SentVersion } from '../../remote/act/overwritten-version.ts';

/** Files that may be in the folder under any name since they were received. */
export interface ExpectedFiles {
  /** Each item with the key that its file has. */
  readonly items: ReadonlyMap<ItemId, string>;
  /**
   * Their open intents, until a scan has told whether the files are there; `wasRefused`: past that scan, because the
   * disk could not be read.
   */
  readonly intents: readonly {
    readonly intent: Intent;
    readonly wasRefused: boolean;
    /** Whether the step was to replace a local file. */
    readonly replaces: boolean;
  }[];
}

/**
 * Settles what a crash or a lost answer left open, before either side is observed: a scan or poll would take our own
 * work for another person's. What cannot be settled now stays open, and no other step is begun for its item; without
 * any answer the pass ends with its fault. With `service away`, what only the service can tell stays open.
 * @returns what the next scan must find.
 */
export async function recoverMirror(
  context: MirrorContext,
  asking: 'service' | 'service away' = 'service',
): Promise<ExpectedFiles> {
  const items = new Map<ItemId, string>();
  const intents: ExpectedFiles['intents'][number][] = [];
  const expect = (intent: Intent, key: string, wasRefused: boolean): void => {
    items.set(intent.item, key);
    intents.push({ intent, wasRefused, replaces: (itemOf(context, intent.item)?.local ?? null) !== null });
  };
  const all = context.journal.intents.all(context.mirror.id);
  const names = new Set(all.flatMap(({ work }) => (work.kind === 'upload' ? placeSent(work) : [])));
  for (const intent of all) {
    if (asking === 'service away' && ASKS_THE_SERVICE.has(intent.work.kind)) continue;
    try {
      const key = await settle(context, intent, names);
      if (key === null) context.journal.intents.end(intent.id);
      else expect(intent, key, false);
      context.logOnce.end(`${intent.work.kind} of ${intent.item}`);
      endQuarantine(context, intent.item);
    } catch (error) {
      mustConcernOne(error);
      if (!(error instanceof FaultError)) quarantine(context, intent.item, error);
      const fields = { kind: intent.work.kind, fault: toFault(error).kind };
      context.logOnce.log(`${intent.work.kind} of ${intent.item}`, fields, once =>
        context.world.log.info('intent.open', once),
      );
      const key = keyToExpect(intent.work, itemOf(context, intent.item));
      if (key !== null) expect(intent, key, true);
    }
  }
  await dropReturned(context);
  return { items, intents };
}

/** Uploads; all other intents are settled from the disk. */
const ASKS_THE_SERVICE: ReadonlySet<IntentWork['kind']> = new Set(['upload', 'upload-version']);

/** A unique key for the place that a new file was sent to. */
function placeSent({ parent, name }: { parent: ItemId; name: string }): string {
  return `${parent}/${name}`;
}

/**
 * @param names the places of all new files that were sent and are not settled.
 * @returns the key that the next scan must find; null: it is settled.
 */
async function settle(context: MirrorContext, intent: Intent, names: ReadonlySet<string>): Promise<string | null> {
  const { work } = intent;
  if (work.kind === 'download') return recoverDownload(context, intent, work);
  if (work.kind === 'keep-both') return recoverConflict(context, intent.item, work);
  if (work.kind === 'free') return recoverDehydration(context, intent, work);
  if (work.kind === 'move-local') return recoverMove(context, intent.item, work);
  if (work.kind === 'upload') await recoverUpload(context, intent, { work, names });
  else await recoverVersion(context, intent, work);
  return null;
}

/**
 * Settles an announced file: a second confirmation either finds our bytes (then it is ours), or says that nothing was
 * stored (then it is announced again).
 */
async function recoverUpload(
  context: MirrorContext,
  intent: Intent,
  { work, names }: { work: Extract<IntentWork, { kind: 'upload' }>; names: ReadonlySet<string> },
): Promise<void> {
  const item = itemOf(context, intent.item);
  if (work.file === null || (item !== null && item.remote !== null)) return;
  try {
    const { file, version: announced, sha256, sizeBytes } = work;
    const sent = { item: intent.item, file, version: announced, sha256, sizeBytes, isFirst: false };
    const arrival = await confirmAgain(context, sent, () => learnCapability(context, 'confirmTwice', 'no'));
    if (arrival === null) return;
    const { detail, version } = arrival;
    if (item === null) return;
    mustHaveUsableName(context, work, detail);
    // A colleague may have moved it into a folder that no poll has shown yet: the next poll tells where it is.
    const folder = detail.folderId === null ? work.parent : (folderItem(context, detail.folderId) ?? work.parent);
    const isOthersName = detail.name !== work.name && names.has(placeSent({ ...work, name: detail.name }));
    settleUpload(context, { item: item.id, intent: intent.id, work, version, folder, isOthersName }, detail);
  } catch (error) {
    if (!isFault(error, 'refused', 'gone', 'not-allowed', 'stale')) throw error;
  }
}

function folderItem(
  context: MirrorContext,
  folder: Parameters<MirrorContext['journal']['items']['byRemoteId']>[1],
): ItemId | null {
  if (folder === context.mirror.remoteId) return context.mirror.rootItem;
  return context.journal.items.byRemoteId(context.mirror.id, folder)?.id ?? null;
}

/** Settles a sent version: if the history after its base has our bytes, it arrived. */
async function recoverVersion(
  context: MirrorContext,
  intent: Intent,
  work: Extract<IntentWork, { kind: 'upload-version' }>,
): Promise<void> {
  try {
    const detail = await confirmRefusal(() => context.api.file(work.file));
    if (detail.version === null || detail.version === work.base) return;
    const versions = await versionsOrNone(context, work.file);
    for (const version of mayBeOurs(versions, work)) {
      if (version.sizeBytes !== null && version.sizeBytes !== work.sizeBytes) continue;
      if ((await hashOf(context, intent.item, { work, version })) !== work.sha256) continue;
      const { file, sha256, sizeBytes } = work;
      const sent = { item: intent.item, intent: intent.id, file, version: version.id, sha256, sizeBytes };
      return await settleFound(context, sent, { work, version, versions, detail });
    }
  } catch (error) {
    if (!isFault(error, 'refused', 'gone', 'not-allowed', 'stale')) throw error;
  }
}

/**
 * Candidates for our version: the one that the service named, else the versions after the base, those that name the
 * base first, each newest first: ours may have been put back on top of an overwriting version, and that copy of it is
 * not ours.
 * RACE: if no version names the base, that copy is taken for ours, whose answer was lost, and the version over ours for
 * the one it overwrites: better to have it twice than in the history only.
 */
function mayBeOurs(
  versions: readonly RemoteVersion[],
  { base, version: known }: Extract<IntentWork, { kind: 'upload-version' }>,
): readonly RemoteVersion[] {
  if (known !== undefined) return versions.filter(({ id }) => id === known);
  const history = oldestFirst(versions);
  const later = history.slice(history.findIndex(({ id }) => id === base) + 1);
  const namesIt = (version: RemoteVersion): number => (version.base === base ? 0 : 1);
  return later.toReversed().toSorted((a, b) => namesIt(a) - namesIt(b));
}

/** Our version arrived: alone, or on top of a version that was not known here. */
async function settleFound(
  context: MirrorContext,
  sent: SentVersion,
  found: {
    work: Extract<IntentWork, { kind: 'upload-version' }>;
    version: RemoteVersion;
    versions: readonly RemoteVersion[];
    detail: RemoteFile;
  },
): Promise<void> {
  const { work, version, versions, detail } = found;
  const isHead = version.id === detail.version;
  const isOnTop = context.mirror.mode === 'upload';
  const theirs = isOnTop ? null : overwrittenBy(versions, { version: version.id, base: work.base });
  // Another version was put on top of ours, by another person or by us before the interruption: that is an edit at the
  // service.
  if (theirs !== null && !isHead && detail.version !== null)
    return keepOverwritten(context, sent, { theirs, head: detail.version, versions });
  if (theirs !== null && (await restoreOverwritten(context, sent, { theirs, versions }))) return;
  settleVersion(context, sent, { updatedAt: isHead ? detail.updatedAt : null, extraction: version.extraction });
}

/** The hash of a version's bytes. */
async function hashOf(
  context: MirrorContext,
  item: ItemId,
  { work, version }: { work: Extract<IntentWork, { kind: 'upload-version' }>; version: RemoteVersion },
): Promise<Sha256> {
  const known = context.journal.items.hashOf(version.id);
  if (known !== null) return known;
  const { id, sizeBytes } = version;
  const sha256 = await confirmRefusal(() => hashOfVersion(context, { item, file: work.file, version: id, sizeBytes }));
  context.journal.items.recordHash(id, sha256);
  return sha256;
}

/** Settles a download: if its bytes are in place, it arrived; anything else is left to the scan. */
async function recoverDownload(
  context: MirrorContext,
  intent: Intent,
  work: Extract<IntentWork, { kind: 'download' }>,
): Promise<string | null> {
  const item = itemOf(context, intent.item);
  // Bytes of a late save that were listed at the start and have not come back yet.
  if (item !== null && work.late !== undefined && context.journal.trash.get(work.late) !== null)
    await restoreAsConflictCopy(context, item, work.late);
  const found = await context.world.disk.hash(context.mirror.root, work.path);
  const isElse = found === null || (found.sha256 !== work.sha256 && found.entry.key !== work.key);
  if (isElse) return keyToExpect(work, item, found);
  if (item === null || item.remote === null || found?.sha256 !== work.sha256) return null;
  if (item.base !== null && item.local !== null && item.local.fingerprint === found.entry.fingerprint) return null;
  const placed = { entry: found.entry, isAsStaged: true, sibling: null, isSiblingAsExpected: true, late: false };
  const bytes = { sha256: work.sha256, sizeBytes: found.entry.sizeBytes };
  const at = { parent: work.parent, name: found.entry.name, remoteName: work.remoteName };
  context.journal.transaction(() => {
    if (!makeRoom(context, item, { ...at, key: found.entry.key })) return;
    settleDownload(context, { item, intent: intent.id, at, placed, bytes, head: { version: work.version } });
  });
  return null;
}

/**
 * After the scan: files that were found arrived at their target, and were moved from there. Part of the scan's
 * transaction.
 */
export function settleExpected(context: MirrorContext, expected: ExpectedFiles, attempt: RecordingAttempt): void {
  for (const one of expected.intents) attempt.each(subjectOf(one.intent.item), () => settleOneExpected(context, one));
}

function settleOneExpected(
  context: MirrorContext,
  { intent, wasRefused, replaces }: ExpectedFiles['intents'][number],
): void {
  const { intents, items } = context.journal;
  const { id, work } = intent;
  const item = items.get(intent.item);
  if (work.kind === 'keep-both' && item !== null) settleExpectedConflict(context, item, { id, work });
  if (work.kind === 'free' && item !== null) settleExpectedDehydration(context, item, { id, path: work.path });
  if (work.kind !== 'download') return;
  const hasArrived = item?.local?.sha256 === work.sha256;
  if (hasArrived || !wasRefused) intents.end(id);
  if (!hasArrived || item.remote === null) return;
  const { parent, path, sha256, version, remoteName = item.remote.name } = work;
  const place = (replaces ? item.base : null) ?? { parent, localName: baseName(path), remoteName };
  if (item.base !== null) items.setRemote(item.id, item.remotePresence, withHead(context, item.remote, { version }));
  items.setBase(item.id, { ...place, version, sha256 });
}

/**
 * The target of a download is empty, has another file, or cannot be read: it never arrived, or was moved or exchanged
 * before it was recorded. The next scan finds it by its key wherever it is; otherwise it would count as new, and be
 * sent beside its original.
 * @param found what is at the target; absent when that is unknown.
 * @returns null when its location is known already, and when the file that it was to replace is there, or may be.
 */
function keyToExpect(work: IntentWork, item: Item | null, found?: HashedFile | null): string | null {
  if (work.kind === 'keep-both') return expectedKeyOf(work);
  if (work.kind === 'free') return item?.local?.key ?? null;
  if (work.kind !== 'download' || work.key === undefined) return null;
  if (item === null || item.remote === null) return null;
  if (item.local === null || item.local.key === work.key) return work.key;
  return item.base !== null && found !== undefined && found?.entry.key !== item.local.key ? work.key : null;
}

/**
 * An earlier scan, made before this could be settled (the disk did not answer), took our file for a new one: that row
 * goes. False: another file is recorded there, which the next plan handles.
 */
function makeRoom(
  { journal: { items } }: MirrorContext,
  item: Item,
  at: { parent: ItemId; name: string; key: string },
): boolean {
  const holder = items.byLocalPlace(at.parent, at.name);
  if (holder === null || holder.id === item.id) return true;
  if (holder.base !== null || holder.remote !== null || holder.local?.key !== at.key) return false;
  items.remove(holder.id);
  return true;
}

/**
 * Settles a dehydration: a file that is still there is kept. If it is gone, this program deleted it, unless it was
 * moved before that: the next scan tells by its key.
 */
async function recoverDehydration(
  context: MirrorContext,
  intent: Intent,
  { path }: Extract<IntentWork, { kind: 'free' }>,
): Promise<string | null> {
  const item = itemOf(context, intent.item);
  if (item === null || (await context.world.disk.entry(context.mirror.root, path)) !== null) return null;
  if (item.local !== null) return item.local.key;
  settleDehydrated(context, item.id, { intent: intent.id, path });
  return null;
}

/**
 * After the scan. While the file is not visible or not read, the intent stays open. Other bytes under its key belong to
 * another file that got the key: that file is new, and the dehydration is done.
 */
function settleExpectedDehydration(
  context: MirrorContext,
  item: Item,
  { id, path }: { id: number; path: string },
): void {
  const { items, intents } = context.journal;
  const { local, localPresence, base } = item;
  if (localPresence === 'absent') return settleDehydrated(context, item.id, { intent: id, path });
  if (localPresence === 'unknown' || local === null || local.sha256 === null) return;
  if (local.sha256 === base?.sha256) return intents.end(id);
  items.setLocal(item.id, 'absent', null);
  items.setLocal(items.create(context.mirror.id, 'file'), 'present', local);
  settleDehydrated(context, item.id, { intent: id, path });
}
