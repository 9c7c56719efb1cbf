import type { ItemId, MirrorId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { hashIn, numberIn, serviceIdIn, textOf, toBlob, versionIn } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** A file in the trash, kept for 30 days. */
export interface StoredFile {
  readonly name: string;
  readonly mirror: MirrorId;
  readonly path: string;
  readonly sizeBytes: number | null;
  readonly sha256: Sha256 | null;
  /**
   * Why it is in the trash: `removed at the service`, `removed here`, `older version`, `replaced`, `rescued`,
   * `resolved`, `moved to another folder`.
   */
  readonly reason: string;
  readonly at: number;
  /** The file at the service that was removed together with it; null when there is none, or when it is not known. */
  readonly file?: ServiceId | null;
  /** Which older version of `file` it is; null: its newest bytes. */
  readonly older?: OlderVersion | null;
}

/** An older version of a file. */
export interface OlderVersion {
  readonly version: VersionId;
  /** Position in the history, the oldest is 0. */
  readonly order: number;
}

/** An older version that is being sent again. */
export interface ReturningFile extends StoredFile {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/** Where the older versions return to, until a scan or the service has shown the item. */
export interface ComingBack {
  readonly mirror: MirrorId;
  /** Null until the file is there: then its hash identifies it. */
  readonly path: string | null;
  readonly sha256: Sha256 | null;
}

/** Stands for an item: the version was sent, and its bytes are no longer needed. */
const RETURNED = 0;

/** Older versions return to a file that is no item yet. */
const COMING_BACK = '(back_path IS NOT NULL OR back_hash IS NOT NULL) AND back_item IS NULL';

/**
 * The records of the trash (people read "Recently removed"). A row is written before its file, so that every file in
 * the trash has a row.
 */
export class Trash {
  readonly #db: Db;
  /** The hashes of all files as they were after so many changes. */
  #hashes: { readonly changes: number; readonly all: ReadonlySet<string> } | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  put(row: StoredFile): void {
    const { name, mirror, path, sizeBytes, sha256, reason, at, file = null, older = null } = row;
    const sql =
      'INSERT OR REPLACE INTO stored (name, mirror, path, size, hash, reason, at, file, version, ordinal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
    const [version, order] = [toBlob(older?.version ?? null), older?.order ?? null];
    this.#db.run(sql, name, mirror, path, sizeBytes, toBlob(sha256), reason, at, toBlob(file), version, order);
  }

  get(name: string): StoredFile | null {
    const row = this.#db.one('SELECT * FROM stored WHERE name = ?', name);
    return row === null ? null : storedOf(row);
  }

  remove(name: string): void {
    this.#db.run('DELETE FROM stored WHERE name = ?', name);
  }

  /** Restarts the 30 days at `at`. */
  setTime(name: string, at: number): void {
    this.#db.run('UPDATE stored SET at = ? WHERE name = ?', at, name);
  }

  /** Oldest first. */
  all(): readonly StoredFile[] {
    return this.#db.all('SELECT * FROM stored ORDER BY at, name').map(storedOf);
  }

  totalBytes(): number {
    return numberIn(this.#db.one('SELECT coalesce(sum(size), 0) AS n FROM stored') ?? { n: 0 }, 'n') ?? 0;
  }

  /** The files with this hash, as far as it is recorded. Asked for each file that is sent; nearly always there is none. */
  withHash(sha256: Sha256): readonly StoredFile[] {
    if (!this.#allHashes().has(sha256)) return [];
    return this.#db.all('SELECT * FROM stored WHERE hash = ?', toBlob(sha256)).map(storedOf);
  }

  /** There is no index of them: to search the rows for each file would read all of them each time. */
  #allHashes(): ReadonlySet<string> {
    const changes = this.#db.changesOf('stored');
    if (this.#hashes?.changes !== changes) {
      const rows = this.#db.all('SELECT DISTINCT lower(hex(hash)) AS hash FROM stored WHERE hash IS NOT NULL');
      this.#hashes = { changes, all: new Set(rows.map(row => textOf(row, 'hash'))) };
    }
    return this.#hashes.all;
  }

  /** Everything of a removed file: older versions, oldest first, then its newest bytes. */
  ofFile(file: ServiceId): readonly StoredFile[] {
    const sql = 'SELECT * FROM stored WHERE file = ? ORDER BY ordinal IS NULL, ordinal, at, name';
    return this.#db.all(sql, toBlob(file)).map(storedOf);
  }

  /** The older versions of a file are to be sent again, to the file that its newest bytes become. */
  bringBack(file: ServiceId, { mirror, path, sha256 }: ComingBack, at: number): void {
    this.keepOlderVersions(file);
    const sql =
      'UPDATE stored SET mirror = ?, back_path = ?, back_hash = ?, at = ? WHERE file = ? AND ordinal IS NOT NULL AND hash IS NOT NULL AND size IS NOT NULL';
    this.#db.run(sql, mirror, path, toBlob(sha256), at, toBlob(file));
  }

  /** The older versions of a file stay in the trash only. */
  keepOlderVersions(file: ServiceId): void {
    const sql =
      'UPDATE stored SET back_path = NULL, back_hash = NULL, back_item = NULL, back_base = NULL WHERE file = ? AND back_item IS NOT 0';
    this.#db.run(sql, toBlob(file));
  }

  /**
   * The removed file whose older versions return to the file at this path with these bytes; null when there is none.
   */
  comingBack(mirror: MirrorId, path: string, sha256: Sha256): ServiceId | null {
    if (!this.#isAny(COMING_BACK)) return null;
    const sql = `SELECT file FROM stored WHERE mirror = ? AND ${COMING_BACK} AND (back_path IS NULL OR back_path = ?) AND (back_hash IS NULL OR back_hash = ?) LIMIT 1`;
    const file = serviceIdIn(this.#db.one(sql, mirror, path, toBlob(sha256)) ?? {}, 'file');
    if (file === null) return null;
    // Its newest bytes are still in the trash, so the file at the path is another one.
    return this.ofFile(file).some(({ older }) => older === null) ? null : file;
  }

  /** The returned file has become an item: record the item instead of the path. */
  giveTo(file: ServiceId, item: ItemId): void {
    const sql =
      'UPDATE stored SET back_item = ? WHERE file = ? AND (back_path IS NOT NULL OR back_hash IS NOT NULL) AND back_item IS NULL';
    this.#db.run(sql, item, toBlob(file));
  }

  /** The older versions that are to be sent for an item on top of `base`, oldest first. */
  returningTo(item: ItemId, base: VersionId | null): readonly ReturningFile[] {
    if (!this.#isAny('back_item > 0')) return [];
    const sql = 'SELECT * FROM stored WHERE back_item = ? AND back_base IS ? ORDER BY ordinal';
    return this.#db.all(sql, item, toBlob(base)).flatMap(row => {
      const file = storedOf(row);
      const { sha256, sizeBytes } = file;
      return sha256 === null || sizeBytes === null ? [] : [{ ...file, sha256, sizeBytes }];
    });
  }

  /** Whether there is any such row; answered from memory while the trash does not change. */
  #isAny(condition: typeof COMING_BACK | 'back_item > 0'): boolean {
    return this.#db.one(`SELECT 1 FROM stored WHERE ${condition} LIMIT 1`) !== null;
  }

  /** A version was sent and became `version`; the others go on top of it. Part of the caller's transaction. */
  setReturned(item: ItemId, name: string, version: VersionId): void {
    this.#db.run('UPDATE stored SET back_item = ? WHERE name = ?', RETURNED, name);
    this.#db.run('UPDATE stored SET back_base = ? WHERE back_item = ?', toBlob(version), item);
  }

  /** The next version has the same bytes, so this one is not sent. */
  setNeedless(name: string): void {
    this.#db.run('UPDATE stored SET back_item = ? WHERE name = ?', RETURNED, name);
  }

  /** The version cannot be sent and stays in the trash only. */
  setUnsendable(name: string): void {
    const sql =
      'UPDATE stored SET back_path = NULL, back_hash = NULL, back_item = NULL, back_base = NULL WHERE name = ?';
    this.#db.run(sql, name);
  }

  /** Names of versions that were sent and whose bytes can be removed. */
  removableVersions(): readonly string[] {
    return this.#db.all('SELECT name FROM stored WHERE back_item = 0').map(row => textOf(row, 'name'));
  }
}

function storedOf(row: Row): StoredFile {
  const [version, order] = [versionIn(row, 'version'), numberIn(row, 'ordinal')];
  return {
    name: textOf(row, 'name'),
    mirror: textOf(row, 'mirror') as MirrorId,
    path: textOf(row, 'path'),
    sizeBytes: numberIn(row, 'size'),
    sha256: hashIn(row, 'hash'),
    reason: textOf(row, 'reason'),
    at: numberIn(row, 'at') ?? 0,
    file: serviceIdIn(row, 'file'),
    older: version === null || order === null ? null : { version, order },
  };
}
