import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import type { RemoteVersion } from '../api/shapes.ts';
import { oddAnswer } from '../api/odd-answer.ts';
import { confirmRefusal } from '../../engine/context/confirm-refusal.ts';
import { isFault, itemOf, localPath, newTrashName, addHistory } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { learnCapability } from '../../engine/context/capabilities.ts';
import { hashOfVersion } from '../../engine/content/find-arrived-upload.ts';
import { fetchIntoTrash } from '../../engine/content/fetch-version.ts';
import { versionsAfter } from '../../engine/content/sent-history.ts';
import { restoreAsConflictCopy } from '../../engine/content/rescue-late-save.ts';
import { listRescued } from '../../engine/content/move-to-trash.ts';

/** A version that the service has from this computer. */
export interface SentVersion {
  readonly item: ItemId;
  readonly intent: number;
  readonly file: ServiceId;
  readonly version: VersionId;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/** A colleague's version that ours overwrote, and the file's history since. */
interface Overwritten {
  readonly theirs: VersionId;
  readonly versions: readonly RemoteVersion[];
}

/**
 * A service that does not check the base let our version overwrite a colleague's (T25). Makes theirs the latest again,
 * so that the next plan finds two edits, as if the service had refused ours, and keeps both. Ours stays in the history.
 * False: the service does not do that; ours stays the latest, and theirs comes as a conflict copy.
 * RACE: a third version between our check and the restoring is overwritten in turn; it is in the history as well. If
 * restoring was refused and the program is interrupted after theirs came as a copy, it may be allowed later: then
 * theirs is there twice.
 */
export async function restoreOverwritten(
  context: MirrorContext,
  sent: SentVersion,
  covered: Overwritten,
): Promise<boolean> {
  const { journal } = context;
  const { theirs } = covered;
  learnCapability(context, 'baseVersionEnforced', 'no');
  const restored = await putBack(context, sent.file, covered);
  if (restored === null && (await isKeptBeside(context, sent, covered))) return false;
  const what = restored === null ? 'that version is in the history' : 'both versions are kept';
  journal.transaction(() => {
    recordOverwritten(context, sent, restored);
    addHistory(context, {
      item: sent.item,
      verb: 'conflict',
      cause: `a colleague edited it at the same moment; ${what}`,
      file: sent.file,
      version: theirs,
    });
  });
  return restored !== null;
}

/** False: the service does not send its bytes either, or they have been on this computer. */
async function isKeptBeside(context: MirrorContext, sent: SentVersion, covered: Overwritten): Promise<boolean> {
  try {
    return await comesBeside(context, sent, covered);
  } catch (error) {
    if (!isFault(error, 'refused', 'not-allowed', 'scope', 'gone')) throw error;
    return false;
  }
}

/**
 * Ours overwrote a colleague's version, and another person has put a version on top who has not seen it. The
 * colleague's version comes out of the history as a conflict copy, once.
 */
export async function keepOverwritten(
  context: MirrorContext,
  sent: SentVersion,
  covered: Overwritten & { readonly head: VersionId },
): Promise<void> {
  await comesBeside(context, sent, covered);
  context.journal.transaction(() => recordOverwritten(context, sent, covered.head));
}

/**
 * Fetches theirs from the history as a conflict copy, once. False: its bytes have been on this computer already, in the
 * history or in a file.
 */
async function comesBeside(context: MirrorContext, sent: SentVersion, covered: Overwritten): Promise<boolean> {
  const { journal } = context;
  const { theirs: version } = covered;
  const item = itemOf(context, sent.item);
  // A version whose hash is known has been on this computer, so it needs no conflict copy.
  if (item === null || journal.items.hashOf(version) !== null) return false;
  const name = newTrashName(context);
  const path = localPath(context, item.id);
  const wanted = { item: item.id, file: sent.file, version, sizeBytes: null };
  const sha256 = await confirmRefusal(() => {
    listRescued(context, { name, path, sizeBytes: null });
    return fetchIntoTrash(context, { ...wanted, name, path });
  });
  const forget = async (): Promise<void> => {
    await context.world.disk.dropStored(name);
    journal.trash.remove(name);
  };
  const isBack = await isPutBack(context, sent, { ...covered, sha256 }).catch(async (error: unknown) => {
    await forget();
    throw error;
  });
  await (isBack ? forget() : restoreAsConflictCopy(context, item, name));
  journal.items.recordHash(version, sha256);
  return true;
}

/**
 * Whether theirs was made the latest again on top of ours, by another person or by us before an interruption: then
 * later editors have seen it, and a conflict copy would be a duplicate.
 */
async function isPutBack(
  context: MirrorContext,
  { item, file, version: ours }: SentVersion,
  { versions, theirs, sha256 }: Overwritten & { readonly sha256: Sha256 },
): Promise<boolean> {
  const size = versions.find(({ id }) => id === theirs)?.sizeBytes ?? null;
  for (const { id: version, sizeBytes } of versionsAfter(versions, ours)) {
    if (size !== null && sizeBytes !== null && size !== sizeBytes) continue;
    const read = (): Promise<Sha256> => hashOfVersion(context, { item, file, version, sizeBytes });
    if ((context.journal.items.hashOf(version) ?? (await confirmRefusal(read))) === sha256) return true;
  }
  return false;
}

/** Ours is in the history, and another version is the head: the base stays as it was. */
function recordOverwritten({ journal }: MirrorContext, sent: SentVersion, head: VersionId | null): void {
  // With a known hash, ours would count as an old state that was restored locally, and give way to theirs.
  journal.items.forgetHash(sent.version);
  const item = journal.items.get(sent.item);
  if (head === null || item === null || item.remote === null) return;
  journal.intents.end(sent.intent);
  journal.items.setRemote(sent.item, item.remotePresence, { ...item.remote, version: head, updatedAt: null });
}

/** Null when the service does not do it: then theirs is in the history only. */
async function putBack(
  context: MirrorContext,
  file: ServiceId,
  { theirs, versions }: Overwritten,
): Promise<VersionId | null> {
  try {
    const { id: made } = await context.api.restoreVersion(file, theirs);
    if (versions.some(({ id }) => id === made)) throw oddAnswer(oddAnswers.notNew);
    return made;
  } catch (error) {
    if (!isFault(error, 'refused', 'not-allowed', 'scope', 'gone', 'stale')) throw error;
    return null;
  }
}
