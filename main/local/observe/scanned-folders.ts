import type { DiskScan } from '../../ports/disk.ts';

/** What a scan says of folders, by path. */
export interface ScannedFolders {
  /** Whether a folder was scanned, and could be read. */
  readonly wasRead: (path: string) => boolean;
  /** Whether a folder has the same entries as before. */
  readonly hasSameEntries: (path: string) => boolean;
}

/** @param known digest of each folder before the scan; for a partial scan, of the scanned ones. */
export function scannedFolders(scan: DiskScan, known: ReadonlyMap<string, string>): ScannedFolders {
  const listed = new Set(scan.changed.map(({ path }) => path));
  const unread = new Set(scan.unread);
  const isUnchanged = (path: string): boolean => known.has(path) && !unread.has(path) && !listed.has(path);
  return scan.isPartial
    ? { wasRead: path => listed.has(path), hasSameEntries: path => !listed.has(path) }
    : { wasRead: path => listed.has(path) || isUnchanged(path), hasSameEntries: isUnchanged };
}
