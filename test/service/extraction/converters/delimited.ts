import { findRecords, SEPARATORS, splitRecord } from '../../../../shared/preview/delimited.ts';
import { decideTable, withSeparator } from '../../../../shared/preview/table-decision.ts';
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

/** Reads delimited text by its content, by the rules that the product's previews go by. */
export function readTable(text: string): Table {
  const declared = /^\uFEFF?"?sep=([^\r\n])"?[^\S\r\n]*(?:\r\n?|\n|$)/i.exec(text);
  const body = declared === null ? text.replace(/^\uFEFF/, '') : text.slice(declared[0].length);
  const known = SEPARATORS.find(each => each === declared?.[1]);
  const { separator, decimal } = known === undefined ? decideTable(body) : withSeparator(body, known);
  // A sign that is none of the usual ones was declared: no preview reads it.
  const rows = recordsIn(body, declared === null ? separator : (declared[1] ?? separator));
  return {
    separator: declared?.[1] ?? separator,
    isDeclared: declared !== null,
    decimalSign: decimal === ',' ? 'comma' : 'point',
    rows,
  };
}

function recordsIn(text: string, separator: Separator): readonly (readonly string[])[] {
  const starts = findRecords(text, separator);
  const rows: (readonly string[])[] = [];
  for (let at = 0; at + 1 < starts.length; at++) {
    const fields = splitRecord(text, starts[at] ?? 0, starts[at + 1] ?? 0, separator).map(field => field.trim());
    if (fields.some(field => field !== '')) rows.push(fields);
  }
  return rows;
}

const NAMES: { readonly [separator: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' };

function described(table: Table): string {
  const separator = NAMES[table.separator] ?? `“${table.separator}”`;
  const columns = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const how = `${separator}${table.isDeclared ? ' (declared)' : ''}, decimal ${table.decimalSign}`;
  return `Table: separator ${how}, ${table.rows.length} rows, ${columns} columns`;
}

/** `17,3`, `1.234,5`, `-2,5e-3`; also with a unit or a percent sign behind. */
const DECIMAL_COMMA = /^[-+−]?(?:\d{1,3}(?:[.\s']\d{3})+|\d+),\d+(?:e[-+]?\d+)?(?:\s*[%°µμ\p{L}]{1,6})?$/iu;
function searchable(cell: string, decimals: Table['decimalSign']): string {
  const line = cell.replaceAll(/\s+/g, ' ');
  if (decimals === 'point' || !DECIMAL_COMMA.test(line)) return line;
  return line.replaceAll(/(\d)[.\s'](?=\d{3}[,.\s'])/g, '$1').replace(',', '.');
}
