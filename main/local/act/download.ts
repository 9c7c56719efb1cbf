import { requirePresent } from '../../../shared/assert.ts';
import type { Question } from '../../../shared/fault.ts';
import type { ItemId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
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
  newTrashName,
  addHistory,
  withHead,
} from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import { mustNotBeOpen } from './open-documents.ts';
import { isOlderHeadAccepted, questionOfOlderHead } from '../../engine/content/older-heads.ts';
import type { OnTransferred } from '../../engine/context/side.ts';
import {
  dropStaged,
  fetchVersion,
  freshHead,
  outcomeWithoutHead,
  withRoom,
} from '../../engine/content/fetch-version.ts';
import { restoreAsConflictCopy } from '../../engine/content/rescue-late-save.ts';
import { beginPartial, bytesReceived } from '../../engine/content/partial-downloads.ts';
import { formerVersion } from '../../engine/content/record-agreement.ts';
import { listInTrash, unlistTrash } from '../../engine/content/move-to-trash.ts';

export type Head = RemoteFile & { version: VersionId };
/** Where a file was put, and its name at the service at that time; absent when it is the current one. */
type PlacedTarget = Target & { readonly remoteName?: string | undefined };
export type Bytes = { sha256: Sha256; sizeBytes: number; key?: string };
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

export async function putHead(
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
export async function abandon(
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

/** Leaves a file alone that was opened during the fetch; it is fetched again when it is closed. */
export async function refuseIfOpen(context: MirrorContext, path: string, discard: Discard): Promise<void> {
  try {
    await mustNotBeOpen(context, path);
  } catch (error) {
    await discard();
    throw error;
  }
}

/** See `Staging.discard`; a failure is ignored. */
export type Discard = (cameNowhere?: () => void) => Promise<void>;

/** Fetches the head into a staged file of its own. */
export async function stageHead(
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

export function settleLocal(
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
