import { requirePresent } from '../../../../shared/assert.ts';
import type { ItemId } from '../../../../shared/ids.ts';
import type { Item, Tree } from '../../../core/item.ts';
import { isMissing, movedCopies } from '../../../core/scan/moved-copies.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { recordSafely } from '../../context/quarantine.ts';
import { isNew } from './arrived-items.ts';

/**
 * A missing item whose bytes came back as a new file is that file: it keeps its id, versions and shares. Whether more
 * people can read it at its new path is checked as for any other move.
 * @returns whether a pair was found.
 */
export function adoptMovedCopies(context: MirrorContext, tree: Tree): boolean {
  const { journal, mirror } = context;
  const missed = journal.missing.of(mirror.id, 'local');
  if (missed.size === 0) return false;
  const candidates = [...tree.items.values()]
    .filter(isNew)
    .filter(({ id, localOnlyContent }) => id !== tree.root && localOnlyContent === null);
  if (candidates.length === 0) return false;
  const missing = [...missed.keys()].flatMap(id => journal.items.get(id) ?? []).filter(isMissing);
  const pairs = movedCopies(freeItems(context, candidates), freeItems(context, missing));
  if (pairs.size === 0) return false;
  // Folders first, so that their children are recorded in the folders that remain.
  const folders = [...pairs].filter(([id]) => tree.items.get(id)?.kind === 'folder');
  for (const [arrived, item] of [...folders, ...pairs])
    recordSafely(context, arrived, () => journal.transaction(() => takePlace(journal, item, arrived)));
  return true;
}

/** Items without an open intent. A conflict copy was made by the engine: it is new for another reason. */
export function freeItems<T extends Item>(
  { journal }: Pick<MirrorContext, 'journal'>,
  items: readonly T[],
): readonly T[] {
  const copies = new Set(journal.conflicts.open().map(({ copy }) => copy));
  return items.filter(({ id }) => !copies.has(id) && !journal.intents.isOpen(id));
}

/** Gives the missing item the new item's place and removes the new item's row. Part of a transaction. */
export function takePlace({ items, missing }: MirrorContext['journal'], item: ItemId, arrived: ItemId): void {
  const now = items.get(arrived);
  // A folder that was paired before its files has taken it over already.
  if (now === null) return;
  const facts = requirePresent(now.local, 'local facts');
  items.vacate(arrived);
  items.setLocal(item, 'present', facts);
  items.adoptChildren(arrived, item);
  items.setDigest(item, null);
  items.remove(arrived);
  missing.clear(item, 'local');
}
