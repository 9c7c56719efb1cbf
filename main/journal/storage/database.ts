import Database from 'better-sqlite3';

import { FaultError } from '../../../shared/fault.ts';
import { MIB } from '../../../shared/units.ts';
import { QueryCache, TableChanges, tablesOf } from './query-cache.ts';
import { migrate } from './migrate.ts';

/** A value in a row, as SQLite gives it. */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type Row = { readonly [column: string]: SqlValue };

/**
 * The few things the journal needs of SQLite. Only this file knows the driver.
 *
 * SQLite prepares a query anew for each question when its plan could depend on the values asked for, which costs ten times
 * what the answer does: a value that nothing is looked up by, and the number after LIMIT, are written `CAST(? AS …)`.
 */
export interface Db {
  /** All rows. Parameters are bound by position. */
  all(sql: string, ...parameters: readonly SqlValue[]): readonly Row[];
  /** The first row, or null. */
  one(sql: string, ...parameters: readonly SqlValue[]): Row | null;
  /** Changes rows; tells how many, and the id of the last row put in. */
  run(sql: string, ...parameters: readonly SqlValue[]): { readonly changes: number; readonly id: number };
  /** Several statements, without parameters. */
  script(sql: string): void;
  /** All or nothing, durable when it returns. Inside another one it is part of that one. */
  transaction<T>(work: () => T): T;
  /** Copies everything to a new file, a little at a time; what is written meanwhile is in the copy. */
  copyTo(path: string): Promise<void>;
  /** Grows with every change that may have touched the table, whoever made it. */
  changesOf(table: string): number;
  close(): void;
}

/** What is in the file is not, or not wholly, a journal of ours. Its message says what to do. */
export class DamagedJournal extends FaultError {}

/** Marks the file as ours, for `file` and for us. */
const APPLICATION_ID = 0x42_4e_43_48;

/** The log of the journal shrinks to this when its contents have come into the file, in bytes. */
const LOG_BYTES = 4 * MIB;
/**
 * What SQLite keeps of the file for itself, in KiB. It is never given back, and the system keeps the file's pages as well:
 * with four times as much nothing that is asked takes less processor.
 */
const CACHE_KB = 4000;
/** Pages of 4 KiB that are copied at one stroke: some milliseconds. */
const COPY_PAGES = 256;

/**
 * Opens the journal and brings it up to date.
 * @param isKnownWhole it was just written: looking through all of it can be saved.
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

/** Found out by ourselves, not by SQLite. */
class NotAJournal extends Error {}

function isDamage(error: unknown): boolean {
  if (error instanceof NotAJournal) return true;
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** Codes of what is wrong with one statement and its values. */
const OF_ONE_STATEMENT = /^SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG|ERROR)/;

/** Whether something was thrown because no statement can be carried out now: a full or broken disk, damage, an end. */
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

/** A statement, and what is known of it from its text. */
interface Prepared {
  readonly statement: Database.Statement;
  /** The only table that it changes; null when there may be others. */
  readonly writes: string | null;
  readonly all: QueryCache | null;
  readonly one: QueryCache | null;
}

function wrap(driver: Database.Database): Db {
  const changes = new TableChanges();
  const statements = new Map<string, Prepared>();
  let schema: Schema | null = null;
  const prepared = (sql: string): Prepared => {
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
  // Made once, because the driver makes four functions of each. It gives what the work gives, and refuses a promise.
  const { immediate } = driver.transaction((work: () => unknown) => work());
  return {
    // The driver types rows as unknown; SQLite can only give cells.
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
    changesOf: table => changes.of([table]),
    copyTo: async path => {
      await driver.backup(path, { progress: () => COPY_PAGES });
    },
    close: () => void driver.close(),
  };
}

/** What statements are judged by. Only a script changes it. */
interface Schema {
  /** Those that hold their rows themselves: no views, no virtual tables. */
  readonly tables: ReadonlySet<SqlValue | undefined>;
  /** A change of one table may change another, which the statement's text does not name. */
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
): Prepared {
  const statement = driver.prepare(sql);
  const { reads, writes } = tablesOf(sql);
  const isKnown = reads !== null && reads.length > 0 && reads.every(table => schema.tables.has(table));
  const answers = (): QueryCache | null => (isKnown ? new QueryCache(changes, reads) : null);
  return { statement, writes: schema.hasEchoes ? null : writes, all: answers(), one: answers() };
}

function rowsOf(row: Row | undefined): readonly Row[] {
  return row === undefined ? [] : [row];
}
