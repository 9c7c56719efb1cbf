/** A folder as tidying sees it. */
export interface TidyFolder {
  readonly id: string;
  readonly parentFolderId: string | null;
  readonly name: string;
  /** What the service made it for; null for a folder that people made. */
  readonly kind: string | null;
}

/** What is known of a file when a folder is sought for it. */
export interface Evidence {
  readonly name: string;
  readonly tags: readonly string[];
  readonly text: string | null;
}

/** Folders that belong to the service or to one task: nothing is moved into or out of them. */
const RESERVED = /^(memory|tasks|drafts|working copies)$/i;
/** Places where files are put down, not kept. */
const LANDING = /^(uploads?|in-?box|incoming|unsorted|to sort|new files?|downloads?|temp(orary)?|misc(ellaneous)?)$/i;

/** Other words for what labs call the same. The first stands for all. */
const SAME: readonly (readonly string[])[] = [
  ['protocol', 'procedure', 'method'],
  ['western', 'blot', 'immunoblot'],
  ['meeting', 'minutes', 'agenda'],
  ['inventory', 'stock', 'freezer', 'antibody', 'antibodies', 'ordering'],
  ['mtt', 'viability'],
  ['plate', 'well', 'od450'],
  ['cell', 'passage', 'passaging', 'thawing', 'thaw'],
  ['instrument', 'calibration', 'reader', 'cycler'],
  ['figure', 'plot', 'poster'],
];

const STANDING_FOR = new Map(SAME.flatMap(([first = '', ...others]) => others.map(word => [word, first] as const)));
const EMPTY = new Set([
  'and',
  'of',
  'the',
  'for',
  'a',
  'in',
  'with',
  'file',
  'files',
  'data',
  'other',
  'project',
  'lab',
  'knowledge',
  'base',
]);

type FileClass = 'table' | 'picture' | 'document' | 'other';

/** What lies in folders with such a word in their path. Other folders hold anything. */
const HOLDS: readonly (readonly [sign: RegExp, holds: readonly FileClass[]])[] = [
  [/\b(protocols?|procedures|sops?|meetings?|minutes|manuscripts?)\b/i, ['document']],
  [/\b(plates?|runs?|raw data|readouts?)\b/i, ['table', 'picture', 'other']],
  [/\b(figures?|images?|micrographs?|photos)\b/i, ['picture', 'document']],
];
/** So much a word weighs in the file's name, in its tags, and in what its text begins with. */
const WEIGHTS = { name: 4, tag: 3, text: 1 };
/** How much of the score stays when a folder does not hold files of this class. */
const WRONG_CLASS = 0.3;

/** A folder is only proposed when so much speaks for it, and so much more than for any other. */
const ENOUGH = 4;
const MARGIN = 2;
const DEEPEST = 64;

/** The folders from the top to this one; null when it is unknown, reserved or below something reserved. */
export function pathOf(folderId: string, byId: ReadonlyMap<string, TidyFolder>): readonly TidyFolder[] | null {
  const path: TidyFolder[] = [];
  for (let id: string | null = folderId; id !== null && path.length < DEEPEST;) {
    const folder = byId.get(id);
    if (folder === undefined || isReserved(folder)) return null;
    path.unshift(folder);
    id = folder.parentFolderId;
  }
  return path;
}

function isReserved(folder: TidyFolder): boolean {
  return RESERVED.test(folder.kind ?? '') || (folder.parentFolderId === null && RESERVED.test(folder.name));
}

/** Whether a file lies where files are only put down: in no folder, in a top folder, or in an inbox. */
export function isPutDown(folderId: string | null, byId: ReadonlyMap<string, TidyFolder>): boolean {
  if (folderId === null) return true;
  const path = pathOf(folderId, byId);
  const folder = path?.at(-1);
  return path !== null && folder !== undefined && (path.length === 1 || LANDING.test(folder.name));
}

/** The one folder that fits a file clearly better than all others, or null. */
export function bestFolder(evidence: Evidence, byId: ReadonlyMap<string, TidyFolder>): TidyFolder | null {
  const words = weighted(evidence);
  const ranked = [...byId.values()]
    .flatMap(folder => {
      const score = scoreOf(folder, words, byId) * classFactor(folder, evidence, byId);
      return score >= ENOUGH ? [{ folder, score }] : [];
    })
    .sort((one, other) => other.score - one.score);
  const [first, second] = ranked;
  if (first === undefined) return null;
  return second === undefined || first.score - second.score >= MARGIN ? first.folder : null;
}

/**
 * Each word of the folder's own name counts in full, those of the folders above for a third. Top folders never fit, nor
 * do folders of which only the text of the file speaks.
 */
function scoreOf(folder: TidyFolder, words: Words, byId: ReadonlyMap<string, TidyFolder>): number {
  const path = pathOf(folder.id, byId);
  if (path === null || path.length < 2 || path.some(each => LANDING.test(each.name))) return 0;
  const own = sumFor(folder.name, words);
  const above = path.slice(1, -1).reduce((sum, each) => sum + sumFor(each.name, words), 0);
  return wordsIn(folder.name).some(word => words.named.has(word)) ? own + above / 3 : 0;
}

function classFactor(folder: TidyFolder, { name }: Evidence, byId: ReadonlyMap<string, TidyFolder>): number {
  const path =
    pathOf(folder.id, byId)
      ?.map(each => each.name)
      .join('/') ?? '';
  const fits = HOLDS.every(([sign, holds]) => !sign.test(path) || holds.includes(classOf(name)));
  return fits ? 1 : WRONG_CLASS;
}

function classOf(name: string): FileClass {
  if (/\.(csv|tsv|xlsx?|ods)$/i.test(name)) return 'table';
  if (/\.(png|jpe?g|gif|webp|tiff?|svg)$/i.test(name)) return 'picture';
  return /\.(md|markdown|txt|docx?|pdf|odt|rtf|html?|pptx?|odp|tex|adoc)$/i.test(name) ? 'document' : 'other';
}

function sumFor(name: string, words: Words): number {
  return [...new Set(wordsIn(name))].reduce((sum, word) => sum + (words.weights.get(word) ?? 0), 0);
}

interface Words {
  readonly weights: ReadonlyMap<string, number>;
  /** Those that stand in the name or in a tag. */
  readonly named: ReadonlySet<string>;
}

/** Words of the name weigh most, then tags, then what the text begins with. */
function weighted({ name, tags, text }: Evidence): Words {
  const weights = new Map<string, number>();
  const add = (source: string, weight: number): void => {
    for (const word of new Set(wordsIn(source))) {
      weights.set(word, (weights.get(word) ?? 0) + (isCode(word) ? weight / 4 : weight));
    }
  };
  add(name.replace(/\.[^.]+$/, ''), WEIGHTS.name);
  add(tags.join(' '), WEIGHTS.tag);
  add((text ?? '').slice(0, 2000), WEIGHTS.text);
  const named = new Set([...weights.keys()].filter(word => (weights.get(word) ?? 0) >= WEIGHTS.tag));
  return { weights, named };
}

/** The code of a compound stands on nearly everything a project makes; it hardly tells where a file belongs. */
function isCode(word: string): boolean {
  return /^[a-z]{2,4}-\d{2,4}$/.test(word);
}

function wordsIn(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll(/\bsop-\d+/g, 'sop')
      .match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  return words
    .filter(word => word.length > 1 && !/^\d+$/.test(word) && !/^\d{4}-\d{2}-\d{2}$/.test(word) && !EMPTY.has(word))
    .map(word => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word))
    .map(word => STANDING_FOR.get(word) ?? word);
}
