import type { Separator } from '../preview/delimited.ts';
import { decideTable, toldSeparator, withSeparator } from '../preview/table-decision.ts';
import { BYTE_ORDER_MARK } from './written.ts';

/** One cell: its characters as they stand in the file, quotes and all, and what they mean. */
export interface RawCell {
  readonly raw: string;
  readonly value: string;
}

/** A line of a table, or several where a quoted cell goes over line ends. */
export interface Row {
  readonly cells: readonly RawCell[];
  /** Its line end; empty for a last line without one. */
  readonly end: string;
  /** Empty lines that follow it, as they stand in the file. */
  readonly after: string;
}

/** A delimited file, so that joining its parts gives the same text again. */
export interface Table {
  readonly separator: string;
  /** What stands above the table: a byte-order mark, a `sep=` line, lines of an instrument. */
  readonly head: string;
  /** The names of the columns; without cells where the first row is none. */
  readonly header: Row;
  readonly rows: readonly Row[];
  /** Names of the columns; a repeated one has its number behind it, one without a name is called by its number. */
  readonly columns: readonly string[];
  /** The line end that most rows have. */
  readonly end: string;
}

/** Of a table without names of its columns. */
const NO_HEADER: Row = { cells: [], end: '', after: '' };

/** How a text is to be read, where that is not to be found out. */
export interface Reading {
  /** The end of the file's name, which breaks ties. */
  readonly ending?: string;
  /** Whether the first row names the columns. */
  readonly hasHeader?: boolean;
  /** Of one of several tables in a file, what parts the fields of all of them. */
  readonly separator?: Separator;
}

/**
 * Reads a delimited text by the rules that the preview goes by, too. Null when it is no table of at least two columns.
 */
export function readTable(text: string, { ending = 'csv', hasHeader, separator: known }: Reading = {}): Table | null {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const body = text.slice(mark.length);
  const decision = known === undefined ? decideTable(body, ending) : withSeparator(body, known);
  const { separator } = decision;
  const start = toldSeparator(body)?.length ?? 0;
  const records = recordsOf(body.slice(start), separator);
  if (usualWidth(records.map(({ cells }) => cells.length)) < 2) return null;
  const first = records.findIndex((record, at) => at >= decision.preamble && !isEmpty(record));
  const table = withoutGaps(records.slice(first), separator);
  const isNamed = hasHeader ?? decision.hasHeader;
  const [header = NO_HEADER, ...rows] = isNamed ? table : [NO_HEADER, ...table];
  const above = records.slice(0, first).map(record => textOfRow(record, separator));
  const ends = table.map(({ end }) => end).filter(end => end !== '');
  return {
    separator,
    head: mark + body.slice(0, start) + above.join(''),
    header,
    rows,
    columns: namesOf(header, rows),
    end: mostFrequent(ends) ?? '\n',
  };
}

/** The text that a table was read from. */
export function textOfTable({ head, header, rows, separator }: Table): string {
  return head + [header, ...rows].map(row => textOfRow(row, separator)).join('');
}

/** A row as it stands in the file. */
export function textOfRow({ cells, end, after }: Row, separator: string): string {
  return cells.map(({ raw }) => raw).join(separator) + end + after;
}

/** Every record, also the empty ones. */
function recordsOf(text: string, separator: string): Row[] {
  const records: Row[] = [];
  let cells: RawCell[] = [];
  for (let at = 0; at <= text.length;) {
    const to = endOfCell(text, at, separator);
    cells.push(cellOf(text.slice(at, to)));
    if (text[to] === separator) {
      at = to + 1;
      continue;
    }
    const end = text[to] === '\r' && text[to + 1] === '\n' ? '\r\n' : (text[to] ?? '');
    const isNothing = end === '' && cells.length === 1 && to === at;
    if (!isNothing) records.push({ cells, end, after: '' });
    cells = [];
    at = to + end.length;
    if (end === '') break;
  }
  return records;
}

/** Where a cell ends: before the separator or the line end; quotes keep both inside. */
function endOfCell(text: string, from: number, separator: string): number {
  let at = text[from] === '"' ? closingQuote(text, from) : from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function cellOf(raw: string): RawCell {
  if (!raw.startsWith('"')) return { raw, value: raw };
  const close = closingQuote(raw, 0);
  // What stands behind the closing quote is kept: nothing of a file is left out.
  return { raw, value: raw.slice(1, close).replaceAll('""', '"') + raw.slice(close + 1) };
}

/** The quote that ends what begins with one; the end of the text when none does. Two quotes are one that is part of it. */
function closingQuote(text: string, open: number): number {
  for (let at = open + 1; ;) {
    const close = text.indexOf('"', at);
    if (close < 0) return text.length;
    if (text[close + 1] !== '"') return close;
    at = close + 2;
  }
}

/** Rows without any value belong to the row above them: they are not edited, and they must stay. */
function withoutGaps(records: readonly Row[], separator: string): Row[] {
  const rows: { readonly cells: readonly RawCell[]; readonly end: string; after: string }[] = [];
  for (const record of records) {
    const last = rows.at(-1);
    if (last === undefined || !isEmpty(record) || last.end === '') rows.push({ ...record });
    else last.after += textOfRow(record, separator);
  }
  return rows;
}

/** Zeros that fill the last block of a file are no value. */
function isEmpty({ cells }: Row): boolean {
  return cells.every(({ value }) => value.replaceAll('\0', '').trim() === '');
}

/** The most frequent of some texts; null of none. */
function mostFrequent(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const each of texts) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

function namesOf(header: Row, rows: readonly Row[]): string[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), header.cells.length);
  const seen = new Map<string, number>();
  return Array.from({ length: width }, (_, at) => {
    const name = header.cells[at]?.value.trim() || `Column ${at + 1}`;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

/** How many cells most records have that have several; lines above the table are shorter. */
function usualWidth(widths: readonly number[]): number {
  return Number(mostFrequent(widths.filter(width => width > 1).map(String)) ?? 0);
}
