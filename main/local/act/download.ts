import { requirePresent } from '../../../shared/assert.ts';
import type { Question } from '../../../shared/fault.ts';
import type { ItemId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item, LocalFacts } from '../../core/item.ts';
import { nameWithoutDetour } from '../../core/plan/merge-location.ts';
import type { Target } from '../../core/plan/operation.ts';
import type { PlacementResult, Placement } from '../../ports/disk.ts';
import type { RemoteFile } from '../../remote/api/shapes.ts';
import {
  factsOf,
  isFault,
  itemOf,
  localPath,
  pathIn,
  recordEntry,
  newTrashName,
  addHistory,
  withHead,
} from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import { mustNotBeOpen } from './open-documents.ts';
import { isOlderHeadAccepted, questionOfOlderHead } from '../../engine/content/older-heads.ts';
import type { OnTransferred } from '../../engine/context/side.ts';
import { oldestFirst } from '../../engine/content/sent-history.ts';
import {
  dropStaged,
  fetchVersion,
  freshHead,
  outcomeWithoutHead,
  withRoom,
} from '../../engine/content/fetch-version.ts';
import { restoreAsConflictCopy, conflictCopyName } from '../../engine/content/rescue-late-save.ts';
import { beginPartial, bytesReceived } from '../../engine/content/partial-downloads.ts';
import { commonBase, formerVersion } from '../../engine/content/record-agreement.ts';
import { listInTrash, unlistTrash } from '../../engine/content/move-to-trash.ts';
import { pairWithRemoteNamesake } from '../../engine/content/mispaired-remote.ts';
import { correctPairing } from './mispaired-file.ts';

type Head = RemoteFile & { version: VersionId };
/** Where a file was put, and its name at the service at that time; absent when it is the current one. */
type PlacedTarget = Target & { readonly remoteName?: string | undefined };
type Bytes = { sha256: Sha256; sizeBytes: number; key?: string };
/** A head of which recovery knows only the version. */
type SomeHead = Pick<Head, 'version'> & Partial<Head>;

/**
 * Downloads the service's version: staged, verified, and put in place only if the local file did not change in between.
 */
export async function download(
  context: MirrorContext,
  id: ItemId,
  { to, onTransferred }: { to: Target; onTransferred: OnTransferred },
): Promise<StepOutcome | Question> {
  const item = itemOf(context, id);
  const target = item === null ? null : targetOf(context, item, to);
  if (item === null || item.remote === null || target === null || isEdited(item)) return 'postponed';
  if (context.journal.intents.isOpen(id)) return 'postponed';
  const head = await freshHead(context, item);
  if (head === null) return outcomeWithoutHead(context, id);
  const question = await questionOfOlderHead(context, item, head.version);
  return question ?? putHead(context, item, { head, target, onTransferred });
}

async function putHead(
  context: MirrorContext,
  item: Item,
  { head, target, onTransferred }: { head: Head; target: Target & { path: string }; onTransferred?: OnTransferred },
): Promise<StepOutcome> {
  const isReplacedSafe = item.local !== null && isAtTheService(item) && isNewHead(context, item, head.version);
  const { staged, bytes, discard } = await stageHead(context, item, { head, path: target.path, onTransferred });
  if (item.local !== null) await refuseIfOpen(context, target.path, discard);
  const late = newTrashName(context);
  const work = {
    kind: 'download',
    parent: target.parent,
    path: target.path,
    remoteName: requirePresent(item.remote, 'remote').name,
    version: head.version,
    sha256: bytes.sha256,
    ...(bytes.key === undefined ? {} : { key: bytes.key }),
    late,
  } as const;
  const intent = await context.beginPlacing({ item: item.id, work });
  const placed = await putInPlace(context, item, {
    staged,
    giveUp: error => abandon(context, { intent, discard, error }),
    path: target.path,
    expected: item.local?.fingerprint ?? null,
    // The replaced bytes are those of the base, so the service has them as a version; other bytes go to the trash.
    old: item.local === null || isReplacedSafe ? { to: 'nowhere' } : { to: 'store', storeName: newTrashName(context) },
    lateStoreName: late,
  });
  await context.commits.soon(() => settleDownload(context, { item, intent, at: target, placed, bytes, head }));
  context.progress.received();
  return 'done';
}

