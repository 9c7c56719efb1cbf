import { randomUUID } from 'node:crypto';
import { linkSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sameBytes, fingerprintOf, statExactly, statIfThere } from '../volume/entry.ts';
import { flushFolder } from '../flush.ts';
import { hasWriter } from '../volume/has-writer.ts';
import type { Reach } from '../volume/held-folders.ts';
import type { Store } from './trash-folder.ts';
import { diskFault, inUse, staleFault } from '../system-error.ts';
import { asHeld } from '../volume/held-open.ts';
import { takeName } from './release-name.ts';

/**
 * Lets go of a file that is safe elsewhere; see `Disk.free`. It is set aside first, so that what is removed is surely what
 * was looked at; a crash in between leaves it there, and the next sweep rescues it.
 * One that a program has open for writing stays. RACE: of programs of other people, and on macOS, nothing is told
 * (`hasWriter`): what they write through a handle that they opened before is lost with the file.
 */
export async function freeFile(reach: Reach, at: { path: string; fingerprint: string }, store: Store): Promise<void> {
  try {
    const source = reach.locateInside(at.path);
    const before = statIfThere(source);
    if (before === null || !before.isFile() || fingerprintOf(before) !== at.fingerprint)
      throw staleFault(at.path, 'has changed');
    const aside = join(reach.madeStage(), `${randomUUID()}.old`);
    renameSync(source, aside);
    try {
      if ((await hasWriter(aside, source)) === true) throw inUse(at.path);
      if (!sameBytes(statExactly(aside), before)) throw staleFault(at.path, 'has changed');
      takeName(aside);
    } catch (thrown) {
      await putBack(aside, source, store);
      throw thrown;
    }
    await flushFolder(dirname(source));
  } catch (thrown) {
    throw diskFault(await asHeld(thrown, reach, at.path), at.path);
  }
}

/** It was changed at the last instant, or cannot be removed. If something new took its place already, its bytes go into the store. */
async function putBack(aside: string, source: string, store: Store): Promise<void> {
  try {
    linkSync(aside, source);
    takeName(aside);
  } catch {
    await store.rescue(aside);
  }
}
