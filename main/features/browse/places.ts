import { badRequest, FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ItemId, MirrorId, ServiceId } from '../../../shared/ids.ts';
import type { PlaceHead, TrailStep } from '../../../shared/features/browse/folder-model.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Item } from '../../core/item.ts';
import { archivedTop, folderAbove, folderOf } from '../../remote/browse/browsing.ts';
import type { Browsing, BrowsePlace } from '../../remote/browse/browsing.ts';
import type { CataloguePlace } from '../../journal/records/catalogue.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { LibraryPlace } from '../library/shelves.ts';
import { nameOf } from '../../items/local/local-path.ts';
import { splitPath } from '../../items/remote-path.ts';

/** A resolved place: a folder of a mirror, or a place at the service that is not mirrored. */
export type Known =
  | { readonly kind: 'mirror'; readonly mirror: Mirror; readonly folder: Item }
  | { readonly kind: 'base'; readonly place: BrowsePlace }
  | { readonly kind: 'library'; readonly place: LibraryPlace };

/** Depth limit when following parents; a deeper chain is a cycle. */
const DEEPEST = 256;

/**
 * Resolves a place sent by a window. A folder of the service that is mirrored resolves to the mirror.
 * @throws FaultError
 */
export function knownPlace(journal: Journal, place: FolderPlace): Known {
  if ('mirror' in place) return mirrorPlace(journal, place.mirror, place.folder);
  if ('library' in place) return { kind: 'library', place: libraryId(place.library) };
  if ('list' in place) {
    if (place.list === 'removed') throw badRequest(browseTexts.noList);
    return { kind: 'base', place: place.list };
  }
  if (place.base === null) return { kind: 'base', place: 'roots' };
  if (!isUuid(place.base)) throw badRequest(browseTexts.notFound(place.base));
  const id = place.base.toLowerCase() as ServiceId;
  return mirroredFolder(journal, id) ?? { kind: 'base', place: id };
}

function libraryId(id: string | null): LibraryPlace {
  if (id === null) return null;
  if (!isUuid(id)) throw badRequest(libraryTexts.noFolderId(id));
  return id.toLowerCase() as ServiceId;
}

function mirrorPlace(journal: Journal, id: string, folder: string | null): Known {
  const mirror = journal.mirrors.get(id as MirrorId);
  if (mirror === null) throw goneFault(browseTexts.noFolder);
  const number = folder === null ? mirror.rootItem : (Number(folder) as ItemId);
  const item = Number.isSafeInteger(number) ? journal.items.get(number) : null;
  if (item === null || item.kind !== 'folder' || journal.items.mirrorOf(item.id) !== mirror.id)
    throw goneFault(browseTexts.goneItem);
  return { kind: 'mirror', mirror, folder: item };
}

/** The mirrored folder of a service folder; null: it is in no mirror. */
export function mirroredFolder(journal: Journal, id: ServiceId): Extract<Known, { kind: 'mirror' }> | null {
  for (const mirror of journal.mirrors.all()) {
    const folder =
      mirror.remoteId === id ? journal.items.get(mirror.rootItem) : journal.items.byRemoteId(mirror.id, id);
    if (folder !== null && folder.kind === 'folder') return { kind: 'mirror', mirror, folder };
  }
  return null;
}

/** The place as the contract names it. */
export function placeOf(known: Known): FolderPlace {
  if (known.kind === 'mirror') {
    const { mirror, folder } = known;
    return { mirror: mirror.id, folder: folder.id === mirror.rootItem ? null : String(folder.id) };
  }
  if (known.kind === 'library') return { library: known.place };
  const { place } = known;
  const list = listOf(place);
  return list === null ? { base: folderOf(place) } : { list };
}

/** What the header of a list shows. */
export function headOf(journal: Journal, browsing: Browsing, known: Exclude<Known, { kind: 'library' }>): PlaceHead {
  return known.kind === 'mirror' ? mirrorHead(journal, known) : baseHead(journal, browsing, known.place);
}

const AT_REST = {
  standing: 'ready',
  got: null,
  of: null,
  reading: null,
  fault: null,
  archived: null,
  isIncomplete: false,
} as const;

