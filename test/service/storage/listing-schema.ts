import type { Database } from 'better-sqlite3';

import { folded } from '../rules/ground/names.ts';
import { organizationMark, soughtText } from './name-terms.ts';

/**
 * What makes lists of files fast, however many there are. `fileCount` says how many files a folder lists. `sought` holds
 * what a search needs to know of the files it may find: `place` grows with `updatedMs`, so that the newest are found
 * first without sorting; `mark` stands for the organization. `soughtName` has the same rows by the terms of mark and
 * folded name (`name-terms.ts`); it holds no text and no positions, so what it finds is only likely to match. `nameTerm` says how common
 * the terms were when very many files were added at once; without it all count as equally common.
 */
const TABLES = `
CREATE TABLE fileCount (folderId TEXT PRIMARY KEY, confirmed INTEGER NOT NULL, unconfirmed INTEGER NOT NULL)
  STRICT, WITHOUT ROWID;
CREATE TABLE sought (
  place INTEGER PRIMARY KEY, mark TEXT NOT NULL, fileId TEXT NOT NULL, organizationId TEXT NOT NULL,
  ownerId INTEGER NOT NULL, folderId TEXT, visibility TEXT NOT NULL, folded TEXT NOT NULL
) STRICT;
CREATE TABLE nameTerm (text TEXT PRIMARY KEY, files INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE soughtName USING fts5(
  folded, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
`;

const INDEXES: { readonly [name: string]: string } = {
  fileById: 'ON file (id)',
  fileByName: 'ON file (folderId, name, id, confirmed) WHERE removedMs IS NULL',
  fileByMaking: 'ON file (folderId, createdMs, id, confirmed) WHERE removedMs IS NULL',
  fileByFolderChange: 'ON file (folderId, updatedMs, id, confirmed) WHERE removedMs IS NULL',
  versionById: 'ON version (id)',
  versionByNumber: 'ON version (fileId, number)',
  soughtByFile: 'ON sought (fileId)',
  soughtByMark: 'ON sought (mark, place)',
};

/** Those that hold each key once. */
const UNIQUE: ReadonlySet<string> = new Set(['fileById', 'versionById', 'versionByNumber', 'soughtByFile']);

/** A place is a moment in milliseconds times this, plus which of that moment's files it is. */
export const PLACES_PER_MS = 4096;
const FIRST_PLACE = `CAST(NEW.updatedMs AS INTEGER) * ${PLACES_PER_MS}`;

/** The first free place at or after the file's moment, so that two files of one moment get two places. */
const SEEK = `
  INSERT INTO sought (place, mark, fileId, organizationId, ownerId, folderId, visibility, folded)
    SELECT coalesce((
      SELECT place + 1 FROM sought AS taken WHERE place >= ${FIRST_PLACE}
        AND EXISTS (SELECT 1 FROM sought WHERE place = ${FIRST_PLACE})
        AND NOT EXISTS (SELECT 1 FROM sought WHERE place = taken.place + 1)
      ORDER BY place LIMIT 1), ${FIRST_PLACE}),
      organizationMark(NEW.organizationId), NEW.id, NEW.organizationId, NEW.ownerId, NEW.folderId, NEW.visibility, folded(NEW.name)
    WHERE NEW.removedMs IS NULL AND NEW.confirmed = 1;
  INSERT INTO soughtName (rowid, folded)
    SELECT place, soughtText(mark, folded) FROM sought WHERE fileId = NEW.id;`;

const FORGET = `
  DELETE FROM soughtName WHERE rowid = (SELECT place FROM sought WHERE fileId = OLD.id);
  DELETE FROM sought WHERE fileId = OLD.id;`;

function count(row: 'NEW' | 'OLD', sign: '+' | '-'): string {
  return `
  INSERT INTO fileCount (folderId, confirmed, unconfirmed)
    SELECT ${row}.folderId, 0, 0 WHERE ${row}.folderId IS NOT NULL ON CONFLICT DO NOTHING;
  UPDATE fileCount
    SET confirmed = confirmed ${sign} ${row}.confirmed, unconfirmed = unconfirmed ${sign} (1 - ${row}.confirmed)
    WHERE folderId = ${row}.folderId AND ${row}.removedMs IS NULL;`;
}

