import type { BigIntStats } from 'node:fs';

/** Changes younger than this may hide behind equal times, since file systems count time in steps (FAT: 2 s). */
const STEP_MS = 2000;

/** What the volume of an entry says about it. */
export interface VolumeIdentity {
  /** A number for the volume, the same over restarts. */
  readonly tag: number;
  /** Whether its birth times tell one file from another. */
  readonly keepsBirthTimes: boolean;
}

/** What an entry is like, besides its name: all that its key and its fingerprint are made of. */
export type Facts = Pick<BigIntStats, 'ino' | 'size' | 'blocks' | 'mode' | 'mtimeNs' | 'ctimeNs' | 'birthtimeNs'>;

const INODE = 0;
const BORN = 1;
const SIZE = 2;
const MODIFIED = 3;
const CHANGED = 4;
/**
 * The numbers of the entry at hand, and the same as 32-bit words: no number has to be made a text, and hardly one is
 * reckoned with as a whole, which would take longer than asking the disk.
 */
const numbers = new BigInt64Array(5);
const words = new Uint32Array(numbers.buffer);

const KIND = 0o170000;
const FOLDER = 0o040000;
const FILE = 0o100000;

/**
 * A 64-bit digest of a folder's entries that does not depend on their order: two sums of 32-bit hashes over the name and
 * all that key and fingerprint are made of, to the nanosecond. Of a folder only who it is counts: its times and its size change
 * with each name in it.
 */
export class FolderDigest {
  readonly #nowMs: number;
  #first = 0;
  #second = 0;
  /** Whether something changed too recently for its fingerprint to be trusted. */
  isYoung = false;

  /** @param nowMs the time of the look. */
  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  /** @returns what the entry is. */
  add(name: string, facts: Facts, { tag, keepsBirthTimes }: VolumeIdentity): 'file' | 'folder' | 'other' {
    const kind = Number(facts.mode) & KIND;
    const isFolder = kind === FOLDER;
    numbers[INODE] = facts.ino;
    numbers[BORN] = keepsBirthTimes ? facts.birthtimeNs : 0n;
    numbers[SIZE] = isFolder ? 0n : facts.size;
    numbers[MODIFIED] = isFolder ? 0n : facts.mtimeNs;
    numbers[CHANGED] = isFolder ? 0n : facts.ctimeNs;
    if (!isFolder) this.isYoung ||= isYoung({ mtimeMs: msOf(MODIFIED), ctimeMs: msOf(CHANGED) }, this.#nowMs);
    // Holes are filled without a new fingerprint, when the system gets round to writing.
    const hollow = kind === FILE && wordOf(SIZE, 1) >= HOLLOW_FROM_WORD && isHollow(facts) ? 1 : 0;
    let one = stirred(0x811c9dc5 ^ name.length, tag);
    let other = otherwiseStirred(0x9e3779b9 ^ name.length, tag);
    for (let index = 0; index < name.length; index += 2) {
      const next = index + 1 < name.length ? name.charCodeAt(index + 1) : 0;
      const pair = name.charCodeAt(index) | (next << 16);
      one = stirred(one, pair);
      other = otherwiseStirred(other, pair);
    }
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? 0;
      one = stirred(one, word);
      other = otherwiseStirred(other, word);
    }
    this.#first = (this.#first + mixed(stirred(one, kind | hollow))) >>> 0;
    this.#second = (this.#second + mixed(otherwiseStirred(other, kind | hollow))) >>> 0;
    return isFolder ? 'folder' : kind === FILE ? 'file' : 'other';
  }

  toString(): string {
    return this.#first.toString(16).padStart(8, '0') + this.#second.toString(16).padStart(8, '0');
  }
}

/** One of the numbers at hand, which are times in nanoseconds, in milliseconds. */
function msOf(which: number): number {
  return ((wordOf(which, 1) | 0) * 2 ** 32 + wordOf(which, 0)) / 1e6;
}

/** The lower (0) or the upper (1) half of one of the numbers at hand. */
function wordOf(which: number, half: 0 | 1): number {
  return words[2 * which + half] ?? 0;
}

/** A round of murmur3: a bit of any word moves bits of all places, so that two changes do not make up for each other. */
function stirred(hash: number, word: number): number {
  const once = Math.imul(word, 0xcc9e2d51);
  const twice = hash ^ Math.imul((once << 15) | (once >>> 17), 0x1b873593);
  return (Math.imul((twice << 13) | (twice >>> 19), 5) + 0xe6546b64) | 0;
}

/** The same with other numbers: what one of the two takes for equal the other tells apart. */
function otherwiseStirred(hash: number, word: number): number {
  const once = Math.imul(word, 0x239b961b);
  const twice = hash ^ Math.imul((once << 16) | (once >>> 16), 0xab0e9789);
  return (Math.imul((twice << 19) | (twice >>> 13), 5) + 0x561ccd1b) | 0;
}

/** The finish of murmur3: each bit of the hash moves about half of the others. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/** Marks a digest that must not match next time: something in the folder changed within the last clock step. */
export function markUncertain(digest: string): string {
  return `~${digest}`;
}

/**
 * Whether a change right after the look could leave the same fingerprint. A ctime in the future means that the clock is not
 * to be relied on; an mtime far in the future was only set so.
 */
export function isYoung({ mtimeMs, ctimeMs }: Times, nowMs: number): boolean {
  return ctimeMs > nowMs - STEP_MS || (mtimeMs > nowMs - STEP_MS && mtimeMs <= nowMs + STEP_MS);
}

interface Times {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** Smaller files are sent with their holes. */
const HOLLOW_FROM_BYTES = 10n * 1024n ** 3n;
/** Below this, the upper half of a size says that the file is smaller. */
const HOLLOW_FROM_WORD = Number(HOLLOW_FROM_BYTES >> 32n);
/** A file takes up at least this part of its size, unless it is hollow; compressing file systems reach about a tenth. */
const HOLLOW_PART = 20n;
/** The unit of `blocks`, the same on every file system (POSIX, `sys/stat.h` as all systems keep it). */
const BLOCK_BYTES = 512n;

/** Whether a file is huge and nearly all holes. */
export function isHollow({ size, blocks }: Pick<BigIntStats, 'size' | 'blocks'>): boolean {
  return size >= HOLLOW_FROM_BYTES && blocks * BLOCK_BYTES * HOLLOW_PART < size;
}
