import { closeSync, constants, fchmodSync, fstatSync, futimesSync, openSync, rmSync } from 'node:fs';

import { MIB } from '../../../../shared/units.ts';
import { readBytes, writeBytes } from '../read/bytes.ts';
import { windowsFiles } from '../../system/windows-files.ts';
import { flushFile } from '../flush.ts';
import { READ_FLAGS } from '../volume/open-flags.ts';

/**
 * Copies a file with its permissions and time to a name that must be free, and flushes the copy. A copy that fails is
 * removed.
 * @throws system errors, among them EEXIST.
 */
export async function copyDurably(from: string, to: string): Promise<void> {
  const source = openSync(from, READ_FLAGS);
  try {
    const target = openSync(to, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    try {
      await copyBytes(source, target);
      const { mode, atime, mtime } = fstatSync(source);
      fchmodSync(target, mode & 0o777);
      futimesSync(target, atime, mtime);
      await flushFile(target);
      await copyGiven(from, to);
    } catch (thrown) {
      rmSync(to, { force: true });
      throw thrown;
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** What Windows knows of a file besides its permissions, such as that it is hidden. */
async function copyGiven(from: string, to: string): Promise<void> {
  const windows = await windowsFiles();
  const given = windows?.given(from) ?? null;
  if (given !== null) windows?.give(to, given);
}

async function copyBytes(source: number, target: number): Promise<void> {
  const buffer = Buffer.allocUnsafe(MIB);
  for (let at = 0; ;) {
    const count = await readBytes(source, buffer, at);
    if (count === 0) return;
    await writeBytes(target, buffer.subarray(0, count), at);
    at += count;
  }
}
