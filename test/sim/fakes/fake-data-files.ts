import type { DataFiles } from '../../../main/ports/data-files.ts';

/** Small files in memory; the map outlives restarts. */
export function createFakeDataFiles(kept: Map<string, string> = new Map()): DataFiles {
  return {
    read: async name => kept.get(name) ?? null,
    write: async (name, text) => void kept.set(name, text),
    remove: async name => void kept.delete(name),
  };
}
