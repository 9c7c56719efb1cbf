import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Instead of the disk's worker threads: each ends as soon as it sees that `dieIn` was called for its data directory. */
export const DYING_THREAD = new URL('dying-thread.ts', import.meta.url);

/** Ends all threads that run there, and those that begin, until `liveIn`. */
export function dieIn(dataDirectory: string): void {
  writeFileSync(join(dataDirectory, 'dies'), '');
}

export function liveIn(dataDirectory: string): void {
  rmSync(join(dataDirectory, 'dies'));
}
