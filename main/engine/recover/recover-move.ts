import type { ItemId } from '../../../shared/ids.ts';
import { agreedAfterMoveHere } from '../../core/plan/place.ts';
import type { Intent, IntentWork } from '../../journal/records/intents.ts';
import type { Entry } from '../../ports/disk.ts';
import { isFault, recordEntry } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { quarantine } from '../context/quarantine.ts';
import { mayStay, moveIfPresent, namesOfOurs } from './recover-conflict.ts';

type MoveLocal = Extract<IntentWork, { kind: 'move-local' }>;

/**
 * Doing it again finishes a half-done one and changes nothing otherwise. A file that has further names is known by its
 * place alone, and that may be another one than is recorded: somebody moved on one of the two names that it had, or a
 * person gave it one more.
 * @returns the key of a file that the look is to tell about.
 */
export async function recoverMove(context: MirrorContext, id: ItemId, work: MoveLocal): Promise<string | null> {
  const { disk } = context.world;
  const { root } = context.mirror;
  const { from, to, key } = work;
  const entries = [await again(() => disk.entry(root, from)), await again(() => disk.entry(root, to))];
  const ours = entries.filter(entry => entry?.key === key);
  const hasMore = ours.some(entry => entry?.kind === 'file' && entry.links > ours.length);
  await again(() => disk.move(root, from, to, key)).catch(mayStay);
  const entry = work.isRenumbered === true ? await again(() => disk.entry(root, to)) : null;
  if (entry?.key === key) agreeOn(context, id, { path: to, entry });
  const isNews = namesOfOurs(context, id, work).every(name => name.id === id);
  return hasMore && isNews ? key : null;
}

/**
 * What would have been agreed had the move been carried out at once: a name that differs from the agreed one would be a
 * person's. Where the thing is goes with it, since the look that follows may not list its folder.
 */
function agreeOn(
  context: MirrorContext,
  id: ItemId,
  { path, entry }: { readonly path: string; readonly entry: Entry },
): void {
  const { items } = context.journal;
  const item = items.get(id);
  const parent = folderAt(context, path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  if (item === null || item.agreed === null || item.local === null || parent === null) return;
  context.journal.transaction(() => {
    recordEntry(context, id, { parent, entry, sha256: null });
    items.setAgreed(id, agreedAfterMoveHere(item, { parent, name: entry.name }));
  });
}

function folderAt({ journal, mirror }: MirrorContext, path: string): ItemId | null {
  return path === '' ? mirror.rootItem : (journal.items.byPath(mirror.rootItem, path)?.id ?? null);
}

/**
 * Asks a disk a second time that said no: the look would take what we gave a second name for something new, and nothing
 * would tell the two from each other later.
 */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isFault(error, 'disk-refused', 'disk-full')) throw error;
    return ask();
  }
}

/**
 * After that look: where the file was moved on to counts, and what it has of its two names goes, or it would be there
 * twice. Else it is where it was to come to, or still where it was.
 * @returns whether anything was done: then the next look is to see it.
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

/** What was taken for something new is this item. The next look lists where both were, and reads it. */
function takePlace({ journal: { items, missing } }: MirrorContext, id: ItemId, other: ItemId): void {
  const [was, now] = [items.get(id)?.local ?? null, items.get(other)?.local ?? null];
  items.remove(other);
  items.setLocal(id, 'unknown', now);
  missing.clear(id, 'local');
  for (const local of [was, now]) if (local !== null) items.setDigest(local.parent, null);
}
