import { type Dir, opendirSync } from 'node:fs';
import { join } from 'node:path';

import type { ListedFolders } from '../../../ports/folder-survey.ts';

/** So many entries of one folder are read at most: a folder with a million files must not hold its thread. */
const MOST_ENTRIES = 50_000;

/** The folders directly in a folder; see `FolderSurveyor.folders`. On a volume that hangs it holds the thread that calls it. */
export function listFolders(folder: string, most: number): ListedFolders {
  let reader: Dir | null = null;
  try {
    reader = opendirSync(folder);
    const { names, isWhole } = namesIn(reader, most);
    names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return { state: 'read', folders: names.map(name => ({ name, path: join(folder, name) })), isWhole };
  } catch {
    return { state: 'unreadable', folders: [], isWhole: false };
  } finally {
    reader?.closeSync();
  }
}

function namesIn(reader: Dir, most: number): { readonly names: string[]; readonly isWhole: boolean } {
  const names: string[] = [];
  for (let seen = 0; ; seen += 1) {
    const entry = reader.readSync();
    if (entry === null) return { names, isWhole: true };
    if (seen >= MOST_ENTRIES || names.length >= most) return { names, isWhole: false };
    // A link may lead into another listed folder, or in a circle.
    if (entry.isDirectory() && !entry.name.startsWith('.')) names.push(entry.name);
  }
}
