import { libraryEndpoints } from '../../../../shared/api/calls/library.ts';
import type { LibraryFolderAnswer, LibraryTree } from '../../../../shared/api/calls/library.ts';
import { isRemoved } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, notFound } from '../ground/api-error.ts';
import { pageOf, sliceOf, sliced } from '../ground/fields.ts';
import { momentAfter } from '../files/file-changes.ts';
import { libraryFolders, publications } from './library-records.ts';
import type { LibraryFolderRow } from './library-records.ts';
import { administration, ownMembership } from '../people/memberships.ts';
import { created, noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { fileRowShape, isoTime } from '../ground/shapes.ts';

/** Section 4.4. Everyone in the organization reads the library; its folders are made by Owner and Admin. */
export const libraryRoutes: readonly Route[] = [
  route(libraryEndpoints.listLibraryFiles, call => {
    const { organizationId } = ownMembership(call, call.path.orgId, 404);
    const { folderId } = call.query;
    if (folderId !== undefined) folderOf(call, organizationId, folderId);
    const { records } = call.backend;
    const where = folderId === undefined ? { organizationId } : { organizationId, libraryFolderId: folderId };
    const files = records.rows(publications, where).flatMap(publication => {
      const file = records.file(publication.id);
      return file === null || isRemoved(call, file) ? [] : [{ ...file, publication }];
    });
    const slice = sliceOf(call.query, { sortBy: 'name', descending: false });
    const { rows, total } = sliced(files, slice);
    const items = rows.map(({ publication, ...file }) => ({
      ...fileRowShape(file),
      orgFolderId: publication.libraryFolderId,
      publishedAt: isoTime(publication.publishedMs),
    }));
    return ok(pageOf(slice, { rows: items, total }));
  }),

  route(libraryEndpoints.listLibraryFolders, call => {
    const { organizationId } = ownMembership(call, call.path.orgId, 404);
    return ok(treeOf(call.backend.records.rows(libraryFolders, { organizationId })));
  }),

  route(libraryEndpoints.createLibraryFolder, call => {
    const { organizationId } = administration(call, call.path.orgId, 404);
    const { backend, body } = call;
    const parentFolderId = body.parentFolderId ?? body.parentId ?? null;
    const parent = parentFolderId === null ? null : backend.records.row(libraryFolders, parentFolderId);
    if (parentFolderId !== null && parent?.organizationId !== organizationId) {
      throw badRequest('The library folder was not found.');
    }
    const nowMs = backend.nowMs();
    const made = { organizationId, parentFolderId, name: body.name, createdMs: nowMs, updatedMs: nowMs };
    const folder: LibraryFolderRow = { id: backend.uuid(), ...made };
    backend.records.putRow(libraryFolders, folder);
    return created(folderShape(folder));
  }),

  route(libraryEndpoints.renameLibraryFolder, call => {
    const { organizationId } = administration(call, call.path.orgId, 404);
    const folder = folderOf(call, organizationId, call.path.id);
    const renamed = { ...folder, name: call.body.name, updatedMs: momentAfter(call, folder.updatedMs) };
    call.backend.records.putRow(libraryFolders, renamed);
    return ok(folderShape(renamed));
  }),

  route(libraryEndpoints.deleteLibraryFolder, call => {
    const { organizationId } = administration(call, call.path.orgId, 404);
    const folder = folderOf(call, organizationId, call.path.id);
    for (const gone of [folder, ...foldersBelow(call, folder)]) drop(call, gone, folder.parentFolderId);
    return noContent;
  }),
];

/** @throws ApiError 404 for a folder that is not in the organization's library. */
function folderOf(site: Site, organizationId: string, id: string): LibraryFolderRow {
  const folder = site.backend.records.row(libraryFolders, id);
  if (folder?.organizationId !== organizationId) throw notFound('The library folder');
  return folder;
}

function foldersBelow(site: Site, folder: LibraryFolderRow): readonly LibraryFolderRow[] {
  const children = site.backend.records.rows(libraryFolders, { parentFolderId: folder.id });
  return children.flatMap(child => [child, ...foldersBelow(site, child)]);
}

/** GAP: what becomes of the files is not stated. They stay published, where the removed folder was. */
function drop(site: Site, { id, organizationId }: LibraryFolderRow, libraryFolderId: string | null): void {
  const { records } = site.backend;
  for (const publication of records.rows(publications, { organizationId, libraryFolderId: id })) {
    records.putRow(publications, { ...publication, libraryFolderId });
  }
  records.dropRow(libraryFolders, id);
}

function treeOf(folders: readonly LibraryFolderRow[], parentFolderId: string | null = null): LibraryTree[] {
  const children = folders.filter(folder => folder.parentFolderId === parentFolderId);
  const ordered = children.toSorted((one, other) => one.name.localeCompare(other.name));
  return ordered.map(folder => ({ ...folderShape(folder), children: treeOf(folders, folder.id) }));
}

function folderShape({ id, name, parentFolderId, createdMs, updatedMs }: LibraryFolderRow): LibraryFolderAnswer {
  return { id, name, parentFolderId, createdAt: isoTime(createdMs), updatedAt: isoTime(updatedMs) };
}
