import { fileEndpoints } from '../../../shared/api/files.ts';
import { folderEndpoints } from '../../../shared/api/folders.ts';
import { searchEndpoints } from '../../../shared/api/search.ts';
import type { SearchHit } from '../../../shared/api/search.ts';
import { fileRole, isRemoved, readableFolder } from './access.ts';
import type { Site } from './access.ts';
import { cut, pageOf, sliceOf } from './fields.ts';
import type { FileRow } from './records.ts';
import { ok, route } from './route.ts';
import type { Route } from './route.ts';
import { fileRowShape, isoTime } from './shapes.ts';

/** Lists of files: a folder's, the flat one of 4.3, and the searches by name of 4.2 and 4.5. */
export const listingRoutes: readonly Route[] = [
  route(folderEndpoints.listFolderFiles, call => {
    const folder = readableFolder(call, call.path.id);
    const { listingOrder, listUnconfirmed } = call.backend.switches();
    const slice = sliceOf(call.query, { sortBy: listingOrder, descending: false });
    const wanted = { folderId: folder.id, onlyFor: null, withUnconfirmed: listUnconfirmed };
    const { rows, total } = call.backend.records.filesIn(wanted, slice);
    return ok(pageOf(slice, { rows: rows.map(fileRowShape), total }));
  }),

  route(folderEndpoints.listFilesEverywhere, call =>
    ok(named(call, call.query.q ?? '', call.backend.switches().flatListingCap).map(fileRowShape)),
  ),

  route(fileEndpoints.searchFilesOfOrganization, call =>
    ok(named(call, call.query.q, call.query.limit).map(fileRowShape)),
  ),

  route(searchEndpoints.searchFiles, call => {
    const slice = sliceOf(call.query, { sortBy: 'name', descending: false });
    const { rows, total } = cut(named(call, call.query.q, call.backend.switches().searchDepth), slice);
    return ok(pageOf(slice, { rows: rows.map(row => hit(row, call.query.q)), total }));
  }),
];

/** Files whose name contains `text`, last changed first, as far as the caller may read them. */
function named(site: Site, text: string, limit: number): readonly FileRow[] {
  const found: FileRow[] = [];
  for (const file of site.backend.records.filesNamed(site.caller.organizationId, text)) {
    if (fileRole(site, file) === null || isRemoved(site, file)) continue;
    found.push(file);
    if (found.length >= limit) break;
  }
  return found;
}

/** A search hit; the name is its snippet, with the found part in bold. */
function hit(file: FileRow, text: string): SearchHit {
  const at = text === '' ? -1 : file.name.toLowerCase().indexOf(text.toLowerCase());
  const parts = [file.name.slice(0, at), file.name.slice(at, at + text.length), file.name.slice(at + text.length)];
  const [before = '', found = '', after = ''] = parts.map(escaped);
  const snippet = at < 0 ? escaped(file.name) : `${before}<b>${found}</b>${after}`;
  return { type: 'file', id: file.id, title: file.name, snippet, createdAt: isoTime(file.createdMs), rank: 1 };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
