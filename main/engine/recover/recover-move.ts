import type { ItemId } from '../../../shared/ids.ts';
import { parentPath } from '../../../shared/local-path.ts';
import { baseAfterLocalMove } from '../../core/plan/merge-location.ts';
import type { Intent, IntentWork } from '../../journal/records/intents.ts';
import type { Entry } from '../../ports/disk.ts';
import { isFault, recordEntry } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { quarantine } from '../context/quarantine.ts';
import { mayStay, moveIfPresent, namesOfOurs } from './recover-conflict.ts';

type MoveLocal = Extract<IntentWork, { kind: 'move-local' }>;

/**
 * Repeating the move finishes a half-done one and changes nothing otherwise. A file with several hard links is
 * identified by its path alone, which may be out of date: one of the two names may have been moved on, or another link
 * added.
 * @returns the key of a file that the scan must look for.
 */
export async function recoverMove(context: MirrorContext, id: ItemId, work: MoveLocal): Promise<string | null> {
  const { disk } = context.world;
  const { root } = context.mirror;
  const { from, to, key } = work;
  const entries = [await retryOnce(() => disk.entry(root, from)), await retryOnce(() => disk.entry(root, to))];
  const ours = entries.filter(entry => entry?.key === key);
  const hasMore = ours.some(entry => entry?.kind === 'file' && entry.links > ours.length);
  const moved = await retryOnce(() => disk.move(root, from, to, key)).catch((error: unknown) => {
    mayStay(error);
    return null;
  });
  const entry = work.isRenumbered === true ? await retryOnce(() => disk.entry(root, to)) : moved;
  if (entry?.key === key) recordMoved(context, id, { path: to, entry, isAgreed: work.isRenumbered === true });
  const isNews = namesOfOurs(context, id, work).every(name => name.id === id);
  return hasMore && isNews ? key : null;
}

/**
 * Records where we moved an item to, before the scan, which may not list its folder. By its key alone the scan would take
 * it for a save of the file that had this name, when a person removed that one while it stepped aside. With `isAgreed`
 * also the base that the completed move would have had: a name that differs from it would count as renamed by a person.
 */
function recordMoved(
  context: MirrorContext,
  id: ItemId,
  { path, entry, isAgreed }: { readonly path: string; readonly entry: Entry; readonly isAgreed: boolean },
): void {
  const { items } = context.journal;
  const item = items.get(id);
  const parent = folderAt(context, parentPath(path));
  if (item === null || item.local === null || parent === null) return;
  const occupant = items.byLocalPlace(parent, entry.name);
  if (occupant !== null && occupant.id !== id) return;
  context.journal.transaction(() => {
    recordEntry(context, id, { parent, entry, sha256: null });
    if (isAgreed && item.base !== null) items.setBase(id, baseAfterLocalMove(item, { parent, name: entry.name }));
  });
}

function folderAt({ journal, mirror }: MirrorContext, path: string): ItemId | null {
  return path === '' ? mirror.rootItem : (journal.items.byPath(mirror.rootItem, path)?.id ?? null);
}

/**
 * Asks a disk a second time after an error: otherwise the scan would take the second name for a new file, and later
 * nothing would tell the two apart.
 */
async function retryOnce<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isFault(error, 'disk-refused', 'disk-full')) throw error;
    return ask();
  }
}

/**
 * After that scan: the path that the file was moved on to counts, and a name left of its two is removed, or it would be
 * there twice. Else it is at the target, or still at the source.
 * @returns whether something changed: then another scan must see it.
 */
export async function endMovedOn(context: MirrorContext, intents: readonly Intent[]): Promise<boolean> {
  let done = false;
  for (const { id, item, work } of intents) {
    if (work.kind !== 'move-local') continue;
    try {
      done = (await endOneMovedOn(context, item, { id, work })) || done;
    } catch (error) {
      quarantine(context, item, error);
    }
  }
  return done;
}

async function endOneMovedOn(
  context: MirrorContext,
  item: ItemId,
  { id, work }: { readonly id: number; readonly work: MoveLocal },
): Promise<boolean> {
  const { from, to, key } = work;
  const names = namesOfOurs(context, item, work);
  const further = names.find(({ path }) => path !== from && path !== to);
  const now = further ?? names.find(({ path }) => path === to) ?? names.find(name => name.id === item);
  const left = names.filter(name => further !== undefined && name !== further);
  for (const { path } of left) await moveIfPresent(context, { from: path, to: further?.path ?? to, key });
  context.journal.transaction(() => {
    context.journal.intents.end(id);
    if (now !== undefined && now.id !== item) takePlace(context, item, now.id);
  });
  return now !== undefined && now.id !== item;
}

/** The item that the scan took for new is this one. The next scan lists both folders, and reads it. */
function takePlace({ journal: { items, missing } }: MirrorContext, id: ItemId, other: ItemId): void {
  const [was, now] = [items.get(id)?.local ?? null, items.get(other)?.local ?? null];
  items.remove(other);
  items.setLocal(id, 'unknown', now);
  missing.clear(id, 'local');
  for (const local of [was, now]) if (local !== null) items.setDigest(local.parent, null);
}
