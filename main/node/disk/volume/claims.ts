import { opendir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Claim } from '../../../ports/disk.ts';
import { OURS, readMarker } from './marker.ts';

/** Folders below that are looked into. A folder that holds more is compared by its uppermost ones. */
const MOST_FOLDERS = 20_000;

/**
 * The markers in a folder, in those around it, and in those below it, as far as they can be read.
 * @param by the sum of our own records.
 */
export async function claimsAround(path: string, by: string): Promise<readonly Claim[]> {
  const claims: Claim[] = claimAt(path, 'in', by);
  for (let at = path; dirname(at) !== at;) {
    at = dirname(at);
    for (const each of claimAt(at, 'above', by)) claims.push(each);
  }
  const waiting = [path];
  for (let seen = 0; seen < MOST_FOLDERS; seen += 1) {
    const at = waiting.shift();
    if (at === undefined) break;
    if (at !== path) for (const each of claimAt(at, 'below', by)) claims.push(each);
    for (const each of await foldersIn(at)) waiting.push(each);
  }
  return claims;
}

function claimAt(path: string, where: Claim['where'], by: string): Claim[] {
  try {
    const marker = readMarker(path);
    return marker === null ? [] : [{ path, marker: marker.root, where, isOurs: marker.by === by }];
  } catch {
    // What cannot be read cannot be mirrored by other records of this person either.
    return [];
  }
}

async function foldersIn(path: string): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    for await (const entry of await opendir(path))
      if (entry.isDirectory() && entry.name !== OURS) found.push(join(path, entry.name));
  } catch {
    return found;
  }
  return found;
}
