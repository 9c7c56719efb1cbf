import { fileEndpoints } from '../../../../shared/api/calls/files.ts';
import { folderEndpoints } from '../../../../shared/api/calls/folders.ts';
import { searchEndpoints } from '../../../../shared/api/calls/search.ts';
import type { SearchHit } from '../../../../shared/api/calls/search.ts';
import { readableFolder } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { cut, pageOf, sliced, sliceOf } from '../ground/fields.ts';
import { administration } from '../people/memberships.ts';
import { columnOf, disorderedFiles } from '../ground/orders.ts';
import { Reach } from '../ground/reach.ts';
import type { FileRow, SoughtFile } from '../ground/records.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { excerpt } from '../ground/search-terms.ts';
import { fileRowShape, isoTime } from '../ground/shapes.ts';

/** Lists of files: a folder's, the flat one of 4.3, and the searches by name of 4.2 and 4.5. */
export const listingRoutes: readonly Route[] = [
  route(folderEndpoints.listFolderFiles, call => {
    const folder = readableFolder(call, call.path.id);
    const { listingOrder: order, listUnconfirmed, sortHonoured } = call.backend.switches();
    const query = sortHonoured ? call.query : { page: call.query.page, pageSize: call.query.pageSize };
    const slice = sliceOf(query, { sortBy: columnOf(order), descending: false });
    const wanted = { folderId: folder.id, onlyFor: null, withUnconfirmed: listUnconfirmed };
    const isDisordered = query.sortBy === undefined && (order === 'shuffled' || order === 'drifting');
    const { records } = call.backend;
    const { rows, total } = isDisordered
      ? disorderedFiles(records, wanted, { slice, order })
      : records.filesIn(wanted, slice);
    return ok(pageOf(slice, { rows: rows.map(fileRowShape), total }));
  }),

  route(folderEndpoints.listFilesEverywhere, call =>
    ok(named(call, call.query.q ?? '', call.backend.switches().flatListingCap).map(fileRowShape)),
  ),

  route(fileEndpoints.searchFilesOfOrganization, call =>
    ok(named(call, call.query.q, call.query.limit).map(fileRowShape)),
  ),

  // GAP: whether the compliance view shows what lies in archived folders is not said. It does, and nothing removed.
  route(fileEndpoints.listOrganizationFiles, call => {
    const { organizationId } = administration(call, call.path.orgId, 404);
    const slice = sliceOf(call.query, { sortBy: 'updatedAt', descending: true });
    const { rows, total } = call.backend.records.filesOfOrganization(organizationId, slice);
    const items = rows.map(row => ({ ...fileRowShape(row), ownerId: row.ownerId, visibility: row.visibility }));
    return ok(pageOf(slice, { rows: items, total }));
  }),

  route(searchEndpoints.searchFiles, call => {
    const slice = sliceOf(call.query, { sortBy: 'updatedAt', descending: true });
    const matches = found(call, call.query.q, call.backend.switches().searchDepth);
    // In the order they are found, last changed first, only a page of them has to be read.
    const isAsFound = slice.sortBy === 'updatedAt' && slice.descending;
    const { rows, total } = isAsFound ? cut(matches, slice) : sliced(filesOf(call, matches), slice);
    return ok(pageOf(slice, { rows: filesOf(call, rows).map(row => hit(row, call.query.q)), total }));
  }),
];

/** Files whose name contains `text`, last changed first, as far as the caller may read them. */
export function named(site: Site, text: string, limit: number): readonly FileRow[] {
  return filesOf(site, found(site, text, limit));
}

function found(site: Site, text: string, limit: number): readonly SoughtFile[] {
  const reach = new Reach(site);
  const files: SoughtFile[] = [];
  for (const file of site.backend.records.filesNamed(site.caller.organizationId, text, limit)) {
    if (!reach.finds(file) || isUnknownYet(site, file)) continue;
    files.push(file);
    if (files.length >= limit) break;
  }
  return files;
}

/** Whether a search does not know of a file's last change yet, and so not of the file. */
export function isUnknownYet({ backend }: Site, file: Pick<FileRow, 'updatedMs'>): boolean {
  const { searchLagMs } = backend.switches();
  return searchLagMs > 0 && file.updatedMs > backend.nowMs() - searchLagMs;
}

function filesOf(site: Site, sought: readonly SoughtFile[]): readonly FileRow[] {
  return site.backend.records.filesById(sought.map(({ id }) => id));
}

/** A search hit; the name is its snippet, with the found part in bold. */
export function hit(file: FileRow, text: string): SearchHit {
  const snippet = excerpt(file.name, text === '' ? [] : [text]);
  return { type: 'file', id: file.id, title: file.name, snippet, createdAt: isoTime(file.createdMs), rank: 1 };
}
