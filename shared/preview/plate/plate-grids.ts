import { type Decimal, numberIn } from '../numbers.ts';
import { type Plate, PLATE_FORMATS, type PlateFormat, type PlateLayer } from './plate-format.ts';
import { rowOfLetters } from '../wells.ts';

/** The records of a file, each read when it is asked for; one that is not there has no fields. */
export type RecordAt = (at: number) => readonly string[];

/** Where the letters of the rows may stand: some instruments write a word before them. */
const MOST_BEFORE = 4;

/**
 * What is written where a grid may begin, in a text with this separator: the numbers of the first three columns. Most files
 * have it nowhere, and then no record has to be cut into fields.
 */
export function headOfGrid(separator: string): RegExp {
  const between = `(?:\\.0)?[" ]*${separator === '|' ? '\\|' : separator}[" ]*0?`;
  return new RegExp(`1${between}2${between}3`, 'g');
}

/**
 * Plates that are written as grids, with numbers above the columns and letters before the rows; null: there is none.
 * @param heads the records that may stand above one, in order.
 */
export function platesInGrids(recordAt: RecordAt, heads: readonly number[], decimal: Decimal): Plate | null {
  const found: { readonly format: PlateFormat; readonly layer: PlateLayer }[] = [];
  let free = 0;
  for (const at of heads) {
    const grid = at < free ? null : gridAt(recordAt, at, decimal);
    if (grid === null) continue;
    found.push({ format: grid.format, layer: { ...grid.layer, name: titleOf(recordAt, at, found.length + 1) } });
    free = at + grid.format.rows + 1;
  }
  const [first] = found;
  if (first === undefined) return null;
  // Plates of another kind in the same file are another picture.
  return {
    format: first.format,
    layers: found.filter(({ format }) => format === first.format).map(({ layer }) => layer),
  };
}

function gridAt(
  recordAt: RecordAt,
  at: number,
  decimal: Decimal,
): { readonly format: PlateFormat; readonly layer: PlateLayer } | null {
  for (let before = 0; before < MOST_BEFORE; before += 1) {
    const format = formatOfHead(recordAt(at), before + 1);
    if (format === null || !hasLetters(recordAt, at + 1, before, format)) continue;
    const texts = Array.from({ length: format.rows }, (_, row) => {
      const fields = recordAt(at + 1 + row);
      return Array.from({ length: format.columns }, (__, column) => (fields[before + 1 + column] ?? '').trim());
    }).flat();
    const filled = texts.filter(text => text !== '');
    const values = valuesOf(texts, decimal);
    const numbers = values.filter(value => !Number.isNaN(value)).length;
    if (numbers > 0 && numbers >= filled.length / 2) return { format, layer: { name: '', texts, values } };
  }
  return null;
}

/** The plate whose columns are numbered in a record, from `from` on: 1 and so on without a gap, and no number more. */
function formatOfHead(fields: readonly string[], from: number): PlateFormat | null {
  let count = 0;
  while (/^0?\d{1,2}(?:\.0)?$/.test((fields[from + count] ?? '').trim()) && Number(fields[from + count]) === count + 1)
    count += 1;
  const isOver = (fields[from + count] ?? '').trim() === '' || !/^\d/.test((fields[from + count] ?? '').trim());
  return isOver ? (PLATE_FORMATS.find(({ columns }) => columns === count) ?? null) : null;
}

/** Whether the rows below are those of the plate, from `A` on, all of them and no letter more. */
function hasLetters(recordAt: RecordAt, from: number, column: number, { rows }: PlateFormat): boolean {
  const letterAt = (row: number) => rowOfLetters(recordAt(from + row)[column] ?? '');
  return (
    Array.from({ length: rows }, (_, row) => letterAt(row)).every((letter, row) => letter === row) &&
    letterAt(rows) !== rows
  );
}

/** What stands above a grid, in its own line; else its number. */
function titleOf(recordAt: RecordAt, at: number, number: number): string {
  for (let above = at - 1; above >= Math.max(0, at - 3); above -= 1) {
    const filled = recordAt(above)
      .map(field => field.trim())
      .filter(field => field !== '');
    if (filled.length === 0) continue;
    return filled.length <= 3 && filled.join(' ').length <= 80 ? filled.join(' ') : `Grid ${number}`;
  }
  return `Grid ${number}`;
}

/** The numbers that stand in wells; NaN where there is none. */
export function valuesOf(texts: readonly string[], decimal: Decimal): Float64Array {
  return Float64Array.from(texts, text => numberIn(text, decimal) ?? Number.NaN);
}
