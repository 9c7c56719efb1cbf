import { twinTexts } from '../../../shared/features/browse/twins-text.ts';
import type { Item } from '../../core/item.ts';
import { isFreeNameOf, nameKey, toLocalName } from '../../core/names/local-names.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { keyOn } from '../../core/names/volume-names.ts';

/** The note about a number in the local name; null: it has none. */
export function numberNote(
  { local, remote }: Item,
  { names }: Pick<Mirror, 'names'>,
  mayRename: boolean,
): string | null {
  if (local === null || remote === null) return null;
  const name = toLocalName(remote.name, names);
  const isNumbered = nameKey(local.name) !== nameKey(name) && isFreeNameOf(local.name, name);
  return isNumbered ? twinTexts.numbered(remote.name, mayRename) : null;
}

/** The note about items that share a name in one folder of the service; null: the name is unique. */
export function twinNote(journal: Pick<Journal, 'items'>, { mode, names }: Mirror, { remote }: Item): string | null {
  if (remote === null) return null;
  const keyOf = (name: string): string => keyOn(names, toLocalName(name, names));
  const isNamesake = (other: Item): boolean =>
    other.remoteSight === 'present' && keyOf(other.remote?.name ?? '') === keyOf(remote.name);
  const namesakes = journal.items.inFolderThere(remote.parent).filter(isNamesake);
  if (namesakes.length < 2) return null;
  const others = new Set(namesakes.flatMap(other => other.remote?.name ?? []));
  const isOneName = [...others].every(name => nameKey(name) === nameKey(remote.name));
  const mayRename = mode !== 'download';
  return isOneName
    ? twinTexts.several(remote.name, namesakes.length, mayRename)
    : twinTexts.alike([...others], mayRename);
}
