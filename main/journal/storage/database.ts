import Database from 'better-sqlite3';

import { FaultError } from '../../../shared/fault.ts';
import { MIB } from '../../../shared/units.ts';
import type { Db, Row, SqlValue } from './db.ts';
import { QueryCache, TableChanges, tablesOf } from './query-cache.ts';
import { migrate } from './migrate.ts';

/** The file is damaged or not a journal. The message says what to do. */
export class DamagedJournal extends FaultError {}

/** Identifies the file as ours, also for the command `file`. */
const APPLICATION_ID = 0x42_4e_43_48;

/** To how many bytes the log shrinks after it was written into the database file. */
const LOG_BYTES = 4 * MIB;
/**
 * SQLite's page cache in KiB. It is never freed, and the system caches the pages of the file as well: four times as
 * much saved no processor time in any measured query.
 */
const CACHE_KB = 4000;
/** How many pages of 4 KiB to copy in one step: some milliseconds. */
const COPY_PAGES = 256;

/**
 * Opens a database and migrates it.
 * @param isKnownWhole skips the full check, for a file that was just written.
 * @throws DamagedJournal, or another FaultError `bad-request` when it is from a newer Benchtop or cannot be opened now.
 */
export function openDatabase(path: string, { isKnownWhole = false } = {}): Db {
  let driver: Database.Database | undefined;
  try {
    driver = new Database(path);
    const found = Number(driver.pragma('application_id', { simple: true }));
    const isNew = driver.prepare('SELECT count(*) AS n FROM sqlite_master').pluck().get() === 0;
    if (found !== APPLICATION_ID && !(found === 0 && isNew))
      throw new NotAJournal('the file is not a Benchtop journal');
    driver.pragma('journal_mode = WAL');
    driver.pragma('synchronous = FULL');
    driver.pragma(`journal_size_limit = ${LOG_BYTES}`);
    driver.pragma('trusted_schema = OFF');
    driver.pragma(`cache_size = ${-CACHE_KB}`);
    if (!isKnownWhole && driver.pragma('quick_check', { simple: true }) !== 'ok')
      throw new NotAJournal('its contents do not add up');
    driver.pragma(`application_id = ${APPLICATION_ID}`);
    const db = wrap(driver);
    migrate(db);
    return db;
  } catch (error) {
    driver?.close();
    if (error instanceof FaultError) throw error;
    throw unusable(path, error);
  }
}

/** A damage that our own checks found, not SQLite. */
class NotAJournal extends Error {}

function isDamage(error: unknown): boolean {
  if (error instanceof NotAJournal) return true;
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** Error codes that concern one statement and its values. */
const OF_ONE_STATEMENT = /^SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG|ERROR)/;

/**
 * Whether an error affects every statement (full or broken disk, damage, closed database) and not just the one that
 * failed.
 */
export function isOfWholeJournal(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return !OF_ONE_STATEMENT.test(error.code);
  if (error instanceof TypeError && error.message.startsWith('The database connection is ')) return true;
  return error instanceof FaultError && isOfWholeJournal(error.cause);
}

function unusable(path: string, cause: unknown): FaultError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const detail =
    `The sync record '${path}' cannot be read (${why}). No file was touched. ` +
    `Move that file away and start again: everything is compared anew and nothing is removed.`;
  const fault = { kind: 'bad-request', detail } as const;
  return isDamage(cause) ? new DamagedJournal(fault, { cause }) : new FaultError(fault, { cause });
}

/** A prepared statement, and what its text tells. */
interface PreparedStatement {
  readonly statement: Database.Statement;
  /** The only table that it changes; null when there may be others. */
  readonly writes: string | null;
  readonly all: QueryCache | null;
  readonly one: QueryCache | null;
}

function wrap(driver: Database.Database): Db {
  const changes = new TableChanges();
  const statements = new Map<string, PreparedStatement>();
  let schema: Schema | null = null;
  const prepared = (sql: string): PreparedStatement => {
    let known = statements.get(sql);
    if (known === undefined) {
      schema ??= schemaOf(driver);
      statements.set(sql, (known = prepare(driver, sql, { changes, schema })));
    }
    return known;
  };
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      changes.noteAll();
      throw error;
    }
  };
  // Created once, because the driver creates four functions each time. Returns what `work` returns and rejects
  // promises.
  const { immediate } = driver.transaction((work: () => unknown) => work());
  return {
    // The driver types rows as unknown; SQLite returns no other values than these.
    all: (sql, ...parameters) => {
      const { statement, all } = prepared(sql);
      const read = (): readonly Row[] => statement.all(...parameters) as readonly Row[];
      return all === null ? read() : all.rows(parameters, read);
    },
    one: (sql, ...parameters) => {
      const { statement, one } = prepared(sql);
      const read = (): readonly Row[] => rowsOf(statement.get(...parameters) as Row | undefined);
      return (one === null ? read() : one.rows(parameters, read))[0] ?? null;
    },
    run: (sql, ...parameters) => {
      const { statement, writes } = prepared(sql);
      const { changes: count, lastInsertRowid } = guarded(() => statement.run(...parameters));
      if (writes === null) changes.noteAll();
      else if (count > 0) changes.note(writes);
      return { changes: count, id: Number(lastInsertRowid) };
    },
    script: sql => {
      statements.clear();
      schema = null;
      changes.noteAll();
      driver.exec(sql);
    },
    transaction: work => (driver.inTransaction ? work() : guarded(() => immediate(work) as ReturnType<typeof work>)),
    changesOf: table => changes.changesOf([table]),
    copyTo: async path => {
      await driver.backup(path, { progress: () => COPY_PAGES });
    },
    close: () => void driver.close(),
  };
}

/** What is known of the tables. Only a script changes it. */
interface Schema {
  /** Tables that store their rows themselves: no views and no virtual tables. */
  readonly tables: ReadonlySet<SqlValue | undefined>;
  /** A trigger or a cascade: changing one table may change another one that the statement does not name. */
  readonly hasEchoes: boolean;
}

function schemaOf(driver: Database.Database): Schema {
  const rows = driver.prepare('SELECT type, name, sql FROM sqlite_master').all() as readonly Row[];
  const isPlain = (row: Row): boolean => row['type'] === 'table' && !/^CREATE VIRTUAL/i.test(String(row['sql']));
  const isEcho = (row: Row): boolean =>
    row['type'] === 'trigger' || /\bON (?:DELETE|UPDATE)\b/i.test(String(row['sql']));
  return { tables: new Set(rows.filter(isPlain).map(row => row['name'])), hasEchoes: rows.some(isEcho) };
}

function prepare(
  driver: Database.Database,
  sql: string,
  { changes, schema }: { readonly changes: TableChanges; readonly schema: Schema },
): PreparedStatement {
  const statement = driver.prepare(sql);
  const { reads, writes } = tablesOf(sql);
  const isKnown = reads !== null && reads.length > 0 && reads.every(table => schema.tables.has(table));
  const answers = (): QueryCache | null => (isKnown ? new QueryCache(changes, reads) : null);
  return { statement, writes: schema.hasEchoes ? null : writes, all: answers(), one: answers() };
}

function rowsOf(row: Row | undefined): readonly Row[] {
  return row === undefined ? [] : [row];
}
