import { type InParts, toEnd } from '../../core/in-parts.ts';
import type { Tree } from '../../core/item.ts';
import { planScopeInParts } from '../../core/scan/plan-scope.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Clock } from '../../ports/clock.ts';
import { inTurns } from './in-turns.ts';

interface TreeContext {
  readonly journal: Journal;
  readonly mirror: Mirror;
}

type WhereAndWhen = TreeContext & { readonly world: { readonly clock: Clock } };

/**
 * The part of the tree that a plan needs, in parts; the whole tree when nearly all items have work. Of items that change
 * between two parts, it may hold some as they were and some as they are.
 */
export function* treeInParts({ journal, mirror }: TreeContext): InParts<Tree> {
  const { id, rootItem } = mirror;
  const part = journal.items.isSmall(id) ? null : yield* planScopeInParts(rootItem, journal.items.index(id, rootItem));
  return part ?? (yield* journal.items.treeInParts(id, rootItem));
}

/** The same in turns of the event loop, as the journal has it at one moment. */
export function treeInTurns(where: WhereAndWhen): Promise<Tree> {
  return ofOneMoment(where, () => treeInParts(where));
}

/** All items of a mirror, in turns of the event loop, as the journal has them at one moment. */
export function wholeTreeInTurns(where: WhereAndWhen): Promise<Tree> {
  const { journal, mirror } = where;
  return ofOneMoment(where, () => journal.items.treeInParts(mirror.id, mirror.rootItem));
}

async function ofOneMoment({ journal, world }: WhereAndWhen, read: () => InParts<Tree>): Promise<Tree> {
  const before = journal.items.changeCount();
  const tree = await inTurns(world.clock, read());
  // RACE: an answer may have changed an item between two turns. What is decided from a tree that never was could be
  // wrong where no step would notice, so everything is read again, without a pause.
  return journal.items.changeCount() === before ? tree : toEnd(read());
}
