import { type Part, partsOf } from './text-parts.ts';
import { topicWords } from './wishes.ts';

/** What a text says, in its own sentences. Plain values only. */
export interface Summary {
  readonly fileId: string;
  readonly fileName: string;
  readonly title: string | null;
  readonly headings: readonly string[];
  readonly wordCount: number;
  /** The most telling sentences and items, in the order of the text. Nothing is reworded. */
  readonly sentences: readonly string[];
  readonly wasCut: boolean;
}

/** A place in a text that holds words of the request. */
export interface Passage {
  readonly heading: string | null;
  readonly text: string;
}

interface Source {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

const MOST_SENTENCES = 6;
const LONGEST_QUOTE = 400;

/** Summarises a text by its most telling sentences; words of the request count more. */
export function summaryOf(source: Source, words: readonly string[]): Summary {
  const { title, headings, parts, wordCount, wasCut } = partsOf(source.text);
  const weights = weightsOf(parts);
  const wanted = new Set(words.map(stem));
  const ranked = parts
    .map((part, index) => ({ part, index, score: scoreOf(part, weights, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.index - other.index);
  const chosen = ranked.slice(0, MOST_SENTENCES).sort((one, other) => one.index - other.index);
  const sentences = [...new Set(chosen.map(({ part }) => shortened(part.text)))];
  return { fileId: source.id, fileName: source.name, title, headings, wordCount, sentences, wasCut };
}

/** The parts of a text that hold the most of the words, best first. Empty when none holds any. */
export function passagesAbout(text: string, words: readonly string[], most: number): readonly Passage[] {
  const wanted = new Set(words.map(stem));
  const scored = partsOf(text).parts.map((part, index) => ({ part, index, score: hits(part, wanted) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, most)
    .map(({ part }) => ({ heading: part.heading, text: shortened(part.text) }));
}

/** How many of the words a text holds, without regard to case and plural. */
export function wordsHeld(text: string, words: readonly string[]): number {
  const held = new Set(wordsIn(text));
  return [...new Set(words.map(stem))].filter(word => held.has(word)).length;
}

function hits(part: Part, wanted: ReadonlySet<string>): number {
  const own = new Set(wordsIn(part.text));
  const above = new Set(wordsIn(part.heading ?? ''));
  return [...wanted].reduce((sum, word) => sum + (own.has(word) ? 2 : above.has(word) ? 1 : 0), 0);
}

/** How often each word stands in the text; words that say nothing are not counted. */
function weightsOf(parts: readonly Part[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) for (const word of wordsIn(part.text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function scoreOf(part: Part, weights: ReadonlyMap<string, number>, wanted: ReadonlySet<string>): number {
  const words = [...new Set(wordsIn(part.text))];
  if (words.length < 2) return 0;
  const weight = words.reduce((sum, word) => sum + Math.log1p(weights.get(word) ?? 0), 0);
  return (weight / Math.sqrt(words.length)) * (1 + 2 * hits(part, wanted)) * (part.kind === 'row' ? 0.5 : 1);
}

function wordsIn(text: string): string[] {
  return topicWords(text, Number.POSITIVE_INFINITY).map(stem);
}

/** Plurals and capitals do not part words. */
function stem(word: string): string {
  const low = word.toLowerCase();
  return low.length > 4 && low.endsWith('s') && !low.endsWith('ss') ? low.slice(0, -1) : low;
}

function shortened(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, '')} …`;
}
