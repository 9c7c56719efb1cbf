import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import type { SearchFind, SearchHere, SearchThere } from '../../../shared/features/search/model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { searchTexts } from '../../../shared/features/search/text.ts';
import { dayStart, isoTime } from '../../core/calendar.ts';
import type { Item } from '../../core/item.ts';
import { isEmpty, plain, readQuery } from '../../core/search/search-query.ts';
import type { QueryTrouble, SearchQuery } from '../../core/search/search-query.ts';
import { partsOfHtml, snippetOf } from '../../core/search/snippet.ts';
import type { Browsing, BrowsePlace } from '../../remote/browse/browsing.ts';
import { searchesInside } from '../../engine/context/settings.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import type { Hit } from '../../remote/api/shapes.ts';
import type { Searching } from '../../search/searching.ts';
import type { Found } from '../../search/search-index.ts';
import { MirrorRows } from '../browse/mirror-rows.ts';
import { Notes } from '../browse/folder-notes.ts';
import type { AppContext } from '../../items/app-context.ts';
import { libraryTrail } from '../library/library-head.ts';
import { libraryPlace } from '../library/shelves.ts';
import { headOf, knownPlace, placeOf } from '../browse/places.ts';
import type { Known } from '../browse/places.ts';

/** What answering takes. */
interface SearchDesk {
  readonly parts: AppContext;
  readonly browsing: Browsing;
  readonly notes: Notes;
}

/** Finding things by their names and by the words inside, here and at the service. `searching` null: nothing is searched here. */
export function searchHandlers(
  parts: AppContext,
  browsing: Browsing,
  searching: Searching | null,
): Pick<Handlers, 'search.here' | 'search.there' | 'search.whereIs'> {
  const desk: SearchDesk = { parts, browsing, notes: new Notes(parts) };
  return {
    'search.here': input => findHere(desk, searching, input),
    'search.there': input => findThere(desk, input),
    'search.whereIs': async ({ id }) => ({ at: await whereIs(desk.parts, id) }),
  };
}

async function findHere(
  desk: SearchDesk,
  searching: Searching | null,
  { text, limit }: { text: string; limit: number },
): Promise<SearchHere> {
  if (searching === null) throw new FaultError({ kind: 'bad-request', detail: searchTexts.noIndex });
  await searching.indexer.catchUp();
  const { journal } = desk.parts;
  const { query, troubles } = understood(desk.parts, text);
  const fitting: Placed[] = [];
  for (const each of isEmpty(query) ? [] : placed(desk, searching.find(query))) {
    if (query.folders.length === 0 || isIn(wayTo(desk, each.known).path, query)) fitting.push(each);
    // One more than are wanted tells that there are more; where the others are is dear to know.
    if (fitting.length > limit) break;
  }
  const finds: SearchFind[] = [];
  // One after the other: each may read a file.
  // oxlint-disable-next-line no-await-in-loop
  for (const each of fitting.slice(0, limit)) finds.push(await findOf(desk, searching, each, query));
  return {
    finds,
    hasMore: fitting.length > limit,
    troubles: [...troubles],
    ...extentOf(searching, query),
    looksInside: searchesInside(journal.facts),
    unread: journal.items.countExtracting(),
    notAsked: journal.items.countNotAsked(),
    isBuilding: !searching.indexer.isComplete,
  };
}

/** How many files' tags are known matters to who asks for one. */
function extentOf({ index }: Searching, { tags }: SearchQuery): Pick<SearchHere, 'names' | 'texts' | 'tagged'> {
  const { names, texts, tagged } = index.extent();
  return { names, texts, tagged: tags.length === 0 ? null : tagged };
}

/** Days begin when they do where the person is. */
function understood(
  { world: { clock } }: AppContext,
  text: string,
): { query: SearchQuery; troubles: readonly QueryTrouble[] } {
  return readQuery(text, (year, month, day) => {
    const at = dayStart(year, month, day);
    return at === null ? null : at - clock.minutesEast(at) * 60_000;
  });
}

