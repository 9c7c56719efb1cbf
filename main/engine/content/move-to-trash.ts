import type { MirrorId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import type { OlderVersion } from '../../journal/records/trash.ts';
import { localPath, newTrashName } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** The part of a context that the trash needs. */
export type TrashContext = Pick<MirrorContext, 'journal' | 'mirror' | 'world'>;

/** Reasons for which a file is removed at the service, too: its older versions are kept with these bytes. */
const LEAVING: ReadonlySet<string> = new Set(['removed here', 'resolved']);

/** A file that is moved to the trash. */
export interface TrashEntry {
  readonly name: string;
  readonly path: string;
  readonly reason: string;
  /** The bytes are those of an older version: the trash has newer bytes that the service never had. */
  readonly older?: OlderVersion;
}

/** Writes the row of a file in the trash; before the file is moved, so that no file there is without a row. */
export function listInTrash(context: TrashContext, item: Item, file: TrashEntry): void {
  const { local, remote } = item;
  context.journal.trash.put({
    name: file.name,
    mirror: context.mirror.id,
    path: file.path,
    sizeBytes: local?.sizeBytes ?? remote?.sizeBytes ?? null,
    sha256: local === null ? (item.base?.sha256 ?? null) : local.sha256,
    reason: file.reason,
    at: context.world.clock.now(),
    file: LEAVING.has(file.reason) ? (remote?.id ?? null) : null,
    older: file.older ?? null,
  });
}

/** What correcting the list needs of a context. */
type UnlistContext = Pick<TrashContext, 'journal' | 'world'> & { readonly mirror: { readonly id: MirrorId } };

/** Writes the row of a file in the trash whose bytes were not read. */
export function listRescued(
  { journal, mirror, world }: UnlistContext,
  file: { name: string; path: string; sizeBytes: number | null },
): void {
  const at = journal.trash.get(file.name)?.at ?? world.clock.now();
  journal.trash.put({ ...file, mirror: mirror.id, sha256: null, reason: 'rescued', at });
}

/**
 * Moves an item's file from the folder to the trash.
 * @returns its name there.
 * @throws FaultError `stale`: it has changed.
 */
export async function moveToTrash(context: MirrorContext, item: Item, reason: string): Promise<string | null> {
  if (item.local === null) return null;
  const path = localPath(context, item.id);
  const name = newTrashName(context);
  listInTrash(context, item, { name, path, reason });
  await context.world.disk
    .store(context.mirror.root, path, item.local.fingerprint, name)
    .catch(async (error: unknown) => {
      await unlistTrash(context, path, [name]);
      throw error;
    });
  return name;
}

/**
 * Corrects the list after a failed move to the trash: a row without bytes is removed, or a later removal would rely on
 * it. If the bytes are there, they stay listed, but as unread: they need not be those that were expected.
 */
export async function unlistTrash(context: UnlistContext, path: string, names: readonly string[]): Promise<void> {
  const { disk } = context.world;
  const inTrash = await disk.listStored().catch(() => null);
  for (const name of names) {
    const file = inTrash?.find(one => one.name === name && one.isFinished);
    const isUnsure = inTrash === null && context.journal.trash.get(name) !== null;
    if (file !== undefined || isUnsure) listRescued(context, { name, path, sizeBytes: file?.sizeBytes ?? null });
    else context.journal.trash.remove(name);
  }
}
