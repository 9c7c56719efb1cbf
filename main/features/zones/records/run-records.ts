import type { Row, ZonesDb } from './zones-db.ts';
import { numberIn, numberOf, textIn, textOf } from './rows.ts';

/** One run (dataset) as recorded. */
export interface Run {
  readonly id: number;
  readonly zone: number;
  readonly key: string;
  readonly name: string;
  readonly firstSeen: number;
  readonly isReleased: boolean;
  readonly operator: string | null;
  /** The label given at the instrument. */
  readonly label: string | null;
  /** Folder names below the destination; null until decided. */
  readonly folder: readonly string[] | null;
  readonly completed: number | null;
  /** Path in the zone's folder of a file that a program had open for writing at the last check. */
  readonly openFile: string | null;
}

/** Summary of the waiting files of a run. */
export interface Pending {
  readonly run: Run;
  readonly lastChangeAt: number;
  readonly quietAt: number;
  /** Whether one of its files was not found by the initial scan, or changed since. */
  readonly hasNew: boolean;
  /** Latest and earliest modification time of all its files. */
  readonly newestMs: number;
  readonly oldestMs: number;
  /** Earliest modification time of the waiting files. */
  readonly waitingSinceMs: number;
  readonly files: number;
  /** How many of them the service refused. */
  readonly refused: number;
  readonly sizeBytes: number;
  /** When the first of them may be retried; null: now. */
  readonly retryAt: number | null;
}

/** Numbers of files of a run by state. */
export interface RunCounts {
  readonly files: number;
  readonly waiting: number;
  readonly confirmed: number;
  readonly verified: number;
  readonly refused: number;
  readonly sizeBytes: number;
}

/** The runs of all zones. */
export class RunRecords {
  readonly #db: ZonesDb;

  constructor(db: ZonesDb) {
    this.#db = db;
  }

  get(id: number): Run | null {
    const row = this.#db.one('SELECT * FROM run WHERE id = ?', id);
    return row === null ? null : runOf(row);
  }

  /** Finds or adds the run of a key. @returns its id. */
  findOrAdd(zone: number, { key, name }: Pick<Run, 'key' | 'name'>, now: number): number {
    const known = this.#db.one('SELECT id FROM run WHERE zone = ? AND key = ?', zone, key);
    if (known !== null) return numberOf(known, 'id');
    // A new run takes the label and operator that were set for the next runs.
    const sql = `INSERT INTO run (zone, key, name, first_seen, label, operator)
      SELECT id, ?2, ?3, ?4, iif(next_until > ?4, next_label, NULL), iif(next_until > ?4, next_operator, NULL)
      FROM zone WHERE id = ?1`;
    return this.#db.run(sql, zone, key, name, now).id;
  }

  /** Newest first. @param before only ids below this; null: from the newest on. */
  page(zone: number, before: number | null, limit: number): readonly Run[] {
    const sql = 'SELECT * FROM run WHERE zone = ? AND id < ? ORDER BY id DESC LIMIT ?';
    return this.#db.all(sql, zone, before ?? Number.MAX_SAFE_INTEGER, limit).map(runOf);
  }

