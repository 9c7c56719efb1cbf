import { type Comparison, compareVersions, type PartComparison, type Versions, type Wish } from './comparison.ts';
import { columnLetters } from '../preview/office/sheet-text.ts';
import { SHEET } from '../preview/plain/workbook-tables.ts';
import { TableText } from '../preview/table-text.ts';
import { isTelling } from './keys.ts';
import type { ReadVersions, TextPart } from './read-versions.ts';
import { isSameBytes, writeText } from './written.ts';

type Texts = Extract<ReadVersions, { is: 'texts' }>;

/**
 * Compares versions of any file. @param read what was read in them, where they are no texts themselves (`readVersions`);
 * undefined: they are compared as they are.
 */
export function compareRead(versions: Versions, wish: Wish, read: ReadVersions | undefined): Comparison {
  if (read === undefined || isSameBytes(versions.mine, versions.theirs)) return compareVersions(versions, wish);
  switch (read.is) {
    case 'unreadable':
      return { kind: 'facts', why: 'unreadable' };
    case 'stacks':
      return { kind: 'stack', mine: read.mine, theirs: read.theirs };
    case 'texts':
      return compareParts(read, wish);
  }
}

/** Compares the sheets of workbooks, or the text of documents: a sheet like a table with tabs, a text by its lines. */
function compareParts({ of, base, mine, theirs }: Texts, wish: Wish): Comparison {
  const names = [...new Set([...theirs, ...mine].map(({ name }) => name))];
  const parts = names.map((name): PartComparison => {
    const [ours, others, from] = [named(mine, name), named(theirs, name), base === null ? null : named(base, name)];
    const isIn = ours === null ? 'theirs' : others === null ? 'mine' : 'both';
    const versions = { base: from, mine: ours ?? '', theirs: others ?? '' };
    const comparison =
      of === 'text' || isIn !== 'both'
        ? // A sheet that only one of them has is no table to compare with.
          compareTexts('text.txt', versions, { ...wish, by: 'lines' })
        : compareSheets(versions, wish);
    return { name, isIn, comparison: unwritten(comparison) };
  });
  const first = parts.findIndex(({ comparison }) => comparison.kind !== 'same');
  const shown = wish.part !== undefined && wish.part < parts.length ? wish.part : Math.max(0, first);
  return { kind: 'parts', of, parts, shown };
}

interface SheetTexts {
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string;
}

function compareTexts(name: string, { base, mine, theirs }: SheetTexts, wish: Wish): Comparison {
  const from = base === null ? null : bytesOf(base);
  return compareVersions({ name, base: from, mine: bytesOf(mine), theirs: bytesOf(theirs) }, wish);
}

/**
 * By the column that names the rows, where one is called so. Else by the places of the cells, as long as no row came or went;
 * then lines show more.
 */
function compareSheets(texts: SheetTexts, wish: Wish): Comparison {
  const usual = compareTexts('sheet.tsv', texts, { ...wish, key: null });
  const isByName = usual.kind === 'table' && usual.merge.key.every(isTelling);
  const rows = new Set(
    [texts.mine, texts.theirs, texts.base ?? texts.mine].map(text => new TableText(text, SHEET).total),
  );
  if (usual.kind === 'same' || wish.by === 'lines') return usual;
  if (isByName || rows.size > 1)
    return wish.key === null && !isByName
      ? compareTexts('sheet.txt', texts, { ...wish, by: 'lines' })
      : compareTexts('sheet.tsv', texts, wish);
  const placed = {
    base: texts.base === null ? null : withPlaces(texts.base),
    mine: withPlaces(texts.mine),
    theirs: withPlaces(texts.theirs),
  };
  return compareTexts('sheet.tsv', placed, { ...wish, key: wish.key ?? [ROW] });
}

const ROW = 'Row';

/** A sheet with the numbers of its rows before them, and the letters of its columns above. */
function withPlaces(text: string): string {
  const table = new TableText(text, SHEET);
  const letters = table.columns.map((_, at) => columnLetters(at));
  const lines = Array.from({ length: table.total }, (_, at) => {
    const fields = table.row(at);
    return [String(at + 1), ...letters.map((__, column) => fields[column] ?? '')].map(quoted).join('\t');
  });
  return `${[ROW, ...letters].join('\t')}\n${lines.join('\n')}\n`;
}

function quoted(field: string): string {
  return /[\t\n\r"]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** What comes of texts that were read out of a file cannot be written back into it. */
function unwritten(comparison: Comparison): Comparison {
  return comparison.kind === 'lines' || comparison.kind === 'table' ? { ...comparison, encoding: null } : comparison;
}

function named(parts: readonly TextPart[], name: string): string | null {
  return parts.find(part => part.name === name)?.text ?? null;
}

function bytesOf(text: string): Uint8Array {
  // Every text can be written so.
  return writeText(text, 'utf-8') ?? new Uint8Array();
}
