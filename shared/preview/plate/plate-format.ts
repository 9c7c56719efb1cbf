/** How the wells of a plate are laid out. */
export interface PlateFormat {
  readonly wells: number;
  readonly rows: number;
  readonly columns: number;
}

/** One value for each well: a column of a list, or a grid. */
export interface PlateLayer {
  readonly name: string;
  /** Row by row; NaN: no number. */
  readonly values: Float64Array;
  /** As written, row by row; empty: nothing. */
  readonly texts: readonly string[];
}

export interface Plate {
  readonly format: PlateFormat;
  readonly layers: readonly PlateLayer[];
}

/** The plates that are sold, from the smallest. */
export const PLATE_FORMATS: readonly PlateFormat[] = [
  { wells: 6, rows: 2, columns: 3 },
  { wells: 12, rows: 3, columns: 4 },
  { wells: 24, rows: 4, columns: 6 },
  { wells: 48, rows: 6, columns: 8 },
  { wells: 96, rows: 8, columns: 12 },
  { wells: 384, rows: 16, columns: 24 },
  { wells: 1536, rows: 32, columns: 48 },
];

/** A well, both from 0. */
export interface WellPlace {
  readonly row: number;
  readonly column: number;
}

/** The letters of a row from 0: `A` to `Z`, then `AA` to `AF`. */
export function rowLetters(row: number): string {
  const letter = String.fromCharCode(65 + (row % 26));
  return row < 26 ? letter : `${String.fromCharCode(64 + Math.floor(row / 26))}${letter}`;
}

/** The row that letters name, from 0; null: none of a plate. */
export function rowOfLetters(letters: string): number | null {
  const all = letters.trim().toUpperCase();
  if (!/^(?:[A-Z]|A[A-F])$/.test(all)) return null;
  return all.length === 1 ? all.charCodeAt(0) - 65 : all.charCodeAt(1) - 65 + 26;
}

/** The well that a name such as `A1`, `A01` or `h12` names; null: none of a plate. */
export function wellOf(name: string): WellPlace | null {
  const [, letters = '', number = ''] = /^\s*([A-Za-z]{1,2})0?(\d{1,2})\s*$/.exec(name) ?? [];
  const row = rowOfLetters(letters);
  const column = Number(number) - 1;
  return row === null || number === '' || column < 0 || column >= 48 ? null : { row, column };
}

/** The name of a well: `A1`. */
export function wellName({ row, column }: WellPlace): string {
  return `${rowLetters(row)}${column + 1}`;
}

/** The smallest plate that has all these wells; null: none has. */
export function formatFor(wells: readonly WellPlace[]): PlateFormat | null {
  return (
    PLATE_FORMATS.find(({ rows, columns }) => wells.every(each => each.row < rows && each.column < columns)) ?? null
  );
}
