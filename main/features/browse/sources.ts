import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { FileRow, SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import { stoppedLine } from '../../../shared/features/attention/troubles-text.ts';
import { openTexts } from '../../../shared/features/status/open-items-text.ts';
import { keptTexts } from '../../../shared/features/library/text.ts';
import { isoTime } from '../../core/calendar.ts';
import { plainTime } from '../../core/policy/service-time.ts';
import type { BrowsePlace, Browsing } from '../../remote/browse/browsing.ts';
import type { ShelfEntry } from '../../journal/records/catalogue.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { FolderRow } from '../../journal/records/folder-rows.ts';
import type { PinnedFiles } from '../../items/pinned/pinned.ts';
import type { AppContext } from '../../items/app-context.ts';
import { isHere } from '../../items/target-folder.ts';
import { thingOf } from '../../items/resolve-id.ts';
import { pinnedFrom, Origins } from '../chat/files/origins.ts';
import { type LibraryBrowsing, mayHaveLibraryFolders } from '../library/browsing.ts';
import { everythingIn, type LibraryPlace, shelfOf } from '../library/shelves.ts';
import type { FolderInsides, Insides } from './folder-inside.ts';
import { type Notes, urgencyOf } from './folder-notes.ts';
import type { Line, LineSource } from './lists.ts';
import { MirrorRows } from './mirror-rows.ts';
import type { Known } from './places.ts';

/** A place whose lines can be sorted and turned into rows. */
export interface Source<L extends Line> extends LineSource<L> {
  readonly rows: (lines: readonly L[]) => readonly FileRow[];
}

type MirrorLine = Line & { readonly folderRow: FolderRow };
/** `shelfId`: its id at the service, which is not that of its row where it is mirrored. */
type BaseLine = Line & { readonly shelfId: ServiceId; readonly updatedAt: string | null };

/** What tells the state of a folder and of everything in it. */
export interface FolderFacts {
  readonly notes: Notes;
  readonly insides: FolderInsides;
}

/** A folder of a mirror, from its items. */
export function mirrorSource(
  context: AppContext,
  { notes, insides }: FolderFacts,
  { mirror, folder }: Extract<Known, { kind: 'mirror' }>,
): Source<MirrorLine> {
  const { journal } = context;
  const makeRows = (): MirrorRows => new MirrorRows(context, notes, { mirror, folder: folder.id });
  return {
    key: `item ${folder.id}`,
    changes: () => journal.shelves.changes,
    read: () => journal.shelves.childrenOf(folder.id).map(mirrorLine),
    valueOf: column => {
      if (column === 'sync') return badgeReader(context, folder.id, makeRows());
      const inside = insides.inFolder(mirror.id, folder.id);
      return column === 'size'
        ? sizeReader(inside, idOf)
        : timeReader<MirrorLine>(inside, idOf, ({ folderRow }) => modifiedAt(folderRow));
    },
    rows: lines => {
      const rows = makeRows();
      const inside = insides.inFolder(mirror.id, folder.id);
      context.engine.noteShownFiles(lines.filter(({ kind }) => kind === 'file').map(({ folderRow }) => folderRow.id));
      return lines.flatMap(({ folderRow: { id } }) => {
        const item = journal.items.get(id);
        return item === null ? [] : [{ ...rows.row(item), ...insideIn(inside, String(id)) }];
      });
    },
  };
}

/** The field of a row; none where nothing is known. */
function insideIn(insides: Insides, id: string): Pick<FileRow, 'inside'> {
  const inside = insides.get(id);
  return inside === undefined ? {} : { inside };
}

/** Under which id it is known what is in a line. */
type InsideId<L extends Line> = (line: L) => string;

const idOf = ({ id }: Line): string => id;
const shelfIdOf = ({ shelfId }: BaseLine): string => shelfId;

/** Folders are sorted by what they show: what is in them, where all of it was seen. */
function sizeReader<L extends Line>(insides: Insides, insideId: InsideId<L>): (line: L) => number | null {
  return line => {
    const inside = insides.get(insideId(line));
    return inside?.isWhole === true ? inside.sizeBytes : line.sizeBytes;
  };
}

/** @param own the time of the line itself. */
function timeReader<L extends Line>(
  insides: Insides,
  insideId: InsideId<L>,
  own: (line: L) => string | null,
): (line: L) => string | null {
  return line => {
    const inside = insides.get(insideId(line));
    return (inside?.isWhole === true ? inside.changedAt : null) ?? own(line);
  };
}

function mirrorLine(folderRow: FolderRow): MirrorLine {
  const { id, kind, name, extraction, sizeBytes } = folderRow;
  const isFile = kind === 'file';
  return {
    id: String(id),
    kind,
    name,
    extraction: isFile ? extraction : null,
    sizeBytes: isFile ? sizeBytes : null,
    folderRow,
  };
}

function modifiedAt({ kind, isSame, updatedAt, modifiedMs }: FolderRow): string | null {
  if (kind === 'folder') return null;
  const there = plainTime(updatedAt);
  return modifiedMs === null || (isSame && there !== null) ? there : isoTime(modifiedMs);
}

function badgeReader({ journal }: AppContext, folder: ItemId, rows: MirrorRows): (line: MirrorLine) => number {
  const urgencies = new Map(journal.items.children(folder).map(item => [item.id, urgencyOf(rows.badge(item))]));
  return ({ folderRow }) => urgencies.get(folderRow.id) ?? 0;
}

/** A place at the service, from the catalogue. Mirrored folders in it link to their mirror. */
export function baseSource(
  context: AppContext,
  { organization }: Browsing,
  { place, kept, notes, insides }: FolderFacts & { readonly place: BrowsePlace; readonly kept: PinnedFiles },
): Source<BaseLine> {
  const { journal } = context;
  const mirrors = new Map(journal.mirrors.all().map(mirror => [mirror.remoteId, mirror]));
  const key = (): number | null => journal.catalogue.find(organization, place)?.key ?? null;
  const insidesNow = (): Insides => {
    const shelf = key();
    // What was in an archived folder is no longer listed, and its time is that of its removal.
    return shelf === null || place === 'archived' ? new Map() : insides.inPlace(organization, shelf);
  };
  return {
    key: `base ${organization} ${place}`,
    changes: () => journal.catalogue.changes + kept.files.changes + journal.mirrors.changes,
    read: () => {
      const shelf = key();
      return shelf === null ? [] : journal.catalogue.entries(shelf).map(entry => baseLine(entry, mirrors));
    },
    valueOf: column => {
      if (column === 'size') return sizeReader(insidesNow(), shelfIdOf);
      return column === 'modified'
        ? timeReader(insidesNow(), shelfIdOf, ({ updatedAt }) => updatedAt)
        : line => urgencyOf(mirrors.has(line.shelfId) ? 'local' : badgeOf(kept, line).badge);
    },
    rows: lines => {
      const origins = new Origins(journal.facts).byFile();
      const inside = insidesNow();
      return lines.map(line => {
        const mirror = mirrors.get(line.shelfId);
        const hasFolders = line.kind === 'folder' && mayHaveFolders(journal, organization, line.shelfId);
        return mirror === undefined
          ? {
              ...baseRow(line, hasFolders),
              ...pinnedFrom(badgeOf(kept, line), origins.get(line.shelfId) ?? null),
              ...insideIn(inside, line.shelfId),
            }
          : { ...mirroredRow(line, mirror, notes.of(mirror).inside.get('')), ...insideIn(inside, line.shelfId) };
      });
    },
  };
}

function badgeOf(kept: PinnedFiles, { id, kind }: Line): Pick<FileRow, 'badge' | 'note'> {
  return (kind === 'file' ? kept.badgeOf(id) : null) ?? { badge: 'remote', note: null };
}

/** Whether a folder of the service has subfolders; true while that is unknown. */
export function mayHaveFolders({ catalogue }: Journal, organization: string, folder: string): boolean {
  const shelf = catalogue.find(organization, folder);
  if (shelf === null || (shelf.listedAt === null && shelf.foldersAt === null)) return true;
  return catalogue.hasFolders(shelf.key);
}

function baseLine(entry: ShelfEntry, mirrors: ReadonlyMap<ServiceId, Mirror>): BaseLine {
  const { kind, name, sizeBytes, updatedAt, extraction } = entry;
  const shelfId = entry.id;
  const mirror = mirrors.get(shelfId);
  const id = mirror === undefined ? shelfId : String(mirror.rootItem);
  return { id, shelfId, kind, name, sizeBytes, updatedAt, extraction };
}

function baseRow({ shelfId, kind, name, sizeBytes, updatedAt, extraction }: BaseLine, hasFolders: boolean): FileRow {
  return {
    id: shelfId,
    kind,
    name,
    serviceName: null,
    badge: 'remote',
    note: null,
    extraction,
    sizeBytes,
    modifiedAt: updatedAt,
    hasFolders,
  };
}

/** @param inside the worst badge of the open items below: a folder is never shown as better than its worst content. */
function mirroredRow({ id, name }: BaseLine, mirror: Mirror, inside: SyncBadge | undefined): FileRow {
  return {
    id,
    kind: 'folder',
    name,
    serviceName: null,
    badge: mirror.halted === null ? (inside ?? 'local') : 'blocked',
    note: mirror.halted !== null ? stoppedLine(mirror.halted) : inside === undefined ? null : openTexts.inside(name),
    extraction: null,
    sizeBytes: null,
    modifiedAt: null,
    hasFolders: true,
    opens: { mirror: mirror.id, folder: null },
  };
}

type LibraryLine = Line & { readonly updatedAt: string | null; readonly isWithdrawn: boolean };

/** A folder of the library, from the listings. */
export function librarySource(
  context: AppContext,
  { organization }: Pick<LibraryBrowsing, 'organization'>,
  { place, kept }: { readonly place: LibraryPlace; readonly kept: PinnedFiles },
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
    valueOf: column => {
      if (column === 'size') return ({ sizeBytes }) => sizeBytes;
      return column === 'modified'
        ? ({ updatedAt }) => updatedAt
        : ({ id, kind }) => urgencyOf(standingOf(context, kept, { id, kind }).badge);
    },
    rows: lines => lines.map(line => rowOf(context, kept, line, organization)),
  };
}

