import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { openDatabase } from './database.ts';
import type { Journal } from '../journal.ts';

/** How many backups are kept. */
const MOST = 7;
const NAME = /^journal-(\d{6})\.db$/;
/** Suffixes of the files that belong to a database. */
const PARTS = ['', '-wal', '-shm', '-journal'];

/** The folder of a journal's backups. */
function folderOf(journalPath: string): string {
  return join(dirname(journalPath), 'backup');
}

/** The backups of a journal as absolute paths, newest first. */
export function backupsOf(journalPath: string): readonly string[] {
  const folder = folderOf(journalPath);
  return numbersIn(folder).map(number => join(folder, nameOf(number)));
}

/**
 * Makes a backup. It is marked as one: when it is opened in place of the journal, its bases may be old and must be
 * forgotten. It gets its final name only when it is complete and on the disk.
 * @param replacesLast replaces the newest backup.
 * @throws system and SQLite errors; the other backups are unchanged then.
 */
export async function backUp(journal: Journal, path: string, replacesLast: boolean): Promise<void> {
  const folder = folderOf(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
  const [last = 0] = numbersIn(folder);
  const fresh = join(folder, 'journal.new');
  removeDatabase(fresh);
  try {
    // Created here with mode 0600: SQLite would create it readable for others, and fills an existing file.
    closeSync(openSync(fresh, 'wx', 0o600));
    await journal.copyTo(fresh);
    markAsBackup(fresh);
    await flushLater(fresh);
    renameSync(fresh, join(folder, nameOf(replacesLast ? Math.max(last, 1) : last + 1)));
    flush(folder);
  } finally {
    removeDatabase(fresh);
  }
  for (const number of numbersIn(folder).slice(MOST)) rmSync(join(folder, nameOf(number)), { force: true });
}

/** Only the owner may read the backups (security S35). Also corrects files that an earlier version made. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of namesIn(folder)) chmodSync(join(folder, name), 0o600);
}

/** Sets an epoch that no folder's marker has, so that opening the backup forgets the bases. */
function markAsBackup(path: string): void {
  const db = openDatabase(path, { isKnownWhole: true });
  try {
    db.run('UPDATE mirror SET epoch = -1, next_epoch = NULL');
    // One file without a log, so that it can be copied like any other.
    db.script('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** A log above this size is truncated, in bytes. */
const LONG_LOG_BYTES = 1024 * 1024;

/** Truncates a long log: SQLite itself only reuses it and never shortens it (hazard C4). To be called at rest. */
export function shortenLog(journal: Journal, path: string): void {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > LONG_LOG_BYTES) journal.emptyLog();
}

/** Removes a database with all its files; does nothing when there is none. */
export function removeDatabase(path: string): void {
  for (const part of PARTS) rmSync(path + part, { force: true });
}

/** Not on the main thread: on a slow disk a flush takes seconds. */
async function flushLater(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a file, or the names in a folder. */
export function flush(path: string): void {
  // GAP: Windows cannot flush a folder; there the file system's own journal orders the renames.
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
    if (code !== 'EPERM' && code !== 'EISDIR' && code !== 'EINVAL' && code !== 'ENOTSUP') throw thrown;
  } finally {
    closeSync(file);
  }
}

/** Newest first. Numbers count up, because dates do not when the clock is set back. */
function numbersIn(folder: string): readonly number[] {
  return namesIn(folder)
    .flatMap(name => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
    throw thrown;
  }
}

function nameOf(number: number): string {
  return `journal-${String(number).padStart(6, '0')}.db`;
}
