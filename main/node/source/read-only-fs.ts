import { close, constants, fstat, lstat, opendir, open, read, readlink, realpath, statfs } from 'node:fs';
import type { BigIntStats, Dirent } from 'node:fs';
import { promisify } from 'node:util';

export type { BigIntStats, Dirent };

/**
 * All that reading instruments' folders can reach of the file system. Nothing in here can change anything: files are
 * opened by `openForReading` alone, which takes no flags (S33).
 */
export const readOnlyFs = {
  close: promisify(close),
  fstat: promisify(fstat),
  lstat: promisify(lstat),
  opendir: promisify(opendir),
  openForReading,
  read: promisify(read),
  readlink: promisify(readlink),
  realpath: promisify(realpath),
  statfs: promisify(statfs),
};

const openLater = promisify(open);

/** Never through a link, never waiting for the other end of a pipe. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Leaves the time of the last access as it is; only the file's owner may ask for that, and only Linux knows it. */
const QUIETLY = READ | (constants.O_NOATIME ?? 0);

async function openForReading(path: string): Promise<number> {
  try {
    return await openLater(path, QUIETLY);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
    return openLater(path, READ);
  }
}
