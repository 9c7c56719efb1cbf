import { numberIn, textIn, textOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/**
 * `asked`: questions to the person are still open. `interrupted`: no more bytes arrive, and no window ended the job.
 */
export type JobState = 'asked' | 'running' | 'interrupted' | 'ended';

/** Files that a person adds from outside the mirrors, by one drop or one command. */
export interface Job {
  readonly id: string;
  /** When it began, ms since the epoch. */
  readonly at: number;
  /** The folder's name as shown. */
  readonly folder: string;
  /** The mirror that the files go into; null: they go into the outbox. */
  readonly mirror: string | null;
  readonly state: JobState;
  readonly files: number;
  readonly sizeBytes: number;
  readonly added: number;
  readonly addedBytes: number;
}

/** A file of a job that was not added, or not yet. */
export interface JobFile {
  /** The path inside what was dropped. */
  readonly path: string;
  /** The final path, once all bytes arrived. */
  readonly at: string | null;
  readonly sizeBytes: number | null;
  /** Why it was not added, in one sentence; null: no reason yet. */
  readonly why: string | null;
}

/** The state of each file of each job, until the person saw the result. */
export class Jobs {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  begin({ id, at, folder, mirror, files, sizeBytes }: Omit<Job, 'state' | 'added' | 'addedBytes'>): void {
    const sql = "INSERT INTO job (id, at, folder, mirror, state, files, size) VALUES (?, ?, ?, ?, 'asked', ?, ?)";
    this.#db.run(sql, id, at, folder, mirror, files, sizeBytes);
  }

  /** Oldest first. */
  all(): readonly Job[] {
    return this.#db.all('SELECT * FROM job ORDER BY at, id').map(jobOf);
  }

  get(id: string): Job | null {
    const row = this.#db.one('SELECT * FROM job WHERE id = ?', id);
    return row === null ? null : jobOf(row);
  }

  setState(id: string, state: JobState): void {
    this.#db.run('UPDATE job SET state = ? WHERE id = ?', state, id);
  }

  /** Records files that are expected. */
  expect(id: string, paths: readonly string[]): void {
    this.#db.transaction(() => {
      for (const path of paths) this.#db.run('INSERT OR IGNORE INTO job_file (job, path) VALUES (?, ?)', id, path);
    });
  }

  /** All bytes of a file arrived; it is about to get its name. */
  arrived(id: string, path: string, { at, sizeBytes }: { readonly at: string; readonly sizeBytes: number }): void {
    const sql = 'INSERT OR REPLACE INTO job_file (job, path, at, size) VALUES (?, ?, ?, ?)';
    this.#db.run(sql, id, path, at, sizeBytes);
  }

  added(id: string, path: string, sizeBytes: number): void {
    this.#db.transaction(() => {
      this.#db.run('UPDATE job SET added = added + 1, added_size = added_size + ? WHERE id = ?', sizeBytes, id);
      this.#db.run('DELETE FROM job_file WHERE job = ? AND path = ?', id, path);
    });
  }

  noteFailed(id: string, path: string, why: string): void {
    this.#db.run('INSERT OR REPLACE INTO job_file (job, path, why) VALUES (?, ?, ?)', id, path, why);
  }

  /**
   * The files that were not added, by path.
   * @param limit at most so many; null: all.
   */
  files(id: string, limit: number | null = null): readonly JobFile[] {
    const sql = 'SELECT * FROM job_file WHERE job = ? ORDER BY path LIMIT CAST(? AS INTEGER)';
    return this.#db.all(sql, id, limit ?? -1).map(row => ({
      path: textOf(row, 'path'),
      at: textIn(row, 'at'),
      sizeBytes: numberIn(row, 'size'),
      why: textIn(row, 'why'),
    }));
  }

  countFiles(id: string): number {
    return numberIn(this.#db.one('SELECT count(*) AS n FROM job_file WHERE job = ?', id) ?? { n: 0 }, 'n') ?? 0;
  }

  /** The person saw the result. */
  remove(id: string): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM job_file WHERE job = ?', id);
      this.#db.run('DELETE FROM job WHERE id = ?', id);
    });
  }
}

/** Written by this class; the schema allows no other state. */
function jobOf(row: Row): Job {
  return {
    id: textOf(row, 'id'),
    at: numberIn(row, 'at') ?? 0,
    folder: textOf(row, 'folder'),
    mirror: textIn(row, 'mirror'),
    state: textOf(row, 'state') as JobState,
    files: numberIn(row, 'files') ?? 0,
    sizeBytes: numberIn(row, 'size') ?? 0,
    added: numberIn(row, 'added') ?? 0,
    addedBytes: numberIn(row, 'added_size') ?? 0,
  };
}
