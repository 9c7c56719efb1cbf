import { hash } from 'node:crypto';
import { type BigIntStats, closeSync, readSync } from 'node:fs';

import { type Failure, FaultError } from '../../../../shared/fault.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { HashedFile, Root } from '../../../ports/disk.ts';
import { diskFault, isNothing } from '../system-error.ts';
import { fingerprintOf, statIfThere } from '../volume/entry.ts';
import { type Reach, reachInto } from '../volume/held-folders.ts';
import { AT_ONCE_BYTES } from './bytes.ts';
import { hashFile } from './hash.ts';
import { entryInside, openToRead, statBy } from './inside-root.ts';

/** What `Disk.hash` answers for one of several files, or what it throws for it. */
export type HashAnswer = HashedFile | null | { readonly fault: Failure };

interface ReadFile {
  readonly sha256: Sha256;
  readonly stats: BigIntStats;
}

/** One byte more than a small file has: what was appended since is noticed by it. */
const buffer = Buffer.allocUnsafeSlow(AT_ONCE_BYTES + 1);

/**
 * Hashes small files of one root, each as `hashFile` would: for files of some kilobytes, reaching into their folders takes three
 * times as long as reading and hashing them, and here it is done twice for all of them, before and after they are read.
 * @returns an answer for each path, in the same order. @throws FaultError `root-lost`.
 */
export async function hashTogether(
  root: Root,
  paths: readonly string[],
  isHolding?: boolean,
): Promise<readonly HashAnswer[]> {
  const read = within(root, isHolding, reach => paths.map(path => orFault(path, () => readNow(reach, path))));
  const found = within(root, isHolding, reach =>
    read.map((one, at) => orFault(paths[at] ?? '', () => unchanged(one, reach, paths[at] ?? ''))),
  );
  const answers: HashAnswer[] = [];
  for (const [at, path] of paths.entries()) {
    const answer = found[at] ?? null;
    answers.push(answer === 'large' ? await hashLarge(root, path, isHolding) : answer);
  }
  return answers;
}

/** It became large since it was seen, or gives its bytes in pieces. */
async function hashLarge(root: Root, path: string, isHolding: boolean | undefined): Promise<HashAnswer> {
  try {
    return await hashFile(root, path, isHolding);
  } catch (thrown) {
    return faultOf(thrown, path);
  }
}

function within<T>(root: Root, isHolding: boolean | undefined, work: (reach: Reach) => T): T {
  const reach = reachInto(root, isHolding);
  try {
    return work(reach);
  } finally {
    reach.close();
  }
}

/** What is wrong with one file is no matter of the others. */
function orFault<T>(path: string, work: () => T): T | { readonly fault: Failure } {
  try {
    return work();
  } catch (thrown) {
    return faultOf(thrown, path);
  }
}

function faultOf(thrown: unknown, path: string): { readonly fault: Failure } {
  const error = diskFault(thrown, path);
  if (error instanceof FaultError) return { fault: error.fault };
  throw error;
}

/** Null when it is no file, or the path does not lead there. */
function readNow(reach: Reach, path: string): ReadFile | 'large' | null {
  try {
    const { file, stats } = openToRead(reach, path);
    try {
      return hashOpened(file, stats);
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    if (isNothing(diskFault(thrown, path))) return null;
    throw thrown;
  }
}

function hashOpened(file: number, stats: BigIntStats): ReadFile | 'large' {
  const sizeBytes = Number(stats.size);
  if (sizeBytes > AT_ONCE_BYTES || readSync(file, buffer, 0, sizeBytes + 1, null) !== sizeBytes) return 'large';
  return { sha256: hash('sha256', buffer.subarray(0, sizeBytes), 'hex') as Sha256, stats };
}

/** The hash of what was read, if that is still what is there. */
function unchanged(
  read: ReadFile | 'large' | null | { readonly fault: Failure },
  reach: Reach,
  path: string,
): HashAnswer | 'large' {
  if (read === null || read === 'large' || 'fault' in read) return read;
  const after = statBy(reach, path, () => statIfThere(reach.locate(path)));
  if (after === null || fingerprintOf(after) !== fingerprintOf(read.stats)) return null;
  return { sha256: read.sha256, entry: entryInside(reach.root, path, after) };
}
