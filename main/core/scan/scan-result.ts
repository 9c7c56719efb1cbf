import type { Item, Kind } from '../item.ts';

/** One entry that a scan found, in the same shape as the Disk port returns it. */
export interface ScannedEntry {
  readonly name: string;
  readonly kind: Kind | 'other';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly links: number;
  /** A huge file that consists almost only of holes: never read, because hashing it would take hours (hazard L13). */
  readonly isHollow?: true;
}

/**
 * Whether the key identifies the entry. It does not for a file with several names (hard links), which share one key.
 */
export function hasOwnKey({ kind, links }: ScannedEntry): boolean {
  return links === 1 || kind === 'folder';
}

/** Whether an entry in a folder (given as an item id) equals what is recorded of an item whose bytes were read. */
export function isUnchanged({ kind, local, localPresence }: Item, parent: number, entry: ScannedEntry): boolean {
  if (local === null || localPresence !== 'present') return false;
  if (local.parent !== parent || local.name !== entry.name || local.key !== entry.key) return false;
  return local.fingerprint === entry.fingerprint && (kind === 'folder' || local.sha256 !== null);
}

/** An entry that a rule ignores. The content of an ignored folder is included in it and not listed separately. */
export interface Hidden {
  /** The path of its folder; empty for the mirror's own folder. */
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
  /** Folders with changes, parents before children. */
  readonly changed: readonly ScannedFolder[];
  /** Every folder that exists, by path, with its current digest. */
  readonly digests: ReadonlyMap<string, string>;
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  /** Whether names changed during the scan. Then an item that was found nowhere may just have been moved. */
  readonly isRestless: boolean;
}

/** The digests of all folders after a scan, which reports only the ones that changed. */
export function digestsAfter(
  known: ReadonlyMap<string, string>,
  { changed, unread }: { readonly changed: ScanResult['changed']; readonly unread: readonly string[] },
): ReadonlyMap<string, string> {
  const digests = new Map(known);
  for (const path of unread) digests.delete(path);
  for (const { path, digest } of changed) digests.set(path, digest);
  return digests;
}
