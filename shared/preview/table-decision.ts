import { findRecords, SEPARATORS, type Separator, splitRecord } from './delimited.ts';
import { type Decimal, isNumber, showsDecimal } from './numbers.ts';

/** How a delimited file is read: shown to people, who can change each part of it. */
export interface TableDecision {
  readonly separator: Separator;
  readonly decimal: Decimal;
  /** Whether the first line says the separator itself (`sep=;`); it is not shown. */
  readonly isTold: boolean;
  /** Records before the table, such as the name of the instrument. */
  readonly preamble: number;
  /** Whether the first record of the table names its columns. */
  readonly hasHeader: boolean;
  /** How many tables stand in the file, as far as it was looked at; of several, none names the columns of all. */
  readonly tables: number;
}

/** As much of a text as is looked at. */
const SAMPLE = 65_536;
const MOST_PREAMBLE = 500;
/** The share of the numbers that have to be written with a comma. */
const COMMA_SHARE = 0.8;

/** Finds how a delimited text is meant to be read; `ending` breaks ties. */
export function decideTable(text: string, ending = 'csv'): TableDecision {
  const told = toldSeparator(text);
  const from = told === null ? 0 : told.length;
  const sample = sampleOf(text, from);
  const separator = told?.separator ?? bestSeparator(sample, ending);
  return decided(sample, separator, told !== null);
}

/** The separator that the first line says, and how long that line is with what ends it. */
export function toldSeparator(text: string): { readonly separator: Separator; readonly length: number } | null {
  const [line, told] = /^"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|$)/i.exec(text.slice(0, 20)) ?? [];
  const separator = SEPARATORS.find(each => each === told);
  return line === undefined || separator === undefined ? null : { separator, length: line.length };
}

/** The decision after a person chose another separator. */
export function withSeparator(text: string, separator: Separator): TableDecision {
  const told = toldSeparator(text);
  return decided(sampleOf(text, told?.length ?? 0), separator, told !== null);
}

function decided(sample: string, separator: Separator, isTold: boolean): TableDecision {
  const records = recordsOf(sample, separator);
  const preamble = preambleOf(records, widthOf(records));
  const decimal = decimalOf(records.slice(preamble), separator);
  const body = records.slice(preamble).filter(fields => !isBlank(fields));
  const tables = tablesIn(records.slice(preamble), decimal);
  return { separator, decimal, isTold, preamble, hasHeader: tables < 2 && isHeader(body, decimal), tables };
}

/** Rows that make a table where the name of the file promises none. */
const LEAST_ROWS = 3;

/** Whether a text is a table with tabs: from its first row on nearly all have as many fields, and some are numbers. */
export function hasTable(text: string): boolean {
  const sample = sampleOf(text, 0);
  if (!sample.includes('\t')) return false;
  const records = recordsOf(sample, '\t');
  const width = widthOf(records);
  const body = records.slice(preambleOf(records, width)).filter(fields => !isBlank(fields));
  const wide = body.filter(fields => fields.length === width);
  const isEven = width > 1 && wide.length >= LEAST_ROWS && wide.length >= body.length * 0.8;
  return isEven && wide.some(fields => fields.some(field => isNumber(field, '.') || isNumber(field, ',')));
}

/** How many blocks of records with a header of their own there are: some instruments write one below the other. */
function tablesIn(records: readonly string[][], decimal: Decimal): number {
  const blocks: string[][][] = [[]];
  for (const fields of records) {
    // A row of a table may have one field that is filled; what parts two tables has none, or no second one.
    const isBetween = fields.length < 2 || isBlank(fields);
    if (isBetween && blocks.at(-1)?.length !== 0) blocks.push([]);
    else if (!isBetween) blocks.at(-1)?.push(fields);
  }
  return Math.max(1, blocks.filter(block => isBlock(block, decimal)).length);
}

/** Whether records without a gap are a table with a header of its own. */
export function isBlock(records: readonly string[][], decimal: Decimal): boolean {
  return records.length >= LEAST_ROWS && isHeader(records, decimal) && hasNumbers(records);
}

