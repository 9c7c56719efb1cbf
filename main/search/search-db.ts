import { rmSync } from 'node:fs';

import Database from 'better-sqlite3';

import { noteCleanClose, takeCleanCloseNote } from '../journal/storage/clean-close.ts';

/** The version of the index, raised also when other files are looked into. An index with another version is removed and built again. */
const VERSION = 5;

/** The index can always be built again from the journal and the files, so it need not survive a power failure. */
const SCHEMA = `
CREATE TABLE doc (
  id       INTEGER PRIMARY KEY,
  source   TEXT NOT NULL,      -- 'item': the journal's, 'shelf': a listing of the service that is only shown
  ref      TEXT NOT NULL,      -- the item's number, or the service's id
  kind     TEXT NOT NULL,
  name     TEXT NOT NULL,      -- here; on a second line the service's, when it is another one
  ext      TEXT NOT NULL,
  modified INTEGER,            -- ms since the epoch
  tags     TEXT,               -- JSON; null: not known
  stamp    TEXT NOT NULL,      -- of everything above
  content  TEXT,               -- the SHA-256 of the content that was looked into; null: none
  has_text INTEGER NOT NULL DEFAULT 0,
  UNIQUE (source, ref)
) STRICT;
CREATE TABLE doc_tag (tag TEXT NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (tag, doc)) STRICT, WITHOUT ROWID;
CREATE TABLE shelf (key INTEGER PRIMARY KEY, mark TEXT NOT NULL) STRICT;
CREATE INDEX doc_ext ON doc (ext, modified);
CREATE INDEX doc_modified ON doc (modified);
CREATE VIRTUAL TABLE name_part USING fts5(name, content='doc', content_rowid='id', tokenize='trigram remove_diacritics 1');
CREATE VIRTUAL TABLE name_start USING fts5(name, content='doc', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2');
CREATE VIRTUAL TABLE body USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
`;

/**
 * What each search counts, without reading the names: they are many pages. Added to indexes that are there already, too:
 * building them again would read every file.
 */
const COUNTED = 'CREATE INDEX IF NOT EXISTS doc_counted ON doc (has_text, tags)';

/** The tables of words. */
export const TEXT_TABLES = ['body', 'name_part', 'name_start'] as const;

/** Parts of a table of words that lie beside each other before SQLite merges them by itself, in the midst of a change. */
const MOST_PARTS = 500;

/** Leaves merging to `SearchIndex.mergeSome` (FTS5, sections 6.1 and 6.3). */
const MERGED_BY_US = TEXT_TABLES.map(
  table => `INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0), ('crisismerge', ${MOST_PARTS});`,
).join('');
const IS_MERGED_BY_US = `SELECT 1 FROM name_start_config WHERE k = 'crisismerge' AND v = ${MOST_PARTS}`;

/** The small part of SQLite that the index needs. */
export interface SearchDb {
  all(sql: string, ...values: readonly (string | number | null)[]): readonly Record<string, unknown>[];
  run(sql: string, ...values: readonly (string | number | null)[]): { readonly id: number };
  transaction<T>(work: () => T): T;
  /** Empties the log file, which still contains deleted words until it is overwritten. */
  flush(): void;
  close(): void;
}

/**
 * Opens the index. A damaged one, or one with another version, is removed and built again. @throws Error when that
 * fails.
 */
export function openSearchDb(path: string): SearchDb {
  try {
    return opened(path);
  } catch {
    if (path !== ':memory:') for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    return opened(path);
  }
}

/** A full disk, or a lock of another program, must not cost the index: without this, it is only slower. */
function speedUp(driver: Database.Database): void {
  try {
    driver.exec(COUNTED);
    if (driver.prepare(IS_MERGED_BY_US).get() === undefined) driver.transaction(() => driver.exec(MERGED_BY_US))();
  } catch {
    // It is tried again when the index is opened the next time.
  }
}

function opened(path: string): SearchDb {
  const uncheckedOpens = takeCleanCloseNote(path);
  const driver = new Database(path);
  try {
    driver.pragma('journal_mode = WAL');
    driver.pragma('synchronous = NORMAL');
    driver.pragma('trusted_schema = OFF');
    // Overwrites deleted content, so that it cannot be read in the file (security S38).
    driver.pragma('secure_delete = ON');
    // In KiB. It is never freed, and the system caches the file's pages as well.
    driver.pragma('cache_size = -2000');
    const version = Number(driver.pragma('user_version', { simple: true }));
    if (version === 0) {
      driver.exec(SCHEMA);
      driver.pragma(`user_version = ${VERSION}`);
    } else if (version !== VERSION) throw new Error('it is of another make');
    else if (uncheckedOpens === null && driver.pragma('quick_check(1)', { simple: true }) !== 'ok')
      throw new Error('it is damaged');
  } catch (error) {
    driver.close();
    throw error;
  }
  speedUp(driver);
  const statements = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const known = statements.get(sql) ?? driver.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    all: (sql, ...values) => prepared(sql).all(...values) as readonly Record<string, unknown>[],
    run: (sql, ...values) => ({ id: Number(prepared(sql).run(...values).lastInsertRowid) }),
    transaction: work => driver.transaction(work)(),
    flush: () => void driver.pragma('wal_checkpoint(TRUNCATE)'),
    close: () => {
      driver.close();
      noteCleanClose(path, (uncheckedOpens ?? 0) + 1);
    },
  };
}
