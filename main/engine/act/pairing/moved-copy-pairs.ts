import { present } from '../../../../shared/assert.ts';
import type { ItemId } from '../../../../shared/ids.ts';
import type { Item, Tree } from '../../../core/item.ts';
import { isMissing, movedCopies } from '../../../core/scan/moved-copies.ts';
import type { MirrorContext } from '../../context/mirror-context.ts';
import { tried } from '../../context/quarantine.ts';
import { isNew } from './arrived-items.ts';

/**
 * A missed item whose bytes came back as something new is that: it keeps its id, versions and shares, and whether more people
 * can read it in its new place is asked as for any other move. @returns whether anything was recognized.
 */
export function adoptMovedCopies(context: MirrorContext, tree: Tree): boolean {
  const { journal, mirror } = context;
  const missed = journal.missing.of(mirror.id, 'local');
  if (missed.size === 0) return false;
  const newcomers = [...tree.items.values()].filter(isNew).filter(({ id, kept }) => id !== tree.root && kept === null);
  if (newcomers.length === 0) return false;
  const missing = [...missed.keys()].flatMap(id => journal.items.get(id) ?? []).filter(isMissing);
  const pairs = movedCopies(freeItems(context, newcomers), freeItems(context, missing));
  if (pairs.size === 0) return false;
  // Folders first, so that what is in them is recorded in the folders that stay.
  const folders = [...pairs].filter(([id]) => tree.items.get(id)?.kind === 'folder');
  for (const [newcomer, item] of [...folders, ...pairs])
    tried(context, newcomer, () => journal.transaction(() => takePlace(journal, item, newcomer)));
  return true;
}

/** Those that nothing was begun for. A conflict copy is ours: it is new for another reason. */
export function freeItems<T extends Item>(
  { journal }: Pick<MirrorContext, 'journal'>,
  items: readonly T[],
): readonly T[] {
  const copies = new Set(journal.conflicts.open().map(({ copy }) => copy));
  return items.filter(({ id }) => !copies.has(id) && !journal.intents.isOpen(id));
}

/** The missed item stands where the new one does, and the new one is no item of its own. Part of a transaction. */
export function takePlace({ items, missing }: MirrorContext['journal'], item: ItemId, newcomer: ItemId): void {
  const now = items.get(newcomer);
  // A folder was taken care of before the files.
  if (now === null) return;
  const facts = present(now.local, 'local facts');
  items.vacate(newcomer);
  items.setLocal(item, 'present', facts);
  items.adoptChildren(newcomer, item);
  items.setDigest(item, null);
  items.remove(newcomer);
  missing.clear(item, 'local');
}