function changed(...columns: readonly string[]): string {
  return columns.map(column => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');
}

/** These triggers keep the counts and the search index right for every statement that changes a file. */
const TRIGGERS: { readonly [name: string]: string } = {
  fileCounted: `AFTER INSERT ON file BEGIN ${count('NEW', '+')} END`,
  fileCountedAgain: `AFTER UPDATE ON file WHEN ${changed('folderId', 'removedMs', 'confirmed')}
    BEGIN ${count('OLD', '-')} ${count('NEW', '+')} END`,
  fileUncounted: `AFTER DELETE ON file BEGIN ${count('OLD', '-')} END`,
  fileSought: `AFTER INSERT ON file BEGIN ${SEEK} END`,
  fileSoughtAgain: `AFTER UPDATE ON file
    WHEN ${changed('name', 'updatedMs', 'removedMs', 'confirmed', 'organizationId', 'ownerId', 'folderId', 'visibility')} BEGIN ${FORGET} ${SEEK} END`,
  fileUnsought: `AFTER DELETE ON file BEGIN ${FORGET} END`,
};

/** Lets statements and triggers of this connection call what the search compares by. */
export function addFunctions(database: Database): void {
  database.function('folded', { deterministic: true }, name => folded(String(name)));
  database.function('organizationMark', { deterministic: true }, id => organizationMark(String(id)));
  database.function('soughtText', { deterministic: true }, (mark, name) => soughtText(String(mark), String(name)));
}

/** Makes the tables of the listings beside `file` and `version`, and the indexes and triggers of all of them. */
export function createListings(database: Database): void {
  database.exec(TABLES);
  createIndexes(database);
  createTriggers(database);
}

/**
 * Runs `fill`, which may insert any number of files and versions, without indexes and triggers, and makes them again from all there is.
 * For a transaction of its own.
 */
export function fillWithoutIndexes(database: Database, fill: () => void): void {
  for (const name of Object.keys(TRIGGERS)) database.exec(`DROP TRIGGER ${name}`);
  for (const name of Object.keys(INDEXES)) database.exec(`DROP INDEX ${name}`);
  fill();
  countAll(database);
  seekAll(database);
  createIndexes(database);
  createTriggers(database);
}

function createIndexes(database: Database): void {
  for (const [name, sql] of Object.entries(INDEXES)) {
    database.exec(`CREATE ${UNIQUE.has(name) ? 'UNIQUE ' : ''}INDEX ${name} ${sql}`);
  }
}

function createTriggers(database: Database): void {
  for (const [name, sql] of Object.entries(TRIGGERS)) database.exec(`CREATE TRIGGER ${name} ${sql}`);
}

function countAll(database: Database): void {
  database.exec(`
    DELETE FROM fileCount;
    INSERT INTO fileCount (folderId, confirmed, unconfirmed)
      SELECT folderId, sum(confirmed), sum(1 - confirmed) FROM file
      WHERE folderId IS NOT NULL AND removedMs IS NULL GROUP BY folderId;`);
}

/** The inverted index grows fastest in ascending order, and with more of it in memory before it is written. */
const HASH_BYTES = 64n * 1024n * 1024n;

function seekAll(database: Database): void {
  const configure = database.prepare('INSERT INTO soughtName (soughtName, rank) VALUES (?, ?)');
  configure.run('hashsize', HASH_BYTES);
  database.exec(`
    DELETE FROM sought;
    INSERT INTO soughtName (soughtName) VALUES ('delete-all');
    INSERT INTO sought (place, mark, fileId, organizationId, ownerId, folderId, visibility, folded)
      SELECT CAST(updatedMs AS INTEGER) * ${PLACES_PER_MS}
        + row_number() OVER (PARTITION BY CAST(updatedMs AS INTEGER) ORDER BY id) - 1,
        organizationMark(organizationId), id, organizationId, ownerId, folderId, visibility, folded(name)
      FROM file WHERE removedMs IS NULL AND confirmed = 1 ORDER BY 1;
    INSERT INTO soughtName (rowid, folded) SELECT place, soughtText(mark, folded) FROM sought ORDER BY place;`);
  database.exec(`
    CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, soughtName, row);
    DELETE FROM nameTerm;
    INSERT INTO nameTerm (text, files) SELECT term, doc FROM vocabulary WHERE doc > 1000;
    DROP TABLE vocabulary;`);
  configure.run('hashsize', 1024n * 1024n);
}
