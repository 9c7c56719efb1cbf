import { z } from 'zod';

import { present } from '../../../shared/assert.ts';
import { chainOf, fileRole, folderRole, isRemoved, readableFolder } from './access.ts';
import type { Site } from './access.ts';
import { cut, pageOf, pageQuery, sliceOf } from './fields.ts';
import type { FileRow, SoughtFile } from './records.ts';
import { ok, route } from './route.ts';
import type { Route } from './route.ts';
import { fileRowShape, isoTime } from './shapes.ts';

/** Lists of files: a folder's, the flat one of 4.3, and the searches by name of 4.2 and 4.5. */
export const listingRoutes: readonly Route[] = [
  route('GET', '/folders/{id}/files', {
    query: pageQuery,
    run: call => {
      const folder = readableFolder(call, call.path.id);
      const { listingOrder, listUnconfirmed } = call.backend.switches();
      const slice = sliceOf(call.query, { sortBy: listingOrder, descending: false });
      const wanted = { folderId: folder.id, onlyFor: null, withUnconfirmed: listUnconfirmed };
      const { rows, total } = call.backend.records.filesIn(wanted, slice);
      return ok(pageOf(slice, { rows: rows.map(fileRowShape), total }));
    },
  }),

  route('GET', '/folders/files', {
    query: z.object({ q: z.string().max(500).optional() }),
    run: call => {
      const found = named(call, call.query.q ?? '', call.backend.switches().flatListingCap);
      return ok(filesOf(call, found).map(fileRowShape));
    },
  }),

  route('GET', '/files/search', {
    query: z.object({ q: z.string().max(500).default(''), limit: z.coerce.number().int().min(1).max(100).default(20) }),
    run: call => ok(filesOf(call, named(call, call.query.q, call.query.limit)).map(fileRowShape)),
  }),

  route('GET', '/search/files', {
    query: pageQuery.extend({ q: z.string().max(500).default('') }),
    run: call => {
      const slice = sliceOf(call.query, { sortBy: 'name', descending: false });
      const { rows, total } = cut(named(call, call.query.q, call.backend.switches().searchDepth), slice);
      return ok(pageOf(slice, { rows: filesOf(call, rows).map(row => hit(row, call.query.q)), total }));
    },
  }),
];

/** Files whose name contains `text`, last changed first, as far as the caller may read them. */
function named(site: Site, text: string, limit: number): readonly SoughtFile[] {
  const isFound = finder(site);
  const found: SoughtFile[] = [];
  for (const file of site.backend.records.filesNamed(site.caller.organizationId, text)) {
    if (!isFound(file)) continue;
    found.push(file);
    if (found.length >= limit) break;
  }
  return found;
}

/** Says of one file after the other whether the caller may read it and it is still there; asks once per folder. */
function finder(site: Site): (file: SoughtFile) => boolean {
  const folders = new Map<string | null, { readonly isReadable: boolean; readonly isRemoved: boolean }>();
  return file => {
    let folder = folders.get(file.folderId);
    if (folder === undefined) {
      const chain = chainOf(site, file.folderId);
      const isReadable = chain !== null && folderRole(site, chain) !== null;
      folder = { isReadable, isRemoved: isRemoved(site, { removedMs: null, folderId: file.folderId }) };
      folders.set(file.folderId, folder);
    }
    return !folder.isRemoved && (folder.isReadable || fileRole(site, file) !== null);
  };
}

/** The files themselves. */
function filesOf(site: Site, found: readonly SoughtFile[]): readonly FileRow[] {
  return found.map(({ id }) => present(site.backend.records.file(id), 'a file that was found'));
}

/** A search hit; the name is its snippet, with the found part in bold. */
function hit(file: FileRow, text: string): object {
  const at = text === '' ? -1 : file.name.toLowerCase().indexOf(text.toLowerCase());
  const parts = [file.name.slice(0, at), file.name.slice(at, at + text.length), file.name.slice(at + text.length)];
  const [before = '', found = '', after = ''] = parts.map(escaped);
  const snippet = at < 0 ? escaped(file.name) : `${before}<b>${found}</b>${after}`;
  return { type: 'file', id: file.id, title: file.name, snippet, createdAt: isoTime(file.createdMs), rank: 1 };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
