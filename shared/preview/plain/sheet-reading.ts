import { workbookTexts as texts } from '../../features/preview/files-text.ts';
import type { SheetTable } from './workbook-tables.ts';

/** The first rows of a sheet. */
export interface SheetReading {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly (readonly string[])[];
  /** Rows of the whole sheet. */
  readonly total: number;
  readonly columns: number;
  /** Cells whose formula was never worked out, and so is shown itself. */
  readonly unknown: number;
  /** Cells that are one, counted from 0. */
  readonly merged: SheetTable['merged'];
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

/** @param most rows. */
export function sheetReading(
  { name, isHidden, table, isCut, unknown, merged }: SheetTable,
  most: number,
): SheetReading {
  const rows = Array.from({ length: Math.min(most, table.count) }, (_, at) => table.row(at));
  const lines = [
    `${texts.sheet}: ${isHidden ? texts.hidden(name) : name}`,
    ...rows.map(fields => fields.map(field => field.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')),
    ...(unknown === 0 ? [] : [texts.unknown(unknown)]),
  ];
  return {
    name,
    isHidden,
    rows,
    total: table.total,
    columns: table.total === 0 ? 0 : table.columns.length,
    unknown,
    merged,
    lines,
    isCut: isCut || rows.length < table.count,
  };
}
