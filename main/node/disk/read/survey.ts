import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

import type { Survey } from '../../../ports/folder-survey.ts';
import { networkKindOf } from '../../system/volume-kinds.ts';
import { codeOf } from '../system-error.ts';

/** Names by which programs that synchronise mark the top of what they do. */
const MARKS = ['.dropbox', '.dropbox.cache', '.stfolder', '.owncloudsync.log', '.nextcloudsync.log'];

/** What a place is; see `FolderSurveyor.survey`. On a volume that hangs it holds the thread that calls it. */
export function surveyPlace(given: string, platform: NodeJS.Platform): Survey {
  const { path, nearest, is } = whereIs(resolve(given));
  return {
    path,
    is,
    isEmpty: is === 'folder' && isEmpty(path),
    isWritable: isWritable(nearest),
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
      const real = realpathSync.native(at);
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

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
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
  if (dropboxFolders().some(each => isBelow(folder, each))) found.add('.dropbox');
  return [...found];
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(isAbsolute(way) || /^\.\.(?:[/\\]|$)/.test(way));
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
