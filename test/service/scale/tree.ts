import { requirePresent } from '../../../shared/assert.ts';
import { drawsFrom } from './draws.ts';
import type { Draws } from './draws.ts';
import { STYLES } from './names.ts';
import type { Style } from './names.ts';

/** One folder of the large sample. */
export interface PlannedFolder {
  /** The place of the folder above in the list, or null below the Knowledge Base. */
  readonly parent: number | null;
  /** 1 directly below the Knowledge Base. */
  readonly depth: number;
  readonly name: string;
  /** The lab's user it belongs to. */
  readonly ownerId: number;
  readonly style: Style;
  /** How many files it holds. */
  readonly files: number;
  /** Whether it passes on the sharing of the folders above. */
  readonly inherits: boolean;
}

/** So many files are the most, in so many folders. */
export const MOST_FILES = 1_000_000;
const FILES_PER_FOLDER = 20;
const DEEPEST = 8;

const AREAS: readonly string[] = [
  'Measurements',
  'Imaging',
  'Sequencing',
  'Projects',
  'Plate archive',
  'Method library',
  'Compounds',
  'Kooperationen',
  'Reports',
  'Überwachung & Wartung',
];

/** The folders for so many files: parents first, always the same. */
export function plannedFolders(files: number): readonly PlannedFolder[] {
  const draws = drawsFrom(files * 2 + 1);
  const total = Math.max(1, Math.round(files / FILES_PER_FOLDER));
  const counts = fileCounts(draws, total, files);
  const byDepth: number[][] = [];
  const folders: PlannedFolder[] = [];
  for (let index = 0; index < total; index += 1) {
    const parent = index < AREAS.length ? null : drawParent(draws, byDepth);
    const above = parent === null ? null : requirePresent(folders[parent], 'the folder above');
    const depth = (above?.depth ?? 0) + 1;
    (byDepth[depth - 1] ??= []).push(index);
    const ownerId = above !== null && draws.chance(0.85) ? above.ownerId : 1 + draws.below(3);
    const style = above !== null && draws.chance(0.6) ? above.style : draws.pick(STYLES);
    folders.push({
      parent,
      depth,
      ownerId,
      style,
      name: above === null ? (AREAS[index] ?? '') : folderName(draws, index),
      files: counts[index] ?? 0,
      inherits: depth < 3 || !draws.chance(0.004),
    });
  }
  return folders;
}

/** How often a folder lies so deep, from the second level on. */
const DEPTHS: readonly number[] = [0.02, 0.13, 0.27, 0.27, 0.17, 0.1, 0.04];

/** A folder to be put into: the earlier ones of a level get most, as some folders hold hundreds of others. */
function drawParent(draws: Draws, byDepth: readonly number[][]): number {
  let at = draws.next();
  let depth = 2;
  for (const share of DEPTHS) {
    at -= share;
    if (at < 0 || depth === DEEPEST) break;
    depth += 1;
  }
  const level = byDepth[Math.min(depth - 2, byDepth.length - 1)] ?? [];
  return requirePresent(level[Math.floor(level.length * draws.next() ** 2)], 'a folder of that level');
}

/** How many files lie in each folder: one has very many, a few many, most some and some none; `files` in all. */
function fileCounts(draws: Draws, folders: number, files: number): readonly number[] {
  const counts = Array.from({ length: folders }, () => 0);
  let left = files;
  const put = (index: number, count: number): void => {
    counts[index] = (counts[index] ?? 0) + count;
    left -= count;
  };
  if (folders > AREAS.length) {
    const special = AREAS.length + draws.below(folders - AREAS.length);
    put(special, Math.floor(files / 20));
    for (let many = 0; many < Math.floor(files / 50_000); many += 1) {
      put(draws.below(folders), 10_000 + draws.below(5000));
    }
  }
  const weights = counts.map(() => (draws.chance(0.12) ? 0 : draws.spread(1, 3.5)));
  // One folder at least takes what is left.
  weights[0] = weights[0] || 1;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let given = 0;
  let weighed = 0;
  const rest = left;
  weights.forEach((weight, index) => {
    weighed += weight;
    const upTo = index === folders - 1 ? rest : Math.min(rest, Math.floor((weighed / sum) * rest));
    counts[index] = (counts[index] ?? 0) + upTo - given;
    given = upTo;
  });
  return counts;
}

const FOLDER_WORDS: readonly string[] = [
  'raw',
  'processed',
  'KST-118',
  'KST-204 backup',
  'dose response',
  'time course',
  'Zellkultur',
  'Übergabe Käthe',
  'TNF-α',
  'β-actin',
  'données brutes',
  '実験データ',
  '测序结果',
  'Протоколы',
  'controls',
  'batch',
  'figures',
  'old',
  'instrument export',
  'plate reader',
];

function folderName(draws: Draws, index: number): string {
  const year = 2018 + draws.below(8);
  const month = String(1 + draws.below(12)).padStart(2, '0');
  const word = draws.pick(FOLDER_WORDS);
  const form = draws.below(4);
  if (form === 0) return `${year}-${month} ${word} ${index}`;
  if (form === 1) return `${word} ${index}`;
  return form === 2 ? `run-${String(index).padStart(5, '0')}` : `${year}_${word}_${index}`;
}
