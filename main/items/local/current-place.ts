import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Disk } from '../../ports/disk.ts';

/** Paths to which items were moved through us, until a scan has recorded them. */
const placed = new WeakMap<Journal, Map<ItemId, string>>();

/** Records that an item was moved to a path of its mirror. */
export function nowAt(journal: Journal, item: ItemId, path: string): void {
  const known = placed.get(journal) ?? new Map<ItemId, string>();
  placed.set(journal, known.set(item, path));
}

/**
 * The present path of an item: from the records, or until the next scan the path it was last moved to. Another file
 * that is at that path by now does not count.
 */
export async function whereNow(
  { journal, disk }: { readonly journal: Journal; readonly disk: Disk },
  { root }: Mirror,
  { id, local }: Item,
): Promise<string> {
  const recorded = journal.pathOf(id);
  const last = placed.get(journal)?.get(id);
  if (last === undefined || last === recorded || local === null) return recorded;
  if ((await disk.entry(root, recorded))?.key !== local.key && (await disk.entry(root, last))?.key === local.key)
    return last;
  placed.get(journal)?.delete(id);
  return recorded;
}