/** A find with where it is: in a folder of a mirror, or in a place of the service that is only shown. */
interface Placed {
  readonly found: Found;
  readonly item: Item | null;
  readonly id: ServiceId | null;
  readonly known: Known;
}

/** What is mirrored is found there, and nowhere else; what several listings show is found once. */
function* placed(desk: SearchDesk, all: readonly Found[]): Iterable<Placed> {
  const seen = new Set<string>();
  for (const found of all) {
    const one = found.source === 'item' ? inMirror(desk.parts.journal, found) : onShelf(desk, found);
    const key = one?.id ?? found.ref;
    if (one === null || seen.has(key)) continue;
    seen.add(key);
    yield one;
  }
}

function inMirror(journal: Journal, found: Found): Placed | null {
  const item = journal.items.get(Number(found.ref) as ItemId);
  const known = item === null ? null : mirrorPlace(journal, item);
  return item === null || known === null ? null : { found, item, id: item.remote?.id ?? null, known };
}

function mirrorPlace(journal: Journal, item: Item): Known | null {
  const mirror = journal.mirrors.all().find(each => each.id === journal.items.mirrorOf(item.id));
  const parent = item.local?.parent ?? item.remote?.parent ?? null;
  const folder = parent === null ? null : journal.items.get(parent);
  return mirror === undefined || folder === null ? null : { kind: 'mirror', mirror, folder };
}

function onShelf({ parts: { journal }, browsing }: SearchDesk, found: Found): Placed | null {
  const [key, id = ''] = found.ref.split('/');
  const shelf = journal.catalogue.byKey(Number(key));
  if (shelf === null || shelf.organization !== browsing.organization) return null;
  if (itemWith(journal, id as ServiceId) !== null) return null;
  const place = libraryPlace(shelf.place);
  const known: Known =
    place === undefined ? { kind: 'base', place: shelf.place as BrowsePlace } : { kind: 'library', place };
  return { found, item: null, id: id as ServiceId, known };
}

function itemWith(journal: Journal, id: ServiceId): Item | null {
  for (const mirror of journal.mirrors.all()) {
    const item = mirror.remoteId === id ? journal.items.get(mirror.rootItem) : journal.items.byRemoteId(mirror.id, id);
    if (item !== null) return item;
  }
  return null;
}

function wayTo({ parts: { journal }, browsing }: SearchDesk, known: Known): NonNullable<SearchFind['place']> {
  const { place, trail } =
    known.kind === 'library'
      ? { place: placeOf(known), trail: libraryTrail(journal, browsing.organization, known.place) }
      : headOf(journal, browsing, known);
  return { at: place, path: trail.map(({ name }) => name).join(' / ') };
}

async function findOf(
  desk: SearchDesk,
  searching: Searching,
  { found, item, id, known }: Placed,
  query: SearchQuery,
): Promise<SearchFind> {
  const content = found.by === 'text' && item !== null ? await searching.textOf(item) : null;
  const [name = ''] = found.name.split('\n');
  return {
    kind: found.kind,
    item: item === null ? null : String(item.id),
    serviceId: id,
    name,
    place: wayTo(desk, known),
    ...standingOf(desk, item, known),
    by: found.by === 'text' ? 'text-here' : 'name',
    snippet: content === null ? null : [...(snippetOf(content, query.words) ?? [])],
    modifiedAt: found.kind === 'folder' || found.modifiedMs === null ? null : isoTime(found.modifiedMs),
  };
}

function standingOf(
  { parts, notes }: SearchDesk,
  item: Item | null,
  known: Known,
): Pick<SearchFind, 'badge' | 'extraction'> {
  if (item === null || known.kind !== 'mirror') return { badge: 'remote', extraction: null };
  const rows = new MirrorRows(parts, notes, { mirror: known.mirror, folder: known.folder.id });
  const { badge, extraction } = rows.row(item);
  return { badge, extraction };
}

type Scope = 'names' | 'texts' | 'tasks';

