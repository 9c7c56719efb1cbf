import type { ServiceId } from '../../shared/ids.ts';
import { withEdit } from '../core/policy/description-edits.ts';
import { plain } from '../core/search/search-query.ts';
import type { Journal } from '../journal/journal.ts';

/**
 * The tags of a file as far as they are known here, as searching compares them: what the service said of it last, with
 * what a person said here since. Null: nobody has asked yet; a listing tells no tags. `subject`: an item's number or the
 * service's id.
 */
export function knownTags(journal: Journal, file: ServiceId | null, subject: string): readonly string[] | null {
  const known = file === null ? null : journal.descriptions.get(file);
  const waiting = journal.outgoing.describing(subject);
  const wish = waiting?.work.kind === 'describe' ? waiting.work.wish : null;
  if (known === null && wish === null) return null;
  const now = { description: null, tags: known?.tags ?? [] };
  const { tags } = wish === null ? now : withEdit(now, wish);
  return [...new Set(tags.map(plain))].sort();
}
