import { opendirSync } from 'node:fs';
import { join } from 'node:path';

import type { ListedFolders } from '../../../ports/folder-survey.ts';

/** So many entries of one folder are read at most: a folder with a million files must not hold its thread. */
const MOST_ENTRIES = 50_000;

/** The folders directly in a folder; see `FolderSurveyor.folders`. On a volume that hangs it holds the thread that calls it. */
export function listFolders(folder: string, most: number): ListedFolders {
  const folders: { name: string; path: string }[] = [];
  let isWhole = true;
  try {
    const reader = opendirSync(folder);
    try {
      let seen = 0;
      for (let entry = reader.readSync(); entry !== null; entry = reader.readSync()) {
        seen += 1;
        if (seen > MOST_ENTRIES || folders.length >= most) {
          isWhole = false;
          break;
        }
        // A link may lead into another listed folder, or in a circle.
        if (entry.isDirectory() && !entry.name.startsWith('.'))
          folders.push({ name: entry.name, path: join(folder, entry.name) });
      }
    } finally {
      reader.closeSync();
    }
  } catch {
    return { state: 'unreadable', folders: [], isWhole: false };
  }
  folders.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  return { state: 'read', folders, isWhole };
}
