import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Processes } from '../../ports/processes.ts';

const run = promisify(execFile);
const WITHIN_MS = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** The programs that run on this computer. Only the one for Linux was run here. @param folder where Linux tells of them. */
export function createProcesses(platform: NodeJS.Platform, folder = '/proc'): Processes {
  if (platform === 'linux')
    return { names: () => linuxNames(folder), writing: below => linuxWriting(folder, `${below.replace(/\/$/, '')}/`) };
  const writing = async (): Promise<readonly string[]> => [];
  if (platform === 'win32') return { names: () => said('tasklist', ['/fo', 'csv', '/nh'], csvNames), writing };
  return { names: () => said('ps', ['-axo', 'comm='], pathNames), writing };
}

/** Linux cuts names off after 15 characters; the first word of the command has the whole one. */
async function linuxNames(folder: string): Promise<readonly string[]> {
  const ids = (await readdir(folder).catch(() => [])).filter(name => /^\d+$/.test(name));
  const names = new Set<string>();
  const read = (id: string, name: string): Promise<string> => readFile(join(folder, id, name), 'utf8').catch(() => '');
  for (const id of ids) {
    // A process that ended since the listing has no name any more.
    names.add((await read(id, 'comm')).trim());
    names.add(lastName((await read(id, 'cmdline')).split('\0')[0] ?? ''));
  }
  names.delete('');
  return [...names];
}

/** What programs have open stands below each of them, with how it was opened beside it. */
async function linuxWriting(folder: string, prefix: string): Promise<readonly string[]> {
  const ids = (await readdir(folder).catch(() => [])).filter(name => /^\d+$/.test(name));
  const found = new Set<string>();
  for (const id of ids) {
    const numbers = await readdir(join(folder, id, 'fd')).catch(() => []);
    const look = async (number: string): Promise<void> => {
      const path = await readlink(join(folder, id, 'fd', number)).catch(() => '');
      if (!path.startsWith(prefix)) return;
      const said = await readFile(join(folder, id, 'fdinfo', number), 'utf8').catch(() => '');
      const flags = Number.parseInt(/^flags:\s*(\d+)$/m.exec(said)?.[1] ?? '0', 8);
      if ((flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0) found.add(path);
    };
    await Promise.all(numbers.map(look));
  }
  return [...found];
}

async function said(
  program: string,
  words: readonly string[],
  read: (text: string) => readonly string[],
): Promise<readonly string[]> {
  try {
    const { stdout } = await run(program, words, { timeout: WITHIN_MS, maxBuffer: MOST_BYTES, windowsHide: true });
    return read(stdout);
  } catch {
    return [];
  }
}

/** The first column of what `tasklist` writes. */
export function csvNames(text: string): readonly string[] {
  const names = text.split(/\r?\n/).flatMap(line => /^"([^"]+)"/.exec(line)?.[1] ?? []);
  return [...new Set(names)];
}

/** One path or name in a line, as `ps` writes it. */
export function pathNames(text: string): readonly string[] {
  return [...new Set(text.split('\n').map(line => lastName(line.trim())))].filter(name => name !== '');
}

function lastName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? '';
}
