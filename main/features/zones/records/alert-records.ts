import type { ZoneAlert } from '../../../../shared/features/zones/model.ts';
import type { Row, ZonesDb } from './zones-db.ts';
import { numberIn, numberOf, textOf } from './rows.ts';
import { zoneKey } from './zone-records.ts';

/** The alerts as their senders use them: each is reported once when raised and once when resolved. */
export interface Alerts {
  /** Open alerts, with `all` also the resolved ones; newest first. */
  list(all?: boolean): readonly ZoneAlert[];
  /** Events that were not reported yet, oldest first. Survives restarts. */
  unreported(): readonly { readonly alert: ZoneAlert; readonly what: 'raised' | 'solved' }[];
  /** The event was reported. */
  markReported(id: number, what: 'raised' | 'solved'): void;
  /** Calls `listener` on each alert that is raised or resolved. @returns the function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** Alerts of all zones; at most one open alert per zone and cause. */
export class AlertRecords implements Alerts {
  readonly #db: ZonesDb;
  readonly #listeners = new Set<() => void>();

  constructor(db: ZonesDb) {
    this.#db = db;
  }

  /** @returns whether it is new. */
  raise(zone: { id: number; name: string }, { cause, text }: { cause: string; text: string }, now: number): boolean {
    const sql = 'INSERT OR IGNORE INTO alert (zone, name, cause, text, raised) VALUES (?, ?, ?, ?, ?)';
    const isNew = this.#db.run(sql, zone.id, zone.name, cause, text, now).changes > 0;
    if (isNew) this.#tell();
    return isNew;
  }

  /** @returns whether there was one. */
  solve(zone: number, cause: string, now: number): boolean {
    const sql = 'UPDATE alert SET solved = ? WHERE zone = ? AND cause = ? AND solved IS NULL';
    const wasOpen = this.#db.run(sql, now, zone, cause).changes > 0;
    if (wasOpen) this.#tell();
    return wasOpen;
  }

  /** Resolves an alert that a person has seen. @returns false when there is no open alert with this id. */
  acknowledge(id: number, now: number): boolean {
    const isDone = this.#db.run('UPDATE alert SET solved = ? WHERE id = ? AND solved IS NULL', now, id).changes > 0;
    if (isDone) this.#tell();
    return isDone;
  }

  /** Resolves all alerts of a removed zone. */
  solveAll(zone: number, now: number): void {
    if (this.#db.run('UPDATE alert SET solved = ? WHERE zone = ? AND solved IS NULL', now, zone).changes > 0)
      this.#tell();
  }

  open(zone: number): number {
    return numberOf(this.#db.one('SELECT count(*) AS n FROM alert WHERE zone = ? AND solved IS NULL', zone), 'n');
  }

  list(all = false): readonly ZoneAlert[] {
    const sql = 'SELECT * FROM alert WHERE ? = 1 OR solved IS NULL ORDER BY id DESC LIMIT 1000';
    return this.#db.all(sql, all ? 1 : 0).map(alertOf);
  }

  unreported() {
    const sql = 'SELECT * FROM alert WHERE told_raised = 0 OR (solved IS NOT NULL AND told_solved = 0) ORDER BY id';
    return this.#db.all(sql).flatMap(row => {
      const alert = alertOf(row);
      const raised = numberOf(row, 'told_raised') === 0 ? [{ alert, what: 'raised' as const }] : [];
      const isSolvedNews = alert.solvedAt !== null && numberOf(row, 'told_solved') === 0;
      return [...raised, ...(isSolvedNews ? [{ alert, what: 'solved' as const }] : [])];
    });
  }

  markReported(id: number, what: 'raised' | 'solved'): void {
    this.#db.run(`UPDATE alert SET told_${what} = 1 WHERE id = ?`, id);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function alertOf(row: Row): ZoneAlert {
  return {
    id: numberOf(row, 'id'),
    zone: zoneKey(numberOf(row, 'zone')),
    zoneName: textOf(row, 'name'),
    cause: textOf(row, 'cause'),
    text: textOf(row, 'text'),
    raisedAt: numberOf(row, 'raised'),
    solvedAt: numberIn(row, 'solved'),
  };
}