function lineOf(entry: ShelfEntry, isWithdrawn: boolean): LibraryLine {
  const { id, kind, name, sizeBytes, updatedAt, extraction } = entry;
  return { id, kind, name, sizeBytes, updatedAt, extraction, isWithdrawn };
}

function rowOf(context: AppContext, kept: PinnedFiles, line: LibraryLine, organization: string): FileRow {
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
function noLongerThere({ journal }: AppContext, kept: PinnedFiles, organization: string): readonly ShelfEntry[] {
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
  kept: PinnedFiles,
  { id, organization }: { readonly id: string; readonly organization: string },
): Pick<FileRow, 'badge' | 'note'> {
  if (kept.files.all().length === 0) return { badge: 'remote', note: null };
  const files = everythingIn(journal, organization, id as ServiceId).filter(({ kind }) => kind === 'file');
  const isWhole = files.length > 0 && files.every(file => kept.badgeOf(file.id)?.badge === 'pinned');
  return isWhole ? { badge: 'pinned', note: keptTexts.wholeFolder } : { badge: 'remote', note: null };
}

/** Whether a file listed outside of the mirrors has bytes on this computer. It may also be in a mirror. */
function standingOf(
  { journal }: AppContext,
  kept: PinnedFiles,
  { id, kind }: Pick<Line, 'id' | 'kind'>,
): Pick<FileRow, 'badge' | 'note'> {
  if (kind === 'folder') return { badge: 'remote', note: null };
  const own = kept.badgeOf(id);
  if (own !== null) return own;
  const thing = thingOf(journal, id);
  return { badge: thing.where === 'mirror' && isHere(thing.item) ? 'local' : 'remote', note: null };
}
