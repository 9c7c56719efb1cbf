import { type Choices, type Origin, takenOf } from './choice.ts';
import { type Edit, editsBetween } from './sequences.ts';
import { BYTE_ORDER_MARK } from './written.ts';

/** A stretch of lines in which the versions differ; each line with its end. */
export interface Hunk {
  readonly id: number;
  readonly origin: Origin;
  /** What both were made from; null when that is not known. */
  readonly base: readonly string[] | null;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  /** The number of its first line in the current version, counted from 1. */
  readonly line: number;
  /** The number of its first line in the other version. */
  readonly mineLine: number;
}

/** Lines that are the same in both versions. */
export interface Alike {
  readonly lines: readonly string[];
}

/** A text in parts, from beginning to end. */
export type LinePart = Hunk | Alike;

/** Whether the versions differ in a part. */
export function isHunk(part: LinePart): part is Hunk {
  return 'origin' in part;
}

/** A text's lines, each with its end; a byte-order mark is a line of its own. */
export function linesOf(text: string): string[] {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? [BYTE_ORDER_MARK] : [];
  return [...mark, ...(text.slice(mark.length).match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [])];
}

/** Two versions without anything known of their origin, part by part; null when it takes too long. */
export function compareLines(mine: string, theirs: string): LinePart[] | null {
  const [mineLines, theirLines] = [linesOf(mine), linesOf(theirs)];
  const edits = editsBetween(theirLines, mineLines);
  if (edits === null) return null;
  const regions = edits.map(edit => ({
    base: null,
    theirs: [edit.from, edit.to] as const,
    mine: [edit.otherFrom, edit.otherTo] as const,
  }));
  return partsOf(regions, { base: null, mine: mineLines, theirs: theirLines });
}

/** Two versions and what both were made from, part by part; null when it takes too long. */
export function mergeLines(base: string, mine: string, theirs: string): LinePart[] | null {
  const all = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
  const ours = editsBetween(all.base, all.mine);
  const others = ours === null ? null : editsBetween(all.base, all.theirs);
  return ours === null || others === null ? null : partsOf(regionsOf(ours, others), all);
}

/** The text that comes of it; null while a person still has to choose. */
export function joinLines(parts: readonly LinePart[], choices: Choices): string | null {
  const texts: string[] = [];
  for (const part of parts) {
    const lines = isHunk(part) ? linesTaken(part, choices) : part.lines;
    if (lines === null) return null;
    for (const each of lines) texts.push(each);
  }
  return texts.join('');
}

function linesTaken(hunk: Hunk, choices: Choices): readonly string[] | null {
  const take = takenOf(hunk.origin, choices.get(hunk.id));
  if (take === null) return null;
  return take === 'both' ? stacked(hunk.mine, hunk.theirs) : hunk[take];
}

/** One below the other; the last line of a file may have no end. */
function stacked(above: readonly string[], below: readonly string[]): readonly string[] {
  const last = above.at(-1);
  if (last === undefined || below.length === 0 || /[\r\n]$/.test(last) || last === BYTE_ORDER_MARK)
    return [...above, ...below];
  const end = /(?:\r\n|\r|\n)$/.exec(below[0] ?? '')?.[0] ?? '\n';
  return [...above.slice(0, -1), last + end, ...below];
}

type Span = readonly [from: number, to: number];

interface Region {
  readonly base: Span | null;
  readonly mine: Span;
  readonly theirs: Span;
}

/** Edits of both sides that meet or touch are one region: a change of two neighbouring lines may have meant both. */
function regionsOf(mine: readonly Edit[], theirs: readonly Edit[]): Region[] {
  const regions: Region[] = [];
  let [ours, others] = [0, 0];
  // By how much each side is longer than the base so far.
  let [mineShift, theirShift] = [0, 0];
  while (ours < mine.length || others < theirs.length) {
    const from = Math.min(mine[ours]?.from ?? Infinity, theirs[others]?.from ?? Infinity);
    const before = [mineShift, theirShift] as const;
    let to = from;
    for (let grows = true; grows;) {
      grows = false;
      for (let edit = mine[ours]; edit !== undefined && edit.from <= to; edit = mine[++ours]) {
        to = Math.max(to, edit.to);
        mineShift += growthOf(edit);
        grows = true;
      }
      for (let edit = theirs[others]; edit !== undefined && edit.from <= to; edit = theirs[++others]) {
        to = Math.max(to, edit.to);
        theirShift += growthOf(edit);
        grows = true;
      }
    }
    regions.push({
      base: [from, to],
      mine: [from + before[0], to + mineShift],
      theirs: [from + before[1], to + theirShift],
    });
  }
  return regions;
}

function growthOf({ from, to, otherFrom, otherTo }: Edit): number {
  return otherTo - otherFrom - (to - from);
}

interface AllLines {
  readonly base: readonly string[] | null;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

function partsOf(regions: readonly Region[], { base, mine, theirs }: AllLines): LinePart[] {
  const parts: LinePart[] = [];
  let done = 0;
  for (const [index, region] of regions.entries()) {
    const [from, to] = region.theirs;
    if (from > done) parts.push({ lines: theirs.slice(done, from) });
    done = to;
    const sides = { mine: mine.slice(...region.mine), theirs: theirs.slice(from, to) };
    const origin = region.base === null ? null : base?.slice(...region.base);
    parts.push({
      id: index,
      origin: originOfLines(origin ?? null, sides),
      base: origin ?? null,
      ...sides,
      line: from + 1,
      mineLine: region.mine[0] + 1,
    });
  }
  if (done < theirs.length) parts.push({ lines: theirs.slice(done) });
  return parts;
}

function originOfLines(
  base: readonly string[] | null,
  { mine, theirs }: { readonly mine: readonly string[]; readonly theirs: readonly string[] },
): Origin {
  if (base === null) return 'differs';
  const [from, ours, others] = [base, mine, theirs].map(lines => lines.join(''));
  if (ours === others) return 'same';
  if (others === from) return 'mine';
  return ours === from ? 'theirs' : 'conflict';
}
