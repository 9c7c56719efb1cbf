import type { Fault } from '../../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import type { SourceEntry } from '../../../ports/read-only-folder.ts';
import type { ZonesDb } from './zones-db.ts';
import { itemOf, numberOf, type Target, textOf, type ZoneItem } from './rows.ts';

/** A file that has arrived, with its fingerprint at the time of sending. */
export interface Arrived {
  readonly file: ServiceId;
  readonly version: VersionId | null;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  readonly fingerprint: string;
  readonly at: string;
}

/** What a scan needs to compare a file. */
export type ScannedState = Pick<ZoneItem, 'id' | 'fingerprint' | 'isPresent'>;

/** The files of all zones. */
export class FileRecords {
  readonly #db: ZonesDb;

  constructor(db: ZonesDb) {
    this.#db = db;
  }

  get(id: number): ZoneItem | null {
    const row = this.#db.one('SELECT * FROM file WHERE id = ?', id);
    return row === null ? null : itemOf(row);
  }

  /**
   * The records of some names in a folder. Returns only what a scan compares, because it is called for every name in
   * every scan.
   */
  named(zone: number, folder: string, names: readonly string[]): ReadonlyMap<string, ScannedState> {
    const sql = `SELECT id, name, stamp, present FROM file
      WHERE zone = ? AND folder = ? AND name IN (SELECT value FROM json_each(?))`;
    const rows = this.#db.all(sql, zone, folder, JSON.stringify(names));
    return new Map(
      rows.map(row => [
        textOf(row, 'name'),
        { id: numberOf(row, 'id'), fingerprint: textOf(row, 'stamp'), isPresent: numberOf(row, 'present') === 1 },
      ]),
    );
  }

