import { unzipSync, zipSync } from 'fflate';
import writeXlsxFile, { type Cell, type Sheet } from 'write-excel-file/node';

/** The library's own writer, for tests of readers: it writes formats and dates that the agent has no use for. */
export { default as writeExcel } from 'write-excel-file/node';

/** A sheet of a workbook. Numbers become numeric cells, text stays text (never a formula), null is an empty cell. */
export interface WorkbookSheet {
  readonly name: string;
  /** The first row names the columns. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Cells hold at most so many characters (Excel's limit). */
const LONGEST_CELL = 32_767;
const LONGEST_SHEET_NAME = 31;

/** Writes an XLSX workbook. The same sheets give the same bytes. */
export async function workbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  const names = sheetNames(sheets.map(sheet => sheet.name));
  const written = sheets.map((sheet, index) => sheetOf(names[index] ?? `Sheet ${index + 1}`, sheet));
  return withoutTimes(await writeXlsxFile(written).toBuffer());
}

function sheetOf(sheet: string, { rows }: WorkbookSheet): Sheet<never> {
  const width = Math.max(0, ...rows.map(row => row.length));
  return {
    sheet,
    stickyRowsCount: 1,
    columns: Array.from({ length: width }, (_, column) => ({ width: widthOf(rows.map(row => row[column] ?? null)) })),
    data: rows.map((row, index) => row.map(value => cellOf(value, index === 0))),
  };
}

function cellOf(value: string | number | null, isHeader: boolean): Cell {
  if (value === null) return null;
  if (typeof value === 'number') return { value, type: Number };
  const text = { value: value.slice(0, LONGEST_CELL), type: String };
  return isHeader ? { ...text, fontWeight: 'bold' } : text;
}

/** In characters. */
function widthOf(values: readonly (string | number | null)[]): number {
  const longest = values.slice(0, 200).reduce<number>((most, value) => Math.max(most, String(value ?? '').length), 0);
  return Math.min(60, Math.max(8, longest + 2));
}

/** Names that spreadsheets take: at most 31 characters, none of `[]:*?/\`, unique without regard to case. */
function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map(each => {
    const base =
      each
        .replaceAll(/[[\]:*?/\\\p{Cc}\s]+/gu, ' ')
        .replaceAll(/^'+|'+$/g, '')
        .trim() || 'Sheet';
    let name = base.slice(0, LONGEST_SHEET_NAME).trim();
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      const end = ` (${count})`;
      name = `${base.slice(0, LONGEST_SHEET_NAME - end.length).trim()}${end}`;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Packs the parts of the workbook again with one fixed time: the writer stamps the present one. */
function withoutTimes(bytes: Uint8Array): Uint8Array {
  return zipSync(unzipSync(bytes), { mtime: new Date(2000, 0, 1) });
}
