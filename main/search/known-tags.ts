import type { ServiceId } from '../../shared/ids.ts';
import { withEdit } from '../core/policy/description-edits.ts';
import { comparableText } from '../core/search/search-query.ts';
import type { Journal } from '../journal/journal.ts';

/**
 * The known tags of a file in the form in which they are compared: those of the service, with the person's unsent
 * changes. Null when the service was not asked for them yet, because listings contain no tags.
 * @param subject an item's id or the service's id.
 */
export function knownTags(journal: Journal, file: ServiceId | null, subject: string): readonly string[] | null {
  const known = file === null ? null : journal.descriptions.get(file);
  const waiting = journal.outgoing.describing(subject);
  const wish = waiting?.work.kind === 'describe' ? waiting.work.wish : null;
  if (known === null && wish === null) return null;
  const now = { description: null, tags: known?.tags ?? [] };
  const { tags } = wish === null ? now : withEdit(now, wish);
  return [...new Set(tags.map(comparableText))].sort();
}
