import type { Tree } from '../../core/item.ts';
import { planScope } from '../../core/scan/plan-scope.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';

/** The part of the tree that a plan needs; the whole tree when nearly all items have work. */
export function treeToPlan({ journal, mirror }: { journal: Journal; mirror: Mirror }): Tree {
  const { id, rootItem } = mirror;
  const part = journal.items.isSmall(id) ? null : planScope(rootItem, journal.items.index(id, rootItem));
  return part ?? journal.items.tree(id, rootItem);
}
