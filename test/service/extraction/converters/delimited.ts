import papaparse from 'papaparse';

import { decodedOr } from './text-encoding.ts';

export type Separator = string;

/** How a delimited file was understood (spec 2.2). */
export interface Table {
  readonly separator: Separator;
  /** Whether the file said so itself, in a first line such as `sep=;`. */
  readonly isDeclared: boolean;
  readonly decimalSign: 'comma' | 'point';
  readonly rows: readonly (readonly string[])[];
}

/** The table with tabs between its columns and points in its numbers, below a line that says how it was understood. */
export function delimitedText(bytes: Uint8Array): string {
  const text = decodedOr(bytes, null);
  if (text.trim() === '') return '';
  const table = readTable(text);
  const lines = table.rows.map(row => row.map(cell => searchable(cell, table.decimalSign)).join('\t'));
  return [described(table), ...lines].join('\n');
}

/** Reads delimited text by its content. */
export function readTable(text: string): Table {
  const declared = /^\uFEFF?"?sep=([^\r\n])"?[^\S\r\n]*(?:\r\n?|\n|$)/i.exec(text);
  const body = declared === null ? text.replace(/^\uFEFF/, '') : text.slice(declared[0].length);
  const separator = declared?.[1] ?? inferredSeparator(body);
  const rows = parsed(body, separator).map(row => row.map(cell => cell.trim()));
  return { separator, isDeclared: declared !== null, decimalSign: decimalSign(rows), rows };
}

const NAMES: { readonly [separator: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' };

function described(table: Table): string {
  const separator = NAMES[table.separator] ?? `“${table.separator}”`;
  const columns = Math.max(...table.rows.map(row => row.length));
  const how = `${separator}${table.isDeclared ? ' (declared)' : ''}, decimal ${table.decimalSign}`;
  return `Table: separator ${how}, ${table.rows.length} rows, ${columns} columns`;
}

/** Rows looked at to find the separator. */
const LOOKED_AT = 200;

interface Candidate {
  readonly separator: Separator;
  readonly columns: number;
  /** The share of rows that have the usual number of columns. */
  readonly agreement: number;
  readonly rows: readonly (readonly string[])[];
}

/** The separator most rows agree about; a comma loses where commas stand only inside of another separator's numbers. */
function inferredSeparator(text: string): Separator {
  const candidates = ['\t', ';', '|', ',']
    .map(separator => candidate(text, separator))
    .filter(({ columns }) => columns > 1);
  const byDecimals = candidates.filter(({ separator, rows }) => separator !== ',' && hasDecimalCommasOnly(rows));
  const eligible = byDecimals.length > 0 ? byDecimals : candidates;
  const best = eligible.toSorted(
    (one, other) => Math.round(10 * (other.agreement - one.agreement)) || other.columns - one.columns,
  );
  return best[0]?.separator ?? ',';
}

function candidate(text: string, separator: Separator): Candidate {
  const rows = parsed(text, separator, LOOKED_AT);
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const usual = [...counts].filter(([columns]) => columns > 1).toSorted((one, other) => other[1] - one[1])[0];
  return { separator, columns: usual?.[0] ?? 1, agreement: (usual?.[1] ?? 0) / Math.max(rows.length, 1), rows };
}

function hasDecimalCommasOnly(rows: readonly (readonly string[])[]): boolean {
  const withComma = rows.flatMap(row => row.filter(cell => cell.includes(',')));
  const decimals = withComma.filter(cell => DECIMAL_COMMA.test(cell.trim()));
  return decimals.length > 0 && decimals.length >= withComma.length * 0.8;
}

/** `17,3`, `1.234,5`, `-2,5e-3`; also with a unit or a percent sign behind. */
const DECIMAL_COMMA = /^[-+−]?(?:\d{1,3}(?:[.\s']\d{3})+|\d+),\d+(?:e[-+]?\d+)?(?:\s*[%°µμ\p{L}]{1,6})?$/iu;
const DECIMAL_POINT = /^[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d+(?:e[-+]?\d+)?(?:\s*[%°µμ\p{L}]{1,6})?$/iu;

function decimalSign(rows: readonly (readonly string[])[]): Table['decimalSign'] {
  const cells = rows.flat();
  const commas = cells.filter(cell => DECIMAL_COMMA.test(cell)).length;
  return commas > cells.filter(cell => DECIMAL_POINT.test(cell)).length ? 'comma' : 'point';
}

function searchable(cell: string, decimals: Table['decimalSign']): string {
  const line = cell.replaceAll(/\s+/g, ' ');
  if (decimals === 'point' || !DECIMAL_COMMA.test(line)) return line;
  return line.replaceAll(/(\d)[.\s'](?=\d{3}[,.\s'])/g, '$1').replace(',', '.');
}

function parsed(text: string, delimiter: Separator, preview = 0): readonly (readonly string[])[] {
  return papaparse.parse<string[]>(text, { delimiter, preview, skipEmptyLines: 'greedy' }).data;
}
