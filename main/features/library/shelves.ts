import { isUuid } from '../../../shared/ids.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { CataloguePlace, ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Journal } from '../../journal/journal.ts';

/** A place of the library: a folder's id; null: its top. */
export type LibraryPlace = ServiceId | null;

const TOP = 'library';

/** Catalogue key of a place of the library. */
export function shelfName(place: LibraryPlace): string {
  return place === null ? TOP : `${TOP}/${place}`;
}

/** The place for a catalogue key; undefined: not a place of the library. */
export function libraryPlace(shelf: string): LibraryPlace | undefined {
  if (shelf === TOP) return null;
  const id = shelf.startsWith(`${TOP}/`) ? shelf.slice(TOP.length + 1) : '';
  return isUuid(id) ? (id as ServiceId) : undefined;
}

export function shelfOf({ catalogue }: Journal, organization: string, place: LibraryPlace): CataloguePlace | null {
  return catalogue.find(organization, shelfName(place));
}

/** Depth limit when following parents; a deeper chain is a cycle. */
const DEEPEST = 256;

/** The folders from the top of the library to a place, which is last, as far as listings told. */
export function wayTo(
  journal: Journal,
  organization: string,
  place: LibraryPlace,
): readonly { readonly id: ServiceId; readonly name: string }[] {
  const way: { id: ServiceId; name: string }[] = [];
  const seen = new Set<ServiceId>();
  for (let at = place; at !== null && !seen.has(at) && seen.size < DEEPEST;) {
    seen.add(at);
    const standing = journal.catalogue.standings(organization, at).find(each => libraryPlace(each.place) !== undefined);
    const shelf = shelfOf(journal, organization, at);
    way.unshift({ id: at, name: standing?.name ?? shelf?.name ?? at });
    at = (standing === undefined ? shelf?.parent : libraryPlace(standing.place)) ?? null;
  }
  return way;
}

/** Whether an id is a folder of the library, as far as listings told. */
export function isLibraryFolder({ catalogue }: Journal, organization: string, id: string): boolean {
  return (
    isUuid(id) &&
    catalogue.standings(organization, id as ServiceId).some(({ place }) => libraryPlace(place) !== undefined)
  );
}

/** Everything listed in a place and below it. */
export function everythingIn(journal: Journal, organization: string, place: LibraryPlace): readonly ShelfEntry[] {
  const found: ShelfEntry[] = [];
  const seen = new Set<LibraryPlace>();
  const waiting: LibraryPlace[] = [place];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const shelf = shelfOf(journal, organization, at);
    for (const entry of shelf === null ? [] : journal.catalogue.entries(shelf.key)) {
      found.push(entry);
      if (entry.kind === 'folder') waiting.push(entry.id);
    }
  }
  return found;
}
