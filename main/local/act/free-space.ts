import { isInUse } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { isOnlineOnly } from '../../core/policy/online-only.ts';
import type { Journal } from '../../journal/journal.ts';
import { isFault, itemOf, localPath, addHistory } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { freshHead } from '../../engine/content/fetch-version.ts';

/** Why a file stays on this computer; each has its sentence in `shared/features/browse/online-only-text.ts`. */
export type Refusal = 'not-here' | 'not-sent' | 'changing' | 'changed-there' | 'conflict' | 'gone-there' | 'busy';

/** The result of dehydrating one file: the freed bytes, or the reason for none. */
export type Dehydrated = { readonly bytes: number } | { readonly refusal: Refusal };

/**
 * Makes a file online-only, if its bytes are surely at the service: the bytes on the disk are those of the base, and
 * the base version is the service's current head (L23).
 */
export async function dehydrateFile(context: MirrorContext, id: ItemId): Promise<Dehydrated> {
  const item = itemOf(context, id);
  const known = item === null ? 'not-here' : recordedRefusal(context.journal, item);
  if (item === null || item.base === null || item.base.sha256 === null || known !== null)
    return { refusal: known ?? 'not-sent' };
  const refused = await remoteRefusal(context, item);
  if (refused !== null) return { refusal: refused };
  const path = localPath(context, id);
  const hashed = await context.world.disk.hash(context.mirror.root, path);
  if (hashed === null) return { refusal: 'changing' };
  if (hashed.sha256 !== item.base.sha256) return { refusal: 'not-sent' };
  return deleteBytes(context, item, { path, fingerprint: hashed.entry.fingerprint, bytes: hashed.entry.sizeBytes });
}

/** What the records alone say against dehydrating a file; null when nothing does. Makes no request. */
export function recordedRefusal(journal: Pick<Journal, 'conflicts' | 'intents'>, item: Item): Refusal | null {
  const { local, remote, base, localPresence, remotePresence } = item;
  if (local === null) return 'not-here';
  if (localPresence !== 'present' || local.sha256 === null) return 'changing';
  if (base === null || local.sha256 !== base.sha256 || base.version === null) return 'not-sent';
  if (remote === null || remotePresence !== 'present') return 'gone-there';
  if (remote.version !== base.version) return 'changed-there';
  if (journal.conflicts.open().some(conflict => conflict.item === item.id || conflict.copy === item.id))
    return 'conflict';
  return journal.intents.isOpen(item.id) ? 'busy' : null;
}

async function remoteRefusal(context: MirrorContext, item: Item): Promise<Refusal | null> {
  try {
    const head = await freshHead(context, item);
    if (head === null) return 'gone-there';
    const isSameSize = head.sizeBytes === null || head.sizeBytes === item.local?.sizeBytes;
    return head.version === item.base?.version && isSameSize ? null : 'changed-there';
  } catch (error) {
    if (isFault(error, 'gone', 'not-allowed')) return 'gone-there';
    throw error;
  }
}

/** The intent comes first: without it, a missing file would count as removed by a person. */
async function deleteBytes(
  context: MirrorContext,
  item: Item,
  at: { path: string; fingerprint: string; bytes: number },
): Promise<Dehydrated> {
  const { journal, mirror, world } = context;
  const work = { kind: 'free', path: at.path } as const;
  const intent = journal.intents.begin(mirror.id, item.id, { work, now: world.clock.now() });
  try {
    await world.disk.free(mirror.root, at.path, at.fingerprint);
  } catch (error) {
    // If that cannot be told now, the next pass recovers it before its scan.
    const left = await world.disk.entry(mirror.root, at.path).catch(() => null);
    if (left !== null) journal.intents.end(intent);
    if (isFault(error, 'stale', 'disk-refused') && (error.fault.kind === 'stale' || isInUse(error.fault)))
      return { refusal: 'changing' };
    throw error;
  }
  settleDehydrated(context, item.id, { intent, path: at.path });
  return { bytes: at.bytes };
}

/** Records that a file's bytes were deleted on purpose. Also used by recovery. */
export function settleDehydrated(
  context: MirrorContext,
  id: ItemId,
  { intent, path }: { intent: number; path: string },
): void {
  const { items, intents, missing } = context.journal;
  context.journal.transaction(() => {
    intents.end(intent);
    const item = itemOf(context, id);
    if (item === null || item.remote === null) return;
    const { local, remote } = item;
    items.setLocal(id, 'absent', null);
    items.setDehydrated(id, true);
    missing.clear(id, 'local');
    addHistory(context, {
      item: id,
      verb: 'freed',
      cause: 'person',
      file: remote.id,
      version: item.base?.version ?? null,
      sizeBytes: local?.sizeBytes ?? remote.sizeBytes,
      path,
      undo: { kind: 'freed', item: id },
    });
  });
}

/** Marks a folder: new files in it at the service are not downloaded, from now on. */
export function setFolderOnlineOnly(
  { journal }: Pick<MirrorContext, 'journal'>,
  id: ItemId,
  isDehydrated: boolean,
): void {
  journal.items.setDehydrated(id, isDehydrated);
}

/** Marks a file for download, like any new one. False when it is not online-only. */
export function hydrateFile({ journal }: Pick<MirrorContext, 'journal'>, id: ItemId): boolean {
  const item = journal.items.get(id);
  if (item === null || !isOnlineOnly(item)) return false;
  journal.transaction(() => {
    journal.items.setDehydrated(id, false);
    // With a base but no local file it would count as removed locally.
    journal.items.setBase(id, null);
  });
  return true;
}
