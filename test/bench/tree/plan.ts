import { seeded } from '../../service/sample/seeded.ts';
import type { Seeded } from '../../service/sample/seeded.ts';
import { sizeOf } from './sizes.ts';
import type { Sizes } from './sizes.ts';

/** What a tree is like. The same wish gives the same tree, byte for byte. */
export interface TreeWish {
  readonly files: number;
  readonly folders: number;
  readonly sizes: Sizes;
  readonly seed: number;
}

/** A tree, before it is written: folders, parents before children, and the files of each. */
export interface PlannedFolder {
  /** With `/`; the first is the root, whose path is empty. */
  readonly path: string;
  readonly files: readonly PlannedFile[];
}

export interface PlannedFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Whole milliseconds, within three years. */
  readonly modifiedMs: number;
}

/** Of so many files in so many folders: 10,000 in 500, 100,000 in 5,000, a million in 50,000. */
export function treeOf(files: number, sizes: Sizes, seed = 1): TreeWish {
  return { files, folders: Math.max(1, Math.round(files / 20)), sizes, seed };
}

const FIRST_MS = Date.UTC(2023, 0, 2);
const THREE_YEARS_MS = 3 * 365 * 24 * 3_600_000;
const DEEPEST = 8;
const WORDS = ['plate', 'run', 'sample', 'batch', 'image', 'spectrum', 'gel', 'trace', 'Messung', 'control'];
const ENDINGS = ['csv', 'txt', 'tif', 'xlsx', 'pdf', 'json', 'raw', 'md'];

/**
 * Draws the tree: folders lie up to eight deep, a fifth of them directly in the root or in one of its folders; how many files
 * one holds is skewed as in a lab, where one folder of a run holds hundreds and most hold a few.
 */
export function planTree({ files, folders, sizes, seed }: TreeWish): readonly PlannedFolder[] {
  const chance = seeded(seed);
  const paths = folderPaths(folders, chance);
  const counts = shares(files, folders, chance);
  return paths.map((path, at) => ({
    path,
    files: Array.from({ length: counts[at] ?? 0 }, (_, index) => plannedFile(index, sizes, chance)),
  }));
}

function folderPaths(folders: number, chance: Seeded): readonly string[] {
  const paths = [''];
  const depths = [0];
  while (paths.length < folders) {
    const parent = Math.floor(chance.next() ** 1.5 * paths.length);
    const depth = (depths[parent] ?? 0) + 1;
    if (depth > DEEPEST) continue;
    const name = `${pick(WORDS, chance)} ${paths.length}`;
    paths.push(parent === 0 ? name : `${paths[parent]}/${name}`);
    depths.push(depth);
  }
  return paths;
}

/** So many for each folder, together exactly `files`. */
function shares(files: number, folders: number, chance: Seeded): readonly number[] {
  const weights = Array.from({ length: folders }, () => Math.exp(chance.around(0, 1)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [weighed, given] = [0, 0];
  return weights.map(weight => {
    weighed += weight;
    const upToHere = Math.round((weighed / total) * files);
    const share = upToHere - given;
    given = upToHere;
    return share;
  });
}

function plannedFile(index: number, sizes: Sizes, chance: Seeded): PlannedFile {
  const name = `${pick(WORDS, chance)} ${String(index).padStart(4, '0')}.${pick(ENDINGS, chance)}`;
  const modifiedMs = FIRST_MS + Math.floor(chance.next() * THREE_YEARS_MS);
  return { name, sizeBytes: sizeOf(sizes, chance), modifiedMs };
}

function pick(list: readonly string[], chance: Seeded): string {
  return list[Math.floor(chance.next() * list.length)] ?? '';
}
