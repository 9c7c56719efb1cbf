import type { ItemId } from '../../../shared/ids.ts';
import { isSameTime, plainTime } from '../../core/policy/service-time.ts';
import type { RemoteFile } from '../api/shapes.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { capabilityOf, learnCapability } from '../../engine/context/capabilities.ts';
import { isCheckPostponed } from './judge-absence.ts';
import type { Missed } from '../../journal/items/missing-items.ts';
import type { RequestBudget } from '../../engine/limits/request-budget.ts';

/**
 * Asks for the one list with files of all folders, and requests the folders in which it shows something new. The
 * service cuts the list after some rows: what it does not show means nothing (R3).
 */
export async function pollRecentFiles(context: MirrorContext, budget: RequestBudget): Promise<void> {
  // A cut list that does not begin with the latest change would always show the same rows.
  const isUseless = capabilityOf(context, 'flatList') === 'other' && capabilityOf(context, 'flatListCut') !== null;
  if (capabilityOf(context, 'flatList') === 'none' || isUseless || !budget.takeHint(context.mirror.id)) return;
  const rows = await flatList(context);
  if (rows === null) return;
  learnOrder(context, rows);
  const missed = context.journal.missing.of(context.mirror.id, 'remote');
  context.journal.transaction(() => {
    for (const folder of rows.flatMap(row => foldersToSee(context, row, missed)))
      context.journal.listings.requestListing(context.mirror.id, folder);
  });
}

async function flatList(context: MirrorContext): Promise<readonly RemoteFile[] | null> {
  try {
    return await context.api.filesEverywhere();
  } catch (error) {
    if (!isFault(error, 'gone', 'refused', 'not-allowed', 'scope', 'failing')) throw error;
    if (!isFault(error, 'failing')) learnCapability(context, 'flatList', 'none');
    return null;
  }
}

function learnOrder(context: MirrorContext, rows: readonly RemoteFile[]): void {
  const times = rows.flatMap(({ updatedAt }) => updatedAt ?? []);
  if (new Set(times).size < 3) return;
  const isSorted = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? ''));
  learnCapability(context, 'flatList', isSorted ? 'newest-first' : 'other');
  const files = context.journal.items.countResting(context.mirror.id);
  if (rows.length < files) learnCapability(context, 'flatListCut', String(rows.length));
}

/** The folders that a row refers to when it shows something that is not recorded. */
function foldersToSee(context: MirrorContext, row: RemoteFile, missed: ReadonlyMap<ItemId, Missed>): readonly ItemId[] {
  const { journal, mirror, world } = context;
  const item = journal.items.byRemoteId(mirror.id, row.id);
  const now = row.folderId === null ? null : folderItem(context, row.folderId);
  if (item === null || item.remote === null) return now === null ? [] : [now];
  const { parent, updatedAt, version } = item.remote;
  const record = missed.get(item.id);
  // The list keeps showing the file in another folder, but no listing shows it in its recorded one any more.
  if (record !== undefined && isCheckPostponed(record, world.clock.now()))
    return now === null || now === parent ? [] : [now];
  const isNews =
    (now !== null && now !== parent) ||
    // A folder outside of the mirror: the file left it.
    (row.folderId !== null && now === null) ||
    !isSameTime(row.updatedAt, plainTime(updatedAt)) ||
    (row.version !== null && row.version !== version);
  return isNews ? [parent, ...(now === null || now === parent ? [] : [now])] : [];
}

function folderItem({ journal, mirror }: MirrorContext, folder: NonNullable<RemoteFile['folderId']>): ItemId | null {
  if (folder === mirror.remoteId) return mirror.rootItem;
  return journal.items.byRemoteId(mirror.id, folder)?.id ?? null;
}
