import { FaultError } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Conflict } from '../../journal/records/conflicts.ts';
import type { UndoStep } from '../../journal/records/undo-step.ts';
import { versionFrame } from '../../remote/transfer/version-frame.ts';
import { sendVersionBytes } from '../../remote/act/upload-version.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { itemOf, localPath, addHistory } from '../context/mirror-context.ts';
import { recoverMirror } from './recover.ts';
import { baseVersion, removeRemoteFile } from '../../remote/act/removals.ts';
import { moveToTrash } from '../content/move-to-trash.ts';

/**
 * Carries out a person's answer to a conflict. `mine`: the copy's current bytes become a version on the current head,
 * then the copy is removed from both sides through the trash. `theirs`: only the copy is removed. `both`: the conflict
 * is closed.
 * @returns the line of history that takes it back; null when nothing was changed that could be.
 */
export async function resolveConflict(
  context: MirrorContext,
  conflict: Conflict,
  keep: 'mine' | 'theirs' | 'both',
): Promise<number | null> {
  if (keep !== 'both') await settleSending(context, conflict);
  const sent = keep === 'mine' ? await sendCopyOnTop(context, conflict) : null;
  const stored = keep === 'both' ? null : await removeCopy(context, conflict.copy);
  const steps = [sent, stored].filter(step => step !== null);
  return context.journal.transaction(() => {
    context.journal.conflicts.close(conflict.id, keep);
    const undo = steps.length === 0 ? null : ({ kind: 'all', steps } as const);
    const line = addHistory(context, { item: conflict.item, verb: 'resolved', cause: `person: ${keep}`, undo });
    return undo === null ? null : line;
  });
}

/** An upload without an answer is settled first: a copy that did arrive at the service would come back. */
async function settleSending(context: MirrorContext, { item, copy }: Conflict): Promise<void> {
  const isOpen = (): boolean => [item, copy].some(id => context.journal.intents.isOpen(id));
  if (!isOpen()) return;
  await recoverMirror(context);
  if (isOpen())
    throw new FaultError({
      kind: 'bad-request',
      detail: 'The files of this conflict are still on their way to the service. Answer again in a moment.',
    });
}

async function sendCopyOnTop(context: MirrorContext, conflict: Conflict): Promise<UndoStep | null> {
  const original = itemOf(context, conflict.item);
  const copy = itemOf(context, conflict.copy);
  if (
    original === null ||
    original.remote === null ||
    copy === null ||
    copy.local === null ||
    copy.local.sha256 === null
  )
    throw new FaultError({
      kind: 'bad-request',
      detail: 'The two files of this conflict are not both here any more. Look again and decide then.',
    });
  const file = original.remote.id;
  const { version: former } = await context.api.file(file);
  const source = { from: copy.id, fingerprint: copy.local.fingerprint, sha256: copy.local.sha256 };
  const made = await sendVersionBytes(context, source, { file, frame: versionFrame(former) });
  return former === null ? null : { kind: 'version', item: original.id, file, former, made: made.id };
}

/** Moves the local copy to the trash; the service's side follows as a removal that a person asked for. */
async function removeCopy(context: MirrorContext, id: ItemId): Promise<UndoStep | null> {
  const copy = itemOf(context, id);
  if (copy === null) return null;
  let stored: UndoStep | null = null;
  if (copy.local !== null) {
    const path = localPath(context, id);
    const name = await moveToTrash(context, copy, 'resolved');
    stored = { kind: 'stored', path, name, sha256: copy.local.sha256 };
    context.journal.transaction(() => {
      context.journal.items.setLocal(id, 'absent', null);
      // If the service does not accept the removal with the answer, it waits like any other.
      context.journal.missing.note(id, 'local', context.world.clock.now(), copy.local?.key ?? null);
      addHistory(context, { item: id, verb: 'removed', cause: 'person', path });
    });
  }
  // Also when the copy was already gone locally, its removal at the service must not destroy its last bytes. A
  // colleague's edit of it outlives the decision, and is downloaded; a person is asked later about what cannot be kept.
  const leaving = itemOf(context, id) ?? copy;
  const version = baseVersion(leaving);
  if (
    leaving.remote !== null &&
    (version === null || (await removeRemoteFile(context, leaving, version)) !== 'removed')
  )
    return stored;
  context.journal.items.remove(id);
  return stored;
}
