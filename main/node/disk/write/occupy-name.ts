import { closeSync, linkSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

import { statExactly } from '../volume/entry.ts';
import { flushIfThere } from '../flush.ts';
import { codeOf, lacksLinks, staleFault } from '../system-error.ts';
import { takeName } from './release-name.ts';

/** Gives a staged file a name that must be free. */
export async function takeFreeName(staged: string, target: string, path: string): Promise<void> {
  try {
    linkSync(staged, target);
    takeName(staged);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw staleFault(path, 'is there already');
    if (!lacksLinks(thrown)) throw thrown;
    occupyWithoutLinks(staged, target, path);
  }
  await flushIfThere(dirname(target));
}

/**
 * Without hard links: takes the name with an empty file that must not exist yet, and renames over it.
 * RACE: bytes written into that empty file between the last look and the rename are lost; some microseconds.
 */
function occupyWithoutLinks(staged: string, target: string, path: string): void {
  try {
    closeSync(openSync(target, 'wx'));
  } catch (thrown) {
    throw codeOf(thrown) === 'EEXIST' ? staleFault(path, 'is there already') : thrown;
  }
  if (statExactly(target).size !== 0n) throw staleFault(path, 'is being written');
  renameSync(staged, target);
}
