import { closeSync, openSync } from 'node:fs';

import type { PlacementResult, Placement } from '../../../ports/disk.ts';
import { statIfThere } from '../volume/entry.ts';
import { takeFreeName } from './occupy-name.ts';
import { READ_FLAGS } from '../volume/open-flags.ts';
import type { Reach } from '../volume/held-folders.ts';
import { replaceFile } from './replace.ts';
import { newEntry } from './replacing.ts';
import { stagedPath } from './staging.ts';
import type { Store } from './trash-folder.ts';
import { diskFault, staleFault } from '../system-error.ts';
import { asHeld } from '../volume/held-open.ts';
import { clearLeftovers } from './leftovers.ts';

/** Puts a finished staged file at a path; see `Disk.place`. */
export async function placeStaged(reach: Reach, placing: Placement, store: Store): Promise<PlacementResult> {
  let file: number | null = null;
  try {
    const staged = stagedPath(reach.stage(), placing.staged);
    const fresh = staged === null ? null : statIfThere(staged);
    if (staged === null || fresh?.isFile() !== true) throw staleFault(placing.path, 'has no finished download');
    file = openSync(staged, READ_FLAGS);
    clearLeftovers(reach);
    const target = reach.locateInside(placing.path);
    const replacing = { reach, placing, store, staged, fresh, file, target };
    if (placing.expected !== null) return await replaceFile(replacing, placing.expected);
    await takeFreeName(staged, target, placing.path);
    return { ...newEntry(replacing), sibling: null, isSiblingAsExpected: true, late: false };
  } catch (thrown) {
    throw diskFault(await asHeld(thrown, reach, placing.path), placing.path);
  } finally {
    if (file !== null) closeSync(file);
  }
}
