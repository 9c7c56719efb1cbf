import type { SourceEntry } from '../../../ports/read-only-folder.ts';
import type { Row, ZonesDb } from './zones-db.ts';
import { numberIn, numberOf, textOf } from './rows.ts';

/** A file seen before that may be the same as a new name: equal size and time, and equal name or file id. */
export interface SeenBefore {
  /** Its row among the files that are gone; null: it is still listed. */
  readonly gone: number | null;
  /** Its row among the listed files; null: it is gone. */
  readonly item: number | null;
  /** Its path inside the zone's folder; empty when it is gone. */
  readonly path: string;
  /** Whether the initial scan found it. */
  readonly isFirst: boolean;
}

const ALIKE = 'zone = ?1 AND size = ?2 AND modified = ?3';
const GONE = `SELECT id AS gone, NULL AS item, '' AS folder, name, first FROM gone_file WHERE ${ALIKE}`;
const LISTED = `SELECT NULL AS gone, id AS item, folder, name, first FROM file
  WHERE first > 0 AND remote IS NULL AND present = 1 AND ${ALIKE}`;
/** Each subquery has a limit: thousands of files may have the same size and time. */
const LIKE = [
  `${GONE} AND name = ?4`,
  `${GONE} AND file_id = ?5`,
  `${LISTED} AND name = ?4`,
  `${LISTED} AND substr(stamp, 1, instr(stamp || ':', ':') - 1) = ?5`,
]
  .map(sql => `SELECT * FROM (${sql} LIMIT 4)`)
  .join(' UNION ALL ');

/** The result of each zone's initial scan, and the paths below which it is still to be done. */
export class InitialScanRecords {
  readonly #db: ZonesDb;

  constructor(db: ZonesDb) {
    this.#db = db;
  }

  /** Paths below which nothing was scanned yet; an empty string stands for everything. */
  due(zone: number): readonly string[] {
    return this.#db.all('SELECT path FROM first_look WHERE zone = ?', zone).map(row => textOf(row, 'path'));
  }

  setDue(zone: number, paths: readonly string[]): void {
    this.#db.run('DELETE FROM first_look WHERE zone = ?', zone);
    for (const path of paths) this.#db.run('INSERT INTO first_look (zone, path) VALUES (?, ?)', zone, path);
  }

  /** Whether the start date applies to a file: the initial scan found it, or is still due for it. */
  isFirst(zone: number, path: string): boolean {
    if (this.due(zone).some(each => isAtOrBelow(path, each))) return true;
    const at = path.lastIndexOf('/');
    const sql = 'SELECT first FROM file WHERE zone = ? AND folder = ? AND name = ?';
    return numberOf(this.#db.one(sql, zone, path.slice(0, Math.max(0, at)), path.slice(at + 1)), 'first') > 0;
  }

  /** Files seen before and never sent that `entry` may be under another path. */
  candidates(zone: number, entry: SourceEntry): readonly SeenBefore[] {
    const rows = this.#db.all(
      LIKE,
      zone,
      entry.sizeBytes,
      Math.trunc(entry.modifiedMs),
      entry.name,
      fileIdOf(entry.fingerprint),
    );
    return rows.map(seenBefore);
  }

  /** The file was matched to a new path: its old record no longer counts for the initial scan. */
  matched({ gone, item }: SeenBefore): void {
    if (gone !== null) this.#db.run('DELETE FROM gone_file WHERE id = ?', gone);
    if (item !== null) this.#db.run('UPDATE file SET first = 0 WHERE id = ?', item);
  }

  /**
   * Clears the mark of files that an earlier version skipped although they came later.
   * @returns how many of them are in `runs`.
   */
  clearSkipped(zone: number, runs: readonly number[]): number {
    const sql = `SELECT count(*) AS n FROM file WHERE zone = ?1 AND first = 2 AND present = 1 AND state = 'waiting'
      AND run IN (SELECT value FROM json_each(?2))`;
    const late = numberOf(this.#db.one(sql, zone, JSON.stringify(runs)), 'n');
    this.#db.run('UPDATE file SET first = 1 WHERE zone = ? AND first = 2', zone);
    return late;
  }
}

/** The inode, the part of a fingerprint that survives renames and moves within a volume. */
function fileIdOf(fingerprint: string): string {
  return fingerprint.split(':', 1)[0] ?? fingerprint;
}

/** Whether a path inside a zone's folder is `folder` or below it; an empty `folder` contains everything. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function seenBefore(row: Row): SeenBefore {
  const [folder, name] = [textOf(row, 'folder'), textOf(row, 'name')];
  return {
    gone: numberIn(row, 'gone'),
    item: numberIn(row, 'item'),
    path: folder === '' ? name : `${folder}/${name}`,
    isFirst: numberOf(row, 'first') > 0,
  };
}
