import type { CellObject } from '@e965/xlsx';

import { MOST_COLUMNS, type TableText } from '../table-text.ts';
import { formatOf } from './number-format.ts';
import type { Sheet } from './workbook-package.ts';
import { UNCALCULATED } from './workbook-package.ts';

/** A sheet as a table text with tabs, every cell as the workbook shows it. */
export interface SheetText {
  readonly text: string;
  /** Rows of the whole sheet, whether they are in the text or not; null: it was not read. */
  readonly rows: number | null;
  /** Whether there is more of it than can be shown. */
  readonly isCut: boolean;
  /** Cells whose formula was never worked out, and so is shown itself. */
  readonly unknown: number;
  readonly merged: readonly MergedCells[];
}

/** Cells that are one: what it holds stands in the first. Counted from 0. */
export interface MergedCells {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** More signs are not laid out. */
const MOST_SIGNS = 100_000_000;
const MOST_ROWS = 1_048_576;
/** More cells that are one are shown as many. */
const MOST_MERGED = 20_000;

/** Cells of a sheet by row and column; rows and cells that hold nothing are not there. */
export type Cells = readonly (readonly (CellObject | undefined)[] | undefined)[];

export function cellsOf({ cells }: Sheet): Cells {
  return (cells['!data'] ?? []) as Cells;
}

/** Reads a sheet as it is shown. Formulas are not worked out: what they came to last stands in the file. @param most rows. */
export function readSheet(sheet: Sheet, most = MOST_ROWS): SheetText {
  const cells = cellsOf(sheet);
  const rows = rowsIn(cells);
  const shown = textOfCells(cells, cell => shownText(cell, sheet.is1904), Math.min(rows, most, MOST_ROWS));
  let unknown = 0;
  for (const row of cells) for (const cell of row ?? []) if (isUncalculated(cell)) unknown += 1;
  return {
    ...shown,
    isCut: shown.isCut || rows > MOST_ROWS,
    rows: Math.min(rows, MOST_ROWS),
    unknown,
    merged: mergedIn(sheet),
  };
}

/** A table that was written as text, as a sheet. */
export function rowsAsSheet(table: TableText, most: number): SheetText {
  const lines = Array.from({ length: Math.min(most, table.count) }, (_, at) => table.row(at).map(quoted).join('\t'));
  return { text: lines.join('\n'), rows: table.count, isCut: false, unknown: 0, merged: [] };
}

/** Rows up to the last that holds something. */
function rowsIn(cells: Cells): number {
  let rows = cells.length;
  while (rows > 0 && !(cells[rows - 1] ?? []).some(cell => cell !== undefined && shownSomething(cell))) rows -= 1;
  return rows;
}

function shownSomething({ t, v }: CellObject): boolean {
  return t !== 'z' && v !== '';
}

/** Some rows with tabs between their fields. @param textOf what is written for a cell. */
export function textOfCells(
  cells: Cells,
  textOf: (cell: CellObject) => string,
  rows = cells.length,
): { readonly text: string; readonly isCut: boolean } {
  const lines: string[] = [];
  let signs = 0;
  let isCut = false;
  for (let at = 0; at < rows; at++) {
    const row = cells[at] ?? [];
    const fields: string[] = [];
    isCut ||= row.length > MOST_COLUMNS;
    // Cells that hold nothing are not gone through: a row may have one in its last column only.
    row.slice(0, MOST_COLUMNS).forEach((cell, column) => {
      const text = cell === undefined ? '' : textOf(cell);
      if (text === '') return;
      while (fields.length < column) fields.push('');
      fields[column] = quoted(text);
    });
    const line = fields.join('\t');
    signs += line.length + 1;
    if (signs > MOST_SIGNS) return { text: lines.join('\n'), isCut: true };
    lines.push(line);
  }
  return { text: lines.join('\n'), isCut };
}

/** Whether a formula was never worked out. */
export function isUncalculated(cell: CellObject | undefined): boolean {
  return cell?.t === 's' && cell.v === UNCALCULATED;
}

/** A cell as the workbook shows it. */
function shownText(cell: CellObject, is1904: boolean): string {
  if (isUncalculated(cell)) return `=${cell.f ?? ''}`;
  return typeof cell.v === 'number' && cell.t === 'n' ? formatOf(codeOf(cell), is1904)(cell.v) : plainText(cell);
}

/** The code of a cell's number format; null: as the number is. */
export function codeOf({ z }: CellObject): string | null {
  return typeof z === 'string' ? z : null;
}

/** What a cell holds where that is no number. */
export function plainText({ t, v }: CellObject): string {
  if (t === 'e') return ERRORS.get(Number(v)) ?? '#ERROR!';
  if (t === 'b') return v === true ? 'TRUE' : 'FALSE';
  if (v instanceof Date)
    return v
      .toISOString()
      .replace('T', ' ')
      .replace(/(?:\.0+)?Z$/, '')
      .replace(/ 00:00:00$/, '');
  return t === 'z' || v === undefined ? '' : String(v);
}

/** Errors by the numbers that all formats have for them. */
const ERRORS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);

function mergedIn({ cells }: Sheet): readonly MergedCells[] {
  return (cells['!merges'] ?? []).slice(0, MOST_MERGED).flatMap(({ s, e }) => {
    const isSensible = s.r >= 0 && s.c >= 0 && e.r >= s.r && e.c >= s.c && e.r < MOST_ROWS;
    return isSensible ? [{ row: s.r, column: s.c, rows: e.r - s.r + 1, columns: e.c - s.c + 1 }] : [];
  });
}

/** Within one field a tab or a line end stands in quotes. */
function quoted(field: string): string {
  return /[\t\n\r"]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** `A`, `B`, … `Z`, `AA`: a column as spreadsheets call it, from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnLetters(Math.floor(column / 26) - 1)}${last}`;
}