function mirrorHead(journal: Journal, known: Extract<Known, { kind: 'mirror' }>): PlaceHead {
  const { mirror, folder } = known;
  const checkedAt = journal.listings.listedAt(folder.id) ?? mirror.checkedAt;
  const top = { place: { mirror: mirror.id, folder: null }, name: mirrorName(mirror) };
  const steps: TrailStep[] = [];
  const seen = new Set<ItemId>();
  for (let at: Item | null = folder; at !== null && at.id !== mirror.rootItem && !seen.has(at.id);) {
    seen.add(at.id);
    steps.unshift({ place: { mirror: mirror.id, folder: String(at.id) }, name: nameOf(at) });
    const parent: ItemId | undefined = at.local?.parent ?? at.remote?.parent;
    at = parent === undefined ? null : journal.items.get(parent);
  }
  return {
    ...AT_REST,
    place: placeOf(known),
    trail: [top, ...steps],
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
  };
}

/** A mirror's name: the last name of its path at the service. */
export function mirrorName({ remotePath }: Pick<Mirror, 'remotePath'>): string {
  return splitPath(remotePath).at(-1) ?? remotePath;
}

function baseHead(journal: Journal, browsing: Browsing, place: BrowsePlace): PlaceHead {
  const shelf = journal.catalogue.find(browsing.organization, place);
  const folder = folderOf(place);
  const top = folder === null ? null : archivedTop(journal, folder);
  const standing = standingOf(journal, browsing, { shelf, place, isArchived: top !== null });
  return {
    ...AT_REST,
    place: placeOf({ kind: 'base', place }),
    trail: trailOf(journal, browsing, place),
    standing,
    ...(standing === 'partial' ? { got: shelf?.got ?? null, of: shelf?.total ?? null } : {}),
    reading: browsing.reading(place),
    fault: shelf?.fault ?? null,
    archived: top === null ? null : { id: top.id, name: top.name },
    checkedAt: shelf === null || shelf.listedAt === null ? null : isoTime(shelf.listedAt),
    isIncomplete: place === 'loose',
  };
}

function standingOf(
  journal: Journal,
  browsing: Browsing,
  { shelf, place, isArchived }: { shelf: CataloguePlace | null; place: BrowsePlace; isArchived: boolean },
): PlaceHead['standing'] {
  if (isArchived) return 'archived';
  if (shelf === null) return 'unvisited';
  if (shelf.fault?.kind === 'gone') return 'gone';
  if (shelf.fault?.kind === 'not-allowed') {
    const folder = folderOf(place);
    const isSeen = folder !== null && journal.catalogue.standings(browsing.organization, folder).length > 0;
    return isSeen ? 'hidden' : 'closed';
  }
  if (shelf.listedAt !== null) return 'ready';
  return shelf.got !== null && shelf.got > 0 ? 'partial' : 'unvisited';
}

function listOf(place: BrowsePlace): 'archived' | 'loose' | null {
  return place === 'archived' ? 'archived' : place === 'loose' ? 'loose' : null;
}

/**
 * The path from the top to the place, as far as listings told. Answers may be wrong: a cycle is cut where it closes.
 */
function trailOf(journal: Journal, { organization }: Browsing, place: BrowsePlace): TrailStep[] {
  const top = { place: { base: null }, name: browseTexts.base };
  const list = listOf(place);
  if (list !== null) return [{ place: { list }, name: browseTexts[list] }];
  const steps: TrailStep[] = [];
  const seen = new Set<ServiceId>();
  for (let at = folderOf(place); at !== null && !seen.has(at) && seen.size < DEEPEST;) {
    seen.add(at);
    steps.unshift({ place: { base: at }, name: nameIn(journal, organization, at) });
    at = folderAbove(journal, organization, at);
  }
  return [top, ...steps];
}

function nameIn(journal: Journal, organization: string, id: ServiceId): string {
  const [standing] = journal.catalogue.standings(organization, id);
  return standing?.name ?? journal.catalogue.find(organization, id)?.name ?? id;
}

/** A refusal because something is gone. @param message a whole sentence. */
export function goneFault(message: string): FaultError {
  return new FaultError({ kind: 'gone', messages: [message] });
}
