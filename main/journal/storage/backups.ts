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

/** So many backups are kept. */
const MOST = 7;
const NAME = /^journal-(\d{6})\.db$/;
/** What belongs to a database file of this name. */
const PARTS = ['', '-wal', '-shm', '-journal'];

/** Where the backups of a journal lie. */
function folderOf(journalPath: string): string {
  return join(dirname(journalPath), 'backup');
}

/** The backups of a journal, newest first, absolute. */
export function backupsOf(journalPath: string): readonly string[] {
  const folder = folderOf(journalPath);
  return numbersIn(folder).map(number => join(folder, nameOf(number)));
}

/**
 * Makes a backup. It carries the mark that it is one: whoever opens it in the journal's place knows that what was agreed
 * may be long past. It counts only when it is whole and on the disk.
 * @param replacesLast the newest one goes for it.
 * @throws system and SQLite errors; then the others are as they were.
 */
export async function backUp(journal: Journal, path: string, replacesLast: boolean): Promise<void> {
  const folder = folderOf(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
  const [last = 0] = numbersIn(folder);
  const fresh = join(folder, 'journal.new');
  removeDatabase(fresh);
  try {
    // SQLite makes its files as the user's other programs would; one that is there it fills.
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

/** The folder and what is in it are for their owner alone (S35), also what an earlier version made. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of namesIn(folder)) chmodSync(join(folder, name), 0o600);
}

/** No marker ever says this epoch. */
function markAsBackup(path: string): void {
  const db = openDatabase(path, { isKnownWhole: true });
  try {
    db.run('UPDATE mirror SET epoch = -1, next_epoch = NULL');
    // One file, that can be copied and moved like any other.
    db.script('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** A longer log is worth the work of shortening it, in bytes. */
const LONG_LOG_BYTES = 1024 * 1024;

/** Shortens the journal's log when it is long; SQLite itself only begins it anew. To be called at rest (C4). */
export function shortenLog(journal: Journal, path: string): void {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > LONG_LOG_BYTES) journal.emptyLog();
}

/** Removes a database with everything that belongs to it; fine when there is none. */
export function removeDatabase(path: string): void {
  for (const part of PARTS) rmSync(path + part, { force: true });
}

/** Off the main thread: on a slow disk it takes seconds. */
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

/** Newest first. They count up, because the days of a clock may not. */
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
