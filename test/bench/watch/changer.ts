import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';

import { nowMs } from '../one-clock.ts';
import { burst } from './protocol.ts';
import type { Burst } from './protocol.ts';

// A thread that changes files as fast as it can, while another one watches. Answers with when each folder changed last.
parentPort?.on('message', (message: unknown) => {
  parentPort?.postMessage({ changed: [...make(burst.parse(message))] });
});

/** A change counts from just before it is made: the watcher may report it before this thread goes on. */
function make({ kind, root, folders, count, prefix }: Burst): ReadonlyMap<string, number> {
  const changed = new Map<string, number>();
  for (let at = 0; at < count; at += 1) {
    const folder = folders[at % folders.length] ?? '';
    const made = kind === 'new folders' ? join(folder, `${prefix} ${at}`, 'inner', 'innermost') : folder;
    const path = join(root, made, kind === 'new folders' ? 'a.csv' : `${prefix} ${at}.csv`);
    if (kind === 'new folders') mkdirSync(join(root, made), { recursive: true });
    changed.set(made, nowMs());
    if (kind === 'delete') rmSync(path);
    else writeFileSync(path, kind);
  }
  return changed;
}
