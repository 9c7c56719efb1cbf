import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

import type { Root } from '../../ports/disk.ts';
import { OURS } from './marker.ts';

/** The two lowest bits of the flags of open(2): write only is 1, read and write is 2. */
const ACCESS_BITS = 0b11;

/**
 * The files of a root that programs have open for writing, from `/proc`; see `Disk.openForWriting`. Programs of other
 * people are not shown to us and are passed over. Meant for a worker thread: it reads a few links for each program.
 */
export function filesOpenForWriting(root: Root): ReadonlySet<string> | null {
  const programs = process.platform === 'linux' ? namesIn('/proc').filter(name => /^\d+$/.test(name)) : [];
  if (programs.length === 0) return null;
  const open = new Set<string>();
  for (const program of programs) {
    for (const file of namesIn(`/proc/${program}/fd`)) {
      const path = pathOf(`/proc/${program}/fd/${file}`, root);
      if (path !== null && isForWriting(`/proc/${program}/fdinfo/${file}`)) open.add(path);
    }
  }
  return open;
}

/** The names in a folder; none when it is gone or not ours to read. */
function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
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

function isForWriting(info: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(info, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS_BITS) !== 0;
  } catch {
    return false;
  }
}
