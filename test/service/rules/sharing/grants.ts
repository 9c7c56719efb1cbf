import { chainOf, PUBLISHED } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { isPresent, keyOf, principalOf } from '../ground/principals.ts';
import type { Principal } from '../ground/principals.ts';
import type { FileRow, FolderRow, ShareRole, ShareRow } from '../ground/records.ts';
import { includes } from '../ground/roles.ts';

/** One reason why a principal can reach an item. */
export interface Granted {
  readonly principal: Principal;
  readonly role: ShareRole;
  /** The entry that says so; null for owners and for the library's readers. */
  readonly share: ShareRow | null;
  /** The folder above that passes it down; null when it stands on the item itself. */
  readonly from: FolderRow | null;
}

/** All reasons for a folder, its own first, then those of the folders above as far as it inherits. */
export function grantsOnFolder(site: Site, folder: FolderRow): readonly Granted[] {
  const found: Granted[] = [];
  for (const above of chainOf(site, folder.id) ?? []) {
    const from = above.id === folder.id ? null : above;
    found.push({ principal: { kind: 'user', userId: above.ownerId }, role: 'admin', share: null, from });
    found.push(...entriesOn(site, above.id, from));
    if (!above.inherits) break;
  }
  return found;
}

/** All reasons for a file, its own first. */
export function grantsOnFile(site: Site, file: FileRow): readonly Granted[] {
  const owner: Granted = { principal: { kind: 'user', userId: file.ownerId }, role: 'admin', share: null, from: null };
  const readers: Granted = { principal: { kind: 'organization' }, role: 'viewer', share: null, from: null };
  const folder = file.folderId === null ? null : site.backend.records.folder(file.folderId);
  const inherited = folder === null ? [] : grantsOnFolder(site, folder);
  return [
    owner,
    ...entriesOn(site, file.id, null),
    ...(file.visibility === PUBLISHED ? [readers] : []),
    ...inherited.map(granted => ({ ...granted, from: granted.from ?? folder })),
  ];
}

/** For each principal of the organization the reason that allows the most; of equal ones the nearest. */
export function strongest(site: Site, grants: readonly Granted[]): readonly Granted[] {
  const byPrincipal = new Map<string, Granted>();
  for (const granted of grants) {
    const key = keyOf(granted.principal);
    const known = byPrincipal.get(key);
    if (known === undefined || !includes(known.role, granted.role)) byPrincipal.set(key, granted);
  }
  return [...byPrincipal.values()].filter(granted => isPresent(site, granted.principal));
}

function entriesOn(site: Site, itemId: string, from: FolderRow | null): readonly Granted[] {
  const shares = site.backend.records.sharesOn(itemId);
  return shares.map(share => ({ principal: principalOf(share), role: share.role, share, from }));
}
