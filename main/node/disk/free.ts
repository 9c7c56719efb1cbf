import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Root } from '../../ports/disk.ts';
import { sameBytes, stampOf, statExactly, statIfThere } from './entry.ts';
import { flushFolder } from './flush.ts';
import { locateInside } from './locate.ts';
import { checkRoot, stageFolder } from './marker.ts';
import type { Store } from './store.ts';
import { diskFault, stale } from './system-error.ts';

/**
 * Lets go of a file that is safe elsewhere; see `Disk.free`. It is set aside first, so that what is removed is surely what
 * was looked at; a crash in between leaves it there, and the next sweep rescues it.
 * RACE: what a program writes through a handle that it opened before is lost with the file, from then on.
 */
export async function freeFile(root: Root, at: { path: string; stamp: string }, store: Store): Promise<void> {
  checkRoot(root);
  try {
    const source = locateInside(root, at.path);
    const before = statIfThere(source);
    if (before === null || !before.isFile() || stampOf(before) !== at.stamp) throw stale(at.path, 'has changed');
    const aside = join(stageFolder(root), `${randomUUID()}.old`);
    mkdirSync(dirname(aside), { recursive: true, mode: 0o700 });
    renameSync(source, aside);
    try {
      if (!sameBytes(statExactly(aside), before)) throw stale(at.path, 'has changed');
      unlinkSync(aside);
    } catch (thrown) {
      await putBack(aside, source, store);
      throw thrown;
    }
    await flushFolder(dirname(source));
  } catch (thrown) {
    throw diskFault(thrown, at.path);
  }
}

/** It was changed at the last instant, or cannot be removed. If something new took its place already, its bytes go into the store. */
async function putBack(aside: string, source: string, store: Store): Promise<void> {
  try {
    linkSync(aside, source);
    unlinkSync(aside);
  } catch {
    await store.rescue(aside);
  }
}
