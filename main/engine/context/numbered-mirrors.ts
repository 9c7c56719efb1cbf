import type { MirrorId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import type { MirrorContext } from './mirror-context.ts';

/** How many changes of items there had been when a mirror was last found to have all the names it should have. */
const settled = new WeakMap<Journal, Map<MirrorId, number>>();

/**
 * Whether something may get another name here though both sides are as was agreed: it has a number, or another form of its
 * name, and something has changed since that was last thought about.
 */
export function mayRenumber({ journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>): boolean {
  if (mirror.mode === 'upload' || !journal.items.hasNumbered(mirror.id)) return false;
  return settled.get(journal)?.get(mirror.id) !== journal.items.changeCount();
}

/** A plan had nothing to do: until an item changes, no name does. */
export function noteNumbered({
  journal,
  mirror,
  keepsName,
}: Pick<MirrorContext, 'journal' | 'mirror' | 'keepsName'>): void {
  if (keepsName.size > 0) return;
  const counts = settled.get(journal) ?? new Map<MirrorId, number>();
  settled.set(journal, counts.set(mirror.id, journal.items.changeCount()));
}

/** What its volume makes of names is known better now: names that were right may not be. */
export function forgetNumbered(journal: Journal, mirror: MirrorId): void {
  settled.get(journal)?.delete(mirror);
}
