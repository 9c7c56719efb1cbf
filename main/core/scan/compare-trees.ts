import { nameKey } from '../names/local-names.ts';

/** A file on one side by its local path, or the local path that it would get; names joined by `/`. */
export interface ComparedFile {
  readonly path: string;
  readonly sizeBytes: number;
}

export type Comparison = 'alike' | 'only-here' | 'only-there' | 'different';

/** A file and how its two sides compare; a side without the file has no size. */
export interface Compared {
  readonly path: string;
  readonly how: Comparison;
  readonly hereBytes: number | null;
  readonly thereBytes: number | null;
}

/**
 * Compares two trees before they are mirrored, by path and size only: `alike` is likely, not proven. Names that this
 * computer may take for one are one (case, composed letters). Each of several remote files with one name gets a row of
 * its own.
 */
export function compareTrees(here: readonly ComparedFile[], there: readonly ComparedFile[]): readonly Compared[] {
  const waiting = new Map(here.map(file => [keyOf(file.path), file]));
  const rows: Compared[] = [];
  for (const { path, sizeBytes } of there) {
    const key = keyOf(path);
    const ours = waiting.get(key);
    waiting.delete(key);
    const sides = { hereBytes: ours?.sizeBytes ?? null, thereBytes: sizeBytes };
    const how = ours === undefined ? 'only-there' : ours.sizeBytes === sizeBytes ? 'alike' : 'different';
    rows.push({ path: ours?.path ?? path, how, ...sides });
  }
  for (const { path, sizeBytes } of waiting.values())
    rows.push({ path, how: 'only-here', hereBytes: sizeBytes, thereBytes: null });
  return rows;
}

function keyOf(path: string): string {
  return path.split('/').map(nameKey).join('/');
}
