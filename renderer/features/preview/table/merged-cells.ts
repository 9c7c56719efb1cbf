import type { MergedCells } from '../../../../shared/preview/office/sheet-text.ts';

/** A cell as it is drawn: as wide as so many columns, and with a line below it or not. */
export interface DrawnCell {
  readonly column: number;
  readonly across: number;
  /** The column whose field is shown; null: what it holds stands in a row above. */
  readonly field: number | null;
  readonly isOpenBelow: boolean;
}

/** The cells of a row that are drawn. Of those that are one, the first of them in the page stands for all. */
export function cellsOf(row: number, columns: readonly number[], merged: readonly MergedCells[]): readonly DrawnCell[] {
  const ones = merged.filter(one => row >= one.row && row < one.row + one.rows);
  const drawn: DrawnCell[] = [];
  for (const column of columns) {
    const one = ones.find(each => column >= each.column && column < each.column + each.columns);
    if (one === undefined) {
      drawn.push({ column, across: 1, field: column, isOpenBelow: false });
      continue;
    }
    if (drawn.some(cell => column < cell.column + cell.across && column > cell.column)) continue;
    drawn.push({
      column,
      across: columns.filter(each => each >= column && each < one.column + one.columns).length,
      field: row === one.row ? one.column : null,
      isOpenBelow: row < one.row + one.rows - 1,
    });
  }
  return drawn;
}
