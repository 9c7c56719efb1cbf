import { createHash, type Hash } from 'node:crypto';
import { type BigIntStats, closeSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Sha256 } from '../../../../shared/ids.ts';
import { MIB } from '../../../../shared/units.ts';
import type { HashedFile, Root } from '../../../ports/disk.ts';
import { fingerprintOf } from '../volume/entry.ts';
import { readBeside } from './bytes.ts';
import { entryInside, type LaterLook, lookLater, openToRead } from './inside-root.ts';
import { reachInto } from '../volume/held-folders.ts';
import { diskFault, isNothing } from '../system-error.ts';

/** Between turns of the thread, so that a large file does not hold up others. */
const TURN_BYTES = 16 * MIB;
/** Beyond these a file is read in the pool while it is hashed here: each does without the other. */
const BESIDE_BYTES = 4 * MIB;
const buffer = Buffer.allocUnsafeSlow(MIB);

/**
 * Hashes a file; meant for a worker thread. Null when it is gone, no regular file, or changed during the reading.
 * @throws FaultError `root-lost`, `disk-refused`.
 */
export async function hashFile(root: Root, path: string, isHolding?: boolean): Promise<HashedFile | null> {
  const opened = openIfFile(root, path, isHolding);
  if (opened === null) return null;
  const { file, stats, later } = opened;
  try {
    const sha256 = await hashOpened(file);
    const after = later.stat();
    if (after === null || fingerprintOf(after) !== fingerprintOf(stats)) return null;
    return { sha256, entry: entryInside(root, path, after) };
  } catch (thrown) {
    throw diskFault(thrown, path);
  } finally {
    later.end();
    closeSync(file);
  }
}

/** A file that is open, and how it is looked for again. */
interface OpenedToHash {
  readonly file: number;
  readonly stats: BigIntStats;
  readonly later: LaterLook;
}

/** Null when it is no file, or the path does not lead there. */
function openIfFile(root: Root, path: string, isHolding: boolean | undefined): OpenedToHash | null {
  const reach = reachInto(root, isHolding);
  try {
    const { file, stats } = openToRead(reach, path);
    return { file, stats, later: lookLater(reach, { root, path, stats, isHolding }) };
  } catch (thrown) {
    reach.close();
    const fault = diskFault(thrown, path);
    if (isNothing(fault)) return null;
    throw fault;
  }
}

async function hashOpened(file: number): Promise<Sha256> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
    hash.update(buffer.subarray(0, count));
    sizeBytes += count;
    if (sizeBytes < BESIDE_BYTES) continue;
    await hashRest(file, hash, sizeBytes);
    break;
  }
  return hash.digest('hex') as Sha256;
}

/** Hashes a file from a byte on; what comes next is read at the same time. */
async function hashRest(file: number, hash: Hash, from: number): Promise<void> {
  let [full, next] = [Buffer.allocUnsafeSlow(MIB), Buffer.allocUnsafeSlow(MIB)];
  let sinceTurn = 0;
  let reading = readBeside(file, next, from);
  for (let at = from; ;) {
    const count = await reading;
    if (count === 0) return;
    at += count;
    [full, next] = [next, full];
    reading = readBeside(file, next, at);
    // What goes wrong with it is thrown when it is awaited.
    reading.catch(() => undefined);
    hash.update(full.subarray(0, count));
    sinceTurn += count;
    if (sinceTurn < TURN_BYTES) continue;
    sinceTurn = 0;
    await nextTurn();
  }
}