  /** Runs with waiting files, in order of creation. @param only id of a single run. */
  pending(zone: number, only: number | null = null): readonly Pending[] {
    const rows = this.#db.all(
      `SELECT run, max(changed_at) AS changed, max(quiet_at) AS quiet, count(*) AS files, sum(size) AS bytes,
         sum(state = 'refused') AS refused, min(coalesce(retry_at, 0)) AS retry, min(modified) AS since,
         EXISTS (SELECT 1 FROM file AS each WHERE each.run = file.run AND each.first = 0) AS new,
         (SELECT max(modified) FROM file AS each WHERE each.run = file.run) AS newest,
         (SELECT min(modified) FROM file AS each WHERE each.run = file.run) AS oldest
       FROM file WHERE zone = ?1 AND (?2 IS NULL OR run = ?2) AND state IN ('waiting', 'refused') AND present = 1
       GROUP BY run`,
      zone,
      only,
    );
    return rows.flatMap(row => {
      const run = this.get(numberOf(row, 'run'));
      if (run === null) return [];
      return [
        {
          run,
          lastChangeAt: numberOf(row, 'changed'),
          quietAt: numberOf(row, 'quiet'),
          hasNew: numberOf(row, 'new') === 1,
          newestMs: numberOf(row, 'newest'),
          oldestMs: numberOf(row, 'oldest'),
          waitingSinceMs: numberOf(row, 'since'),
          files: numberOf(row, 'files'),
          refused: numberOf(row, 'refused'),
          sizeBytes: numberOf(row, 'bytes'),
          retryAt: numberOf(row, 'retry') === 0 ? null : numberOf(row, 'retry'),
        },
      ];
    });
  }

  /** Whether a later run has begun: one with newer files, or with equally new files and first seen later. */
  hasLaterRun(zone: number, run: number, oldestMs: number): boolean {
    const later = this.#db.one(
      `SELECT 1 AS yes FROM run WHERE zone = ?1 AND id <> ?2 AND EXISTS (
         SELECT 1 FROM file WHERE file.run = run.id GROUP BY file.run
         HAVING min(modified) > ?3 OR (min(modified) = ?3 AND run.id > ?2)) LIMIT 1`,
      zone,
      run,
      oldestMs,
    );
    return later !== null;
  }

  /** Whether one of its file names satisfies `isIt`. */
  hasName(run: number, isIt: (name: string) => boolean): boolean {
    const rows = this.#db.all('SELECT DISTINCT name FROM file WHERE run = ? AND present = 1', run);
    return rows.some(row => isIt(textOf(row, 'name')));
  }

  counts(run: number): RunCounts {
    const row = this.#db.one(
      `SELECT count(*) AS files, sum(state IN ('waiting')) AS waiting, sum(state = 'refused') AS refused,
         sum(state IN ('confirmed', 'verified')) AS confirmed, sum(state = 'verified') AS verified, sum(size) AS bytes
       FROM file WHERE run = ? AND (present = 1 OR remote IS NOT NULL)`,
      run,
    );
    return {
      files: numberOf(row, 'files'),
      waiting: numberOf(row, 'waiting'),
      confirmed: numberOf(row, 'confirmed'),
      verified: numberOf(row, 'verified'),
      refused: numberOf(row, 'refused'),
      sizeBytes: numberOf(row, 'bytes'),
    };
  }

  /** Records the destination folder and operator, once. */
  setFolder(id: number, { folder, operator }: { folder: readonly string[]; operator: string | null }): void {
    const sql = 'UPDATE run SET folder = ?, operator = coalesce(operator, ?) WHERE id = ?';
    this.#db.run(sql, JSON.stringify(folder), operator, id);
  }

  /** Sets the operator as a person says; null: none. */
  setOperator(id: number, operator: string | null): void {
    this.#db.run('UPDATE run SET operator = ? WHERE id = ?', operator, id);
  }

  /** Takes label and operator from the run that its files were in before, unless set. */
  inherit(id: number, before: number): void {
    this.#db.run(
      `UPDATE run SET label = coalesce(label, (SELECT label FROM run WHERE id = ?2)),
         operator = coalesce(operator, (SELECT operator FROM run WHERE id = ?2)) WHERE id = ?1`,
      id,
      before,
    );
  }

  setOpenFile(id: number, path: string | null): void {
    this.#db.run('UPDATE run SET open_file = ? WHERE id = ?', path, id);
  }

  release(id: number): void {
    this.#db.run('UPDATE run SET released = 1 WHERE id = ?', id);
  }

  /** A file arrived, which ends a manual release. @param completed null: the run is not complete. */
  arrived(id: number, completed: number | null): void {
    this.#db.run('UPDATE run SET completed = ?, released = 0 WHERE id = ?', completed, id);
  }

  /** Marks whether the manifest of a destination folder has to be rewritten. */
  setListDue(zone: number, folder: readonly string[], isDue: boolean): void {
    const sql = isDue
      ? 'INSERT OR IGNORE INTO list_due (zone, folder) VALUES (?, ?)'
      : 'DELETE FROM list_due WHERE zone = ? AND folder = ?';
    this.#db.run(sql, zone, JSON.stringify(folder));
  }

  dueLists(zone: number): readonly (readonly string[])[] {
    const rows = this.#db.all('SELECT folder FROM list_due WHERE zone = ?', zone);
    return rows.map(row => JSON.parse(textOf(row, 'folder')) as readonly string[]);
  }

  isListDue(zone: number, folder: readonly string[]): boolean {
    const sql = 'SELECT 1 AS yes FROM list_due WHERE zone = ? AND folder = ?';
    return this.#db.one(sql, zone, JSON.stringify(folder)) !== null;
  }

  /** Deletes runs without files. */
  dropEmpty(zone: number): void {
    this.#db.run('DELETE FROM run WHERE zone = ? AND NOT EXISTS (SELECT 1 FROM file WHERE run = run.id)', zone);
  }
}

/** The row was written by this class, so its columns are not validated again. */
function runOf(row: Row): Run {
  const folder = textIn(row, 'folder');
  return {
    id: numberOf(row, 'id'),
    zone: numberOf(row, 'zone'),
    key: textOf(row, 'key'),
    name: textOf(row, 'name'),
    firstSeen: numberOf(row, 'first_seen'),
    isReleased: numberOf(row, 'released') === 1,
    operator: textIn(row, 'operator'),
    label: textIn(row, 'label'),
    folder: folder === null ? null : (JSON.parse(folder) as readonly string[]),
    completed: numberIn(row, 'completed'),
    openFile: textIn(row, 'open_file'),
  };
}
