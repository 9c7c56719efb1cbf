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
import { isEmpty, comparableText, readQuery } from '../../core/search/search-query.ts';
import type { QueryTrouble, SearchQuery } from '../../core/search/search-query.ts';
import { withoutFileIds } from '../../../shared/text/without-file-ids.ts';
import { partsOfHtml, snippetOf } from '../../core/search/snippet.ts';
import type { Browsing, BrowsePlace } from '../../remote/browse/browsing.ts';
import { searchesInside } from '../../engine/context/settings.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import type { Hit } from '../../remote/api/shapes.ts';
import type { Searching } from '../../search/open-search.ts';
import type { Extent, Found } from '../../search/search-index.ts';
import { MirrorRows } from '../browse/mirror-rows.ts';
import type { Notes } from '../browse/folder-notes.ts';
import type { AppContext } from '../../items/app-context.ts';
import { RecomputeThrottle } from '../../items/recompute-throttle.ts';
import { libraryTrail } from '../library/library-header.ts';
import { libraryPlace } from '../library/shelves.ts';
import { headOf, knownPlace, placeOf } from '../browse/places.ts';
import type { Known } from '../browse/places.ts';

/** What the search handlers need. */
interface SearchContext {
  readonly context: AppContext;
  readonly browsing: Browsing;
  readonly notes: Notes;
}

/** Share of the engine's time that counting what is known may take while it grows. */
const COUNTING_SHARE = 1 / 40;

/** Searches names and contents, locally and at the service. @param searching null: no local index. */
export function searchHandlers(
  deps: SearchContext,
  searching: Searching | null,
): Pick<Handlers, 'search.here' | 'search.there' | 'search.whereIs'> {
  const patience = new RecomputeThrottle(deps.context, COUNTING_SHARE);
  let kept: Extent | null = null;
  const extentOf = ({ index }: Searching): Extent => {
    if (kept === null || !patience.mustWait('extent')) kept = patience.reckon('extent', () => index.extent());
    return kept;
  };
  return {
    'search.here': input => findHere({ ...deps, extentOf }, searching, input),
    'search.there': input => findThere(deps, input),
    'search.whereIs': ({ id }) => whereIs(deps.context, id),
  };
}

async function findHere(
  deps: SearchContext & { readonly extentOf: (searching: Searching) => Extent },
  searching: Searching | null,
  { text, limit }: { text: string; limit: number },
): Promise<SearchHere> {
  if (searching === null) throw new FaultError({ kind: 'bad-request', detail: searchTexts.noIndex });
  await searching.indexer.catchUp();
  const { journal } = deps.context;
  const { query, troubles } = understood(deps.context, text);
  const fitting: Placed[] = [];
  for (const each of isEmpty(query) ? [] : placed(deps, searching.find(query))) {
    if (query.folders.length === 0 || isIn(wayTo(deps, each.known).path, query)) fitting.push(each);
    // One more than requested shows that there are more; locating the rest would be expensive.
    if (fitting.length > limit) break;
  }
  const finds: SearchFind[] = [];
  // In sequence: each may read a file.
  // oxlint-disable-next-line no-await-in-loop
  for (const each of fitting.slice(0, limit)) finds.push(await findOf(deps, searching, each, query));
  const { extracting: unread, notAsked } = journal.items.extractions.countWithoutText();
  const { names, texts, tagged } = deps.extentOf(searching);
  return {
    finds,
    hasMore: fitting.length > limit,
    troubles: [...troubles],
    names,
    texts,
    // How many files have known tags is relevant only to a query for tags.
    tagged: query.tags.length === 0 ? null : tagged,
    looksInside: searchesInside(journal.facts),
    unread,
    notAsked,
    isBuilding: !searching.indexer.isComplete,
  };
}

/** Parses the query; dates use the person's time zone. */
function understood(
  { world: { clock } }: AppContext,
  text: string,
): { query: SearchQuery; troubles: readonly QueryTrouble[] } {
  return readQuery(text, (year, month, day) => {
    const at = dayStart(year, month, day);
    return at === null ? null : at - clock.minutesEast(at) * 60_000;
  });
}

/** A result with its place: in a folder of a mirror, or in a listing of the service. */
interface Placed {
  readonly found: Found;
  readonly item: Item | null;
  readonly id: ServiceId | null;
  readonly known: Known;
}

