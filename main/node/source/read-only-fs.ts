import {
  type BigIntStats,
  closeSync,
  constants,
  type Dir,
  fstatSync,
  lstat,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
  statfsSync,
  type StatsFs,
} from 'node:fs';
import { promisify } from 'node:util';

import { codeOf } from '../disk/system-error.ts';
import { windowsFiles } from '../system/windows-files.ts';

export type { BigIntStats, Dir };

const lstatInPool = promisify(lstat);

/**
 * All that reading instruments' folders can reach of the file system. Nothing in here can change anything: files are
 * opened by `openForReading` alone, which takes no flags (S33).
 */
export const readOnlyFs = {
  close: (file: number): void => closeSync(file),
  /** Whether a program has a file open for writing: only Windows tells of single files, elsewhere it is null. */
  isBeingWritten: async (path: string): Promise<boolean | null> => (await windowsFiles())?.isBeingWritten(path) ?? null,
  fstat: (file: number): BigIntStats => fstatSync(file, { bigint: true }),
  lstat: (path: string): BigIntStats => lstatSync(path, { bigint: true }),
  /** In Node's pool. */
  lstatLater: (path: string): Promise<BigIntStats> => lstatInPool(path, { bigint: true }),
  /** @param bufferSize so many names are fetched at a time. */
  opendir: (path: string, bufferSize: number): Dir => opendirSync(path, { bufferSize }),
  openForReading,
  read: (file: number, buffer: Uint8Array, at: number): number => readSync(file, buffer, 0, buffer.byteLength, at),
  realpath: (path: string): string => realpathSync.native(path),
  statfs: (path: string): StatsFs => statfsSync(path),
};

/** Never through a link, never waiting for the other end of a pipe. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Leaves the time of the last access as it is; only the file's owner may ask for that, and only Linux knows it. */
const QUIETLY = READ | (constants.O_NOATIME ?? 0);

function openForReading(path: string): number {
  try {
    return openSync(path, QUIETLY);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
    return openSync(path, READ);
  }
}
