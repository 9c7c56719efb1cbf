import type { ItemId } from '../../../shared/ids.ts';
import type { UndoStep } from '../../journal/records/undo-step.ts';
import { itemOf, localPath, addHistory } from '../../engine/context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../../engine/context/mirror-context.ts';
import { isEdited } from './download.ts';
import { moveToTrash } from '../../engine/content/move-to-trash.ts';
import { countRemoval } from '../../engine/content/count-removal.ts';

/** Removes locally what was removed at the service: files to the trash, folders only when they are empty. */
export async function deleteLocal(context: MirrorContext, id: ItemId): Promise<StepOutcome> {
  const item = itemOf(context, id);
  if (item === null || item.local === null || (item.kind === 'file' && isEdited(item))) return 'postponed';
  const path = localPath(context, id);
  const { disk } = context.world;
  let undo: UndoStep | null = null;
  if (item.kind === 'folder') {
    if (!(await disk.removeFolder(context.mirror.root, path))) {
      // The folder has an unknown entry: it stays, and the next scan finds out what it is.
      context.journal.items.setDigest(id, null);
      return 'stale';
    }
    // A person removed the folder during this step, with items that are still recorded: the next scan records their
    // removal.
    if (context.journal.items.localNames(id).length > 0) return 'stale';
  } else {
    const name = await moveToTrash(context, item, 'removed at the service');
    undo = { kind: 'stored', path, name, sha256: item.local.sha256 };
  }
  context.journal.transaction(() => {
    addHistory(context, {
      item: id,
      verb: 'removed',
      cause: 'removed at the service',
      path,
      sizeBytes: item.local?.sizeBytes ?? null,
      undo,
    });
    countRemoval(context, id, 'service');
    context.journal.items.remove(id);
  });
  context.progress.removed();
  return 'done';
}
