import type { Entry } from '../../ports/disk.ts';

/** Changes younger than this may hide behind equal times, since file systems count time in steps (FAT: 2 s). */
const STEP_MS = 2000;

/**
 * A 64-bit digest of a folder's entries that does not depend on their order: two sums of 32-bit hashes over name, key
 * and stamp.
 */
export function digestOf(entries: readonly Entry[]): string {
  let first = entries.length;
  let second = 0;
  for (const { name, key, stamp, isHollow } of entries) {
    // Holes are filled without a new stamp, when the system gets round to writing.
    const text = `${name}\0${key}\0${stamp}${isHollow === true ? ' hollow' : ''}`;
    // Two FNV-1a hashes over UTF-16 units with different starts and odd multipliers, in one pass.
    let one = 0x811c9dc5;
    let other = 0x9e3779b9;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x85ebca6b);
    }
    first = (first + mixed(one)) >>> 0;
    second = (second + mixed(other)) >>> 0;
  }
  return first.toString(16).padStart(8, '0') + second.toString(16).padStart(8, '0');
}

/** The finish of murmur3: each bit of the hash moves about half of the others. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/** Marks a digest that must not match next time: something in the folder changed within the last clock step. */
export function doubtful(digest: string): string {
  return `~${digest}`;
}

/**
 * Whether a change right after the look could leave the same stamp. A ctime in the future means that the clock is not
 * to be relied on; an mtime far in the future was only set so.
 */
export function isYoung(times: { readonly mtimeMs: bigint; readonly ctimeMs: bigint }, nowMs: number): boolean {
  const modified = Number(times.mtimeMs);
  return Number(times.ctimeMs) > nowMs - STEP_MS || (modified > nowMs - STEP_MS && modified <= nowMs + STEP_MS);
}
