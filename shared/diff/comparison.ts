import type { Choices, Origin } from './choice.ts';
import { type Reading, readTable } from './delimited.ts';
import { compareJson, isJson, type TreeChange } from './json-tree.ts';
import { compareLines, isHunk, joinLines, type LinePart, mergeLines } from './lines.ts';
import type { StackSide } from './read-versions.ts';
import { kindOf, maybeTable } from '../preview/kind.ts';
import type { Separator } from '../preview/delimited.ts';
import { tableBlocks } from '../preview/table-blocks.ts';
import { decideTable, hasTable } from '../preview/table-decision.ts';
import { joinTables } from './table-join.ts';
import { type Change, mergeTables, type NoTable, type TableMerge } from './table-merge.ts';
import {
  BYTE_ORDER_MARK,
  commonEncoding,
  isSameBytes,
  readTexts,
  type Written,
  type WrittenAs,
  writeText,
} from './written.ts';

/** The largest version that is compared, in bytes. */
export const MOST_COMPARED_BYTES = 4_000_000;

/** The versions of a file. `theirs` is the current one at the service; `base` what both were made from, null: not known. */
export interface Versions {
  readonly name: string;
  readonly base: Uint8Array | null;
  readonly mine: Uint8Array;
  readonly theirs: Uint8Array;
}

/** How a person wants them compared. `best`: by what the file is. `key`: of a table, the columns that tell rows apart. */
export interface Wish {
  readonly by: 'best' | 'lines';
  readonly key: readonly string[] | null;
  /** Which sheet of a workbook is shown, from 0; not said: the first that differs. */
  readonly part?: number;
}

/** Why only facts are told of the versions. */
export type NoComparison = 'too-large' | 'not-text' | 'too-different' | 'unreadable';

/** Two versions, compared. */
export type Comparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'facts'; readonly why: NoComparison }
  | { readonly kind: 'image'; readonly type: string }
  /** TIFF files, plane by plane. */
  | { readonly kind: 'stack'; readonly mine: StackSide; readonly theirs: StackSide }
  /** Sheets of workbooks, tables that stand in one file, or the text of documents; nothing of it can be taken over. */
  | {
      readonly kind: 'parts';
      readonly of: 'sheets' | 'tables' | 'document' | 'pdf' | 'sections';
      readonly parts: readonly PartComparison[];
      readonly shown: number;
      /** Whether one of them goes on behind what was compared. */
      readonly isCut: boolean;
    }
  | {
      readonly kind: 'lines';
      readonly parts: readonly LinePart[];
      /** Why a table is compared by lines; null: it is none, or a person wants it so. */
      readonly noTable: NoTable | null;
      /** What differs in the trees of JSON files; null: they are none. */
      readonly tree: readonly TreeChange[] | null;
      readonly encoding: WrittenAs | null;
    }
  | { readonly kind: 'table'; readonly merge: TableMerge; readonly encoding: WrittenAs | null };

/** The values of a sheet, its formulas, or the whole text, in both versions. */
export interface PartComparison {
  readonly name: string;
  readonly what: 'values' | 'formulas' | 'text';
  readonly isIn: 'both' | 'mine' | 'theirs';
  readonly comparison: Comparison;
}

/** The image types that every window shows, by the end of a name. */
const IMAGES: { readonly [end: string]: string } = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
};
/** Compares versions of a file, in the way that suits what it is. Those that are read first: `read-comparison.ts`. */
export function compareVersions({ name, base, mine, theirs }: Versions, wish: Wish): Comparison {
  const { by, key } = wish;
  if (isSameBytes(mine, theirs)) return { kind: 'same' };
  const end = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = IMAGES[end];
  if (type !== undefined) return { kind: 'image', type };
  const all = base === null ? [mine, theirs] : [mine, theirs, base];
  if (all.some(({ length }) => length > MOST_COMPARED_BYTES)) return { kind: 'facts', why: 'too-large' };
  const [ours, others, from = null] = readTexts(all);
  if (ours === null || ours === undefined || others === null || others === undefined)
    return { kind: 'facts', why: 'not-text' };
  const texts = { base: from, mine: ours, theirs: others };
  const isTable = kindOf(name) === 'table' || (maybeTable(name) && hasTable(others.text));
  if (!isTable || by === 'lines') return ofLines(texts, { end, noTable: null });
  return ofBlocks(texts, end, wish) ?? ofTables(texts, { ending: end }, key);
}

/** How the tables of all versions are read. */
type TableReading = Pick<Reading, 'separator'> & { readonly ending: string };

interface Texts {
  readonly base: Written | null;
  readonly mine: Written;
  readonly theirs: Written;
}

function ofTables(texts: Texts, how: TableReading, key: readonly string[] | null): Comparison {
  const { ending } = how;
  const theirs = readTable(texts.theirs.text, how);
  // Whether the first row names the columns is decided once: one more row must not turn it round.
  const hasHeader = theirs !== null && theirs.header.cells.length > 0;
  const tableOf = (side: Written | null) => (side === null ? null : readTable(side.text, { ...how, hasHeader }));
  const base = tableOf(texts.base);
  // An older state that is no table is none to start from.
  const merge = mergeTables({ base, mine: tableOf(texts.mine), theirs }, key);
  if (typeof merge === 'string') return ofLines(texts, { end: ending, noTable: merge });
  return { kind: 'table', merge, encoding: encodingOf(texts) };
}

