import { guardWords } from '../../../shared/features/attention/guards-text.ts';
import { isMassRemoval } from '../../core/policy/removal-limits.ts';
import { readSettings } from '../../engine/context/settings.ts';
import type { Guard } from '../../journal/records/guards.ts';
import type { AppContext } from '../../items/app-context.ts';

/**
 * Why removals wait for an answer, with the present numbers. Empty if these numbers alone would not ask: some removals
 * were undone since, or the question is about unexplained removals.
 */
export function guardReason(
  { journal, world }: Pick<AppContext, 'journal' | 'world'>,
  { mirror, direction, reason, items }: Guard,
): string {
  if (reason === 'unexplained') return '';
  const { guardItems, guardPercent } = readSettings(journal.facts);
  const recent = journal.guards.recentRemovals(mirror, direction, world.clock.now());
  const [going, of] = [items.length + recent, journal.items.countAgreed(mirror) + recent];
  if (!isMassRemoval(going, of, { items: guardItems, percent: guardPercent })) return '';
  return going > guardItems
    ? guardWords.tooMany({ going, recent, most: guardItems })
    : guardWords.tooLarge({ going, recent, of, most: guardPercent });
}
