import { rmSync } from 'node:fs';

/**
 * Removes a folder of a test. Windows keeps what is still open, such as the records of a program that died in the test; there it
 * stays among the temporary files. @throws Error elsewhere, when something cannot be removed.
 */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
