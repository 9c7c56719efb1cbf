import { SHEET } from '../../../../shared/preview/plain/workbook-tables.ts';
import { type CellRange, type TableOrder, TableText } from '../../../../shared/preview/table-text.ts';
import { Archive } from '../../../../shared/preview/office/archive.ts';
import { rowAsks, type TableSummary } from '../table/table-requests.ts';
import { columnLetters, readSheet, type SheetText } from '../../../../shared/preview/office/sheet-text.ts';
import { readWorkbook, type Workbook } from '../../../../shared/preview/office/workbook.ts';

/** What a workbook says of itself. */
export interface WorkbookSummary {
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[];
}

/** A sheet, ready to be asked for rows. */
export interface SheetSummary extends TableSummary {
  readonly isCut: boolean;
  /** Cells whose formula was never worked out. */
  readonly unknown: number;
}

/** What the worker of a workbook is asked: which sheets there are, then one of them like any table. */
export function workbookAsks() {
  let archive: Archive | null = null;
  let workbook: Workbook = { sheets: [], words: { shared: [], formats: [] } };
  let known: (SheetText & { readonly at: number }) | null = null;
  let table = emptyTable();
  const rows = rowAsks(() => table);
  return {
    open: ({ bytes }: { readonly bytes: Uint8Array }): WorkbookSummary => {
      archive = new Archive(bytes);
      workbook = readWorkbook(archive);
      known = null;
      return { sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden })) };
    },
    sheet: ({ at, hasHeader }: { readonly at: number; readonly hasHeader: boolean }): SheetSummary => {
      const part = workbook.sheets[at]?.part ?? '';
      if (known?.at !== at && archive !== null) known = { at, ...readSheet(archive.text(part), workbook.words) };
      const { text = '', isCut = false, unknown = 0, merged = [] } = known ?? {};
      // A header is no row of the table.
      const ones = merged.map(one => (hasHeader ? { ...one, row: one.row - 1 } : one)).filter(({ row }) => row >= 0);
      const wide = new Set(ones.filter(one => one.columns > 1).map(({ row, column }) => `${row} ${column}`));
      table = new TableText(text, { ...SHEET, hasHeader }, (row, column) => wide.has(`${row} ${column}`));
      const columns = table.columns.map((column, place) => ({
        ...column,
        name: hasHeader && column.name !== null && column.name !== '' ? column.name : columnLetters(place),
      }));
      const { decision, total } = table;
      return { decision, encoding: 'utf-8', columns, preamble: [], total, isCut, unknown, merged: ones };
    },
    order: (order: TableOrder) => rows.order(order),
    rows: (range: { readonly from: number; readonly to: number }) => rows.rows(range),
    figures: (range: CellRange) => rows.figures(range),
    copy: (range: CellRange) => rows.copy(range),
  };
}

export type WorkbookAsks = ReturnType<typeof workbookAsks>;

function emptyTable(): TableText {
  return new TableText('', SHEET);
}
