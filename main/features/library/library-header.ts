import type { ServiceId } from '../../../shared/ids.ts';
import type { PlaceHead, TrailStep, TreeFolder } from '../../../shared/features/browse/folder-model.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { CataloguePlace } from '../../journal/records/catalogue.ts';
import type { Journal } from '../../journal/journal.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type LibraryBrowsing, mayHaveLibraryFolders } from './browsing.ts';
import { type LibraryPlace, shelfOf, wayTo } from './shelves.ts';

/** The path from the top of the library to a place, which is last. */
export function libraryTrail(journal: Journal, organization: string, place: LibraryPlace): TrailStep[] {
  const steps = wayTo(journal, organization, place);
  return [
    { place: { library: null }, name: libraryTexts.place },
    ...steps.map(({ id, name }) => ({ place: { library: id }, name })),
  ];
}

/** What the header of a library list shows. */
export function libraryHead({ journal }: AppContext, library: LibraryBrowsing, place: LibraryPlace): PlaceHead {
  const { organization } = library;
  const shelf = shelfOf(journal, organization, place);
  const standing = standingOf(shelf);
  return {
    place: { library: place },
    trail: libraryTrail(journal, organization, place),
    standing,
    got: standing === 'partial' ? (shelf?.got ?? null) : null,
    of: standing === 'partial' ? (shelf?.total ?? null) : null,
    reading: library.reading(place),
    fault: shelf?.fault ?? null,
    archived: null,
    checkedAt: shelf === null || shelf.listedAt === null ? null : isoTime(shelf.listedAt),
    isIncomplete: false,
    mayManage: library.managing.may(organization),
  };
}

function standingOf(shelf: CataloguePlace | null): PlaceHead['standing'] {
  if (shelf === null) return 'unvisited';
  if (shelf.fault?.kind === 'gone') return 'gone';
  if (shelf.fault?.kind === 'not-allowed') return 'closed';
  if (shelf.listedAt !== null) return 'ready';
  return shelf.got !== null && shelf.got > 0 ? 'partial' : 'unvisited';
}

/** The folders in a place of the library. */
export function libraryFolders(
  context: AppContext,
  library: LibraryBrowsing,
  place: LibraryPlace,
): readonly TreeFolder[] {
  const { journal } = context;
  const { organization } = library;
  const shelf = shelfOf(journal, organization, place);
  return (shelf === null ? [] : journal.catalogue.folders(shelf.key)).map(({ id, name }) => ({
    place: { library: id as ServiceId },
    name,
    hasFolders: mayHaveLibraryFolders(context, organization, id),
    isMirrored: false,
  }));
}