async function findThere(
  desk: SearchDesk,
  { text, scopes }: { text: string; scopes: readonly Scope[] },
): Promise<SearchThere> {
  const { query } = understood(desk.parts, text);
  const words = query.words.join(' ');
  const ignored = [
    ...(query.tags.length > 0 ? ['tag'] : []),
    ...(query.beforeMs !== null || query.afterMs !== null ? ['before', 'after'] : []),
  ];
  // What it finds cannot be judged by these, and what may not belong there is not shown.
  if (words === '' || ignored.length > 0) return { finds: [], ignored };
  const api = (await desk.parts.engine.link()).api(null);
  // One question where everything is wanted: it is asked at every pause in typing.
  const isAll = (['names', 'texts', 'tasks'] as const).every(scope => scopes.includes(scope));
  const hits = isAll ? await api.findAnything(words) : await eachOf(api, scopes, words);
  const finds = firstOfEach(hits).map(hit => foundThere(desk, hit));
  return { finds: finds.filter(find => fits(find, query)), ignored: [] };
}

async function eachOf(api: ServiceApi, scopes: readonly Scope[], words: string): Promise<readonly Hit[]> {
  return (await Promise.all(scopes.map(scope => api.find(scope, words)))).flat();
}

/** A file that was found by its text and by its name is one find. */
function firstOfEach(hits: readonly Hit[]): readonly Hit[] {
  const first = new Map<string, Hit>();
  for (const hit of hits) if (!first.has(hit.id)) first.set(hit.id, hit);
  return [...first.values()];
}

/** A find whose snippet only repeats its name was found by that. */
function isByName(hit: Hit): boolean {
  const text = plain(
    partsOfHtml(hit.snippet)
      .map(part => part.text)
      .join(''),
  );
  return text === '' || text === plain(hit.title);
}

function foundThere(desk: SearchDesk, hit: Hit): SearchFind {
  const { journal } = desk.parts;
  const item = hit.isTask ? null : itemWith(journal, hit.id);
  const known = item === null ? null : mirrorPlace(journal, item);
  return {
    kind: hit.isTask ? 'task' : 'file',
    item: item === null ? null : String(item.id),
    serviceId: hit.id,
    name: item?.local?.name ?? hit.title,
    place: known === null ? null : wayTo(desk, known),
    ...(known === null ? { badge: null, extraction: null } : standingOf(desk, item, known)),
    by: hit.isTask ? 'task' : isByName(hit) ? 'name-there' : 'text-there',
    snippet: !hit.isTask && isByName(hit) ? null : [...partsOfHtml(hit.snippet)],
    modifiedAt: null,
  };
}

/** In no folder that can be read, it is in the list of such files. @throws FaultError `gone`, `bad-request`. */
async function whereIs({ journal, engine }: AppContext, id: string): Promise<FolderPlace> {
  if (!isUuid(id)) throw new FaultError({ kind: 'bad-request', detail: refusalTexts.noId(id) });
  const { folderId, isGone } = await (await engine.link()).api(null).file(id.toLowerCase() as ServiceId);
  if (isGone) throw new FaultError({ kind: 'gone', messages: [] });
  return folderId === null ? { list: 'loose' } : placeOf(knownPlace(journal, { base: folderId }));
}

/** Whether something lies below folders whose names contain what was asked for. */
function isIn(path: string, { folders }: SearchQuery): boolean {
  const names = plain(path).split(' / ');
  return folders.every(folder => names.some(name => name.includes(folder)));
}

/** Of what the service finds, its name and place here can be judged; of a conversation only that it has neither. */
function fits({ kind, name, place }: SearchFind, query: SearchQuery): boolean {
  if (kind === 'task') return query.types.length === 0 && query.folders.length === 0;
  const ends = plain(name);
  const isType = query.types.every(type => type === 'file' || (type !== 'folder' && ends.endsWith(`.${type}`)));
  return isType && isIn(place?.path ?? '', query);
}