/** Records a download that is in place. Also used by recovery; part of a transaction. */
export function settleDownload(
  context: MirrorContext,
  done: { item: Item; intent: number; at: PlacedTarget; placed: PlacementResult; bytes: Bytes; head: SomeHead },
): void {
  const { item, head } = done;
  context.journal.intents.end(done.intent);
  settleLocal(context, item, done);
  const file = item.remote?.id ?? null;
  addHistory(context, {
    item: item.id,
    path: context.journal.items.pathIn(done.at.parent, done.placed.entry.name),
    verb: 'received',
    cause: item.base === null ? 'from the service' : 'changed at the service',
    file,
    version: head.version,
    sizeBytes: done.bytes.sizeBytes,
    undo: item.local === null ? null : formerVersion(item, head.version),
  });
}

/**
 * The staged file was not put in place. Only `stale` proves that nothing was done: a disk that fails at the very end
 * may have done all of it, so the intent stays, and the next pass checks (C1).
 */
async function abandon(
  context: MirrorContext,
  { intent, discard, error }: { intent: number; discard: Discard; error: unknown },
): Promise<void> {
  const { intents } = context.journal;
  // The record first: a new file may get the key of the deleted one.
  if (isFault(error, 'stale')) intents.end(intent);
  await discard(() => intents.forgetKeyOf(intent));
}

/** Whether the local bytes are not, or may not be, those of the base: then they must not be replaced or removed. */
export function isEdited({ local, base }: Item): boolean {
  return local !== null && (local.sha256 === null || local.sha256 !== base?.sha256);
}

/** The target of a download: the file's current path, or where it belongs when it is not on this computer. */
function targetOf(context: MirrorContext, item: Item, to: Target): (Target & { path: string }) | null {
  if (item.local !== null)
    return { parent: item.local.parent, name: item.local.name, path: localPath(context, item.id) };
  const path = pathIn(context, to.parent, to.name);
  if (path === null || context.journal.items.hasLocalPlace(to.parent, to.name)) return null;
  return { ...to, path };
}

/** A head with a known hash was a head before: the version it replaces may be gone at the service (R13). */
function isNewHead({ journal }: MirrorContext, { id }: Item, version: VersionId): boolean {
  return journal.items.hashOf(version) === null && !isOlderHeadAccepted(journal, id, version);
}

function isAtTheService(item: Item): boolean {
  return (
    item.local !== null && item.base !== null && item.base.version !== null && item.local.sha256 === item.base.sha256
  );
}

/** Changed on both sides: fetches theirs, and when the bytes differ keeps both, ours as a conflict copy. */
export async function keepBoth(
  context: MirrorContext,
  id: ItemId,
  onTransferred?: OnTransferred,
): Promise<StepOutcome> {
  const item = itemOf(context, id);
  if (item === null || item.local === null || item.remote === null || item.local.sha256 === null) return 'postponed';
  const head = await freshHead(context, item);
  if (head === null) return outcomeWithoutHead(context, id);
  // Bytes that were sent or received before need not be fetched to be compared.
  if (context.journal.items.hashOf(head.version) === item.local.sha256) {
    onTransferred?.(0);
    return agreeOnHead(context, item, { head, isNews: false });
  }
  const path = localPath(context, id);
  if (await isOlderVersion(context, item, head))
    return putHead(context, item, { head, target: { ...item.local, path } });
  if (await pairWithRemoteNamesake(context, item)) return 'done';
  const { staged, bytes, discard } = await stageHead(context, item, { head, path });
  if (bytes.sha256 === item.local.sha256) {
    await discard();
    return agreeOnHead(context, item, { head, isNews: true });
  }
  if (correctPairing(context, item, { head, sha256: bytes.sha256 })) {
    await discard();
    return 'done';
  }
  await moveToConflictCopy(context, {
    item,
    local: item.local,
    ours: item.local.sha256,
    head,
    path,
    staged,
    discard,
    bytes,
  });
  return 'done';
}

