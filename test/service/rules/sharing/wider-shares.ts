import { sharingEndpoints } from '../../../../shared/api/calls/sharing.ts';
import type { WiderFile } from '../../../../shared/api/calls/sharing.ts';
import { chainOf, isRemoved, sharableFolder } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { badRequest } from '../ground/api-error.ts';
import { grantsOnFolder } from './grants.ts';
import type { Granted } from './grants.ts';
import { administration } from '../people/memberships.ts';
import { covers, isPresent, principalOf } from '../ground/principals.ts';
import type { FileRow, FolderRow, ShareRow } from '../ground/records.ts';
import { includes } from '../ground/roles.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { shareShape } from './share-shapes.ts';

/**
 * Section 4.3: files shared more widely than their folder.
 * GAP: what "wider" means is not said. Here an entry on a file is wider when its principal, as a whole, has less of a
 * role on the folder. What inherits nothing from the folder any more does not count as inside it.
 */
export const widerShareRoutes: readonly Route[] = [
  route(sharingEndpoints.listContainedOverrides, call => {
    const folder = sharableFolder(call, call.path.id);
    const files = call.backend.records.sharedFiles(folder.organizationId).filter(file => isInside(call, file, folder));
    return ok(widerThan(call, folder, files));
  }),

  route(sharingEndpoints.narrowCascade, call => {
    const folder = sharableFolder(call, call.path.id);
    const files = [...new Set(call.body.fileIds)].map(id => fileInside(call, id, folder));
    const grants = grantsOnFolder(call, folder);
    const cleared = files.map(file => ({ file, wider: widerEntries(call, file, grants) }));
    for (const share of cleared.flatMap(({ wider }) => wider)) call.backend.records.dropShare(share.id);
    return ok({
      clearedShares: cleared.reduce((count, { wider }) => count + wider.length, 0),
      files: cleared.map(({ file, wider }) => ({ fileId: file.id, clearedAceIds: wider.map(share => share.id) })),
    });
  }),

  route(sharingEndpoints.reportSharingDrift, call => {
    const { organizationId } = administration(call, call.caller.organizationId);
    const { records } = call.backend;
    const report = records.sharedFiles(organizationId).map(file => {
      const folder = file.folderId === null ? null : records.folder(file.folderId);
      return folder === null ? [] : widerThan(call, folder, [file]);
    });
    return ok(report.flat());
  }),
];

function widerThan(site: Site, folder: FolderRow, files: readonly FileRow[]): WiderFile[] {
  const grants = grantsOnFolder(site, folder);
  const found: WiderFile[] = [];
  for (const file of files) {
    const wider = widerEntries(site, file, grants);
    const place = file.folderId === null ? null : site.backend.records.folder(file.folderId);
    if (wider.length === 0 || place === null || isRemoved(site, file)) continue;
    found.push({
      id: file.id,
      name: file.name,
      folderId: place.id,
      folderName: place.name,
      ownerId: file.ownerId,
      wider: wider.map(share => shareShape(site, share)),
    });
  }
  return found;
}

/** The entries on a file that allow their principal more than the folder's grants do. */
function widerEntries(site: Site, file: FileRow, grants: readonly Granted[]): readonly ShareRow[] {
  return site.backend.records.sharesOn(file.id).filter(share => {
    const principal = principalOf(share);
    if (share.userId === file.ownerId || !isPresent(site, principal)) return false;
    return !grants.some(granted => includes(granted.role, share.role) && covers(site, granted.principal, principal));
  });
}

/** @throws ApiError 400 for a file that is not there, or not inside the folder. */
function fileInside(site: Site, id: string, folder: FolderRow): FileRow {
  const file = site.backend.records.file(id);
  if (file === null || isRemoved(site, file) || !isInside(site, file, folder)) {
    throw badRequest(`The file ${id} is not in this folder.`);
  }
  return file;
}

/** Whether a file is in a folder or below it, with nothing between that broke inheritance. */
function isInside(site: Site, file: FileRow, folder: FolderRow): boolean {
  for (const above of chainOf(site, file.folderId) ?? []) {
    if (above.id === folder.id) return true;
    if (!above.inherits) return false;
  }
  return false;
}
