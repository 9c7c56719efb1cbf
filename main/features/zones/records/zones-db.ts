import { existsSync, renameSync } from 'node:fs';

import Database from 'better-sqlite3';

import { FaultError } from '../../../../shared/fault.ts';
import { MIGRATIONS } from './migrations.ts';

type Cell = string | number | null;
export type Row = { readonly [column: string]: unknown };

/** The zones' database: a file of its own that is never deleted. Only this file uses the driver. */
export interface ZonesDb {
  all(sql: string, ...values: readonly Cell[]): readonly Row[];
  one(sql: string, ...values: readonly Cell[]): Row | null;
  /** Executes a statement. @returns the number of changed rows and the last inserted row id. */
  run(sql: string, ...values: readonly Cell[]): { readonly changes: number; readonly id: number };
  /** Commits to disk, all or nothing. A nested call joins the outer transaction. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** The opened database, and whether it had to be created. */
export interface OpenedZones {
  readonly db: ZonesDb;
  readonly isNew: boolean;
  /** New name of a damaged database; null: there was none. */
  readonly aside: string | null;
}

/** Marks the file as ours, for the `file` command and for our own check. */
const APPLICATION_ID = 0x42_4e_5a_4e;
const LOG_BYTES = 4 * 1024 * 1024;

/**
 * Opens the database. A damaged one is renamed, never removed, and a new one is created: the zones are in the audit
 * log, and what has arrived is recognised at the destination, so that nothing is sent twice. @param path the file, or
 * `:memory:`. @throws FaultError `bad-request` when it was written by a newer Benchtop or cannot be opened.
 */
export function openZonesDb(path: string): OpenedZones {
  try {
    return { ...opened(path), aside: null };
  } catch (error) {
    if (!isDamage(error)) throw unusable(path, error);
    const aside = setAside(path);
    return { ...opened(path), aside };
  }
}

class NotOurs extends Error {}

function isDamage(error: unknown): boolean {
  if (error instanceof NotOurs) return true;
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

function opened(path: string): { readonly db: ZonesDb; readonly isNew: boolean } {
  const driver = new Database(path);
  try {
    const found = Number(driver.pragma('application_id', { simple: true }));
    const isNew = driver.prepare('SELECT count(*) AS n FROM sqlite_master').pluck().get() === 0;
    if (found !== APPLICATION_ID && !(found === 0 && isNew)) throw new NotOurs('it is no record of zones');
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', `journal_size_limit = ${LOG_BYTES}`])
      driver.pragma(pragma);
    for (const pragma of ['trusted_schema = OFF', 'foreign_keys = ON', 'cache_size = -2000', 'temp_store = FILE'])
      driver.pragma(pragma);
    if (driver.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new NotOurs('its contents do not add up');
    driver.pragma(`application_id = ${APPLICATION_ID}`);
    migrate(driver);
    return { db: wrap(driver), isNew };
  } catch (error) {
    driver.close();
    throw error;
  }
}

function migrate(driver: Database.Database): void {
  const done = Number(driver.pragma('user_version', { simple: true }));
  if (done > MIGRATIONS.length) {
    const detail =
      'The record of the drop zones was written by a newer Benchtop. Nothing was touched; start that version instead.';
    throw new FaultError({ kind: 'bad-request', detail });
  }
  MIGRATIONS.slice(done).forEach((script, index) => {
    driver.transaction(() => {
      driver.exec(script);
      driver.pragma(`user_version = ${done + index + 1}`);
    })();
  });
}

function setAside(path: string): string {
  let number = 1;
  while (existsSync(`${path}.damaged-${number}`)) number += 1;
  // Rename the WAL too: SQLite would apply it to the next database at this path.
  for (const end of ['', '-wal', '-shm'])
    if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${path}.damaged-${number}${end}`);
  return `${path}.damaged-${number}`;
}

function unusable(path: string, cause: unknown): unknown {
  if (cause instanceof FaultError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  const detail = `The record of the drop zones '${path}' cannot be opened (${why}). No file was touched, and nothing is sent until it can be.`;
  return new FaultError({ kind: 'bad-request', detail }, { cause });
}

/** The driver treats numbered parameters such as `?1` as named ones. */
function bound(sql: string, values: readonly Cell[]): readonly (Cell | { readonly [number: string]: Cell })[] {
  if (!sql.includes('?1')) return values;
  return [Object.fromEntries(values.map((value, index) => [String(index + 1), value]))];
}

function wrap(driver: Database.Database): ZonesDb {
  const statements = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const known = statements.get(sql) ?? driver.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const { immediate } = driver.transaction((work: () => unknown) => work());
  return {
    // The driver types rows as unknown; SQLite returns only these cell types.
    all: (sql, ...values) => prepared(sql).all(...bound(sql, values)) as readonly Row[],
    one: (sql, ...values) => (prepared(sql).get(...bound(sql, values)) as Row | undefined) ?? null,
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepared(sql).run(...bound(sql, values));
      return { changes, id: Number(lastInsertRowid) };
    },
    transaction: work => (driver.inTransaction ? work() : (immediate(work) as ReturnType<typeof work>)),
    close: () => void driver.close(),
  };
}
