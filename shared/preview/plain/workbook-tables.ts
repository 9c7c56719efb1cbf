import { withSeparator } from '../table-decision.ts';
import { TableText } from '../table-text.ts';
import { Archive } from '../office/archive.ts';
import { type MergedCells, readSheet } from '../office/sheet-text.ts';
import { readWorkbook } from '../office/workbook.ts';

/** A sheet as a table: every cell as the workbook shows it. */
export interface SheetTable {
  readonly name: string;
  readonly isHidden: boolean;
  /** With tabs between the fields. */
  readonly text: string;
  readonly table: TableText;
  readonly isCut: boolean;
  /** Cells whose formula was never worked out. */
  readonly unknown: number;
  readonly merged: readonly MergedCells[];
}

/** As a sheet was written out: nothing is guessed. */
export const SHEET = {
  ...withSeparator('', '\t'),
  preamble: 0,
  decimal: '.',
  hasHeader: false,
  isTold: false,
} as const;

/** The sheets of a workbook, one after the other, each read when it is asked for. @throws UnreadableError */
export function* workbookTables(bytes: Uint8Array): Generator<SheetTable> {
  const archive = new Archive(bytes);
  const { sheets, words } = readWorkbook(archive);
  for (const { name, isHidden, part } of sheets) {
    const sheet = readSheet(archive.text(part), words);
    yield { name, isHidden, ...sheet, table: new TableText(sheet.text, SHEET) };
  }
}
