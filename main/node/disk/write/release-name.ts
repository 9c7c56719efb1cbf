import { closeSync, fchmodSync, lstatSync, openSync, unlinkSync } from 'node:fs';

import { READ_FLAGS } from '../volume/open-flags.ts';
import { isAbsence } from '../system-error.ts';

const READ_ONLY_MODE = 0o444;

/**
 * Takes a name of a file away; what the file is stays the same under its other names, and when the name cannot be taken.
 * A name of a read-only file goes on Windows only after the file was made writable, which Node does by itself.
 * @throws system errors.
 */
export function takeName(path: string): void {
  if (!isReadOnlyOnWindows(path)) return unlinkSync(path);
  const file = openSync(path, READ_FLAGS);
  try {
    unlinkSync(path);
  } finally {
    fchmodSync(file, READ_ONLY_MODE);
    closeSync(file);
  }
}

/** The same for a name that may be gone already. @throws other system errors. */
export function letGo(path: string): void {
  try {
    takeName(path);
  } catch (thrown) {
    if (!isAbsence(thrown)) throw thrown;
  }
}

/** There the bits that tell who may do what say no more than this. */
function isReadOnlyOnWindows(path: string): boolean {
  if (process.platform !== 'win32') return false;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && (stats.mode & 0o200) === 0;
}
