import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { FaultError } from '../../../shared/fault.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import { MIB } from '../../../shared/units.ts';
import type { Hashed, Root } from '../../ports/disk.ts';
import { entryAt, stampOf, statIfThere } from './entry.ts';
import { locate } from './locate.ts';
import { checkRoot } from './marker.ts';
import { codeOf, diskFault, isAbsence } from './system-error.ts';

/** Opens for reading: never through a link in the last place, never waiting for the other end of a pipe. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Between turns of the thread, so that a large file does not hold up others. */
const TURN_BYTES = 16 * MIB;
const buffer = Buffer.allocUnsafeSlow(MIB);

/**
 * Hashes a file; meant for a worker thread. Null when it is gone, no regular file, or changed meanwhile.
 * @throws FaultError `root-lost`, `disk-refused`.
 */
export async function hashFile(root: Root, path: string): Promise<Hashed | null> {
  checkRoot(root);
  try {
    return await hashAt(locate(root, path));
  } catch (thrown) {
    if (isAbsence(thrown) || codeOf(thrown) === 'ELOOP') return null;
    if (thrown instanceof FaultError && thrown.fault.kind === 'stale') return null;
    throw diskFault(thrown, path);
  }
}

async function hashAt(absolute: string): Promise<Hashed | null> {
  const before = statIfThere(absolute);
  if (before === null || !before.isFile()) return null;
  const file = openSync(absolute, READ_FLAGS);
  try {
    if (stampOf(fstatSync(file, { bigint: true })) !== stampOf(before)) return null;
    const sha256 = await hashOpened(file);
    const after = statIfThere(absolute);
    if (after === null || stampOf(after) !== stampOf(before)) return null;
    return { sha256, entry: entryAt(absolute, after) };
  } finally {
    closeSync(file);
  }
}

async function hashOpened(file: number): Promise<Sha256> {
  const hash = createHash('sha256');
  let sinceTurn = 0;
  for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
    hash.update(buffer.subarray(0, count));
    sinceTurn += count;
    if (sinceTurn < TURN_BYTES) continue;
    sinceTurn = 0;
    await nextTurn();
  }
  return hash.digest('hex') as Sha256;
}
