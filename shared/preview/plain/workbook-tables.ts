import { withSeparator } from '../table-decision.ts';
import { TableText } from '../table-text.ts';
import type { SheetText } from '../office/sheet-text.ts';
import { openWorkbook } from '../office/workbook.ts';

/** A sheet as a table: every cell as the workbook shows it. */
export interface SheetTable extends SheetText {
  readonly name: string;
  readonly isHidden: boolean;
  /** With tabs between the fields. */
  readonly table: TableText;
}

/** As a sheet was written out: nothing is guessed. */
export const SHEET = {
  ...withSeparator('', '\t'),
  preamble: 0,
  decimal: '.',
  hasHeader: false,
  isTold: false,
} as const;

/**
 * The sheets of a workbook, one after the other, each read when it is asked for. @param most rows of all of them together:
 * none is read of those that come after. @throws UnreadableError
 */
export function* workbookTables(bytes: Uint8Array, name: string, most: number): Generator<SheetTable> {
  const { sheets, shown } = openWorkbook(bytes, name);
  let left = most;
  for (const [at, { name: sheetName, isHidden }] of sheets.entries()) {
    const sheet = left > 0 ? shown(at, left) : null;
    const table = new TableText(sheet?.text ?? '', SHEET);
    left -= table.count;
    yield { ...(sheet ?? UNREAD), name: sheetName, isHidden, table };
  }
}

/** A sheet of which nothing was asked any more. */
const UNREAD: SheetText = { text: '', rows: null, isCut: true, unknown: 0, merged: [] };
