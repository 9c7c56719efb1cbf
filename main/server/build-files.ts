import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

import { FaultError } from '../../shared/fault.ts';
import { browserServerTexts } from '../../shared/text/door.ts';

/** One file of the window's build, as it is sent. */
export interface BuildFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The window's build: its page with the nonce's placeholder, and the files beside it by their path, such as `/assets/app.js`. */
export interface Build {
  readonly page: string;
  readonly files: ReadonlyMap<string, BuildFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Reads the whole build into memory (about one megabyte). Only what was read is ever served, so no request can name a
 * file outside of it. @throws FaultError `bad-request` with the remedy when there is no build.
 */
export async function readBuild(folder: string): Promise<Build> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new FaultError({ kind: 'bad-request', detail: browserServerTexts.noBuild(folder) }, { cause });
  });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, BuildFile>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { type, bytes: await readFile(path) });
  }
  return { page, files };
}