/** The head turned out to have the local bytes, as they were when this began; `isNews`: their hash is not recorded yet. */
function agreeOnHead(
  context: MirrorContext,
  { id, local, remote }: Item,
  { head, isNews }: { head: Head; isNews: boolean },
): Promise<StepOutcome> {
  const { items } = context.journal;
  const sha256 = requirePresent(local?.sha256, 'the hash of the local bytes');
  const { version, sizeBytes, updatedAt } = withHead(context, requirePresent(remote, 'remote'), head);
  // RACE: while the record waits for others, an answer may change the item: only what still holds is recorded.
  return context.commits.soon(() => {
    if (isNews) items.recordHash(head.version, sha256);
    const now = itemOf(context, id);
    if (now === null || now.remote?.id !== remote?.id || now.local?.sha256 !== sha256) return 'postponed';
    if (now.remote === null) return 'postponed';
    const there = { ...now.remote, version, sizeBytes, updatedAt, sha256 };
    const base = commonBase({ ...now, remote: there });
    items.record(id, { remote: there, ...(base === null ? {} : { base }) });
    return base === null ? 'postponed' : 'done';
  });
}

/**
 * Whether the local bytes are a version of this file from before the base, and the service still lists it: an old state
 * was restored locally (from a backup, say) while the file changed at the service. No person edited it, so no conflict
 * copy is needed.
 */
async function isOlderVersion(context: MirrorContext, { local, base }: Item, head: Head): Promise<boolean> {
  const ours = local?.sha256 ?? null;
  if (ours === null || base === null) return false;
  try {
    const history = oldestFirst(await context.api.versions(head.id)).map(({ id }) => id);
    const agreedAt = history.findIndex(id => id === base.version);
    return history.slice(0, Math.max(agreedAt, 0)).some(id => context.journal.items.hashOf(id) === ours);
  } catch (error) {
    if (isFault(error, 'refused', 'not-allowed', 'scope', 'gone')) return false;
    throw error;
  }
}

interface Conflicting {
  readonly item: Item;
  readonly local: LocalFacts;
  readonly ours: Sha256;
  readonly head: Head;
  readonly path: string;
  readonly staged: string;
  readonly discard: Discard;
  readonly bytes: Bytes;
}

async function moveToConflictCopy(context: MirrorContext, conflicting: Conflicting): Promise<void> {
  const { item, local, ours, head, path, staged, discard, bytes } = conflicting;
  await refuseIfOpen(context, path, discard);
  const name = conflictCopyName(context, local);
  const copy = path.slice(0, path.length - local.name.length) + name;
  const work = {
    kind: 'keep-both',
    path,
    copy,
    key: local.key,
    version: head.version,
    theirs: bytes.sha256,
    ...(bytes.key === undefined ? {} : { theirsKey: bytes.key }),
    ours,
  } as const;
  const intent = await context.beginPlacing({ item: item.id, work });
  const old = { to: 'sibling', path: copy } as const;
  const placed = await putInPlace(context, item, {
    staged,
    giveUp: error => abandon(context, { intent, discard, error }),
    path,
    expected: local.fingerprint,
    old,
    lateStoreName: newTrashName(context),
  });
  context.journal.transaction(() => settleConflict(context, { ...conflicting, placed, intent, name }));
  context.progress.received();
}

/** Records a conflict whose files are both in place. */
function settleConflict(
  context: MirrorContext,
  conflict: Conflicting & { placed: PlacementResult; intent: number; name: string },
): void {
  const { journal, mirror, world } = context;
  const { item, placed, local } = conflict;
  settleLocal(context, item, { at: local, placed, bytes: conflict.bytes, head: conflict.head });
  journal.intents.end(conflict.intent);
  if (placed.sibling === null) return;
  const copy = journal.items.create(mirror.id, 'file');
  const ours = placed.isSiblingAsExpected ? conflict.ours : null;
  recordEntry(context, copy, { parent: local.parent, entry: placed.sibling, sha256: ours });
  journal.items.setWritten(copy, world.clock.now());
  listConflict(context, { item, copy, version: conflict.head.version, name: conflict.name });
}

/**
 * Lists two local versions of one file as a conflict, and adds it to the history. Also used by recovery; part of a
 * transaction.
 */
