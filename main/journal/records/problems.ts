import type { Fault } from '../../../shared/fault.ts';
import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import { numberIn, textOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** An item or a path that is stuck. All others go on. */
export interface Problem {
  readonly mirror: MirrorId;
  /** `item:<id>` or `path:<path>`. */
  readonly subject: string;
  readonly path: string;
  readonly fault: Fault;
  /** The state in which it got stuck. When the state changes, the step is retried. */
  readonly fingerprint: string;
  /** When it is retried, ms since the epoch; null: only after a change. */
  readonly retryAt: number | null;
  readonly attempts: number;
  readonly since: number;
}

export class Problems {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  all(mirror: MirrorId): readonly Problem[] {
    return this.#db.all('SELECT * FROM problem WHERE mirror = ? ORDER BY path', mirror).map(problemOf);
  }

  get(mirror: MirrorId, subject: string): Problem | null {
    if (!this.#hasAny()) return null;
    const row = this.#db.one('SELECT * FROM problem WHERE mirror = ? AND subject = ?', mirror, subject);
    return row === null ? null : problemOf(row);
  }

  put(problem: Problem): void {
    this.#db.run(
      `INSERT OR REPLACE INTO problem (mirror, subject, path, fault, fingerprint, retry_at, attempts, since)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      problem.mirror,
      problem.subject,
      problem.path,
      JSON.stringify(problem.fault),
      problem.fingerprint,
      problem.retryAt,
      problem.attempts,
      problem.since,
    );
  }

  clear(mirror: MirrorId, subject: string): void {
    if (this.#hasAny()) this.#db.run('DELETE FROM problem WHERE mirror = ? AND subject = ?', mirror, subject);
  }

  /** Asked after each step, and usually there is no problem at all: then the answer is kept. */
  #hasAny(): boolean {
    return this.#db.one('SELECT 1 FROM problem LIMIT 1') !== null;
  }
}

/** The subject of a problem with an item. */
export function subjectOf(item: ItemId): string {
  return `item:${item}`;
}

function problemOf(row: Row): Problem {
  return {
    mirror: textOf(row, 'mirror') as MirrorId,
    subject: textOf(row, 'subject'),
    path: textOf(row, 'path'),
    fault: JSON.parse(textOf(row, 'fault')) as Fault,
    fingerprint: textOf(row, 'fingerprint'),
    retryAt: numberIn(row, 'retry_at'),
    attempts: numberIn(row, 'attempts') ?? 0,
    since: numberIn(row, 'since') ?? 0,
  };
}
