import type { ItemId } from '../../../shared/ids.ts';
import type { Direction } from '../../journal/records/guards.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** Counts a removal for the guard's sliding day, unless a person approved this very one. */
export function countRemoval({ journal, mirror, world }: MirrorContext, item: ItemId, direction: Direction): void {
  const answered = journal.guards.all().filter(guard => guard.answer === 'remove' && guard.direction === direction);
  const isApproved = answered.some(({ items }) => items.includes(item));
  if (!isApproved) journal.guards.noteRemoval(mirror.id, direction, world.clock.now());
}
