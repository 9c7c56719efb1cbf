import { type Comparison, compareVersions, type PartComparison, type Versions, type Wish } from './comparison.ts';
import { columnLetters } from '../preview/office/sheet-text.ts';
import { SHEET } from '../preview/plain/workbook-tables.ts';
import { MOST_COLUMNS, TableText } from '../preview/table-text.ts';
import { isTelling } from './keys.ts';
import type { TextPart } from './read-parts.ts';
import type { ReadVersions } from './read-versions.ts';
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
function compareParts(read: Texts, wish: Wish): Comparison {
  const { of, mine, theirs, isCut } = read;
  const names = [...new Set([...theirs, ...mine].map(({ name }) => name))];
  const parts = names.flatMap(name => {
    const isIn = !hasPart(mine, name) ? 'theirs' : !hasPart(theirs, name) ? 'mine' : 'both';
    if (of !== 'sheets')
      return [{ name, what: 'text', isIn, comparison: byLines(versionsOf(read, name, 'text'), wish) }] as const;
    return sheetParts(read, { name, isIn }, wish);
  });
  const first = parts.findIndex(({ comparison }) => comparison.kind !== 'same');
  const shown = wish.part !== undefined && wish.part < parts.length ? wish.part : Math.max(0, first);
  return { kind: 'parts', of, parts, shown, isCut };
}

/** The values of a sheet, and its formulas where those differ: equal results may come of other formulas. */
function sheetParts(
  read: Texts,
  { name, isIn }: Pick<PartComparison, 'name' | 'isIn'>,
  wish: Wish,
): readonly PartComparison[] {
  const values = versionsOf(read, name, 'text');
  // A sheet that only one of them has is no table to compare with.
  if (isIn !== 'both') return [{ name, what: 'values', isIn, comparison: byLines(values, wish) }];
  const formulas = unwritten(compareSheets(versionsOf(read, name, 'formulas'), { ...wish, key: null }, 'places'));
  const part = { name, isIn, what: 'values', comparison: unwritten(compareSheets(values, wish, 'names')) } as const;
  return formulas.kind === 'same' ? [part] : [part, { name, isIn, what: 'formulas', comparison: formulas }];
}

function versionsOf({ base, mine, theirs }: Texts, name: string, what: 'text' | 'formulas'): SheetTexts {
  const textIn = (parts: readonly TextPart[]) => parts.find(part => part.name === name)?.[what] ?? null;
  return { base: base === null ? null : textIn(base), mine: textIn(mine) ?? '', theirs: textIn(theirs) ?? '' };
}

function hasPart(parts: readonly TextPart[], name: string): boolean {
  return parts.some(part => part.name === name);
}

function byLines(texts: SheetTexts, wish: Wish): Comparison {
  return unwritten(compareTexts('text.txt', texts, { ...wish, by: 'lines' }));
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
 * then lines show more. @param by `places`: what stands there names no rows.
 */
function compareSheets(texts: SheetTexts, wish: Wish, by: 'names' | 'places'): Comparison {
  if (texts.mine === texts.theirs && (texts.base === null || texts.base === texts.mine)) return { kind: 'same' };
  if (wish.by === 'lines') return compareTexts('sheet.txt', texts, wish);
  const usual = by === 'names' ? compareTexts('sheet.tsv', texts, { ...wish, key: null }) : null;
  const isByName = usual?.kind === 'table' && usual.merge.key.every(isTelling);
  const tables = [texts.mine, texts.theirs, texts.base ?? texts.mine].map(text => new TableText(text, SHEET));
  const isPlaced = new Set(tables.map(({ total }) => total)).size === 1 || by === 'places';
  if (wish.key !== null && by === 'names' && (isByName || !isPlaced)) return compareTexts('sheet.tsv', texts, wish);
  if (usual !== null && isByName) return usual;
  // Behind so many columns a table shows nothing; lines do.
  if (!isPlaced || tables.some(({ columns }) => columns.length >= MOST_COLUMNS))
    return compareTexts('sheet.txt', texts, { ...wish, by: 'lines' });
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

function bytesOf(text: string): Uint8Array {
  // Every text can be written so.
  return writeText(text, 'utf-8') ?? new Uint8Array();
}
