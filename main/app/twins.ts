import { twinTexts } from '../../shared/text/twins.ts';
import type { Item } from '../core/item.ts';
import { isFreeNameOf, nameKey, toLocalName } from '../core/names.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/mirrors.ts';

/** What a row says of something that has a number here; null: it has none. */
export function numberNote({ local, remote }: Item, mayRename: boolean): string | null {
  if (local === null || remote === null) return null;
  const name = toLocalName(remote.name);
  const isNumbered = nameKey(local.name) !== nameKey(name) && isFreeNameOf(local.name, name);
  return isNumbered ? twinTexts.numbered(remote.name, mayRename) : null;
}

/** What is said of something that shares its name at the service with others in its folder; null: it does not. */
export function twinNote(journal: Pick<Journal, 'items'>, { mode }: Mirror, { remote }: Item): string | null {
  if (remote === null) return null;
  const key = nameKey(toLocalName(remote.name));
  const isNamesake = (other: Item): boolean =>
    other.remoteSight === 'present' && nameKey(toLocalName(other.remote?.name ?? '')) === key;
  const count = journal.items.inFolderThere(remote.parent).filter(isNamesake).length;
  return count < 2 ? null : twinTexts.several(remote.name, count, mode !== 'download');
}
