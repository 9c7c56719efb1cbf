import { requirePresent } from '../../../shared/assert.ts';
import type { ItemId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item, LocalFacts } from '../../core/item.ts';
import type { PlacementResult } from '../../ports/disk.ts';
import {
  isFault,
  itemOf,
  localPath,
  recordEntry,
  newTrashName,
  addHistory,
  withHead,
} from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import type { OnTransferred } from '../../engine/context/side.ts';
import { hashOfVersion } from '../../engine/content/find-arrived-upload.ts';
import { freshHead, outcomeWithoutHead } from '../../engine/content/fetch-version.ts';
import { pairWithRemoteNamesake } from '../../engine/content/mispaired-remote.ts';
import { commonBase } from '../../engine/content/record-agreement.ts';
import { conflictCopyName } from '../../engine/content/rescue-late-save.ts';
import { oldestFirst } from '../../engine/content/sent-history.ts';
import { isSmall } from '../../core/policy/small-files.ts';
import { abandon, type Bytes, type Discard, type Head } from './download.ts';
import { putHead, putInPlace, refuseIfOpen, settleLocal, stageHead } from './download.ts';
import { correctPairing } from './mispaired-file.ts';

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
  if (await isHeadOfNewPair(context, item, head)) {
    onTransferred?.(0);
    return agreeOnHead(context, item, { head, isNews: true });
  }
  const { staged, bytes, discard } = await stageHead(context, item, { head, path, onTransferred });
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

/**
 * Whether the head of a file that is new on both sides has the local bytes. Of two equal sizes they mostly are, and reading
 * them only for their hash spares writing them. Only of small files: those that differ are fetched once more.
 */
async function isHeadOfNewPair(
  context: MirrorContext,
  { id, local, base }: Item,
  { id: file, version, sizeBytes }: Head,
): Promise<boolean> {
  if (base !== null || local === null || sizeBytes !== local.sizeBytes || !isSmall(sizeBytes)) return false;
  return (await hashOfVersion(context, { item: id, file, version, sizeBytes })) === local.sha256;
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
  await context.commits.soon(() => settleConflict(context, { ...conflicting, placed, intent, name }));
  context.progress.received();
}

/** Records a conflict whose files are both in place. Part of a transaction. */
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
