import { searchEndpoints } from '../../../../shared/api/calls/search.ts';
import type { SearchHit, searchQuery } from '../../../../shared/api/calls/search.ts';
import type { z } from 'zod';

import type { Site } from '../ground/access.ts';
import { cut, pageOf, compare } from '../ground/fields.ts';
import { hit, isUnknownYet, named } from '../files/listings.ts';
import { messages } from './message-records.ts';
import type { MessageRow } from './message-records.ts';
import { Reach } from '../ground/reach.ts';
import type { FileRow, TextHit } from '../ground/records.ts';
import { ok, route } from '../ground/route.ts';
import type { Answer, Route } from '../ground/route.ts';
import { countOf, excerpt, holdsAll, termsOf } from '../ground/search-terms.ts';
import { isoTime } from '../ground/shapes.ts';
import { tasks } from './task-records.ts';
import type { TaskRow } from './task-records.ts';

/** Section 4.5, but for the search of files by name, which stands with the other lists of files. */
export const searchRoutes: readonly Route[] = [
  route(searchEndpoints.searchEverything, call => {
    const { q } = call.query;
    if (termsOf(q).length === 0) return page([], call.query);
    return page([...taskHits(call, q), ...mergedFiles(call, q)], call.query);
  }),

  route(searchEndpoints.searchFileContent, call => page(contentHits(call, call.query.q), call.query)),

  route(searchEndpoints.searchTasks, call => page(taskHits(call, call.query.q), call.query)),
];

type Query = z.output<typeof searchQuery>;

/** Hits are counted after those the caller may not read were left out, so that totals tell nothing about them. */
function page(hits: readonly SearchHit[], query: Query): Answer<ReturnType<typeof pageOf<SearchHit>>> {
  const slice = { page: query.page, pageSize: query.pageSize };
  return ok(pageOf(slice, cut(ordered(hits, query), slice)));
}

const COLUMNS: { readonly [name: string]: (one: SearchHit, other: SearchHit) => number } = {
  name: (one, other) => compare(one.title, other.title),
  title: (one, other) => compare(one.title, other.title),
  createdat: (one, other) => compare(one.createdAt, other.createdAt),
  created: (one, other) => compare(one.createdAt, other.createdAt),
  rank: (one, other) => one.rank - other.rank,
};

/** Best first, newer ones before older ones, unless something else is asked for. */
function ordered(hits: readonly SearchHit[], { sortBy, sortDirection }: Query): readonly SearchHit[] {
  const asked = COLUMNS[sortBy?.toLowerCase() ?? ''];
  const isDescending = sortDirection?.toLowerCase().startsWith('desc') ?? asked === undefined;
  const by = asked ?? ((one, other) => one.rank - other.rank || compare(one.createdAt, other.createdAt));
  const sign = isDescending ? -1 : 1;
  return hits.toSorted((one, other) => sign * by(one, other) || compare(one.id, other.id));
}

/** Files by name and by content; each once, by its better side. A name says more about a file than a word in it. */
function mergedFiles(site: Site, text: string): readonly SearchHit[] {
  const found = new Map<string, SearchHit>();
  for (const each of contentHits(site, text)) found.set(each.id, each);
  for (const file of named(site, text.trim(), site.backend.switches().searchDepth)) {
    const byContent = found.get(file.id);
    const byName = { ...hit(file, text.trim()), rank: NAME_RANK };
    found.set(file.id, byContent === undefined ? byName : { ...byContent, rank: byContent.rank + NAME_RANK });
  }
  return [...found.values()];
}

/** GAP: what `rank` means is not said. Here the larger, the better; a hit in a name or title counts as much as this. */
const NAME_RANK = 10;

const BATCH = 200;

function contentHits(site: Site, text: string): readonly SearchHit[] {
  return readableTexts(site, text).map(({ file, snippet, rank }) => {
    return { type: 'file', id: file.id, title: file.name, snippet, createdAt: isoTime(file.createdMs), rank };
  });
}

/** Files that hold all words of a text and that the caller may read, best first. */
export function readableTexts(site: Site, text: string): readonly (TextHit & { readonly file: FileRow })[] {
  const { records } = site.backend;
  const reach = new Reach(site);
  const found: (TextHit & { readonly file: FileRow })[] = [];
  for (let offset = 0; ; offset += BATCH) {
    const hits = records.searchText(site.caller.organizationId, text, { limit: BATCH, offset });
    for (const each of hits) {
      const file = records.file(each.fileId);
      if (file !== null && reach.shows(file) && !isUnknownYet(site, file)) found.push({ ...each, file });
    }
    if (hits.length < BATCH) return found;
  }
}

/** The caller's tasks in whose title or in one of whose messages all words stand. */
function taskHits(site: Site, text: string): readonly SearchHit[] {
  const terms = termsOf(text);
  if (terms.length === 0) return [];
  const { userId: ownerId, organizationId } = site.caller;
  const said = byTask(site.backend.records.rows(messages, { ownerId, organizationId }));
  const own = site.backend.records.rows(tasks, { ownerId, organizationId });
  return own.flatMap(task => taskHit(task, said.get(task.id) ?? [], terms) ?? []);
}

function byTask(rows: readonly MessageRow[]): ReadonlyMap<string, readonly MessageRow[]> {
  const groups = new Map<string, MessageRow[]>();
  for (const row of rows) {
    const group = groups.get(row.taskId);
    if (group === undefined) groups.set(row.taskId, [row]);
    else group.push(row);
  }
  return groups;
}

function taskHit(task: TaskRow, said: readonly MessageRow[], terms: readonly string[]): SearchHit | null {
  const inTitle = holdsAll(task.title, terms);
  const found = said.filter(message => holdsAll(message.content, terms));
  const counts = found.map(message => countOf(message.content, terms));
  const most = Math.max(0, ...counts);
  const best = found[counts.indexOf(most)];
  if (!inTitle && best === undefined) return null;
  return {
    type: 'task',
    id: task.id,
    title: task.title,
    snippet: excerpt(best?.content ?? task.title, terms),
    createdAt: isoTime(task.createdMs),
    rank: Math.log1p(most) + (inTitle ? NAME_RANK : 0),
  };
}