function hasNumbers(block: readonly string[][]): boolean {
  return block.slice(1).some(fields => fields.some(field => isNumber(field, '.') || isNumber(field, ',')));
}

/** Whole records only: the last one of a cut text may be a half. */
function sampleOf(text: string, from: number): string {
  if (text.length - from <= SAMPLE) return text.slice(from);
  const cut = text.slice(from, from + SAMPLE);
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r'));
  return end <= 0 ? cut : cut.slice(0, end + 1);
}

function recordsOf(sample: string, separator: Separator): readonly string[][] {
  const starts = findRecords(sample, separator);
  return Array.from({ length: starts.length - 1 }, (_, at) =>
    splitRecord(sample, starts[at] ?? 0, starts[at + 1] ?? 0, separator),
  );
}

/**
 * Each separator is tried: how many records have as many fields as most have, and how many fields that are. A comma that
 * mostly stands between digits is a decimal sign where another separator makes columns, or where nothing else does.
 */
function bestSeparator(sample: string, ending: string): Separator {
  const usual: Separator = ending === 'tsv' || ending === 'tab' ? '\t' : ending === 'psv' ? '|' : ',';
  const scores = SEPARATORS.map(separator => ({ separator, score: scoreOf(recordsOf(sample, separator)) }));
  const [comma, ...others] = scores.toSorted(
    (one, other) => Number(other.separator === ',') - Number(one.separator === ','),
  );
  const other = others.reduce((best, each) => (each.score > best.score ? each : best));
  if (comma === undefined || (comma.score === 0 && other.score === 0)) return usual;
  if (other.score >= comma.score)
    return other.score === comma.score && usual === ',' && !isInNumbers(sample) ? ',' : other.separator;
  if (isInNumbers(sample) && other.score >= comma.score * RIVAL) return other.separator;
  return isOneColumn(sample) ? ';' : ',';
}

/** How near another separator has to come to the comma, for the comma to be a decimal sign. */
const RIVAL = 0.25;

/** Whether most commas stand between two digits. */
function isInNumbers(sample: string): boolean {
  const commas = sample.split(',').length - 1;
  return commas > 0 && (sample.match(/\d,(?=\d)/g)?.length ?? 0) >= commas * 0.6;
}

/** A single column of numbers with decimal commas: two halves in each record, a name above without any, no count before. */
function isOneColumn(sample: string): boolean {
  const records = recordsOf(sample, ',').filter(fields => !isBlank(fields));
  const split = records.filter(isSplitNumber);
  const name = records[0] ?? [];
  if (split.length === 0 || split.length < records.length - 1) return false;
  // A name with a comma in it is two names.
  if (split.length < records.length) return name.length === 1;
  return !isCount(records.map(([first = '']) => first));
}

function scoreOf(records: readonly string[][]): number {
  const width = widthOf(records);
  if (width < 2) return 0;
  const body = records.slice(preambleOf(records, width)).filter(fields => !isBlank(fields));
  return body.filter(fields => fields.length === width).length * (width - 1);
}

/** Whether a record looks like `12,5` cut at the comma. */
function isSplitNumber(fields: readonly string[]): boolean {
  return fields.length === 2 && fields.every((field, at) => (at === 0 ? /^"?[-+]?\d+$/ : /^\d+"?$/).test(field.trim()));
}

/** How many fields most records have. Blank ones say nothing; of equals the wider one counts, and so the table. */
function widthOf(records: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const fields of records) if (!isBlank(fields)) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  let best = 0;
  let most = 0;
  for (const [width, count] of counts) {
    const weight = width === 1 ? count : count * 2;
    if (weight > most || (weight === most && width > best)) [best, most] = [width, weight];
  }
  return best;
}

