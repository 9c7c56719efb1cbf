import { type RefObject, useCallback, useMemo, useState } from 'react';

import { useScrolled } from '../../../components/list/use-scroll-size.ts';
import type { TableSummary } from './table-requests.ts';

/** The columns in the page: those in sight and one on either side. */
export interface ColumnWindow {
  readonly shown: readonly number[];
  /** Width of everything, of the row numbers, and of the columns before the first in the page, in pixels. */
  readonly width: number;
  readonly gutter: number;
  readonly before: number;
  readonly widthOf: (column: number) => number;
  /** Scrolls a column into sight. */
  readonly reveal: (column: number) => void;
}

/** Signs of the narrowest and the widest column. */
const LEAST = 5;
const MOST = 42;

/** Follows the scrolling of a wide table. Widths come from what the columns hold. @param rowHeight tells how large text is. */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  { columns, total }: TableSummary,
  rowHeight: number,
): ColumnWindow {
  // A sign of the window's face is half as wide as its text is high, and a row is two texts high.
  const sign = rowHeight * 0.275;
  const places = useMemo(() => {
    const starts = [0];
    for (const { signs } of columns)
      starts.push((starts.at(-1) ?? 0) + Math.round((Math.min(MOST, Math.max(LEAST, signs)) + 3) * sign));
    return starts;
  }, [columns, sign]);
  const gutter = Math.round((String(total).length + 3) * sign);
  const [seen, setSeen] = useState({ left: 0, width: 1200 });
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    // In steps of 40 px, so that not every pixel of scrolling causes a render.
    const left = Math.floor(element.scrollLeft / 40) * 40;
    const width = element.clientWidth;
    setSeen(before => (before.left === left && before.width === width ? before : { left, width }));
  }, [scroller]);
  useScrolled(scroller, look);
  return useMemo(() => {
    const first = Math.max(0, places.findLastIndex(start => start <= seen.left) - 1);
    const end = places.findIndex(start => start > seen.left + seen.width + 40);
    const last = Math.min(columns.length, end === -1 ? columns.length : end + 1);
    return {
      shown: Array.from({ length: Math.max(0, last - first) }, (_, step) => first + step),
      width: gutter + (places.at(-1) ?? 0),
      gutter,
      before: places[first] ?? 0,
      widthOf: column => (places[column + 1] ?? 0) - (places[column] ?? 0),
      reveal: column => {
        const at = Math.min(columns.length - 1, Math.max(0, column));
        revealSpan(scroller.current, { from: places[at] ?? 0, to: places[at + 1] ?? 0, gutter });
      },
    };
  }, [places, seen, columns.length, gutter, scroller]);
}

/** Scrolls sideways as far as needed; what is under the row numbers is not seen. */
function revealSpan(
  element: HTMLElement | null,
  { from, to, gutter }: { from: number; to: number; gutter: number },
): void {
  if (element === null) return;
  if (from < element.scrollLeft) element.scrollLeft = from;
  else if (to + gutter > element.scrollLeft + element.clientWidth)
    element.scrollLeft = to + gutter - element.clientWidth;
}
