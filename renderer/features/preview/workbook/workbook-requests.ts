import { SHEET } from '../../../../shared/preview/plain/workbook-tables.ts';
import { type CellRange, type TableOrder, TableText } from '../../../../shared/preview/table-text.ts';
import type { PlotChoice } from '../../../../shared/preview/plot/plot-choice.ts';
import { rowAsks, type TableSummary } from '../table/table-requests.ts';
import { columnLetters, type SheetText } from '../../../../shared/preview/office/sheet-text.ts';
import { openWorkbook, type Workbook } from '../../../../shared/preview/office/workbook.ts';

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
  let workbook: Workbook | null = null;
  let known: (SheetText & { readonly at: number }) | null = null;
  let table = emptyTable();
  const rows = rowAsks(() => table);
  return {
    open: ({ bytes, name }: { readonly bytes: Uint8Array; readonly name?: string }): WorkbookSummary => {
      workbook = openWorkbook(bytes, name);
      known = null;
      return { sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden })) };
    },
    sheet: ({ at, hasHeader }: { readonly at: number; readonly hasHeader: boolean }): SheetSummary => {
      if (known?.at !== at && workbook !== null) known = { at, ...workbook.shown(at) };
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
    view: (limit: { readonly mostBytes: number }) => rows.view(limit),
    pictures: () => rows.pictures(),
    plot: (choice: PlotChoice) => rows.plot(choice),
  };
}

export type WorkbookAsks = ReturnType<typeof workbookAsks>;

function emptyTable(): TableText {
  return new TableText('', SHEET);
}