/** Locates results: a mirrored item only in its mirror, an item in several listings once. */
function* placed(deps: SearchContext, all: readonly Found[]): Iterable<Placed> {
  const seen = new Set<string>();
  for (const found of all) {
    const one = found.source === 'item' ? inMirror(deps.context.journal, found) : onShelf(deps, found);
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

function onShelf({ context: { journal }, browsing }: SearchContext, found: Found): Placed | null {
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

function wayTo({ context: { journal }, browsing }: SearchContext, known: Known): NonNullable<SearchFind['place']> {
  const { place, trail } =
    known.kind === 'library'
      ? { place: placeOf(known), trail: libraryTrail(journal, browsing.organization, known.place) }
      : headOf(journal, browsing, known);
  return { at: place, path: trail.map(({ name }) => name).join(' / ') };
}

async function findOf(
  deps: SearchContext,
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
    place: wayTo(deps, known),
    ...standingOf(deps, item, known),
    by: found.by === 'text' ? 'text-here' : 'name',
    snippet: content === null ? null : [...(snippetOf(content, query.words) ?? [])],
    modifiedAt: found.kind === 'folder' || found.modifiedMs === null ? null : isoTime(found.modifiedMs),
  };
}

function standingOf(
  { context, notes }: SearchContext,
  item: Item | null,
  known: Known,
): Pick<SearchFind, 'badge' | 'extraction'> {
  if (item === null || known.kind !== 'mirror') return { badge: 'remote', extraction: null };
  const rows = new MirrorRows(context, notes, { mirror: known.mirror, folder: known.folder.id });
  const { badge, extraction } = rows.row(item);
  return { badge, extraction };
}

type Scope = 'names' | 'texts' | 'tasks';

async function findThere(
  deps: SearchContext,
  { text, scopes }: { text: string; scopes: readonly Scope[] },
): Promise<SearchThere> {
  const { query } = understood(deps.context, text);
  const words = query.words.join(' ');
  const ignored = [
    ...(query.tags.length > 0 ? ['tag'] : []),
    ...(query.beforeMs !== null || query.afterMs !== null ? ['before', 'after'] : []),
  ];
  // These filters cannot be checked on the service's results, which may therefore not match, so none are shown.
  if (words === '' || ignored.length > 0) return { finds: [], ignored };
  const api = (await deps.context.engine.connection()).api(null);
  // A single request when everything is searched, because it is sent at every pause in typing.
  const isAll = (['names', 'texts', 'tasks'] as const).every(scope => scopes.includes(scope));
  const hits = isAll ? await api.findAnything(words) : await eachOf(api, scopes, words);
  const finds = firstOfEach(hits).map(hit => foundThere(deps, hit));
  return { finds: finds.filter(find => fits(find, query)), ignored: [] };
}

async function eachOf(api: ServiceApi, scopes: readonly Scope[], words: string): Promise<readonly Hit[]> {
  return (await Promise.all(scopes.map(scope => api.find(scope, words)))).flat();
}

/** A file found by text and by name is one result. */
function firstOfEach(hits: readonly Hit[]): readonly Hit[] {
  const first = new Map<string, Hit>();
  for (const hit of hits) if (!first.has(hit.id)) first.set(hit.id, hit);
  return [...first.values()];
}

/** Whether a result matched by name: its snippet only repeats the name. */
function isByName(hit: Hit): boolean {
  const text = comparableText(
    partsOfHtml(hit.snippet)
      .map(part => part.text)
      .join(''),
  );
  return text === '' || text === comparableText(hit.title);
}

function foundThere(deps: SearchContext, hit: Hit): SearchFind {
  const { journal } = deps.context;
  const item = hit.isTask ? null : itemWith(journal, hit.id);
  const known = item === null ? null : mirrorPlace(journal, item);
  return {
    kind: hit.isTask ? 'task' : 'file',
    item: item === null ? null : String(item.id),
    serviceId: hit.id,
    name: item?.local?.name ?? (hit.isTask ? withoutFileIds(hit.title).trim() : hit.title),
    place: known === null ? null : wayTo(deps, known),
    ...(known === null ? { badge: null, extraction: null } : standingOf(deps, item, known)),
    by: hit.isTask ? 'task' : isByName(hit) ? 'name-there' : 'text-there',
    snippet:
      !hit.isTask && isByName(hit) ? null : [...partsOfHtml(hit.isTask ? withoutFileIds(hit.snippet) : hit.snippet)],
    modifiedAt: null,
  };
}

/** A file in no readable folder is in the list of such files. @throws FaultError `gone`, `bad-request`. */
async function whereIs(
  { journal, engine }: AppContext,
  given: string,
): Promise<{ readonly at: FolderPlace; readonly row: string }> {
  if (!isUuid(given)) throw new FaultError({ kind: 'bad-request', detail: refusalTexts.noId(given) });
  const id = given.toLowerCase() as ServiceId;
  const { folderId, isGone } = await (await engine.connection()).api(null).file(id);
  if (isGone) throw new FaultError({ kind: 'gone', messages: [] });
  const at: FolderPlace = folderId === null ? { list: 'loose' } : placeOf(knownPlace(journal, { base: folderId }));
  const item = 'mirror' in at ? journal.items.byRemoteId(at.mirror, id) : null;
  return { at, row: item === null ? id : String(item.id) };
}

/** Whether a path has folders whose names contain the query's terms. */
function isIn(path: string, { folders }: SearchQuery): boolean {
  const names = comparableText(path).split(' / ');
  return folders.every(folder => names.some(name => name.includes(folder)));
}

/** Checks name and place of the service's results against the filters; a conversation has neither. */
function fits({ kind, name, place }: SearchFind, query: SearchQuery): boolean {
  if (kind === 'task') return query.types.length === 0 && query.folders.length === 0;
  const ends = comparableText(name);
  const isType = query.types.every(type => type === 'file' || (type !== 'folder' && ends.endsWith(`.${type}`)));
  return isType && isIn(place?.path ?? '', query);
}
