import Database from 'better-sqlite3';

import { FaultError } from '../../../shared/fault.ts';

/** A lock on a data directory. The system releases it when the process ends in any way. */
export interface DirectoryLock {
  /** Releases the lock. May be called twice. */
  release(): void;
}

/**
 * Locks a data directory for this process without waiting: an exclusive transaction in an SQLite file that is never
 * written, so that the operating system's file lock decides.
 * @param path the lock file; created if missing.
 * @returns null when another process, or this one, has the lock.
 * @throws FaultError `bad-request` when the file is not a lock of ours or cannot be opened.
 */
export function tryLock(path: string): DirectoryLock | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return held(database);
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    const why = error instanceof Error ? error.message : String(error);
    throw new FaultError(
      {
        kind: 'bad-request',
        detail: `The lock '${path}' can't be used (${why}); make sure that no Benchtop is running, remove that file and try again.`,
      },
      { cause: error },
    );
  }
}

function held(database: Database.Database): DirectoryLock {
  return {
    release: () => {
      // Closing ends the transaction, and with it the lock.
      if (database.open) database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
