import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../item.ts';
import type { Missing, MovedCopies, Newcomer } from './moved-copies.ts';
import { nameKey } from '../names/local-names.ts';

/**
 * Recognises files that were moved while Benchtop did not run, and then saved by replacing. Neither their key nor their
 * bytes identify them; only the name is left. So it counts only if no other file of the mirror has that name, and only
 * for files that the same scan found missing and new.
 * @param all the items of the mirror, including these.
 */
export function movedAndSaved(
  newcomers: readonly Newcomer[],
  missing: readonly Missing[],
  all: Iterable<Item>,
): MovedCopies {
  const counts = new Map<string, number>();
  for (const { local, base } of all)
    for (const name of new Set(
      [local?.name, base?.localName].flatMap(each => (each === undefined ? [] : nameKey(each))),
    ))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const lost = new Map(missing.filter(isFile).map(item => [nameKey(item.base.localName), item.id]));
  const pairs = new Map<ItemId, ItemId>();
  for (const { id, kind, local } of newcomers) {
    const name = nameKey(local.name);
    const was = lost.get(name);
    if (was !== undefined && kind === 'file' && local.sizeBytes > 0 && counts.get(name) === 2) pairs.set(id, was);
  }
  return pairs;
}

function isFile({ kind }: Item): boolean {
  return kind === 'file';
}
