import { close, fsync, open } from 'node:fs';
import { promisify } from 'node:util';

import { codeOf, isAbsence } from './system-error.ts';

const openLater = promisify(open);
const closeLater = promisify(close);

/** Flushes an open file's bytes and metadata to the disk. Off the main thread: on a real disk it takes milliseconds. */
export const flushFile: (file: number) => Promise<void> = promisify(fsync);

const under = new Map<string, Promise<void>>();

/**
 * Flushes a folder's names to the disk. Calls that come while one waits to begin share it.
 * GAP: Windows cannot flush a folder; there the file system's own journal orders the renames.
 */
export function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return Promise.resolve();
  const waiting = under.get(path);
  if (waiting !== undefined) return waiting;
  const flush = Promise.resolve().then(() => {
    under.delete(path);
    return flushNow(path);
  });
  under.set(path, flush);
  return flush;
}

/** The same for a folder that somebody may have moved on, names and all: then nothing can be flushed here any more. */
export async function flushIfThere(path: string): Promise<void> {
  try {
    await flushFolder(path);
  } catch (thrown) {
    if (!isAbsence(thrown)) throw thrown;
  }
}

async function flushNow(path: string): Promise<void> {
  const folder = await openLater(path, 'r');
  try {
    await flushFile(folder);
  } catch (thrown) {
    // Some network and FUSE file systems have no fsync for folders; there is nothing more that we could do.
    const code = codeOf(thrown);
    if (code !== 'EINVAL' && code !== 'ENOTSUP') throw thrown;
  } finally {
    await closeLater(folder);
  }
}
