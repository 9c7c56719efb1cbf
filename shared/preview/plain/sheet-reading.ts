import { workbookTexts as texts } from '../../features/preview/files-text.ts';
import type { SheetTable } from './workbook-tables.ts';

/** The first rows of a sheet. */
export interface SheetReading {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly (readonly string[])[];
  /** Rows of the whole sheet; null: it was not read, because as many rows as were asked for came before it. */
  readonly total: number | null;
  /** Columns of the rows that were read. */
  readonly columns: number;
  /** Cells whose formula was never worked out, and so is shown itself. */
  readonly unknown: number;
  /** Cells that are one, counted from 0. */
  readonly merged: SheetTable['merged'];
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

export function sheetReading({ name, isHidden, table, rows: total, isCut, unknown, merged }: SheetTable): SheetReading {
  const rows = Array.from({ length: table.count }, (_, at) => table.row(at));
  const lines = [
    `${texts.sheet}: ${isHidden ? texts.hidden(name) : name}`,
    ...(total === null ? [texts.notRead] : []),
    ...rows.map(fields => fields.map(field => field.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')),
    ...(unknown === 0 ? [] : [texts.unknown(unknown)]),
  ];
  return {
    name,
    isHidden,
    rows,
    total,
    columns: table.total === 0 ? 0 : table.columns.length,
    unknown,
    merged,
    lines,
    isCut: isCut || rows.length < (total ?? 0),
  };
}
