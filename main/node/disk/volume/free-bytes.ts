import { statfsSync } from 'node:fs';

import type { DiskSpace } from '../../../ports/disk.ts';
import { codeOf, refusedFault } from '../system-error.ts';

/** The room on volumes; see `Disk.space`. */
export function spaceOf(folder: string, dataDirectory: string): DiskSpace {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, recordsFreeBytes: freeFor(dataDirectory) };
  } catch (thrown) {
    throw refusedFault(folder, codeOf(thrown) ?? 'EIO');
  }
}

/** Records that are not there yet, or that cannot be asked about, hold up nothing. */
function freeFor(dataDirectory: string): number {
  try {
    const { bavail, bsize } = statfsSync(dataDirectory);
    return bavail * bsize;
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}