export function listConflict(
  context: MirrorContext,
  { item, copy, version, name }: { item: Item; copy: ItemId; version: VersionId; name: string },
): void {
  const { journal, mirror, world } = context;
  const base = { version: item.base?.version ?? null, sha256: item.base?.sha256 ?? null };
  journal.conflicts.add({ mirror: mirror.id, item: item.id, copy, at: world.clock.now(), base });
  const [verb, cause] = ['conflict', `kept beside it as ${name}`];
  addHistory(context, { item: item.id, verb, cause, file: item.remote?.id ?? null, version });
}

/** Leaves a file alone that was opened during the fetch; it is fetched again when it is closed. */
async function refuseIfOpen(context: MirrorContext, path: string, discard: Discard): Promise<void> {
  try {
    await mustNotBeOpen(context, path);
  } catch (error) {
    await discard();
    throw error;
  }
}

/** See `Staging.discard`; a failure is ignored. */
type Discard = (cameNowhere?: () => void) => Promise<void>;

/** Fetches the head into a staged file of its own. */
async function stageHead(
  context: MirrorContext,
  item: Item,
  of: { head: Head; path: string; onTransferred?: OnTransferred | undefined },
): Promise<{ staged: string; bytes: Bytes; discard: Discard }> {
  const { id: file, version, sizeBytes } = of.head;
  const receivedBytes = sizeBytes === null ? 0 : bytesReceived(context, { item: item.id, version, sizeBytes });
  const room = { sizeBytes: sizeBytes === null ? null : sizeBytes - receivedBytes, path: of.path };
  return withRoom(context, room, async onWritten => {
    const partial = sizeBytes === null ? null : await beginPartial(context, { item: item.id, version, sizeBytes });
    const staged = partial?.staged ?? context.world.random.uuid();
    const into = partial?.into ?? (await context.world.disk.stage(context.mirror.root, staged));
    const wanted = { item: item.id, file, version, sizeBytes, into, partial: partial ?? undefined };
    const bytes = await fetchVersion(context, { ...wanted, onWritten, onCame: of.onTransferred });
    return { staged, bytes, discard: cameNowhere => dropStaged(into, cameNowhere) };
  });
}

/** Puts a staged file in place; on failure the staged file is discarded. A late save comes back as a conflict copy. */
export async function putInPlace(
  context: MirrorContext,
  item: Item,
  { giveUp, ...placing }: Placement & { giveUp: (error: unknown) => Promise<void> },
): Promise<PlacementResult> {
  const { journal, mirror, world } = context;
  const { lateStoreName: late, old, path } = placing;
  if (old.to === 'store') listInTrash(context, item, { name: old.storeName, path, reason: 'replaced' });
  const placed = await world.disk.place(mirror.root, placing).catch(async (error: unknown) => {
    await giveUp(error);
    await unlistTrash(context, path, [late, ...(old.to === 'store' ? [old.storeName] : [])]);
    throw error;
  });
  if (placed.late) {
    // The bytes are in the trash once, under the name reserved for late saves.
    if (old.to === 'store') journal.trash.remove(old.storeName);
    await restoreAsConflictCopy(context, item, late);
  }
  return placed;
}

function settleLocal(
  context: MirrorContext,
  item: Item,
  here: { at: PlacedTarget; placed: PlacementResult; bytes: Bytes; head: SomeHead },
): void {
  const { at, placed, bytes, head } = here;
  const remote = requirePresent(item.remote, 'remote facts');
  // A file that is new on this computer takes the service's place as its base; a file that is on both sides keeps its
  // base place.
  const came = {
    parent: at.parent,
    localName: nameWithoutDetour(item, at.name),
    remoteName: at.remoteName ?? remote.name,
  };
  const { parent, localName, remoteName } = item.local === null ? came : (item.base ?? came);
  context.journal.missing.clear(item.id, 'local');
  context.journal.items.record(item.id, {
    // If it was edited in the moment after the replacement, the next scan reads it.
    local: factsOf(placed.entry, { parent: at.parent, sha256: placed.isAsStaged ? bytes.sha256 : null }),
    writtenAtMs: context.world.clock.now(),
    localOnlyContent: null,
    remote: withHead(context, remote, head),
    ...(head.extraction === undefined ? {} : { extraction: head.extraction }),
    base: { parent, localName, remoteName, version: head.version, sha256: bytes.sha256 },
  });
}
