import { join } from 'node:path';

import { statIfThere } from '../volume/entry.ts';
import type { Reach } from '../volume/held-folders.ts';
import { asidePath, type Replacing } from './replacing.ts';
import { letGo, takeName } from './release-name.ts';

/**
 * Second names of files that could not be taken away again, because the system forbids it while another program has the file
 * open: by root, each as it is found later. They are tried again as long as this thread runs, and swept at the next start.
 */
const left = new Map<string, Set<(reach: Reach) => string | null>>();

/**
 * Takes the second name of the old file away again, since nothing came of replacing it; at once, or as soon as that can be.
 * @param kept that name.
 */
export function letGoAgain(replacing: Replacing, kept: string): void {
  const { reach, placing } = replacing;
  try {
    letGo(kept);
  } catch {
    const names = left.get(reach.root.path) ?? new Set();
    left.set(
      reach.root.path,
      names.add(finderOf(kept === asidePath(replacing) ? null : placing, replacing.placing.staged)),
    );
  }
}

/** @param beside what says where the name is beside the new file; null: it lies in the staging folder. */
function finderOf(beside: Replacing['placing'] | null, staged: string): (reach: Reach) => string | null {
  if (beside?.old.to === 'sibling') {
    const { path } = beside.old;
    return reach => reach.locateInside(path);
  }
  return reach => {
    const stage = reach.stage();
    return stage === null ? null : join(stage, `${staged}.old`);
  };
}

/** Tries once more to take away what is left over in a root. */
export function clearLeftovers(reach: Reach): void {
  const names = left.get(reach.root.path);
  for (const find of names ?? [])
    try {
      const path = find(reach);
      // Another file may have that name by now: ours is one that has two.
      const stats = path === null ? null : statIfThere(path);
      if (path !== null && stats !== null && stats.nlink > 1n) takeName(path);
      names?.delete(find);
    } catch {
      // Not yet.
    }
}
