import type { Database } from 'better-sqlite3';

import { knowledgeBaseId } from '../rules/people/people-seed.ts';
import type { FileRow, FolderRow, ShareRow, VersionRow } from '../rules/ground/records.ts';
import { fillWithoutIndexes } from '../storage/listing-schema.ts';
import type { SqliteRecords } from '../storage/sqlite-records.ts';
import { inserter } from './insert.ts';
import { makeRows } from './rows.ts';
import type { Ground } from './rows.ts';
import { MOST_FILES, plannedFolders } from './tree.ts';

const FACT = 'sample-size';
const CACHE_KILOBYTES = 400_000;

/**
 * Builds the sample of `files` files in the lab's Knowledge Base, in one transaction; a folder that has it already is left
 * as it is. @throws Error when the folder holds a sample of another size.
 */
export function buildScale(
  records: SqliteRecords,
  organizationId: string,
  { files, mostBytes }: { readonly files: number; readonly mostBytes: number },
): void {
  if (!Number.isInteger(files) || files < 1 || files > MOST_FILES) {
    throw new Error(`The sample's size must be a number of files from 1 to ${MOST_FILES}.`);
  }
  const built = records.knownFact(FACT);
  if (built === String(files)) return;
  if (built !== null) {
    throw new Error(`This data folder holds a sample of ${built} files; use a new one for ${files} files.`);
  }
  records.writeMany(database => {
    const ground = { organizationId, knowledgeBaseId: knowledgeBaseId(organizationId), seed: files, mostBytes };
    withRollbackJournal(database, () => fill(database, ground, files));
  });
}

function fill(database: Database, ground: Ground, files: number): void {
  fillWithoutIndexes(database, () => {
    makeRows(ground, plannedFolders(files), {
      folder: inserter<FolderRow>(database, 'folder'),
      share: inserter<ShareRow>(database, 'share'),
      file: inserter<FileRow>(database, 'file'),
      version: inserter<VersionRow>(database, 'version'),
    });
  });
  inserter(database, 'fact')({ name: FACT, value: String(files) });
}

/**
 * One transaction that may be as large as the database. A write-ahead log would hold all of it a second time; a rollback
 * journal holds only what was there before, and a service killed during the transaction is rolled back at its next start.
 */
function withRollbackJournal(database: Database, work: () => void): void {
  database.pragma('journal_mode = TRUNCATE');
  database.pragma('synchronous = OFF');
  database.pragma(`cache_size = ${-CACHE_KILOBYTES}`);
  try {
    database.transaction(work)();
  } finally {
    database.pragma('cache_size = -16000');
    database.pragma('synchronous = NORMAL');
    database.pragma('journal_mode = WAL');
  }
}
