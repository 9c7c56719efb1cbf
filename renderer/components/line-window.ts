import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** The lines in the page: those in sight and a few around them. */
export interface LineWindow {
  readonly first: number;
  /** After the last one. */
  readonly end: number;
  /** Lines that fit into sight. */
  readonly page: number;
}

/** Lines drawn beyond those in sight, above and below. */
const BEYOND = 8;

/** Follows the scrolling of a list of lines of one height, in pixels, below a heading. */
export function useLineWindow(
  scroller: RefObject<HTMLElement | null>,
  {
    count,
    lineHeight,
    headHeight,
  }: { readonly count: number; readonly lineHeight: number; readonly headHeight: number },
): LineWindow {
  const [seen, setSeen] = useState({ first: 0, page: 20 });
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const page = Math.max(1, Math.floor((element.clientHeight - headHeight) / lineHeight));
    const first = Math.max(0, Math.floor(element.scrollTop / lineHeight));
    setSeen(before => (before.first === first && before.page === page ? before : { first, page }));
  }, [scroller, lineHeight, headHeight]);
  useLayoutEffect(look, [look, count]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, look]);
  const first = Math.max(0, Math.min(seen.first, count - 1) - BEYOND);
  return { first, end: Math.min(count, seen.first + seen.page + 1 + BEYOND), page: seen.page };
}

/** Scrolls a line into sight, no further than needed. */
export function reveal(
  element: HTMLElement,
  at: number,
  { lineHeight, headHeight }: { readonly lineHeight: number; readonly headHeight: number },
): void {
  const top = at * lineHeight;
  const room = element.clientHeight - headHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + lineHeight > element.scrollTop + room) element.scrollTop = top + lineHeight - room;
}