/** Several tables in a file, each for itself; null where there is one. A whole file of them is merged by its lines only. */
function ofBlocks(texts: Texts, ending: string, { key, part: wanted }: Wish): Comparison | null {
  const [base, mine, theirs] = [texts.base, texts.mine, texts.theirs].map(side => blocksIn(side, ending));
  if (mine === undefined || theirs === undefined || Math.max(mine.size, theirs.size) < 2) return null;
  const parts = [...new Set([...theirs.keys(), ...mine.keys()])].map((name): PartComparison => {
    const [own, other, from] = [mine.get(name), theirs.get(name), base?.get(name)];
    const isIn = own === undefined ? 'theirs' : other === undefined ? 'mine' : 'both';
    const sides = { base: written(from), mine: written(own) ?? NOTHING, theirs: written(other) ?? NOTHING };
    const separator = (other ?? own)?.separator ?? ',';
    return { name, what: 'values', isIn, comparison: ofBlock(sides, { ending, separator }, key) };
  });
  const first = parts.findIndex(({ comparison }) => comparison.kind !== 'same');
  const shown = wanted !== undefined && wanted < parts.length ? wanted : Math.max(0, first);
  return { kind: 'parts', of: 'tables', parts, shown, isCut: false };
}

const NOTHING: Written = { text: '', encoding: null };

/** Nothing of one table can be taken over: it would have to be put back among the others. */
function ofBlock(sides: Texts, how: TableReading, key: readonly string[] | null): Comparison {
  if (sides.mine.text === sides.theirs.text) return { kind: 'same' };
  const isOne = sides.mine.text === '' || sides.theirs.text === '';
  return isOne ? ofLines(sides, { end: how.ending, noTable: null }) : ofTables(sides, how, key);
}

function written(block: Block | undefined): Written | null {
  return block === undefined ? null : { text: block.text, encoding: null };
}

/** The tables of a version by their titles; one without a title, or with that of another, has its number. */
function blocksIn(side: Written | null, ending: string): Blocks {
  const blocks = new Map<string, Block>();
  if (side === null) return blocks;
  const mark = side.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const decision = decideTable(side.text.slice(mark.length), ending);
  const { separator } = decision;
  for (const [at, { title, text }] of tableBlocks(side.text.slice(mark.length), decision).entries()) {
    const name = title !== '' && !blocks.has(title) ? title : `${title} ${at + 1}`.trim();
    blocks.set(name, { text: at === 0 ? mark + text : text, separator });
  }
  return blocks;
}

interface Block {
  readonly text: string;
  readonly separator: Separator;
}
type Blocks = ReadonlyMap<string, Block>;

function ofLines(
  texts: Texts,
  { end, noTable }: { readonly end: string; readonly noTable: NoTable | null },
): Comparison {
  const { base, mine, theirs } = texts;
  const parts = base === null ? compareLines(mine.text, theirs.text) : mergeLines(base.text, mine.text, theirs.text);
  if (parts === null) return { kind: 'facts', why: 'too-different' };
  const tree = end === 'json' ? compareJson(mine.text, theirs.text) : null;
  return { kind: 'lines', parts, noTable, tree, encoding: encodingOf(texts) };
}

function encodingOf({ base, mine, theirs }: Texts): WrittenAs | null {
  return commonEncoding([mine, theirs, ...(base === null ? [] : [base])].map(({ encoding }) => encoding));
}

/** What a person can choose in a comparison: its number, and who made the difference. */
export function choosableParts(comparison: Comparison): readonly { readonly id: number; readonly origin: Origin }[] {
  if (comparison.kind === 'table') return comparison.merge.changes.filter(isAsked);
  return comparison.kind === 'lines' ? comparison.parts.filter(isHunk).filter(isAsked) : [];
}

function isAsked({ origin }: Change | { readonly origin: Origin }): boolean {
  return origin !== 'same';
}

/** What came of choosing. */
export type Joined =
  | { readonly is: 'open' }
  /** The versions are not written in one encoding that gives their bytes back, so nothing of one can stand in the other. */
  | { readonly is: 'encodings' }
  | { readonly is: 'done'; readonly bytes: Uint8Array; readonly isBroken: boolean };

/**
 * The bytes that come of it. `open`: a person still has to choose. `isBroken`: the sides are JSON and what comes of them
 * is none.
 */
export function joinVersions(comparison: Comparison, choices: Choices): Joined {
  if (comparison.kind !== 'lines' && comparison.kind !== 'table') return { is: 'open' };
  const text =
    comparison.kind === 'table' ? joinTables(comparison.merge, choices) : joinLines(comparison.parts, choices);
  if (text === null) return { is: 'open' };
  const bytes = comparison.encoding === null ? null : writeText(text, comparison.encoding);
  if (bytes === null) return { is: 'encodings' };
  const isBroken = comparison.kind === 'lines' && comparison.tree !== null && !isJson(text);
  return { is: 'done', bytes, isBroken };
}
