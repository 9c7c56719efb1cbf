import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Disk } from '../../ports/disk.ts';

/** Where people put things by us, until somebody has looked at the folder and the records say so themselves. */
const placed = new WeakMap<Journal, Map<ItemId, string>>();

/** A thing was put at a path of its mirror. */
export function nowAt(journal: Journal, item: ItemId, path: string): void {
  const known = placed.get(journal) ?? new Map<ItemId, string>();
  placed.set(journal, known.set(item, path));
}

/**
 * The path of a thing at this moment: where the records have it or, for the moment before the next look, where it was put
 * last. Only the thing itself counts; whatever else is at a path by now is none of ours.
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
