import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { FaultError } from '../../../shared/fault.ts';
import { Ending } from './ending.ts';
import { EXIT } from './exit-codes.ts';
import { makeFolders } from '../../node/files/make-folders.ts';
import type { DirectoryLock } from '../../journal/storage/directory-lock.ts';

const WRITABLE_BY_ALL = 0o002;
/** The databases, what SQLite lays beside them while they are open, and copies of them that were set aside. */
const RECORDS = /^(?:journal|search|zones)\.db/;

/**
 * Makes sure that the data directory is there and private. A new one, or one that is still empty, becomes 0700.
 * @throws Ending 78 when it can't be made: trying again does not help; FaultError `bad-request` when others may write in
 * it (security S35), `disk-full`.
 */
export function prepareDataDirectory(path: string): void {
  try {
    makeFolders(path, 0o700);
    if (process.platform === 'win32') return;
    if (readdirSync(path).length === 0) chmodSync(path, 0o700);
  } catch (error) {
    const fault = refusal(path, error);
    throw fault.fault.kind === 'disk-full' ? fault : new Ending(EXIT.configuration, cannotBe(path, codeOf(error)));
  }
  if ((statSync(path).mode & WRITABLE_BY_ALL) !== 0) {
    throw new FaultError({
      kind: 'bad-request',
      detail: `The data directory '${path}' can be written by everyone on this computer; name another one with --data, or take that right away (chmod o-w).`,
    });
  }
}

/**
 * Takes from everybody else what they may do with the records (S35). A folder that was there before us may be open to
 * others, and SQLite makes its files as the user's other programs would; what it lays beside one later is as that one.
 * To be called once they are open.
 */
export function closeRecords(path: string): void {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(path).filter(each => RECORDS.test(each))) {
    try {
      chmodSync(join(path, name), 0o600);
    } catch {
      // SQLite has taken it away by now, or it belongs to an administrator who shares it: their right to decide.
    }
  }
}

/** Takes the data directory for this process if no other process has it. @throws FaultError when its lock can't be used. */
export async function tryDataDirectory(path: string): Promise<DirectoryLock | null> {
  const file = join(path, 'lock.db');
  makePrivate(file);
  // A command that asks a daemon needs no SQLite.
  const { tryLock } = await import('../../journal/storage/directory-lock.ts');
  return tryLock(file);
}

/**
 * Makes the lock's file 0600 if it isn't there. One that is there is never opened: closing a file gives up every lock
 * that the process holds on it (POSIX).
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw refusal(file, error);
  }
}

function cannotBe(path: string, code: string): string {
  return `The data directory '${path}' can't be made or used (${code}). Name another one with --data, or set BENCHTOP_DATA; without them it is in the home folder.`;
}

function refusal(path: string, error: unknown): FaultError {
  const code = codeOf(error);
  return new FaultError(code === 'ENOSPC' ? { kind: 'disk-full', path } : { kind: 'disk-refused', path, code }, {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
