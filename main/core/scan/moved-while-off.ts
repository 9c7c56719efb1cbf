import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../item.ts';
import type { Missing, MovedCopies, Newcomer } from './moved-copies.ts';
import { nameKey } from '../names/local-names.ts';

/**
 * Recognizes files that were moved while nothing looked, and saved by replacing after that: neither who they are on the disk
 * nor their bytes tell. Only the name does, so only one that no other file of the mirror has counts, and only for what was
 * missed and found by one and the same look.
 * @param all the items of the mirror, these among them.
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
