import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The path of a folder with links resolved and, where the system tells them (Windows, macOS), in the letters that it has on
 * the disk: what is named after a path then has one name however the path was typed. Of a folder that is not there yet, this
 * holds for the nearest one above.
 * @param path absolute.
 */
export function truePath(path: string): string {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), ...missing);
    } catch {
      if (dirname(at) === at) return path;
      missing.unshift(basename(at));
    }
  }
}
