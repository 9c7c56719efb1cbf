import type { AgentFile } from '../words/conversation.ts';
import { columnSentences, describedTable } from '../tables/table-text.ts';
import { type Part, partsOf } from '../words/text-parts.ts';
import { stem } from '../words/tokens.ts';
import { topicWords } from '../request/wishes.ts';

/** What a text says, in its own sentences. Plain values only. */
export interface Summary {
  readonly fileId: string;
  readonly fileName: string;
  readonly title: string | null;
  /** Whether it is a table: then `sentences` describe it and quote nothing. */
  readonly isTable: boolean;
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
/** Passages are read in a list of many. */
const LONGEST_PASSAGE = 200;

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
  return { fileId: source.id, fileName: source.name, title, isTable: false, headings, wordCount, sentences, wasCut };
}

/** A table is described, never quoted. */
export function tableSummary(file: AgentFile): Summary {
  return {
    fileId: file.id,
    fileName: file.name,
    title: null,
    isTable: true,
    headings: [],
    wordCount: 0,
    sentences: [describedTable(file), ...columnSentences(file)],
    wasCut: false,
  };
}

/** The parts of a text that hold the most of the words, best first. Empty when none holds any. */
export function passagesAbout(text: string, words: readonly string[], most: number): readonly Passage[] {
  const wanted = new Set(words.map(stem));
  const { parts, headings } = partsOf(text);
  const scored = parts.map((part, index) => ({ part, index, score: hits(part, wanted) }));
  const passages = scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, most)
    .map(({ part }) => ({ heading: part.heading, text: part.text }));
  if (passages.length > 0) return passages.map(passage => cut(passage, wanted));
  const heading = headings.find(each => wordsIn(each).some(word => wanted.has(word)));
  return heading === undefined ? [] : [{ heading: null, text: cutAround(heading, wanted, LONGEST_PASSAGE) }];
}

/** With its heading at most 200 characters; a long heading is left out. */
function cut({ heading, text }: Passage, wanted: ReadonlySet<string>): Passage {
  const kept = heading === null || heading.length > LONGEST_PASSAGE / 2 ? null : heading;
  const room = LONGEST_PASSAGE - (kept === null ? 0 : kept.length + 2);
  return { heading: kept, text: cutAround(text, wanted, room) };
}

/** A text of its own as a passage: at most 200 characters around the first of the words. */
export function passageOf(text: string, words: readonly string[]): Passage {
  return cut({ heading: null, text }, new Set(words.map(stem)));
}

/** The part of a long text around the first of the words, between whole words. */
function cutAround(text: string, wanted: ReadonlySet<string>, most: number): string {
  if (text.length <= most) return text;
  const place = [...text.matchAll(/\S+/g)].find(([word]) => wordsIn(word).some(each => wanted.has(each)))?.index ?? 0;
  const start = Math.max(0, Math.min(place - most / 2, text.length - most));
  const from = start === 0 ? '' : '… ';
  const middle = text.slice(start, start + most - 4);
  const whole = (start === 0 ? middle : middle.replace(/^\S*\s+/, '')).trim();
  return `${from}${start + most - 4 >= text.length ? whole : `${whole.replace(/\s+\S*$/, '')} …`}`;
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

function shortened(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, '')} …`;
}
