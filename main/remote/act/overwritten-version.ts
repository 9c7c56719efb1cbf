import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import type { RemoteVersion } from '../api/shapes.ts';
import { oddAnswer } from '../api/odd-answer.ts';
import { confirmRefusal } from '../../engine/context/confirm-refusal.ts';
import { isFault, itemOf, localPath, newTrashName, addHistory } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { learnCapability } from '../../engine/context/capabilities.ts';
import { hashOfVersion } from '../../engine/content/find-arrived-upload.ts';
import { fetchIntoTrash } from '../../engine/content/fetch-version.ts';
import { since } from '../../engine/content/sent-history.ts';
import { restoreAsConflictCopy } from '../../engine/content/rescue-late-save.ts';
import { listRescued } from '../../engine/content/move-to-trash.ts';
import type { SentVersion } from './version.ts';

/** A colleague's version that ours went over, and what became of the file since. */
interface Overwritten {
  readonly theirs: VersionId;
  readonly versions: readonly RemoteVersion[];
}

/**
 * A service that does not look at the base let our version go over a colleague's (T25). Theirs is made the latest again, so
 * that the next plan finds what it would have found if the service had refused: two edits, both of which are kept. Ours
 * stays in the history. False: the service does not do that; ours stays the latest, and theirs comes beside the file.
 * RACE: a third version that comes between our look and the restoring is covered in turn; it too is in the history. Where
 * restoring was refused, and we are interrupted after theirs came beside the file, it may be allowed then: theirs is there twice.
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

/** False: its bytes are not given to us either, or somebody here has seen them. */
async function isKeptBeside(context: MirrorContext, sent: SentVersion, covered: Overwritten): Promise<boolean> {
  try {
    return await comesBeside(context, sent, covered);
  } catch (error) {
    if (!isFault(error, 'refused', 'not-allowed', 'scope', 'gone')) throw error;
    return false;
  }
}

/**
 * Ours went over a colleague's, and somebody put another one on top of it by now, who has not seen the colleague's. It
 * comes back out of the history as a conflict copy beside the file, once.
 */
export async function keepOverwritten(
  context: MirrorContext,
  sent: SentVersion,
  covered: Overwritten & { readonly head: VersionId },
): Promise<void> {
  await comesBeside(context, sent, covered);
  context.journal.transaction(() => recordOverwritten(context, sent, covered.head));
}

/** Brings theirs out of the history and beside the file, once. False: somebody here has seen it, in the history or in a file. */
async function comesBeside(context: MirrorContext, sent: SentVersion, covered: Overwritten): Promise<boolean> {
  const { journal } = context;
  const { theirs: version } = covered;
  const item = itemOf(context, sent.item);
  // What was here before is in a history that somebody here has seen.
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
    journal.store.remove(name);
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
 * Whether theirs was made the latest again on top of ours, by somebody or by us before we were interrupted: then who
 * edited the file after that has seen it, and a copy beside it would be a second one.
 */
async function isPutBack(
  context: MirrorContext,
  { item, file, version: ours }: SentVersion,
  { versions, theirs, sha256 }: Overwritten & { readonly sha256: Sha256 },
): Promise<boolean> {
  const size = versions.find(({ id }) => id === theirs)?.sizeBytes ?? null;
  for (const { id: version, sizeBytes } of since(versions, ours)) {
    if (size !== null && sizeBytes !== null && size !== sizeBytes) continue;
    const read = (): Promise<Sha256> => hashOfVersion(context, { item, file, version, sizeBytes });
    if ((context.journal.items.hashOf(version) ?? (await confirmRefusal(read))) === sha256) return true;
  }
  return false;
}

/** Ours is in the history, another one is the head: what both sides agreed on stays as it was. */
export function recordOverwritten({ journal }: MirrorContext, sent: SentVersion, head: VersionId | null): void {
  // With its bytes known, ours would pass for an old state that was brought back, and would give way to theirs.
  journal.items.forgetHash(sent.version);
  const item = journal.items.get(sent.item);
  if (head === null || item === null || item.remote === null) return;
  journal.intents.end(sent.intent);
  journal.items.setRemote(sent.item, item.remoteSight, { ...item.remote, version: head, updatedAt: null });
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
