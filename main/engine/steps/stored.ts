import type { Item } from '../../core/item.ts';
import { localPath, storeName } from '../bench.ts';
import type { Bench } from '../bench.ts';

/** As much of a bench as the store needs. */
export type StoreBench = Pick<Bench, 'journal' | 'mirror' | 'world'>;

/** Writes the row for a file of the store; before the file, so that no file there is ever unknown. */
export function putInStore(bench: StoreBench, item: Item, file: { name: string; path: string; reason: string }): void {
  const { local, remote } = item;
  bench.journal.store.put({
    name: file.name,
    mirror: bench.mirror.id,
    path: file.path,
    sizeBytes: local?.sizeBytes ?? remote?.sizeBytes ?? null,
    sha256: local === null ? (item.agreed?.sha256 ?? null) : local.sha256,
    reason: file.reason,
    at: bench.world.clock.now(),
  });
}

/** Writes the row for a file of the store whose bytes nobody has read. */
export function listAsFound(
  { journal, mirror, world }: StoreBench,
  file: { name: string; path: string; sizeBytes: number | null },
): void {
  const at = journal.store.get(file.name)?.at ?? world.clock.now();
  journal.store.put({ ...file, mirror: mirror.id, sha256: null, reason: 'rescued', at });
}

/** Takes an item's file out of the folder into the store. @returns its name there. @throws FaultError `stale`: it has changed. */
export async function takeIntoStore(bench: Bench, item: Item, reason: string): Promise<string | null> {
  if (item.local === null) return null;
  const path = localPath(bench, item.id);
  const name = storeName(bench);
  putInStore(bench, item, { name, path, reason });
  await bench.world.disk.store(bench.mirror.root, path, item.local.stamp, name).catch(async (error: unknown) => {
    await unlist(bench, path, [name]);
    throw error;
  });
  return name;
}

/**
 * A step into the store failed: a row without bytes goes, or a later removal would rely on them. Bytes that are there
 * all the same stay listed, but as what nobody has read: they need not be those that were expected.
 */
export async function unlist(bench: StoreBench, path: string, names: readonly string[]): Promise<void> {
  const { disk } = bench.world;
  const there = await disk.listStored().catch(() => null);
  for (const name of names) {
    const file = there?.find(one => one.name === name && one.isFinished);
    const isUnsure = there === null && bench.journal.store.get(name) !== null;
    if (file !== undefined || isUnsure) listAsFound(bench, { name, path, sizeBytes: file?.sizeBytes ?? null });
    else bench.journal.store.remove(name);
  }
}