  /** Adds a file seen for the first time. */
  add(
    {
      zone,
      run,
      folder,
      inside,
      isFirst,
    }: { zone: number; run: number; folder: string; inside: string; isFirst: boolean },
    { name, sizeBytes, modifiedMs, fingerprint }: SourceEntry,
    { changedAt, quietAt }: { changedAt: number; quietAt: number },
  ): void {
    this.#db.run(
      `INSERT INTO file (zone, run, folder, name, inside, size, modified, stamp, changed_at, quiet_at, first)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      zone,
      run,
      folder,
      name,
      inside,
      sizeBytes,
      Math.trunc(modifiedMs),
      fingerprint,
      changedAt,
      quietAt,
      isFirst ? 1 : 0,
    );
  }

  /**
   * Records a change: the file has to settle again, and what had arrived becomes an older version. A file with another
   * size or time counts as new; one with only other permissions or another inode (as after a share is remounted) does
   * not.
   */
  changed(
    id: number,
    { sizeBytes, modifiedMs, fingerprint }: SourceEntry,
    { changedAt, quietAt, gapMs }: { changedAt: number; quietAt: number; gapMs: number },
  ): void {
    this.#db.run(
      `UPDATE file SET first = iif(size = ?1 AND modified = ?2, first, 0),
         size = ?1, modified = ?2, stamp = ?3, changed_at = ?4, quiet_at = ?5, gap = ?6, present = 1,
         changed_after = changed_after OR remote IS NOT NULL, state = 'waiting', fault = NULL, retry_at = NULL, attempts = 0
       WHERE id = ?7`,
      sizeBytes,
      Math.trunc(modifiedMs),
      fingerprint,
      changedAt,
      quietAt,
      gapMs,
      id,
    );
  }

  /**
   * Shifts the times of waiting files after the clock was set or the computer slept, so that they wait as long as
   * before.
   */
  shift(zone: number, byMs: number): void {
    this.#db.run(
      `UPDATE file SET changed_at = changed_at + ?1, quiet_at = quiet_at + ?1, retry_at = retry_at + ?1
       WHERE zone = ?2 AND state IN ('waiting', 'refused')`,
      byMs,
      zone,
    );
  }

  /** Caps the retry times, in case they were recorded while the clock was ahead. */
  capRetry(zone: number, latestMs: number): void {
    const sql = "UPDATE file SET retry_at = ?1 WHERE zone = ?2 AND state IN ('waiting', 'refused') AND retry_at > ?1";
    this.#db.run(sql, latestMs, zone);
  }

  setQuiet(id: number, quietAt: number): void {
    this.#db.run('UPDATE file SET quiet_at = ? WHERE id = ?', quietAt, id);
  }

  /**
   * The file appeared again or disappeared. A file that disappeared before it was sent is deleted, and remembered in
   * `gone_file` if its own time does not tell whether it is new; without a hash nothing can have arrived.
   */
  setPresent(id: number, isPresent: boolean): void {
    this.#db.run('UPDATE file SET present = ? WHERE id = ?', isPresent ? 1 : 0, id);
    if (isPresent) return;
    const isNothing = "id = ? AND remote IS NULL AND coalesce(target, '{}') ->> '$.sha256' IS NULL";
    this.#db.run(
      `INSERT INTO gone_file (zone, name, size, modified, file_id, first)
       SELECT zone, name, size, modified, substr(stamp, 1, instr(stamp || ':', ':') - 1), first FROM file WHERE ${isNothing} AND (first > 0
         OR modified < (SELECT definition ->> '$.startAt' FROM zone WHERE zone.id = file.zone))`,
      id,
    );
    this.#db.run(`DELETE FROM file WHERE ${isNothing}`, id);
  }

  countIn(zone: number, folder: string): number {
    const sql = 'SELECT count(*) AS n FROM file WHERE zone = ? AND folder = ? AND present = 1';
    return numberOf(this.#db.one(sql, zone, folder), 'n');
  }

  /** Recorded present files of a folder by name, page by page. */
  presentIn(zone: number, folder: string, after: string, limit: number): readonly ZoneItem[] {
    const sql = 'SELECT * FROM file WHERE zone = ? AND folder = ? AND present = 1 AND name > ? ORDER BY name LIMIT ?';
    return this.#db.all(sql, zone, folder, after, limit).map(itemOf);
  }

  /** Folders with recorded files: `top` and those below it, lazily. */
  *folders(zone: number, top: string): Iterable<string> {
    if (this.#hasFolder(zone, top)) yield top;
    const [from, end] = below(top);
    const sql = 'SELECT folder FROM file WHERE zone = ? AND folder > ? AND folder < ? ORDER BY folder LIMIT 1';
    for (let last = from; ;) {
      const row = this.#db.one(sql, zone, last, end);
      if (row === null) return;
      last = textOf(row, 'folder');
      yield last;
    }
  }

  #hasFolder(zone: number, folder: string): boolean {
    return this.#db.one('SELECT 1 AS yes FROM file WHERE zone = ? AND folder = ? LIMIT 1', zone, folder) !== null;
  }

  /** Waiting files of a run that may be tried now, by path. */
  due(run: number, nowMs: number): readonly ZoneItem[] {
    const sql = `SELECT * FROM file WHERE run = ? AND state IN ('waiting', 'refused') AND present = 1
      AND coalesce(retry_at, 0) <= ? ORDER BY inside`;
    return this.#db.all(sql, run, nowMs).map(itemOf);
  }

  /** Files of a zone for which nothing was begun at the service, page by page. */
  notBegunAfter(zone: number, after: number, limit: number): readonly ZoneItem[] {
    const sql = `SELECT * FROM file WHERE +zone = ? AND id > ? AND remote IS NULL AND target IS NULL ORDER BY id LIMIT ?`;
    return this.#db.all(sql, zone, after, limit).map(itemOf);
  }

  /** Moves a file to another run. */
  setRun(id: number, run: number, inside: string): void {
    this.#db.run('UPDATE file SET run = ?, inside = ? WHERE id = ?', run, inside, id);
  }

  setTarget(id: number, target: Target | null): void {
    this.#db.run('UPDATE file SET target = ? WHERE id = ?', target === null ? null : JSON.stringify(target), id);
  }

  arrived(id: number, { file, version, sha256, sizeBytes, fingerprint, at }: Arrived, now: number): void {
    this.#db.run(
      `UPDATE file SET state = CASE WHEN stamp = ?1 THEN 'confirmed' ELSE 'waiting' END,
         changed_after = CASE WHEN stamp = ?1 THEN 0 ELSE 1 END,
         target = NULL, sha256 = ?2, sent_size = ?3, remote = ?4, version = ?5, sent_as = ?6, confirmed = ?7,
         verified = NULL, labelled = 0, fault = NULL, retry_at = NULL, attempts = 0
       WHERE id = ?8`,
      fingerprint,
      sha256,
      sizeBytes,
      file,
      version,
      at,
      now,
      id,
    );
  }

  /** The content is still the one that had arrived. @param fingerprint the one when this was found out. */
  unchanged(id: number, fingerprint: string): void {
    this.#db.run(
      `UPDATE file SET state = CASE WHEN verified IS NULL THEN 'confirmed' ELSE 'verified' END, changed_after = 0,
         fault = NULL, retry_at = NULL, attempts = 0 WHERE id = ? AND stamp = ?`,
      id,
      fingerprint,
    );
  }

  verified(id: number, sha256: Sha256, now: number): void {
    this.#db.run(
      `UPDATE file SET verified = ?1, state = CASE WHEN state = 'confirmed' THEN 'verified' ELSE state END
       WHERE id = ?2 AND sha256 = ?3`,
      now,
      id,
      sha256,
    );
  }

  /** The service has other bytes than were sent: send the file again. */
  mismatched(id: number): void {
    this.#db.run("UPDATE file SET state = 'waiting', sha256 = NULL, verified = NULL, retry_at = NULL WHERE id = ?", id);
  }

  labelled(id: number): void {
    this.#db.run('UPDATE file SET labelled = 1 WHERE id = ?', id);
  }

  /** Postpones the file without a fault. */
  postpone(id: number, retryAt: number): void {
    this.#db.run('UPDATE file SET retry_at = ? WHERE id = ?', retryAt, id);
  }

  /** Whether another file of the zone was sent to this file of the service, even if it is absent from the source now. */
  isSentByOther(zone: number, remote: ServiceId, id: number): boolean {
    const sql = 'SELECT 1 AS yes FROM file WHERE zone = ? AND remote = ? AND id <> ? LIMIT 1';
    return this.#db.one(sql, zone, remote, id) !== null;
  }

  failed(id: number, { fault, isRefused, retryAt }: { fault: Fault; isRefused: boolean; retryAt: number }): void {
    this.#db.run(
      'UPDATE file SET fault = ?, state = ?, retry_at = ?, attempts = attempts + 1 WHERE id = ?',
      JSON.stringify(fault),
      isRefused ? 'refused' : 'waiting',
      retryAt,
      id,
    );
  }

  /** Retries failed and refused files at once. @param run null: of all runs. */
  retry(zone: number, run: number | null): number {
    return this.#db.run(
      `UPDATE file SET state = 'waiting', retry_at = NULL, attempts = 0
       WHERE zone = ?1 AND (?2 IS NULL OR run = ?2) AND state IN ('waiting', 'refused') AND retry_at IS NOT NULL`,
      zone,
      run,
    ).changes;
  }

  /**
   * Absent files that arrived and could be this one under its old name: as large, and of the same run or of the same time.
   * @param sha256 only those with this content; null: all.
   */
  absentLike(
    { zone, run, sizeBytes, modifiedMs }: Pick<ZoneItem, 'zone' | 'run' | 'sizeBytes' | 'modifiedMs'>,
    sha256: Sha256 | null,
  ): readonly ZoneItem[] {
    // A camera's files are equal in size, so both halves need an index of their own. No condition on `remote`: SQLite would
    // then choose the index over all files that arrived.
    const gone =
      'SELECT * FROM file WHERE zone = ?1 AND sent_size = ?2 AND present = 0 AND (?5 IS NULL OR sha256 = ?5)';
    const sql = `${gone} AND run = ?3 UNION ALL ${gone} AND modified = ?4 AND run <> ?3 LIMIT 1000`;
    return this.#db.all(sql, zone, sizeBytes, run, modifiedMs, sha256).map(itemOf);
  }

  /**
   * Whether each present file of a run either is absent from another run, with its path inside, size and time, or goes on
   * from that run already.
   * @param sentBelow where the files of the other run were sent to, below the destination.
   */
  isWholeRunMoved(from: number, to: number, sentBelow: string): boolean {
    const [start, end] = below(sentBelow);
    const sql = `SELECT inside, size, modified FROM file WHERE run = ?2 AND present = 1
        AND NOT (remote IS NOT NULL AND sent_as > ?3 AND sent_as < ?4)
      EXCEPT SELECT inside, size, modified FROM file WHERE run = ?1 AND present = 0 LIMIT 1`;
    return this.#db.one(sql, from, to, start, end) === null;
  }

  /** Absent files for which something was begun at the service, and it is not known whether it arrived. */
  absentBegun(zone: number): readonly ZoneItem[] {
    const sql = 'SELECT * FROM file WHERE zone = ? AND present = 0 AND target IS NOT NULL ORDER BY id';
    return this.#db.all(sql, zone).map(itemOf);
  }

  /** Deletes the record of a file that continues under another path. @returns whether there was one. */
  forget(id: number): boolean {
    return this.#db.run('DELETE FROM file WHERE id = ?', id).changes > 0;
  }

  /** Files that arrived and are not verified, page by page. @param run null: of all runs. */
  unverified(
    zone: number,
    { run, after, limit }: { run: number | null; after: number; limit: number },
  ): readonly ZoneItem[] {
    // The unary plus keeps SQLite from using an index, so that rows come in id order and no page sorts the whole table.
    const ofZone = "SELECT * FROM file WHERE +zone = ? AND id > ? AND +state = 'confirmed' ORDER BY id LIMIT ?";
    if (run === null) return this.#db.all(ofZone, zone, after, limit).map(itemOf);
    const ofRun = "SELECT * FROM file WHERE run = ? AND state = 'confirmed' AND id > ? ORDER BY id LIMIT ?";
    return this.#db.all(ofRun, run, after, limit).map(itemOf);
  }

  /** Files that arrived, are unchanged and present, page by page. */
  arrivedAfter(zone: number, after: number, limit: number): readonly ZoneItem[] {
    const sql = `SELECT * FROM file WHERE +zone = ? AND id > ? AND +state IN ('confirmed', 'verified') AND present = 1
      ORDER BY id LIMIT ?`;
    return this.#db.all(sql, zone, after, limit).map(itemOf);
  }

  unlabelled(run: number): readonly ZoneItem[] {
    const sql = "SELECT * FROM file WHERE run = ? AND labelled = 0 AND state IN ('confirmed', 'verified') ORDER BY id";
    return this.#db.all(sql, run).map(itemOf);
  }

  /**
   * All files that arrived below a folder of the destination, for its manifest.
   * @param prefix its path with a trailing `/`, or empty.
   */
  sentBelow(zone: number, prefix: string): readonly ZoneItem[] {
    const [from, end] = below(prefix.slice(0, -1));
    const sql = `SELECT * FROM file WHERE zone = ? AND remote IS NOT NULL AND sent_as > ? AND sent_as < ?`;
    return this.#db.all(sql, zone, from, end).map(itemOf);
  }

  page(run: number, after: number, limit: number): readonly ZoneItem[] {
    const sql = 'SELECT * FROM file WHERE run = ? AND id > ? ORDER BY id LIMIT ?';
    return this.#db.all(sql, run, after, limit).map(itemOf);
  }

  /** Waiting files of a zone, page by page, for a change of the quiet time. */
  waitingAfter(zone: number, after: number, limit: number): readonly ZoneItem[] {
    const sql = "SELECT * FROM file WHERE +zone = ? AND id > ? AND +state = 'waiting' ORDER BY id LIMIT ?";
    return this.#db.all(sql, zone, after, limit).map(itemOf);
  }
}

/** The range of paths below a folder in byte order; for the empty path, all. */
function below(folder: string): readonly [from: string, end: string] {
  // '0' is the character after '/'; no path sorts after U+10FFFF.
  return folder === '' ? ['', '\u{10ffff}'] : [`${folder}/`, `${folder}0`];
}
