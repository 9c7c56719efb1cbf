import type { CellObject } from '@e965/xlsx';

import { isDateCode, numberFormat } from './number-format.ts';
import { cellsOf, codeOf, isUncalculated, plainText, textOfCells } from './sheet-text.ts';
import type { Sheet } from './workbook-package.ts';

/** What the cells of a sheet hold, as two tables with tabs: two sheets that show the same may differ in either. */
export interface StoredSheet {
  /** Numbers with all their figures, dates to the millisecond. */
  readonly values: string;
  /** With `=` before each; empty where no cell has one. */
  readonly formulas: string;
}

/** Writes out what is stored in a sheet, not how its number formats show it. */
export function storedSheet(sheet: Sheet): StoredSheet {
  const cells = cellsOf(sheet);
  return {
    values: textOfCells(cells, cell => storedText(cell, sheet.is1904)).text,
    formulas: textOfCells(cells, ({ f }) => (f === undefined || f === '' ? '' : `=${f}`)).text.trimEnd(),
  };
}

function storedText(cell: CellObject, is1904: boolean): string {
  if (isUncalculated(cell)) return '';
  if (cell.t !== 'n' || typeof cell.v !== 'number') return plainText(cell);
  const code = codeOf(cell);
  return code !== null && isDateCode(code) ? momentText(cell.v, code, is1904) : String(cell.v);
}

const MOMENT = 'yyyy-mm-dd hh:mm:ss.000';
const TIME = 'hh:mm:ss.000';
const ELAPSED = '[h]:mm:ss.000';
const DAY_MS = 86_400_000;

/** A date, a time or a duration in full. What is finer than a millisecond is told by the number itself. */
function momentText(value: number, code: string, is1904: boolean): string {
  const full = /\[[hms]+\]/i.test(code) ? ELAPSED : value >= 0 && value < 1 ? TIME : MOMENT;
  const text = numberFormat(
    full,
    is1904,
  )(value)
    .replace(/\.000$/, '')
    .replace(/ 00:00:00$/, '');
  const milliseconds = value * DAY_MS;
  return Math.abs(milliseconds - Math.round(milliseconds)) < 0.01 ? text : `${text} (${value})`;
}