/** How many records stand before the first that is as wide as the table; 0 when there is none among the first. */
function preambleOf(records: readonly string[][], width: number): number {
  if (width < 2) return 0;
  const wide = records.filter(fields => fields.length === width);
  const isFull = wide.filter(fields => (fields.at(-1) ?? '').trim() !== '').length * 2 > wide.length;
  const first = records.findIndex(
    (fields, at) =>
      isTableLike(fields, { width, isFull }) && isFollowed(records, at, width) && !isAbove(records, at, width),
  );
  return first > 0 && first <= MOST_PREAMBLE ? first : 0;
}

/**
 * A record of the table: as wide, and mostly filled. What is padded with separators up to the table's width ends empty
 * where the table does not; names of columns may lack the separator that ends each row.
 */
function isTableLike(fields: readonly string[], { width, isFull }: { width: number; isFull: boolean }): boolean {
  const isWide = fields.length === width || (!isFull && fields.length === width - 1);
  const full = fields.filter(field => field.trim() !== '').length;
  const isEnded = !isFull || (fields.at(-1) ?? '').trim() !== '';
  return isWide && isEnded && full >= Math.max(2, Math.ceil((width - 1) / 2));
}

/** A record that begins with a word such as `Plate:` stands above the names of the columns. */
function isAbove(records: readonly string[][], at: number, width: number): boolean {
  const [fields, next] = [records[at] ?? [], records[at + 1] ?? []];
  return /:\s*$/.test(fields[0] ?? '') && next.length === width && !next.some(field => /\d[.,]\d/.test(field));
}

/** The record below belongs to the same table: a line of two words above everything is no header. */
function isFollowed(records: readonly string[][], at: number, width: number): boolean {
  const next = records.slice(at + 1).find(fields => !isBlank(fields));
  return next === undefined || Math.abs(next.length - width) <= 1;
}

/** Whether a record has nothing in it but space. */
export function isBlank(fields: readonly string[]): boolean {
  return fields.every(field => field.trim() === '');
}

/** `2,345` is a thousand or a fraction: where commas stand between the fields, too, it alone tells neither. */
const GROUPED = /^[-+−]?[1-9]\d{0,2}(?:,\d{3})+\s?%?$/;

function decimalOf(records: readonly string[][], separator: Separator): Decimal {
  let commas = 0;
  let points = 0;
  for (const fields of records)
    for (const field of fields) {
      if (separator === ',' && GROUPED.test(field.trim())) continue;
      if (showsDecimal(field, ',')) commas += 1;
      else if (showsDecimal(field, '.')) points += 1;
    }
  return commas > 0 && commas >= (commas + points) * COMMA_SHARE ? ',' : '.';
}

/** Names of columns are words, not all numbers, no two alike in a row, and unlike what stands below. */
function isHeader(records: readonly string[][], decimal: Decimal): boolean {
  const [first, ...rest] = records;
  if (first === undefined || rest.length === 0) return false;
  const named = first.filter(field => field.trim() !== '');
  if (named.length < Math.min(2, first.length)) return false;
  const numbers = named.filter(field => isNumber(field, decimal)).length;
  // A plate's own numbers, 1 to 12, name its columns.
  if (numbers > 0 && numbers >= named.length - 1) return isCount(named);
  if (numbers * 2 > named.length) return false;
  const below = rest.slice(0, 50);
  const isNumeric = first.map((_, at) => below.some(fields => isNumber(fields[at] ?? '', decimal)));
  if (isNumeric.some((is, at) => is && !isNumber(first[at] ?? '', decimal) && first[at]?.trim() !== '')) return true;
  // Only words everywhere: a header is not repeated below.
  return (
    new Set(named).size === named.length &&
    !below.some(fields => fields.some((field, at) => field.trim() !== '' && field === first[at]))
  );
}

/** `1 2 3 … 12` or `230 235 240 …`, with a word before it or not: numbers that name columns. */
function isCount(fields: readonly string[]): boolean {
  const numbers = fields
    .map(field => (field.trim() === '' ? Number.NaN : Number(field)))
    .filter(value => Number.isInteger(value));
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
  return (
    numbers.length > 2 && step > 0 && numbers.every((value, at) => at === 0 || value === (numbers[at - 1] ?? 0) + step)
  );
}
