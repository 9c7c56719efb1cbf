import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

import { comeIn, mayMove, slideFrom, type Way } from './slide.ts';
import { useScrolled } from './use-scroll-size.ts';

/** A line in the page, and its position in the whole list. */
export interface PlacedLine {
  readonly id: string;
  readonly at: number;
}

interface Moving {
  readonly count: number;
  readonly order: string;
  readonly way: (was: number, is: number) => Way;
}

interface Seen {
  readonly at: ReadonlyMap<string, number>;
  readonly count: number;
  readonly order: string;
}

/**
 * Lines of a list of any length that come and go: those that stay slide to their new places, and new ones are seen to
 * come. Nothing moves by scrolling, by sorting or in another list; only lines in the page are looked at.
 * @param how.order another one is another list, or another order of it. `way`: from the place of one position to another's.
 */
export function useMovingLines(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly PlacedLine[],
  { count, order, way }: Moving,
): void {
  const seen = useRef<Seen | null>(null);
  /** What was asked for comes later than the question: the first lines that move after it move by that. */
  const isReordered = useRef(false);
  /** As of the last event of scrolling: what the list scrolls by itself when lines come in above is not in it yet. */
  const scrolled = useRef(0);
  useScrolled(
    scroller,
    useCallback(() => void (scrolled.current = scroller.current?.scrollTop ?? 0), [scroller]),
  );
  useLayoutEffect(() => {
    const before = seen.current;
    const at = new Map(lines.map(line => [line.id, line.at]));
    seen.current = { at, count, order };
    const element = scroller.current;
    if (before === null || element === null) return;
    if (before.order !== order) isReordered.current = true;
    const isMoved = [...at].some(([id, now]) => (before.at.get(id) ?? now) !== now);
    const isOther = ![...at.keys()].some(id => before.at.has(id));
    const isSorting = isReordered.current;
    if (isMoved || isOther) isReordered.current = false;
    if (isSorting || isOther) return;
    if ((!isMoved && before.count === count) || !mayMove()) return;
    const byItself = isMoved ? element.scrollTop - scrolled.current : 0;
    for (const row of element.querySelectorAll<HTMLElement>('[role="row"][data-key]')) {
      const id = row.dataset['key'] ?? '';
      const [was, is] = [before.at.get(id), at.get(id)];
      if (is === undefined) continue;
      if (was === undefined) comeIn(row);
      else slideBy(row, way(was, is), byItself);
    }
  });
}

function slideBy(row: Element, { x, y }: Way, byItself: number): void {
  const from = { x, y: y + byItself };
  if (Math.abs(from.x) >= 1 || Math.abs(from.y) >= 1) slideFrom(row, from);
}
