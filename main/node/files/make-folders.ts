import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with all that lead to it; does nothing where it is one already. Level by level: the recursive call of
 * Node never comes back from where a parent is there and cannot hold folders, such as `/proc`.
 * @param path absolute. @throws system errors; ENOTDIR when something else is there.
 */
export function makeFolders(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = path; !isFolder(at); at = dirname(at)) missing.unshift(at);
  for (const each of missing) makeFolder(each, mode);
}

/** @throws system errors, such as ENOTDIR when a parent is a file. */
function isFolder(path: string): boolean {
  // The root is always there.
  return dirname(path) === path || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another program may have made it just now.
    if (!isFolder(path)) throw error;
  }
}
