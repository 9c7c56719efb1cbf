import { closeSync, openSync, readSync } from 'node:fs';

import { KIB } from '../../../shared/units.ts';

const PART_BYTES = 64 * KIB;

/**
 * A file that a person named, whole; null when there is more of it than `mostBytes`. What it says of its size is not asked: a
 * pipe and a device have none, and a file may grow. @throws system errors.
 */
export function readAtMost(path: string, mostBytes: number): Buffer | null {
  const file = openSync(path, 'r');
  try {
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    for (;;) {
      const part = Buffer.allocUnsafe(PART_BYTES);
      const count = readSync(file, part, 0, PART_BYTES, null);
      if (count === 0) return Buffer.concat(parts);
      sizeBytes += count;
      if (sizeBytes > mostBytes) return null;
      parts.push(part.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}
