import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { ItemId } from '../../shared/ids.ts';
import type { SearchFind, SearchHere, SearchThere } from '../../shared/model/search.ts';
import { searchTexts } from '../../shared/text/search.ts';
import { dayStart, isoTime } from '../core/calendar.ts';
import type { Item } from '../core/item.ts';
import { isEmpty, plain, readQuery } from '../core/search-query.ts';
import type { QueryTrouble, SearchQuery } from '../core/search-query.ts';
import { partsOfHtml, snippetOf } from '../core/snippet.ts';
import { searchesInside } from '../engine/settings.ts';
import type { Journal } from '../journal/journal.ts';
import type { Hit } from '../remote/api/shapes.ts';
import type { Searching } from '../search/searching.ts';
import type { Found } from '../search/search-index.ts';
import type { AppParts } from './parts.ts';

/** Finding things by their names and by the words inside, here and at the service. */
export function searchHandlers(
  parts: AppParts,
  searching: Searching | null,
): Pick<Handlers, 'search.here' | 'search.there'> {
  return {
    'search.here': input => findHere(parts, searching, input),
    'search.there': input => findThere(parts, input),
  };
}

async function findHere(
  parts: AppParts,
  searching: Searching | null,
  { text, limit }: { text: string; limit: number },
): Promise<SearchHere> {
  if (searching === null) throw new FaultError({ kind: 'bad-request', detail: searchTexts.noIndex });
  await searching.indexer.catchUp();
  const { journal } = parts;
  const { query, troubles } = understood(parts, text);
  const found = isEmpty(query) ? [] : searching.find(query);
  const fitting = found.filter(each => isInFolders(journal, each, query));
  const finds: SearchFind[] = [];
  for (const each of fitting.slice(0, limit)) {
    const item = journal.items.get(Number(each.ref) as ItemId);
    // oxlint-disable-next-line no-await-in-loop
    if (item !== null) finds.push(await findOf(parts, searching, { item, found: each, query }));
  }
  return {
    finds,
    hasMore: fitting.length > limit,
    troubles: [...troubles],
    ...searching.index.extent(),
    looksInside: searchesInside(journal.facts),
    unread: journal.items.countExtracting(),
    isBuilding: !searching.indexer.isComplete,
  };
}

/** Days begin when they do where the person is. */
function understood(
  { world: { clock } }: AppParts,
  text: string,
): { query: SearchQuery; troubles: readonly QueryTrouble[] } {
  return readQuery(text, (year, month, day) => {
    const at = dayStart(year, month, day);
    return at === null ? null : at - clock.minutesEast(at) * 60_000;
  });
}

/** Whether something lies below folders whose names contain what was asked for. */
function isInFolders(journal: Journal, { ref }: Found, { folders }: SearchQuery): boolean {
  if (folders.length === 0) return true;
  const id = Number(ref) as ItemId;
  const mirror = journal.mirrors.all().find(each => each.id === journal.items.mirrorOf(id));
  const names = [...(mirror?.remotePath.split('/') ?? []), ...journal.pathOf(id).split('/').slice(0, -1)].map(plain);
  return folders.every(folder => names.some(name => name.includes(folder)));
}

async function findOf(
  { journal }: AppParts,
  searching: Searching,
  { item, found, query }: { item: Item; found: Found; query: SearchQuery },
): Promise<SearchFind> {
  const content = found.by === 'text' ? await searching.textOf(item) : null;
  const [name = ''] = found.name.split('\n');
  return {
    kind: item.kind,
    item: String(item.id),
    serviceId: item.remote?.id ?? null,
    name,
    place: placeOf(journal, item),
    badge: null,
    extraction: item.kind === 'folder' ? null : journal.items.extraction(item.id),
    by: found.by === 'text' ? 'text-here' : 'name',
    snippet: content === null ? null : [...(snippetOf(content, query.words) ?? [])],
    modifiedAt: item.kind === 'folder' || found.modifiedMs === null ? null : isoTime(found.modifiedMs),
  };
}

function placeOf(journal: Journal, item: Item): SearchFind['place'] {
  const mirror = journal.mirrors.all().find(each => each.id === journal.items.mirrorOf(item.id));
  const parent = item.local?.parent ?? item.remote?.parent ?? null;
  if (mirror === undefined || parent === null) return null;
  const folder = parent === mirror.rootItem ? null : String(parent);
  const own = mirror.remotePath.split('/').at(-1) ?? mirror.remotePath;
  const below = folder === null ? '' : journal.pathOf(parent);
  return { mirror: mirror.id, folder, path: [own, ...below.split('/').filter(name => name !== '')].join(' / ') };
}

type Scope = 'names' | 'texts' | 'tasks';

async function findThere(
  parts: AppParts,
  { text, scopes }: { text: string; scopes: readonly Scope[] },
): Promise<SearchThere> {
  const { query } = understood(parts, text);
  const words = query.words.join(' ');
  const ignored = [
    ...(query.tags.length > 0 ? ['tag'] : []),
    ...(query.beforeMs !== null || query.afterMs !== null ? ['before', 'after'] : []),
  ];
  // What it finds cannot be judged by these, and what may not belong there is not shown.
  if (words === '' || ignored.length > 0) return { finds: [], ignored };
  const api = (await parts.engine.link()).api(null);
  const asked = await Promise.all(scopes.map(async scope => ({ scope, hits: await api.find(scope, words) })));
  const finds = asked.flatMap(({ scope, hits }) => hits.map(hit => foundThere(parts.journal, scope, hit)));
  return { finds: finds.filter(find => fits(find, query)), ignored: [] };
}

function foundThere(journal: Journal, scope: Scope, hit: Hit): SearchFind {
  const item = hit.isTask
    ? null
    : (journal.mirrors
        .all()
        .map(({ id }) => journal.items.byRemoteId(id, hit.id))
        .find(each => each !== null) ?? null);
  return {
    kind: hit.isTask ? 'task' : 'file',
    item: item === null ? null : String(item.id),
    serviceId: hit.id,
    name: item?.local?.name ?? hit.title,
    place: item === null ? null : placeOf(journal, item),
    badge: null,
    extraction: item === null ? null : journal.items.extraction(item.id),
    by: hit.isTask ? 'task' : scope === 'texts' ? 'text-there' : 'name-there',
    snippet: scope === 'names' ? null : [...partsOfHtml(hit.snippet)],
    modifiedAt: null,
  };
}

/** Of what the service finds, its name and place here can be judged; of a conversation only that it has neither. */
function fits({ kind, name, place }: SearchFind, { types, folders }: SearchQuery): boolean {
  if (kind === 'task') return types.length === 0 && folders.length === 0;
  const ends = plain(name);
  const names = plain(place?.path ?? '').split(' / ');
  return (
    types.every(type => type === 'file' || (type !== 'folder' && ends.endsWith(`.${type}`))) &&
    folders.every(folder => names.some(each => each.includes(folder)))
  );
}
