import type { MirrorId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import type { MirrorContext } from './mirror-context.ts';

/** The count of item changes at which a mirror last had all the local names it should have. */
const settled = new WeakMap<Journal, Map<MirrorId, number>>();

/**
 * Whether an item may get another local name though both sides match the base: a name has a number or another Unicode
 * form, and an item has changed since the last check.
 */
export function mayRenumber({ journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>): boolean {
  if (mirror.mode === 'upload' || !journal.items.hasNumbered(mirror.id)) return false;
  return settled.get(journal)?.get(mirror.id) !== journal.items.changeCount();
}

/** A plan had no operations: until an item changes, no name does. */
export function noteNumbered({
  journal,
  mirror,
  keepsName,
}: Pick<MirrorContext, 'journal' | 'mirror' | 'keepsName'>): void {
  if (keepsName.size > 0) return;
  const counts = settled.get(journal) ?? new Map<MirrorId, number>();
  settled.set(journal, counts.set(mirror.id, journal.items.changeCount()));
}

/** The properties of the mirror's volume changed: names that were right may not be. */
export function forgetNumbered(journal: Journal, mirror: MirrorId): void {
  settled.get(journal)?.delete(mirror);
}
