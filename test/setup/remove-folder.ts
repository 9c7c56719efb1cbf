import { rmSync } from 'node:fs';

/** What Windows answers where a file, or one in a folder, is still open. */
const HELD_OPEN: ReadonlySet<string> = new Set(['EBUSY', 'ENOTEMPTY', 'EPERM']);

/**
 * Removes a folder of a test. Windows keeps what is still open, such as the records of a program that died in the test; there it
 * stays among the temporary files. @throws Error for any other reason, and on other systems for all.
 */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (process.platform !== 'win32' || !HELD_OPEN.has(code)) throw error;
  }
}
