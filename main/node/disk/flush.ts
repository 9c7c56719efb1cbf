import { closeSync, fsync, fsyncSync, openSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

import { runInPool } from './job-pool.ts';
import { codeOf, isAbsence } from './system-error.ts';

const fsyncLater = promisify(fsync);

/**
 * Flushes an open file's bytes and metadata to the disk: on a real disk it takes milliseconds, and several at a time cost it
 * hardly more than one.
 */
export function flushFile(file: number): Promise<void> {
  return runInPool(
    () => fsyncLater(file),
    () => fsyncSync(file),
  );
}

/** Flushes that wait for those under way to end. */
let waiting: (() => Promise<unknown>)[] = [];
let isUnderWay = false;

/**
 * The same for a small file of many. Calls that arrive during a flush are flushed together after it: flushed one at a
 * time, each file would cost a commit of the file system, and block all file creation during it.
 */
export function flushTogether(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push(() => flushFile(file).then(resolve, reject));
    if (!isUnderWay) void flushWaiting();
  });
}

async function flushWaiting(): Promise<void> {
  isUnderWay = true;
  for (; waiting.length > 0;) {
    const together = waiting;
    waiting = [];
    await Promise.all(together.map(flush => flush()));
  }
  isUnderWay = false;
}

/** A folder's flush that is under way, and the one that begins after it. */
interface Flushing {
  readonly now: Promise<void>;
  next: Promise<void> | null;
}

const under = new Map<string, Flushing>();

/**
 * Flushes a folder's names to the disk. While a flush is under way, those who come share the next one: what they named
 * may be too late for the one that has begun.
 * GAP: Windows cannot flush a folder; there the file system's own journal orders the renames.
 */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  // One that is held open has another path for each who holds it. Who waits for a flush keeps what leads to it open.
  const { dev, ino } = statSync(path, { bigint: true });
  const key = `${dev}:${ino}`;
  const flushing = under.get(key);
  await (flushing === undefined
    ? begin(path, key)
    : (flushing.next ??= flushing.now.catch(() => undefined).then(() => begin(path, key))));
}

function begin(path: string, key: string): Promise<void> {
  // Those who come in this very moment share it.
  const now = Promise.resolve().then(() => {
    flushing.next = null;
    return flushNow(path);
  });
  const flushing: Flushing = { now, next: now };
  under.set(key, flushing);
  const end = (): void => {
    if (under.get(key) === flushing && flushing.next === null) under.delete(key);
  };
  now.then(end, end);
  return now;
}

/** The same for a folder that may have been moved away with its names: then there is nothing left to flush here. */
export async function flushIfThere(path: string): Promise<void> {
  try {
    await flushFolder(path);
  } catch (thrown) {
    if (!isAbsence(thrown)) throw thrown;
  }
}

async function flushNow(path: string): Promise<void> {
  const folder = openSync(path, 'r');
  try {
    await flushFile(folder);
  } catch (thrown) {
    // Some network and FUSE file systems have no fsync for folders; there is nothing more that we could do.
    const code = codeOf(thrown);
    if (code !== 'EINVAL' && code !== 'ENOTSUP') throw thrown;
  } finally {
    closeSync(folder);
  }
}
