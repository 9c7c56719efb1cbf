import { sharingEndpoints } from '../../../../shared/api/calls/sharing.ts';
import type { ShareBody } from '../../../../shared/api/calls/sharing.ts';
import { fileFor, fileRole, readableFolder, roleOnFolder, sharableFolder } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { forbidden, notFound } from '../ground/api-error.ts';
import { grantsOnFile, grantsOnFolder, strongest } from './grants.ts';
import { columnsFor, keyOf, principalOf, selectedPrincipal } from '../ground/principals.ts';
import type { Principal } from '../ground/principals.ts';
import type { FolderRow, ShareRole, ShareRow } from '../ground/records.ts';
import { created, noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { accessShape, shareShape } from './share-shapes.ts';

/**
 * Sections 4.2 and 4.3: shares, access, inheritance. Who may read an item may see who else can; sharing takes its admin.
 * GAP: whether sharing changes `updatedAt` is not said. It does not here: nothing about the item itself changes.
 */
export const sharingRoutes: readonly Route[] = [
  route(sharingEndpoints.listFileAccess, call => {
    const file = fileFor(call, call.path.id, 'viewer');
    return ok(strongest(call, grantsOnFile(call, file)).map(granted => accessShape(call, granted)));
  }),

  route(sharingEndpoints.listFileShares, call => {
    const file = fileFor(call, call.path.id, 'viewer');
    return ok(call.backend.records.sharesOn(file.id).map(share => shareShape(call, share)));
  }),

  route(sharingEndpoints.shareFile, call => {
    const file = fileFor(call, call.path.id, 'admin');
    return created(shareShape(call, shared(call, file.id, call.body)));
  }),

  route(sharingEndpoints.unshareFile, call => {
    const file = fileFor(call, call.path.id, 'viewer');
    unshare(call, { itemId: file.id, aceId: call.path.aceId, role: fileRole(call, file) });
    return noContent;
  }),

  route(sharingEndpoints.listFolderAccess, call => {
    const folder = readableFolder(call, call.path.id);
    return ok(strongest(call, grantsOnFolder(call, folder)).map(granted => accessShape(call, granted)));
  }),

  route(sharingEndpoints.listFolderShares, call => {
    const folder = readableFolder(call, call.path.id);
    return ok(call.backend.records.sharesOn(folder.id).map(share => shareShape(call, share)));
  }),

  route(sharingEndpoints.shareFolder, call => {
    const folder = sharableFolder(call, call.path.id);
    return created(shareShape(call, shared(call, folder.id, call.body)));
  }),

  route(sharingEndpoints.unshareFolder, call => {
    const folder = readableFolder(call, call.path.id);
    unshare(call, { itemId: folder.id, aceId: call.path.aceId, role: roleOnFolder(call, folder) });
    return noContent;
  }),

  route(sharingEndpoints.breakInheritance, call => {
    breakInheritance(call, sharableFolder(call, call.path.id));
    return noContent;
  }),
];

/** A principal has one entry on an item: sharing again changes its role. */
function shared(site: Site, itemId: string, body: ShareBody): ShareRow {
  const principal = selectedPrincipal(site, body);
  return saveEntry(site, itemId, { principal, role: body.role ?? 'editor' });
}

function saveEntry(site: Site, itemId: string, entry: { principal: Principal; role: ShareRole }): ShareRow {
  const { records } = site.backend;
  const known = records.sharesOn(itemId).find(share => keyOf(principalOf(share)) === keyOf(entry.principal));
  const id = known?.id ?? site.backend.uuid();
  const share: ShareRow = { id, itemId, ...columnsFor(entry.principal), role: entry.role };
  records.saveShare(share);
  return share;
}

interface Unsharing {
  readonly itemId: string;
  readonly aceId: string;
  /** Of the caller, on the item. */
  readonly role: ShareRole | null;
}

/** GAP: not stated who may remove an entry. Here who administers the item, and everyone the own one. */
function unshare(site: Site, { itemId, aceId, role }: Unsharing): void {
  const share = site.backend.records.share(aceId);
  const isHere = share !== null && share.itemId === itemId;
  const isOwn = isHere && share.userId === site.caller.userId;
  if (role !== 'admin' && !isOwn) throw forbidden('Only who administers this may remove an entry.');
  if (!isHere) throw notFound('The entry');
  site.backend.records.dropShare(share.id);
}

/** The effective entries become the folder's own first, so that the break changes no person's access (spec 2.3). */
function breakInheritance(site: Site, folder: FolderRow): void {
  if (!folder.inherits) return;
  for (const granted of strongest(site, grantsOnFolder(site, folder))) {
    if (granted.from !== null) saveEntry(site, folder.id, granted);
  }
  site.backend.records.saveFolder({ ...folder, inherits: false });
}
