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
  /** What stands above the names of the columns: a byte-order mark, a `sep=` line, lines of an instrument. */
  readonly head: string;
  readonly header: Row;
  readonly rows: readonly Row[];
  /** Names of the columns; a repeated one has its number behind it, one without a name is called by its number. */
  readonly columns: readonly string[];
  /** The line end that most rows have. */
  readonly end: string;
}

const SEPARATORS = [',', ';', '\t', '|'];
/** How much is looked at to find the separator (spec 2.2). */
const SAMPLE = 65_536;
/** Lines above the table that are passed over at most. */
const MOST_ABOVE = 20;

/**
 * Reads a delimited text: a `sep=` line is honoured, else the separator is found by which one makes the most alike rows.
 * Null when it is no table of at least two columns.
 */
export function readTable(text: string): Table | null {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const told = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n)/i.exec(text.slice(mark.length, mark.length + 20));
  const start = mark.length + (told?.[0].length ?? 0);
  const body = text.slice(start);
  const separator = told?.[1] ?? separatorOf(body.slice(0, SAMPLE));
  if (separator === null) return null;
  const records = recordsOf(body, separator);
  const width = usualWidth(records.map(({ cells }) => cells.length));
  const first = records.slice(0, MOST_ABOVE + 1).findIndex(({ cells }) => cells.length === width);
  if (width < 2 || first < 0) return null;
  const [header, ...rows] = withoutGaps(records.slice(first), separator);
  if (header === undefined) return null;
  const above = records.slice(0, first).map(record => textOfRow(record, separator));
  const ends = [header, ...rows].map(({ end }) => end).filter(end => end !== '');
  return {
    separator,
    head: text.slice(0, start) + above.join(''),
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
  let at = from;
  if (text[at] === '"') {
    for (at += 1; at < text.length; at += 1) {
      if (text[at] !== '"') continue;
      if (text[at + 1] !== '"') break;
      at += 1;
    }
  }
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function cellOf(raw: string): RawCell {
  if (!raw.startsWith('"')) return { raw, value: raw };
  const inside = /^"((?:[^"]|"")*)"?/.exec(raw);
  const quoted = inside?.[1] ?? '';
  return { raw, value: quoted.replaceAll('""', '"') + raw.slice(inside?.[0].length ?? raw.length) };
}

/** Rows without any value belong to the row above them: nobody edits them, and they must stay. */
function withoutGaps(records: readonly Row[], separator: string): Row[] {
  const rows: { readonly cells: readonly RawCell[]; readonly end: string; after: string }[] = [];
  for (const record of records) {
    const last = rows.at(-1);
    const isEmpty = record.cells.every(({ value }) => value.trim() === '');
    if (last === undefined || !isEmpty || last.end === '') rows.push({ ...record });
    else last.after += textOfRow(record, separator);
  }
  return rows;
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

/** The separator that makes the most rows of one width, times how wide they are (design A5). */
function separatorOf(sample: string): string | null {
  const scores = SEPARATORS.map(separator => ({ separator, score: scoreOf(sample, separator) }));
  const best = scores.toSorted((one, other) => other.score - one.score)[0];
  return best === undefined || best.score <= 0 ? null : best.separator;
}

function scoreOf(sample: string, separator: string): number {
  const records = recordsOf(sample, separator).slice(0, -1);
  // A sample that ends within its first line has to do with that.
  const counted = records.length === 0 ? recordsOf(sample, separator) : records;
  const width = usualWidth(counted.map(({ cells }) => cells.length));
  const alike = counted.filter(({ cells }) => cells.length === width);
  if (width < 2) return 0;
  return separator === ',' && alike.every(isOfDecimals) ? 0 : alike.length * (width - 1);
}

/** Whether splitting at commas only takes numbers apart: a decimal in a single column, or several between other separators. */
function isOfDecimals({ cells }: Row): boolean {
  const isPair = cells.length === 2 && cells.every(({ value }) => /^-?\d+$/.test(value.trim()));
  return isPair || cells.some(({ raw }) => /\d[;\t|]\s*-?\d/.test(raw));
}
