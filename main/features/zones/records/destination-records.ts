import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import type { Row, ZonesDb } from './zones-db.ts';
import { numberIn, textIn, textOf } from './rows.ts';

/** A file at the destination that predates our records, as a manifest there describes it. */
export interface DestinationFile {
  /** Its path below the destination. */
  readonly at: string;
  /** The folder of its run. */
  readonly folder: readonly string[];
  readonly sha256: Sha256;
  readonly sizeBytes: number | null;
  /** Its source path in the zone's folder; null when the manifest does not tell. */
  readonly source: string | null;
  readonly remote: ServiceId;
  readonly version: VersionId | null;
}

/** What a manifest tells of one file. */
export type ManifestEntry = Pick<DestinationFile, 'sha256' | 'sizeBytes' | 'source' | 'folder'>;

/** Files found at the destinations before anything was sent. */
export class DestinationRecords {
  readonly #db: ZonesDb;

  constructor(db: ZonesDb) {
    this.#db = db;
  }

  /** A file shown by a listing; its content is not known yet. */
  list(zone: number, { at, remote, version, sizeBytes }: Omit<DestinationFile, 'folder' | 'sha256' | 'source'>): void {
    this.#db.run(
      `INSERT OR REPLACE INTO there (zone, at, folder, sha256, size, remote, version) VALUES (?, ?, '', '', ?, ?, ?)`,
      zone,
      at,
      sizeBytes,
      remote,
      version,
    );
  }

  /** Adds what a manifest tells of a listed file. @returns false when the file is not listed. */
  describe(zone: number, at: string, { sha256, sizeBytes, source, folder }: ManifestEntry): boolean {
    const sql = `UPDATE there SET sha256 = ?, size = coalesce(?, size), source = ?, folder = ? WHERE zone = ? AND at = ?`;
    return this.#db.run(sql, sha256, sizeBytes, source, JSON.stringify(folder), zone, at).changes > 0;
  }

  /** Remembers a folder's manifests until all folders are listed. */
  setManifests(
    zone: number,
    folder: readonly string[],
    { companion, manifest }: { companion: ServiceId | null; manifest: ServiceId | null },
  ): void {
    if (companion === null && manifest === null) return;
    const sql = 'INSERT OR REPLACE INTO there_list (zone, folder, companion, manifest) VALUES (?, ?, ?, ?)';
    this.#db.run(sql, zone, JSON.stringify(folder), companion, manifest);
  }

  /** Folders with manifests, parents first, so that the nearest manifest wins. */
  manifests(zone: number) {
    return this.#db.all('SELECT * FROM there_list WHERE zone = ? ORDER BY length(folder)', zone).map(row => ({
      folder: JSON.parse(textOf(row, 'folder')) as readonly string[],
      companion: textIn(row, 'companion') as ServiceId | null,
      manifest: textIn(row, 'manifest') as ServiceId | null,
    }));
  }

  /** Drops the files that no manifest names: without a hash they cannot be recognised. */
  dropUnlisted(zone: number): void {
    this.#db.run("DELETE FROM there WHERE zone = ? AND sha256 = ''", zone);
    this.#db.run('DELETE FROM there_list WHERE zone = ?', zone);
  }

  /** Files with this content. */
  withContent(zone: number, sha256: Sha256): readonly DestinationFile[] {
    return this.#db.all('SELECT * FROM there WHERE zone = ? AND sha256 = ?', zone, sha256).map(thereOf);
  }

  /** The file at a path below the destination; null: no manifest names one there that is still free. */
  at(zone: number, at: string): DestinationFile | null {
    const row = this.#db.one('SELECT * FROM there WHERE zone = ? AND at = ?', zone, at);
    return row === null ? null : thereOf(row);
  }

  /** Whether a file could have this size. */
  hasSize(zone: number, sizeBytes: number): boolean {
    const sql = 'SELECT 1 AS yes FROM there WHERE zone = ?1 AND coalesce(size, ?2) = ?2 LIMIT 1';
    return this.#db.one(sql, zone, sizeBytes) !== null;
  }

  /** A source file was matched to it. @returns whether it was still free. */
  claim(zone: number, at: string): boolean {
    return this.#db.run('DELETE FROM there WHERE zone = ? AND at = ?', zone, at).changes > 0;
  }

  clear(zone: number): void {
    this.#db.run('DELETE FROM there WHERE zone = ?', zone);
    this.#db.run('DELETE FROM there_list WHERE zone = ?', zone);
  }
}

/** The row was written by this class, so its columns are not validated again. */
function thereOf(row: Row): DestinationFile {
  return {
    at: textOf(row, 'at'),
    folder: JSON.parse(textOf(row, 'folder')) as readonly string[],
    sha256: textOf(row, 'sha256') as Sha256,
    sizeBytes: numberIn(row, 'size'),
    source: textIn(row, 'source'),
    remote: textOf(row, 'remote') as ServiceId,
    version: textIn(row, 'version') as VersionId | null,
  };
}
