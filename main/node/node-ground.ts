import { lstat, readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

import { FaultError } from '../../shared/fault.ts';
import type { Ground, Walked } from '../ports/ground.ts';
import { surveyPlace } from './disk/survey.ts';
import { codeOf } from './disk/system-error.ts';
import { makeFolders } from './make-folders.ts';
import { beginFile, clearFile } from './new-file.ts';
import { readAtMost } from './read-at-most.ts';

/** The real places of this computer. */
export function createGround(platform: NodeJS.Platform): Ground {
  return {
    home: homeFolder,
    survey: async path => surveyPlace(path, platform),
    walk,
    begin: async (folder, mark, isPrivate = false) => beginFile(folder, mark, isPrivate),
    clear: async (folder, mark) => clearFile(folder, mark),
    read: async (path, mostBytes) => readText(path, mostBytes),
    make: async path => {
      try {
        makeFolders(path);
        return await realpath(path);
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
