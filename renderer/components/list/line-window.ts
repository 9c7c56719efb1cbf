import { type RefObject, useCallback, useEffect, useState } from 'react';

import { tokenPixels, useScrolled, whenTokensChange } from './use-scroll-size.ts';

/** The lines in the page: those in sight and a few around them. */
export interface LineWindow {
  readonly first: number;
  /** After the last one. */
  readonly end: number;
  /** The first line in sight. */
  readonly top: number;
  /** Lines that fit into sight. */
  readonly page: number;
}

/** In pixels. */
export interface LineSizes {
  readonly lineHeight: number;
  readonly headHeight: number;
}

/** The heights of the tokens, in pixels: larger text and the density that a person chose change them. */
export function useLineSizes(): LineSizes {
  const [sizes, setSizes] = useState(lineSizes);
  useEffect(() => {
    const look = (): void => {
      const now = lineSizes();
      setSizes(before => (before.lineHeight === now.lineHeight && before.headHeight === now.headHeight ? before : now));
    };
    return whenTokensChange(look);
  }, []);
  return sizes;
}

function lineSizes(): LineSizes {
  return { lineHeight: tokenPixels('--row', 2.25), headHeight: tokenPixels('--heading-row', 2) };
}

/** Lines drawn beyond those in sight, above and below. */
const BEYOND = 5;

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
  useScrolled(scroller, look);
  const first = Math.max(0, Math.min(seen.first, count - 1) - BEYOND);
  return { first, end: Math.min(count, seen.first + seen.page + 1 + BEYOND), top: seen.first, page: seen.page };
}

/** Scrolls a line into sight, no further than needed. */
export function reveal(element: HTMLElement | null, at: number, { lineHeight, headHeight }: LineSizes): void {
  if (element === null) return;
  const top = at * lineHeight;
  const room = element.clientHeight - headHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + lineHeight > element.scrollTop + room) element.scrollTop = top + lineHeight - room;
}

/** Scrolls so many lines down, because lines came in above those in sight. */
export function scrollLines(element: HTMLElement | null, by: number, { lineHeight }: LineSizes): void {
  if (element !== null) element.scrollTop += by * lineHeight;
}
