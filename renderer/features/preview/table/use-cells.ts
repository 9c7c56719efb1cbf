import { useMemo, useState } from 'react';

import type { CellRange } from '../../../../shared/preview/table-text.ts';

/** A place in a grid, both counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Where the focus is in a grid, and from where to it is selected. */
export interface Cells {
  readonly focus: CellPlace;
  readonly range: CellRange;
  /** Goes to a cell; with `extend` what lies between stays selected. */
  go(to: CellPlace, extend: boolean): void;
  selectAll(): void;
}

/** How many cells there are in a range. */
export function cellsIn({ fromRow, toRow, fromColumn, toColumn }: CellRange): number {
  return (toRow - fromRow + 1) * (toColumn - fromColumn + 1);
}

/** The selection of a grid of so many rows and columns. */
export function useCells({ rows, columns }: { readonly rows: number; readonly columns: number }): Cells {
  const [{ anchor, focus }, set] = useState({ anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } });
  return useMemo(() => {
    const within = ({ row, column }: CellPlace): CellPlace => ({
      row: Math.min(Math.max(0, row), Math.max(0, rows - 1)),
      column: Math.min(Math.max(0, column), Math.max(0, columns - 1)),
    });
    const [one, other] = [within(anchor), within(focus)];
    return {
      focus: other,
      range: {
        fromRow: Math.min(one.row, other.row),
        toRow: Math.max(one.row, other.row),
        fromColumn: Math.min(one.column, other.column),
        toColumn: Math.max(one.column, other.column),
      },
      go: (to, extend) => set(before => ({ anchor: extend ? before.anchor : within(to), focus: within(to) })),
      selectAll: () => set({ anchor: { row: rows - 1, column: columns - 1 }, focus: { row: 0, column: 0 } }),
    };
  }, [anchor, focus, rows, columns]);
}

/** Where a key leads from a cell; null when it leads nowhere. */
export function placeAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: CellPlace,
  page: number,
): CellPlace | null {
  const isFar = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowDown':
      return { row: isFar ? Infinity : row + 1, column };
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column };
    case 'ArrowRight':
      return { row, column: isFar ? Infinity : column + 1 };
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 };
    case 'PageDown':
      return { row: row + page, column };
    case 'PageUp':
      return { row: row - page, column };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? Infinity : row, column: Infinity };
    default:
      return null;
  }
}
