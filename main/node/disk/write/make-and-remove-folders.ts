import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { FaultError } from '../../../../shared/fault.ts';
import type { Entry } from '../../../ports/disk.ts';
import { entryAt, hasExactly, statExactly, statIfThere } from '../volume/entry.ts';
import { flushFolder } from '../flush.ts';
import type { Reach } from '../volume/held-folders.ts';
import { codeOf, diskFault, staleFault } from '../system-error.ts';

/** Makes a folder; see `Disk.makeFolder`. */
export async function makeFolder(reach: Reach, path: string): Promise<Entry> {
  try {
    const absolute = reach.locateInside(path);
    const isMade = makeUnlessThere(absolute);
    if (isMade) await flushFolder(dirname(absolute));
    const stats = statExactly(absolute);
    if (!stats.isDirectory()) throw staleFault(path, 'is there already and is no folder');
    // A volume may take `Run` for `run`, which is another folder.
    if (!isMade && !hasExactly(absolute)) throw staleFault(path, 'is there already, written in another way');
    return entryAt(absolute, stats);
  } catch (thrown) {
    throw diskFault(thrown, path);
  }
}

function makeUnlessThere(absolute: string): boolean {
  try {
    mkdirSync(absolute);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** Removes an empty folder; see `Disk.removeFolder`. */
export async function removeFolder(reach: Reach, path: string): Promise<boolean> {
  try {
    const absolute = reach.locateInside(path);
    const stats = statIfThere(absolute);
    if (stats === null) return true;
    if (!stats.isDirectory()) return false;
    rmdirSync(absolute);
    await flushFolder(dirname(absolute));
    return true;
  } catch (thrown) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(thrown) ?? '')) return false;
    const fault = diskFault(thrown, path);
    if (fault instanceof FaultError && fault.fault.kind === 'stale') return true;
    throw fault;
  }
}
