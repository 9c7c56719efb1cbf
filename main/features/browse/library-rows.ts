import type { ServiceId } from '../../../shared/ids.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { keptTexts } from '../../../shared/features/library/text.ts';
import type { ShelfEntry } from '../../journal/records/catalogue.ts';
import { urgencyOf } from './badge-order.ts';
import type { Kept } from '../../items/pinned/pinned.ts';
import type { Line } from './lists.ts';
import { isHere } from '../../items/locate-item.ts';
import { thingOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Source } from './sources.ts';
import { type LibraryBrowsing, mayHaveLibraryFolders } from '../library/browsing.ts';
import { everythingIn, type LibraryPlace, shelfOf } from '../library/shelves.ts';

type LibraryLine = Line & { readonly updatedAt: string | null; readonly isWithdrawn: boolean };

/** A folder of the library, from the listings. */
export function librarySource(
  context: AppContext,
  { organization }: Pick<LibraryBrowsing, 'organization'>,
  { place, kept }: { readonly place: LibraryPlace; readonly kept: Kept },
): Source<LibraryLine> {
  const { journal } = context;
  return {
    key: `library ${organization} ${place ?? ''}`,
    changes: () => journal.catalogue.changes + kept.files.changes,
    read: () => {
      const shelf = shelfOf(journal, organization, place);
      const listed = shelf === null ? [] : journal.catalogue.entries(shelf.key);
      const isKnown = place === null && shelf !== null && shelf.listedAt !== null;
      const withdrawn = isKnown ? noLongerThere(context, kept, organization) : [];
      return [...listed.map(entry => lineOf(entry, false)), ...withdrawn.map(entry => lineOf(entry, true))];
    },
    valueOf: column =>
      column === 'modified'
        ? ({ updatedAt }) => updatedAt
        : ({ id, kind }) => urgencyOf(standingOf(context, kept, { id, kind }).badge),
    rows: lines => lines.map(line => rowOf(context, kept, line, organization)),
  };
}

function lineOf(entry: ShelfEntry, isWithdrawn: boolean): LibraryLine {
  const { id, kind, name, sizeBytes, updatedAt, extraction } = entry;
  return { id, kind, name, sizeBytes, updatedAt, extraction, isWithdrawn };
}

function rowOf(context: AppContext, kept: Kept, line: LibraryLine, organization: string): FileRow {
  const { id, kind, name, sizeBytes, updatedAt, extraction, isWithdrawn } = line;
  const isFolder = kind === 'folder';
  return {
    id,
    kind,
    name,
    serviceName: null,
    ...(isFolder ? folderStanding(context, kept, { id, organization }) : standingOf(context, kept, line)),
    ...(isWithdrawn ? { note: keptTexts.withdrawn } : {}),
    extraction,
    sizeBytes,
    modifiedAt: updatedAt,
    hasFolders: isFolder && mayHaveLibraryFolders(context, organization, line.id as ServiceId),
    ...(isFolder ? { opens: { library: id } } : {}),
  };
}

/** Pinned files that are no longer published: their copies are still here and found only in this list. */
function noLongerThere({ journal }: AppContext, kept: Kept, organization: string): readonly ShelfEntry[] {
  const ours = kept.files.all().filter(file => file.from === 'library' && file.copy !== null);
  if (ours.length === 0) return [];
  const published = new Set(everythingIn(journal, organization, null).map(({ id }) => id));
  return ours
    .filter(file => !published.has(file.id) && file.organization === organization)
    .map(({ id, name, copy }) => ({
      id,
      kind: 'file',
      name,
      sizeBytes: copy?.sizeBytes ?? null,
      updatedAt: copy?.updatedAt ?? null,
      extraction: null,
    }));
}

/** A folder counts as pinned when every file in it is; otherwise it shows the worst badge inside. */
function folderStanding(
  { journal }: AppContext,
  kept: Kept,
  { id, organization }: { readonly id: string; readonly organization: string },
): Pick<FileRow, 'badge' | 'note'> {
  if (kept.files.all().length === 0) return { badge: 'remote', note: null };
  const files = everythingIn(journal, organization, id as ServiceId).filter(({ kind }) => kind === 'file');
  const isWhole = files.length > 0 && files.every(file => kept.badgeOf(file.id)?.badge === 'pinned');
  return isWhole ? { badge: 'pinned', note: keptTexts.wholeFolder } : { badge: 'remote', note: null };
}

/** Whether a file listed outside of the mirrors has bytes on this computer. It may also be in a mirror. */
export function standingOf(
  { journal }: AppContext,
  kept: Kept,
  { id, kind }: Pick<Line, 'id' | 'kind'>,
): Pick<FileRow, 'badge' | 'note'> {
  if (kind === 'folder') return { badge: 'remote', note: null };
  const own = kept.badgeOf(id);
  if (own !== null) return own;
  const thing = thingOf(journal, id);
  return { badge: thing.where === 'mirror' && isHere(thing.item) ? 'local' : 'remote', note: null };
}
