import { decode, type Encoding } from '../../../../shared/preview/encoding.ts';
import { endingOf } from '../../../../shared/name-ending.ts';
import { withoutZeros } from '../../../../shared/preview/plain-form.ts';
import { tableBlocks } from '../../../../shared/preview/table-blocks.ts';
import { decideTable, type TableDecision, withSeparator } from '../../../../shared/preview/table-decision.ts';
import {
  type CellRange,
  type RangeFigures,
  type TableColumn,
  type TableOrder,
  TableText,
} from '../../../../shared/preview/table-text.ts';
import type { MergedCells } from '../../../../shared/preview/office/sheet-text.ts';
import type { Plot } from '../../../../shared/preview/plot/build-plot.ts';
import type { PlotChoice } from '../../../../shared/preview/plot/plot-choice.ts';
import { type PictureOffer, picturesOf, plotOf } from '../../../../shared/preview/table-pictures.ts';
import { csvText } from '../../../../shared/text/csv.ts';
import { textEncoding } from '../stores/text-encoding.ts';

/** What a person chose in place of what was found; null: as found. */
export interface TableChoice {
  readonly encoding: Encoding | null;
  readonly separator: TableDecision['separator'] | null;
  readonly decimal: TableDecision['decimal'] | null;
  readonly hasHeader: boolean | null;
  /** Of several tables in the file which one, from 0; `all`: the lines of the whole file. */
  readonly part: number | 'all' | null;
}

export const AS_FOUND: TableChoice = { encoding: null, separator: null, decimal: null, hasHeader: null, part: null };

/** A row as it is drawn. */
export interface ShownRow {
  /** In the file, from 1. */
  readonly number: number;
  readonly fields: readonly string[];
}

export interface TableSummary {
  readonly decision: TableDecision;
  readonly encoding: Encoding;
  readonly columns: readonly TableColumn[];
  readonly preamble: readonly (readonly string[])[];
  readonly total: number;
  /** Cells that are one, in rows below the header, as they stand in the file. */
  readonly merged?: readonly MergedCells[];
  /** The titles of the tables in the file, where there are several. */
  readonly parts?: readonly string[];
  /** Which of them this is; null: all lines of the file. */
  readonly part?: number | null;
  /** Zeros at the end of the file, which are no text and are left out. */
  readonly zeroBytes?: number;
}

export interface TableToOpen {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
  readonly choice: TableChoice;
}

/** What any table is asked once it was read, a sheet of a workbook like a file of its own. */
export function rowAsks(tableNow: () => TableText) {
  return {
    order: (order: TableOrder): { count: number } => {
      tableNow().order(order);
      return { count: tableNow().count };
    },
    rows: ({ from, to }: { readonly from: number; readonly to: number }): ShownRow[] =>
      Array.from({ length: Math.max(0, Math.min(to, tableNow().count) - from) }, (_, step) => ({
        number: tableNow().rowNumber(from + step),
        fields: tableNow().row(from + step),
      })),
    figures: (range: CellRange): RangeFigures => tableNow().figures(range),
    pictures: (): PictureOffer => picturesOf(tableNow()),
    plot: (choice: PlotChoice): { plot: Plot | null } => ({ plot: plotOf(tableNow(), choice) }),
    copy: (range: CellRange): { text: string } => ({ text: tableNow().copy(range) }),
    /** The rows that are on show, in their order, as a file that spreadsheets read; null: more than `mostBytes`. */
    view: ({ mostBytes }: { readonly mostBytes: number }): { csv: string | null } => ({
      csv: viewOf(tableNow(), mostBytes),
    }),
  };
}

function viewOf(table: TableText, mostBytes: number): string | null {
  const width = table.columns.length;
  const rows = table.decision.hasHeader ? [table.columns.map(({ name }) => name ?? '')] : [];
  let signs = 0;
  for (let at = 0; at < table.count; at += 1) {
    const fields = table.row(at).slice(0, width);
    signs += fields.reduce((sum, field) => sum + field.length + 1, 0);
    // Each sign is a byte at least: what is too large by far is not put together first.
    if (signs > mostBytes) return null;
    rows.push([...fields, ...Array.from({ length: width - fields.length }, () => '')]);
  }
  const csv = csvText(rows);
  return new TextEncoder().encode(csv).length > mostBytes ? null : csv;
}

export type RowAsks = ReturnType<typeof rowAsks>;

/** What the worker of a table is asked. */
export function tableAsks() {
  let table = new TableText('', decideTable(''));
  return {
    open: ({ name, bytes, isCut, choice }: TableToOpen): TableSummary => {
      const encoding = choice.encoding ?? textEncoding(bytes, isCut);
      const text = whole(decode(bytes, encoding, isCut), isCut);
      const all = choice.separator === null ? decideTable(text, endingOf(name)) : withSeparator(text, choice.separator);
      const blocks = all.tables > 1 ? tableBlocks(text, all) : [];
      const part = blocks.length < 2 || choice.part === 'all' ? null : Math.min(choice.part ?? 0, blocks.length - 1);
      const own = part === null ? text : (blocks[part]?.text ?? text);
      const found = part === null ? all : withSeparator(own, all.separator);
      const decision = {
        ...found,
        decimal: choice.decimal ?? found.decimal,
        hasHeader: choice.hasHeader ?? found.hasHeader,
      };
      table = new TableText(own, decision);
      return {
        decision,
        encoding,
        columns: table.columns,
        preamble: table.preamble,
        total: table.total,
        parts: blocks.length < 2 ? [] : blocks.map(({ title }) => title),
        part,
        zeroBytes: isCut ? 0 : bytes.length - withoutZeros(bytes).length,
      };
    },
    ...rowAsks(() => table),
  };
}

export type TableAsks = ReturnType<typeof tableAsks>;

/** Of a file that goes on, the last line may be half. */
function whole(text: string, isCut: boolean): string {
  const end = isCut ? text.lastIndexOf('\n') : -1;
  return end <= 0 ? text : text.slice(0, end + 1);
}
