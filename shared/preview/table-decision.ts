import { findRecords, SEPARATORS, type Separator, splitRecord } from './delimited.ts';
import { type Decimal, isNumber, showsDecimal } from './numbers.ts';
import { findBlocks } from './plain/find-blocks.ts';
import { isBlank, isCount, isHeader, LEAST_ROWS } from './plain/table-header.ts';

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
  /** How many tables stand in the text, wherever they begin; of several, none names the columns of all. */
  readonly tables: number;
}

/** As much of a text as is looked at to tell how its fields are written. */
const SAMPLE = 65_536;
const MOST_PREAMBLE = 500;
/** The share of the numbers that have to be written with a comma. */
const COMMA_SHARE = 0.8;

/** Finds how a delimited text is meant to be read; `ending` breaks ties. */
export function decideTable(text: string, ending = 'csv'): TableDecision {
  const told = toldSeparator(text);
  const separator = told?.separator ?? bestSeparator(sampleOf(text, told?.length ?? 0), ending);
  return decided(text, separator, told);
}

interface Told {
  readonly separator: Separator;
  readonly length: number;
}

/** The separator that the first line says, and how long that line is with what ends it. */
export function toldSeparator(text: string): Told | null {
  const [line, told] = /^"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|$)/i.exec(text.slice(0, 20)) ?? [];
  const separator = SEPARATORS.find(each => each === told);
  return line === undefined || separator === undefined ? null : { separator, length: line.length };
}

/** The decision after a person chose another separator. */
export function withSeparator(text: string, separator: Separator): TableDecision {
  return decided(text, separator, toldSeparator(text));
}

function decided(text: string, separator: Separator, told: Told | null): TableDecision {
  const from = told?.length ?? 0;
  const records = recordsOf(sampleOf(text, from), separator);
  const preamble = preambleOf(records, widthOf(records));
  const decimal = decimalOf(records.slice(preamble), separator);
  const body = records.slice(preamble).filter(fields => !isBlank(fields));
  // A table may begin behind the sample: an instrument writes the second below thousands of rows of the first.
  const blocks = findBlocks(text, findRecords(text, separator, from), { separator, decimal, first: preamble });
  const tables = Math.max(1, blocks.length);
  const hasHeader = tables < 2 && isHeader(body, decimal);
  return { separator, decimal, isTold: told !== null, preamble, hasHeader, tables };
}

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
