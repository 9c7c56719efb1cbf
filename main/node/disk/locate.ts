import { isAbsolute, join, sep } from 'node:path';

import type { Root } from '../../ports/disk.ts';
import { statIfThere } from './entry.ts';
import { OURS } from './marker.ts';
import { refused, stale } from './system-error.ts';

/**
 * Where a path inside a root is on this system, after looking at every folder on the way: none may be a link, another
 * volume, or missing.
 * RACE: a parent exchanged for a link between this look and the call that follows is followed. Node has no `openat`;
 * the window is some microseconds, and it takes a program of the same user that aims at it.
 * @throws FaultError `disk-refused` (EINVAL: no path inside a root; ELOOP; EXDEV), `stale` when a parent is gone.
 */
export function locate(root: Root, path: string): string {
  const names = namesIn(path);
  const device = statIfThere(root.path)?.dev;
  let folder = root.path;
  for (const name of names.slice(0, -1)) {
    folder = join(folder, name);
    checkParent(folder, device, path);
  }
  return join(folder, names.at(-1) ?? '');
}

function namesIn(path: string): readonly string[] {
  const names = path === '' ? [] : path.split('/');
  if (!names.every(isOneName) || isAbsolute(path)) throw refused(path, 'EINVAL');
  if (names[0]?.toLowerCase() === OURS) throw refused(path, 'EINVAL');
  return names;
}

function checkParent(folder: string, device: bigint | undefined, path: string): void {
  const stats = statIfThere(folder);
  if (stats === null) throw stale(path, 'has lost its folder');
  if (stats.isSymbolicLink()) throw refused(path, 'ELOOP');
  if (!stats.isDirectory()) throw stale(path, 'has lost its folder');
  if (stats.dev !== device) throw refused(path, 'EXDEV');
}

/** `locate` for what is about to be changed: the root itself is refused. */
export function locateInside(root: Root, path: string): string {
  if (path === '') throw refused(path, 'EINVAL');
  return locate(root, path);
}

function isOneName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return false;
  return sep === '/' || !(name.includes(sep) || name.includes(':'));
}
