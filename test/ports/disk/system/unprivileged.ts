import * as fs from 'node:fs';
import { dirname } from 'node:path';

import type { DiskOnTrial } from '../suite/disk-trial.ts';

/** The user that owns nothing. */
const NOBODY = 65_534;

/**
 * Runs something as a user whom permissions stop: root is let through everywhere, so as root the process becomes the user
 * `nobody` for the time. The tree is given to that user first.
 */
export async function withoutPrivileges<T>(on: DiskOnTrial, run: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return run();
  giveTo(dirname(on.root.path), NOBODY);
  // The worker thread must be running before: starting it reads our sources.
  await on.disk.hash(on.root, 'no such file');
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

function giveTo(path: string, user: number): void {
  fs.lchownSync(path, user, user);
  if (!fs.lstatSync(path).isDirectory()) return;
  for (const name of fs.readdirSync(path)) giveTo(`${path}/${name}`, user);
}
