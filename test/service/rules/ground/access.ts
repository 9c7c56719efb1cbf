import { ApiError, badRequest, forbidden, notFound } from './api-error.ts';
import type { Backend, Caller } from './backend.ts';
import { best, includes } from './roles.ts';
import type { FileRow, FolderRow, ShareRole, ShareRow } from './records.ts';

/** Who asks whom: all that an access rule needs. */
export interface Site {
  readonly backend: Backend;
  readonly caller: Caller;
}

/** A folder and its ancestors, the folder first, its root last. */
export type FolderChain = readonly [FolderRow, ...FolderRow[]];

/** The `visibility` of a file that stands in the organization's library: everyone in the organization may read it. */
export const PUBLISHED = 'library';

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

/** A folder the caller may share. @throws ApiError as `readableFolder`, and 403 for viewers and editors. */
export function sharableFolder(site: Site, id: string): FolderRow {
  const folder = readableFolder(site, id);
  if (roleOnFolder(site, folder) !== 'admin') throw forbidden('Only who administers this folder may do that.');
  return folder;
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
  return present(site, knownFile(site, id));
}

/**
 * A file on which the caller has at least a role, for endpoints that document 403.
 * @throws ApiError as `readableFile`, but 403 instead of 404 (a switch) for a file of the caller's organization that is
 *   not shared with the caller, and 403 when the role is less than `needed`.
 */
export function fileFor(site: Site, id: string, needed: ShareRole): FileRow {
  const file = present(site, existingFile(site, id));
  const role = fileRole(site, file);
  if (role === null && site.backend.switches().fileWithoutAccess === 404) throw notFound('The file');
  if (role === null) throw forbidden('You do not have access to this file.');
  if (!includes(role, needed)) throw forbidden(`You may not do that with this file as ${role}.`);
  return file;
}

/** A file the caller may change. @throws ApiError as `readableFile`, and 403 for viewers. */
export function writableFile(site: Site, id: string): FileRow {
  const file = readableFile(site, id);
  if (!mayWrite(fileRole(site, file))) throw forbidden('You may read this file but not change it.');
  return file;
}

/** As `readableFile`, but removed files and those in archived folders are given too. */
export function knownFile(site: Site, id: string): FileRow {
  const file = existingFile(site, id);
  if (fileRole(site, file) === null) throw notFound('The file');
  return file;
}

function existingFile(site: Site, id: string): FileRow {
  const file = site.backend.records.file(id);
  const unknown = file === null || file.organizationId !== site.caller.organizationId;
  if (unknown || (!file.confirmed && file.ownerId !== site.caller.userId)) throw notFound('The file');
  return file;
}

function present(site: Site, file: FileRow): FileRow {
  if (!isRemoved(site, file)) return file;
  if (site.backend.switches().removedFile === 'bad-request') throw badRequest('The file was removed.');
  throw notFound('The file');
}

/** Whether a file is gone for everyone: removed itself, or inside an archived folder. */
export function isRemoved(site: Site, file: FileRow): boolean {
  if (file.removedMs !== null) return true;
  const chain = chainOf(site, file.folderId);
  return chain !== null && chain.some(folder => folder.archivedMs !== null);
}

/** The caller's role on a file: the best of owning it, its own shares, the library and what its folder passes down. */
export function fileRole(site: Site, file: FileRow): ShareRole | null {
  if (file.ownerId === site.caller.userId) return 'admin';
  const chain = chainOf(site, file.folderId);
  return best(ownFileRole(site, file), chain === null ? null : folderRole(site, chain));
}

/** The caller's role on a file that does not come from folders. */
export function ownFileRole(site: Site, file: Pick<FileRow, 'id' | 'ownerId' | 'visibility'>): ShareRole | null {
  if (file.ownerId === site.caller.userId) return 'admin';
  return best(sharedRole(site, file.id), file.visibility === PUBLISHED ? 'viewer' : null);
}

/** The caller's role on a folder, from its own entries and, as long as it inherits, those above it. */
export function folderRole(site: Site, chain: FolderChain): ShareRole | null {
  let role: ShareRole | null = null;
  for (const folder of chain) {
    role = best(role, ownFolderRole(site, folder));
    if (role === 'admin' || !folder.inherits) break;
  }
  return role;
}

/** The caller's role on a folder that does not come from the folders above. */
export function ownFolderRole(site: Site, folder: FolderRow): ShareRole | null {
  return folder.ownerId === site.caller.userId ? 'admin' : sharedRole(site, folder.id);
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
  if (share.isOrgWide || share.userId === caller.userId) return true;
  return share.teamId !== null && caller.teamIds.includes(share.teamId);
}
