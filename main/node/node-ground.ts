import { constants, existsSync, readdirSync, readFileSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { access, lstat, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

import { FaultError } from '../../shared/fault.ts';
import type { Ground, Survey, Walked } from '../ports/ground.ts';
import { codeOf } from './disk/system-error.ts';
import { makeFolders } from './make-folders.ts';
import { beginFile, clearFile } from './new-file.ts';
import { readAtMost } from './read-at-most.ts';
import { networkKindOf } from './volume-kinds.ts';

/** Names by which programs that synchronise mark the top of what they do. */
const MARKS = ['.dropbox', '.dropbox.cache', '.stfolder', '.owncloudsync.log', '.nextcloudsync.log'];

/** The real places of this computer. */
export function createGround(platform: NodeJS.Platform): Ground {
  return {
    home: homeFolder,
    survey: async path => survey(path, platform),
    walk,
    begin: async (folder, mark, isPrivate = false) => beginFile(folder, mark, isPrivate),
    clear: async (folder, mark) => clearFile(folder, mark),
    read: async (path, mostBytes) => readText(path, mostBytes),
    make: async path => {
      try {
        makeFolders(path);
        return realpathSync(path);
      } catch (thrown) {
        throw new FaultError({ kind: 'disk-refused', path, code: codeOf(thrown) ?? 'EIO' }, { cause: thrown });
      }
    },
  };
}

/** An account of the computer may have none, such as a service's. */
function homeFolder(): string | null {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : null;
  } catch {
    return null;
  }
}

function readText(path: string, mostBytes: number): string {
  try {
    const bytes = readAtMost(path, mostBytes);
    if (bytes === null) throw new FaultError({ kind: 'disk-refused', path, code: 'EFBIG' });
    return bytes.toString('utf8');
  } catch (thrown) {
    if (thrown instanceof FaultError) throw thrown;
    throw new FaultError({ kind: 'disk-refused', path, code: codeOf(thrown) ?? 'EIO' }, { cause: thrown });
  }
}

async function survey(given: string, platform: NodeJS.Platform): Promise<Survey> {
  const { path, nearest, is } = whereIs(resolve(given));
  const isWritable = await access(nearest, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return {
    path,
    is,
    isEmpty: is === 'folder' && isEmpty(path),
    isWritable,
    freeBytes: freeBytes(nearest),
    volume: networkKindOf(nearest, platform),
    marks: marksAround(nearest),
    platform: platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other',
  };
}

/** The place with links resolved, and the nearest folder that is there. */
function whereIs(given: string): { path: string; nearest: string; is: Survey['is'] } {
  const missing: string[] = [];
  for (let at = given; ; at = dirname(at)) {
    try {
      const real = realpathSync(at);
      const isFolder = statSync(real).isDirectory();
      if (missing.length === 0 && !isFolder) return { path: real, nearest: dirname(real), is: 'file' };
      // Below a file there is no place for anything.
      if (!isFolder) return { path: given, nearest: dirname(real), is: 'file' };
      return { path: join(real, ...missing), nearest: real, is: missing.length === 0 ? 'folder' : 'nothing' };
    } catch (thrown) {
      if (!['ENOENT', 'ENOTDIR'].includes(codeOf(thrown) ?? ''))
        return { path: given, nearest: dirname(at), is: 'unreadable' };
      if (dirname(at) === at) return { path: given, nearest: at, is: 'nothing' };
      missing.unshift(basename(at));
    }
  }
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).every(name => name === '.benchtop');
  } catch {
    return false;
  }
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** The marks in a folder and in those above it, and what Dropbox says of where its folder is. */
function marksAround(folder: string): string[] {
  const found = new Set<string>();
  for (let at = folder; ; at = dirname(at)) {
    for (const mark of MARKS) if (existsSync(join(at, mark))) found.add(mark);
    if (dirname(at) === at) break;
  }
  if (dropboxFolders().some(each => folder === each || folder.startsWith(`${each}/`))) found.add('.dropbox');
  return [...found];
}

function dropboxFolders(): string[] {
  try {
    const text = readFileSync(join(homedir(), '.dropbox', 'info.json'), 'utf8');
    return [...text.matchAll(/"path":\s*"((?:[^"\\]|\\.)*)"/g)].map(([, path]) =>
      String(JSON.parse(`"${path ?? ''}"`)),
    );
  } catch {
    return [];
  }
}

async function walk(folder: string, most: number): Promise<Walked> {
  const files: { path: string; sizeBytes: number }[] = [];
  const waiting = [''];
  let isWhole = true;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const inside = await filesIn(folder, at);
    if (inside === null) isWhole = false;
    waiting.push(...(inside?.folders ?? []));
    files.push(...(inside?.files ?? []));
    if (files.length > most) return { files: files.slice(0, most), isWhole: false };
  }
  return { files, isWhole };
}

/** What is directly in a folder; null when it cannot be read. */
async function filesIn(folder: string, at: string): Promise<{ folders: string[]; files: Walked['files'] } | null> {
  const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  const pathOf = (name: string): string => (at === '' ? name : `${at}/${name}`);
  const ours = entries.filter(({ name }) => pathOf(name) !== '.benchtop');
  const folders = ours.filter(entry => entry.isDirectory()).map(({ name }) => pathOf(name));
  const files: { path: string; sizeBytes: number }[] = [];
  for (const { name } of ours.filter(entry => entry.isFile())) {
    const stats = await lstat(join(folder, pathOf(name))).catch(() => null);
    if (stats !== null) files.push({ path: pathOf(name), sizeBytes: stats.size });
  }
  return { folders, files };
}
