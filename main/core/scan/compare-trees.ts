import { nameKey } from '../names/local-names.ts';

/** A file on one side, by the path it has or would have on this computer, names joined by `/`. */
export interface ComparedFile {
  readonly path: string;
  readonly sizeBytes: number;
}

export type How = 'alike' | 'only-here' | 'only-there' | 'different';

/** A file and how its two sides stand to each other; a side without it has no size. */
export interface Compared {
  readonly path: string;
  readonly how: How;
  readonly hereBytes: number | null;
  readonly thereBytes: number | null;
}

/**
 * What meets when two trees are put together: by place and size only, so `alike` is not yet `equal`. Names that this
 * computer may take for one are one (upper and lower case, composed letters). Several files of one name at the service
 * stand for themselves.
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
