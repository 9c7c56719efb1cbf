import type { Item, Kind } from '../item.ts';

/** One thing a look found. The same shape as the disk tells it; nothing here reads a disk. */
export interface ScannedEntry {
  readonly name: string;
  readonly kind: Kind | 'other';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly key: string;
  readonly stamp: string;
  readonly links: number;
  /** Huge and nearly all holes: never read (L13). */
  readonly isHollow?: true;
}

/** Several names may share the bytes of a file: then who it is does not tell which of them it is. */
export function hasOwnKey({ kind, links }: ScannedEntry): boolean {
  return links === 1 || kind === 'folder';
}

/** Whether an entry in a folder (by its item's number) is what is recorded of an item, whose bytes have been read. */
export function isUnchanged({ kind, local, localPresence }: Item, parent: number, entry: ScannedEntry): boolean {
  if (local === null || localPresence !== 'present') return false;
  if (local.parent !== parent || local.name !== entry.name || local.key !== entry.key) return false;
  return local.stamp === entry.stamp && (kind === 'folder' || local.sha256 !== null);
}

/** Something that a rule hides; what is in a folder is hidden with it and does not count by itself. */
export interface Hidden {
  /** The path of the folder it is in; empty for the mirror's own. */
  readonly folder: string;
  readonly name: string;
  readonly kind: Kind;
}

export interface ScannedFolder {
  readonly path: string;
  readonly digest: string;
  readonly entries: readonly ScannedEntry[];
}

export interface ScanResult {
  /** Folders with news, parents before children. */
  readonly changed: readonly ScannedFolder[];
  /** Every folder that is here, by path, with its digest now. */
  readonly digests: ReadonlyMap<string, string>;
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  /** Whether names changed while they were read: what was found nowhere may have been moved just then. */
  readonly isRestless: boolean;
}

/** The digests of all folders that are here after a look, which tells of those alone that are not as they were known. */
export function digestsAfter(
  known: ReadonlyMap<string, string>,
  { changed, unread }: { readonly changed: ScanResult['changed']; readonly unread: readonly string[] },
): ReadonlyMap<string, string> {
  const digests = new Map(known);
  for (const path of unread) digests.delete(path);
  for (const { path, digest } of changed) digests.set(path, digest);
  return digests;
}
