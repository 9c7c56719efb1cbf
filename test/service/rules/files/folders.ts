import { folderEndpoints } from '../../../../shared/api/calls/folders.ts';
import type { CreateFolderBody } from '../../../../shared/api/calls/folders.ts';
import { chainOf, folderRole, mayWrite, readableFolder, targetFolder, writableFolder } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound } from '../ground/api-error.ts';
import { momentAfter } from './file-changes.ts';
import { Reach } from '../ground/reach.ts';
import { newFolder } from './new-folder.ts';
import type { FolderRow } from '../ground/records.ts';
import { created, noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { folderDetailShape, folderShape } from '../ground/shapes.ts';

/** Section 4.3, the folder itself. */
export const folderRoutes: readonly Route[] = [
  route(folderEndpoints.createFolder, call => created(folderDetailShape(call, createFolder(call, call.body)))),

  route(folderEndpoints.getFolder, call => ok(folderDetailShape(call, readableFolder(call, call.path.id)))),

  route(folderEndpoints.changeFolder, call => {
    const { name, parentFolderId, moveToRoot } = call.body;
    const folder = writableFolder(call, call.path.id);
    const parent = parentFolderId ? writableFolder(call, parentFolderId).id : folder.parentFolderId;
    const place = { name: name ?? folder.name, parentFolderId: moveToRoot === true ? null : parent };
    return ok(folderDetailShape(call, placed(call, folder, place)));
  }),

  route(folderEndpoints.moveFolder, call => {
    const folder = writableFolder(call, call.path.id);
    const parentFolderId = writableFolder(call, call.body.parentFolderId).id;
    return ok(folderDetailShape(call, placed(call, folder, { name: folder.name, parentFolderId })));
  }),

  route(folderEndpoints.listRootFolders, call => {
    const reach = new Reach(call);
    const roots = call.backend.records.rootFolders(call.caller.organizationId);
    return ok(roots.filter(folder => reach.showsFolder(folder)).map(folderShape));
  }),

  route(folderEndpoints.listChildFolders, call => {
    const folder = readableFolder(call, call.path.id);
    const reach = new Reach(call);
    const children = call.backend.records.foldersIn(folder.id);
    return ok(children.filter(child => reach.showsFolder(child)).map(folderShape));
  }),

  route(folderEndpoints.archiveFolder, call => {
    const folder = writableFolder(call, call.path.id);
    save(call, folder, { archivedMs: call.backend.nowMs() });
    return noContent;
  }),

  route(folderEndpoints.restoreFolder, call => ok(folderDetailShape(call, restored(call, call.path.id)))),

  route(folderEndpoints.listArchivedFolders, call => {
    const tops = call.backend.records.archivedFolders(call.caller.organizationId).filter(folder => isTop(call, folder));
    return ok(
      tops.map(folder => ({ ...folderShape(folder), archivedAt: new Date(folder.archivedMs ?? 0).toISOString() })),
    );
  }),
];

const KNOWN_VISIBILITY: ReadonlySet<string> = new Set(['private', 'organization']);

function createFolder(site: Site, body: CreateFolderBody): FolderRow {
  const { backend } = site;
  const isKnown = KNOWN_VISIBILITY.has(body.visibility?.toLowerCase() ?? 'private');
  if (!isKnown && backend.switches().visibilityValues === 'known') throw badRequest('Visibility is not valid.');
  const parent = targetFolder(site, body.parentFolderId);
  refuseTakenName(site, { parentFolderId: parent?.id ?? null, name: body.name });
  const folder = newFolder(site, {
    name: body.name,
    parentFolderId: parent?.id ?? null,
    kind: body.kind ?? null,
    visibility: body.visibility ?? 'private',
  });
  backend.records.saveFolder(folder);
  // GAP: the values of `visibility` are not known. Ours: `organization` shares the folder with everyone in it.
  if (folder.visibility.toLowerCase() === 'organization') {
    backend.records.saveShare({
      id: backend.uuid(),
      itemId: folder.id,
      userId: null,
      teamId: null,
      isOrgWide: true,
      role: 'editor',
    });
  }
  return folder;
}

interface FolderPlace {
  readonly name: string;
  readonly parentFolderId: string | null;
}

function placed(site: Site, folder: FolderRow, place: FolderPlace): FolderRow {
  if (place.name === folder.name && place.parentFolderId === folder.parentFolderId) return folder;
  if (chainOf(site, place.parentFolderId)?.some(above => above.id === folder.id)) {
    throw badRequest('A folder cannot be moved into itself.');
  }
  refuseTakenName(site, { ...place, except: folder.id });
  return save(site, folder, place);
}

/** Lifts an archived folder, and with it all below that was not archived on its own. */
function restored(site: Site, id: string): FolderRow {
  const chain = chainOf(site, id);
  if (chain === null) throw notFound('The folder');
  if (!mayWrite(folderRole(site, chain))) throw forbidden('You may not restore this folder.');
  const [folder, ...above] = chain;
  if (!above.every(isActive)) throw badRequest('Restore the folder above it first.');
  return isActive(folder) ? folder : save(site, folder, { archivedMs: null });
}

/** Whether an archived folder is the top of what was archived, and the caller may read it. */
function isTop(site: Site, folder: FolderRow): boolean {
  const chain = chainOf(site, folder.id);
  if (chain === null || folderRole(site, chain) === null) return false;
  return chain.slice(1).every(isActive);
}

function isActive(folder: FolderRow): boolean {
  return folder.archivedMs === null;
}

function save(site: Site, folder: FolderRow, change: Partial<FolderRow>): FolderRow {
  const changed = { ...folder, ...change, updatedMs: momentAfter(site, folder.updatedMs) };
  site.backend.records.saveFolder(changed);
  return changed;
}

function refuseTakenName(site: Site, wanted: FolderPlace & { readonly except?: string }): void {
  const { parentFolderId, name, except } = wanted;
  if (site.backend.switches().duplicateNames) return;
  const { records } = site.backend;
  const siblings =
    parentFolderId === null ? records.rootFolders(site.caller.organizationId) : records.foldersIn(parentFolderId);
  if (siblings.some(row => isActive(row) && row.name === name && row.id !== except)) {
    throw badRequest(`A folder named '${name}' already exists here.`);
  }
}
