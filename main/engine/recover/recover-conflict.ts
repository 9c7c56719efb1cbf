import type { ItemId } from '../../../shared/ids.ts';
import { baseName } from '../../../shared/local-path.ts';
import type { Item } from '../../core/item.ts';
import type { Intent, IntentWork } from '../../journal/records/intents.ts';
import { isFault, itemOf, withHead } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { quarantine } from '../context/quarantine.ts';
import { listConflict } from '../../local/act/keep-both.ts';

type KeepBoth = Extract<IntentWork, { kind: 'keep-both' }>;

/**
 * Recovers a conflict in which ours was to become the copy and theirs to take its path. If ours has both names, theirs
 * had not arrived, and the second name is removed. The next scan tells anything else: it finds theirs by its key, and
 * ours by its own.
 * @returns the key of theirs.
 */
export async function recoverConflict(context: MirrorContext, id: ItemId, work: KeepBoth): Promise<string | null> {
  const { disk } = context.world;
  const { root } = context.mirror;
  const item = itemOf(context, id);
  if (item === null || item.remote === null) return null;
  const copy = await disk.entry(root, work.copy);
  const original = await disk.entry(root, work.path);
  if (copy !== null && original?.key === copy.key)
    await moveIfPresent(context, { from: work.copy, to: work.path, key: copy.key });
  if (item.local !== null) context.journal.items.setDigest(item.local.parent, null);
  return expectedKeyOf(work);
}

/** The key of theirs; if the disk gave none, the key of ours: then only the scan can tell what happened. */
export function expectedKeyOf({ key, theirsKey }: KeepBoth): string {
  return theirsKey ?? key;
}

/**
 * After the scan: theirs arrived, and may have been moved since; ours is the conflict copy.
 * Part of the scan's transaction.
 */
export function settleExpectedConflict(
  context: MirrorContext,
  item: Item,
  { id, work }: { id: number; work: KeepBoth },
): void {
  const { intents, items } = context.journal;
  if (item.remote === null || item.local === null) return;
  // On a disk whose keys change with a restart, theirs is recognised by its bytes.
  if (item.local.key !== work.theirsKey && item.local.sha256 !== work.theirs) return;
  const { parent, localName, remoteName } = item.base ?? {
    parent: item.remote.parent,
    localName: baseName(work.path),
    remoteName: item.remote.name,
  };
  intents.end(id);
  items.setRemote(item.id, item.remotePresence, withHead(context, item.remote, { version: work.version }));
  items.setBase(item.id, { parent, localName, remoteName, version: work.version, sha256: work.theirs });
  items.setLocalOnly(item.id, null);
  const named = namesOfOurs(context, item.id, work).find(name => name.id !== item.id);
  const copy = named?.id ?? unsentAt(context, work.copy)?.id;
  const name = baseName(named?.path ?? work.copy);
  if (copy !== undefined) listConflict(context, { item, copy, version: work.version, name });
}

/**
 * After a scan that did not find theirs: it never arrived, or was removed or saved over. If ours was moved on under one
 * of its two names, the other name (the one given here, or the one theirs was to have) is removed; if ours has only the
 * copy's name, it gets its own back, unless another file was saved there: then that is the file.
 * @returns whether something changed: then another scan must see it.
 */
export async function endCutOff(context: MirrorContext, intents: readonly Intent[]): Promise<boolean> {
  let done = false;
  for (const { id, item, work } of intents) {
    if (work.kind !== 'keep-both') continue;
    try {
      done = (await endOneCutOff(context, item, { id, work })) || done;
    } catch (error) {
      quarantine(context, item, error);
    }
  }
  return done;
}

async function endOneCutOff(
  context: MirrorContext,
  itemId: ItemId,
  { id, work }: { readonly id: number; readonly work: KeepBoth },
): Promise<boolean> {
  const item = itemOf(context, itemId);
  if (item === null || !context.journal.intents.isOpen(itemId)) return false;
  const names = namesOfOurs(context, itemId, work);
  const isCopyOnly = names.length === 1 && names[0]?.path === work.copy;
  const saved = isCopyOnly ? unsentAt(context, work.path) : null;
  const kept = names.find(({ path }) => path !== work.path && path !== work.copy);
  const dropped = names.filter(name => (isCopyOnly ? saved === null : kept !== undefined && name !== kept));
  for (const { path: from } of dropped)
    await moveIfPresent(context, { from, to: kept?.path ?? work.path, key: work.key });
  context.journal.transaction(() => {
    context.journal.intents.end(id);
    for (const name of dropped) scanAgain(context, name.id);
    if (saved !== null && names[0]?.id === itemId) exchange(context, item, saved);
    if (kept !== undefined && kept.id !== itemId && dropped.length > 0)
      listConflict(context, { item, copy: kept.id, version: work.version, name: baseName(kept.path) });
  });
  return dropped.length > 0;
}

/** The local item at a path that the service never had. */
function unsentAt({ journal: { items }, mirror }: MirrorContext, path: string): Item | null {
  const occupant = items.byPath(mirror.rootItem, path);
  const isUnsent = occupant?.kind === 'file' && occupant.base === null && occupant.remote === null;
  return isUnsent && occupant.local !== null && occupant.localPresence !== 'absent' ? occupant : null;
}

/** Exchanges the local facts of two items. */
function exchange({ journal: { items } }: MirrorContext, one: Item, other: Item): void {
  items.vacate(one.id);
  items.vacate(other.id);
  items.setLocal(one.id, other.localPresence, other.local);
  items.setLocal(other.id, one.localPresence, one.local);
}

/** Makes the next scan list the item's folder, even if its digest is unchanged. */
function scanAgain({ journal: { items } }: MirrorContext, id: ItemId): void {
  const { local } = items.get(id) ?? { local: null };
  items.setLocal(id, 'unknown');
  if (local !== null) items.setDigest(local.parent, null);
}

interface NameOfOurs {
  readonly id: ItemId;
  readonly path: string;
}

/** The names under which ours is on the disk, as the file or as an item that the service never had. */
export function namesOfOurs(
  { journal, mirror }: MirrorContext,
  item: ItemId,
  { key }: { key: string },
): readonly NameOfOurs[] {
  return journal.items
    .index(mirror.id, mirror.rootItem)
    .byKeys(new Set([key]))
    .filter(({ id, base, remote, localPresence }) => {
      const isOurs = id === item || (base === null && remote === null);
      return isOurs && localPresence !== 'absent';
    })
    .map(({ id }) => ({ id, path: journal.items.pathOf(id) }));
}

/** Moves a file, or finishes moving it, if it is there and the disk lets it. */
export async function moveIfPresent(
  { mirror, world }: MirrorContext,
  { from, to, key }: { from: string; to: string; key: string },
): Promise<void> {
  await world.disk.move(mirror.root, from, to, key).catch(mayStay);
}

/** What is no longer there, or the disk refuses to move, stays where it is. @throws any other fault. */
export function mayStay(error: unknown): void {
  if (!isFault(error, 'stale', 'disk-refused', 'disk-full')) throw error;
}
