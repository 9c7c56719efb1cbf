import type { WellPlace } from '../wells.ts';

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

/** The smallest plate that has all these wells; null: none has. */
export function formatFor(wells: readonly WellPlace[]): PlateFormat | null {
  return (
    PLATE_FORMATS.find(({ rows, columns }) => wells.every(each => each.row < rows && each.column < columns)) ?? null
  );
}
