import { readlinkSync } from 'node:fs';

import type { Root } from '../../../ports/disk.ts';
import { OURS } from './marker.ts';
import { filesOfPrograms, isForWriting, openedAs } from './program-files.ts';

/**
 * The files of a root that programs have open for writing, from `/proc`; see `Disk.openForWriting`. Programs of other
 * people are not shown to us and are passed over. Meant for a worker thread: it reads a few links for each program.
 */
export function filesOpenForWriting(root: Root): ReadonlySet<string> | null {
  const programs = filesOfPrograms();
  if (programs === null) return null;
  const open = new Set<string>();
  for (const { link, info } of programs) {
    const path = pathOf(link, root);
    if (path !== null && isForWriting(openedAs(info))) open.add(path);
  }
  return open;
}

/** Where an open file is inside the root; null when it is elsewhere, or ours. */
function pathOf(link: string, root: Root): string | null {
  try {
    const target = readlinkSync(link);
    if (!target.startsWith(`${root.path}/`)) return null;
    const path = target.slice(root.path.length + 1);
    return path.startsWith(`${OURS}/`) ? null : path;
  } catch {
    return null;
  }
}
