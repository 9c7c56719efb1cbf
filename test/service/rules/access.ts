import { ApiError, badRequest, forbidden, notFound } from './api-error.ts';
import type { Backend, Caller } from './backend.ts';
import type { FileRow, FolderRow, ShareRole, ShareRow } from './records.ts';

/** Who asks whom: all that an access rule needs. */
export interface Site {
  readonly backend: Backend;
  readonly caller: Caller;
}

/** A folder and its ancestors, the folder first, its root last. */
export type FolderChain = readonly [FolderRow, ...FolderRow[]];

const RANK: { readonly [R in ShareRole]: number } = { viewer: 1, editor: 2, admin: 3 };

/**
 * A folder the caller may read.
 * @throws ApiError 404 when it is unknown, of another organization, or archived; 403 when it is not shared with the caller.
 */
export function readableFolder(site: Site, id: string): FolderRow {
  const chain = activeChain(site, id);
  if (chain === null) throw notFound('The folder');
  if (folderRole(site, chain) === null) throw forbidden('You do not have access to this folder.');
  return chain[0];
}

/** A folder the caller may change. @throws ApiError as `readableFolder`, and 403 for viewers. */
export function writableFolder(site: Site, id: string): FolderRow {
  const folder = readableFolder(site, id);
  if (!mayWrite(roleOnFolder(site, folder))) throw forbidden('You may read this folder but not change it.');
  return folder;
}

/**
 * The folder a body names as the place for something, or null when it names none.
 * @throws ApiError 400 (or 404, a switch) when it is unknown; 403 when the caller may not write there.
 */
export function targetFolder(site: Site, id: string | null | undefined): FolderRow | null {
  if (id === null || id === undefined) return null;
  try {
    return writableFolder(site, id);
  } catch (thrown) {
    const unknown = thrown instanceof ApiError && thrown.parts.status === 404;
    if (unknown && site.backend.switches().unknownFolderInBody === 400) throw badRequest('The folder was not found.');
    throw thrown;
  }
}

/**
 * A file the caller may read.
 * @throws ApiError 404 when it is unknown, of another organization, not shared with the caller, removed, in an archived
 *   folder, or not confirmed and someone else's (400 for removed ones as a switch).
 */
export function readableFile(site: Site, id: string): FileRow {
  const file = knownFile(site, id);
  if (!isRemoved(site, file)) return file;
  if (site.backend.switches().removedFile === 'bad-request') throw badRequest('The file was removed.');
  throw notFound('The file');
}

/** A file the caller may change. @throws ApiError as `readableFile`, and 403 for viewers. */
export function writableFile(site: Site, id: string): FileRow {
  const file = readableFile(site, id);
  if (!mayWrite(fileRole(site, file))) throw forbidden('You may read this file but not change it.');
  return file;
}

/** As `readableFile`, but removed files and those in archived folders are given too. */
export function knownFile(site: Site, id: string): FileRow {
  const file = site.backend.records.file(id);
  const unknown = file === null || file.organizationId !== site.caller.organizationId;
  if (unknown || (!file.confirmed && file.ownerId !== site.caller.userId) || fileRole(site, file) === null) {
    throw notFound('The file');
  }
  return file;
}

/** Whether a file is gone for everyone: removed itself, or inside an archived folder. */
export function isRemoved(site: Site, file: Pick<FileRow, 'removedMs' | 'folderId'>): boolean {
  if (file.removedMs !== null) return true;
  const chain = chainOf(site, file.folderId);
  return chain !== null && chain.some(folder => folder.archivedMs !== null);
}

/** The caller's role on a file: the best of owning it, its own shares and what its folder passes down. */
export function fileRole(site: Site, file: Pick<FileRow, 'id' | 'ownerId' | 'folderId'>): ShareRole | null {
  if (file.ownerId === site.caller.userId) return 'admin';
  const chain = chainOf(site, file.folderId);
  return best(sharedRole(site, file.id), chain === null ? null : folderRole(site, chain));
}

/** The caller's role on a folder, from its own entries and, as long as it inherits, those above it. */
export function folderRole(site: Site, chain: FolderChain): ShareRole | null {
  let role: ShareRole | null = null;
  for (const folder of chain) {
    role = best(role, folder.ownerId === site.caller.userId ? 'admin' : sharedRole(site, folder.id));
    if (!folder.inherits) break;
  }
  return role;
}

/** `folderRole` for a folder whose chain is not at hand. */
export function roleOnFolder(site: Site, folder: FolderRow): ShareRole | null {
  const chain = chainOf(site, folder.id);
  return chain === null ? null : folderRole(site, chain);
}

/** A folder with its ancestors, or null when there is none of that id in the caller's organization. */
export function chainOf(site: Site, id: string | null): FolderChain | null {
  const chain: FolderRow[] = [];
  for (let next = id; next !== null;) {
    const folder: FolderRow | null = site.backend.records.folder(next);
    if (folder === null || folder.organizationId !== site.caller.organizationId) return null;
    chain.push(folder);
    next = folder.parentFolderId;
  }
  const [first, ...rest] = chain;
  return first === undefined ? null : [first, ...rest];
}

/** Whether a role allows changes. */
export function mayWrite(role: ShareRole | null): boolean {
  return role === 'editor' || role === 'admin';
}

function activeChain(site: Site, id: string): FolderChain | null {
  const chain = chainOf(site, id);
  return chain === null || chain.some(folder => folder.archivedMs !== null) ? null : chain;
}

function sharedRole(site: Site, itemId: string): ShareRole | null {
  return site.backend.records
    .sharesOn(itemId)
    .filter(share => reaches(share, site.caller))
    .map(share => share.role)
    .reduce<ShareRole | null>(best, null);
}

function reaches(share: ShareRow, caller: Caller): boolean {
  return share.isOrgWide || share.userId === caller.userId;
}

function best(one: ShareRole | null, other: ShareRole | null): ShareRole | null {
  if (one === null || other === null) return one ?? other;
  return RANK[one] >= RANK[other] ? one : other;
}
