import { type RefObject, useCallback, useRef, useState } from 'react';

import { useScrolled } from './use-scroll-size.ts';

/** The lines in the page of a list of any length, and where they stand in it. */
export interface TallWindow {
  readonly first: number;
  /** After the last one. */
  readonly end: number;
  /** The first line in sight. */
  readonly top: number;
  /** Lines that fit into sight. */
  readonly page: number;
  /** Of the element that holds the lines, in pixels. */
  readonly height: number;
  /** Where a line stands in that element, in pixels from its top. */
  readonly topOf: (line: number) => number;
  /** Scrolls a line into sight, no further than needed. */
  readonly reveal: (line: number) => void;
  /** Scrolls so many lines down, because lines came in above those in sight. */
  readonly scrollBy: (lines: number) => void;
}

/** In pixels. */
interface Sizes {
  readonly count: number;
  readonly lineHeight: number;
  readonly headHeight: number;
}

/**
 * No browser lays out an element that is much higher than 33 million device pixels, of which a screen may have four for each
 * of ours. Longer lists are scrolled in an element of this height, in pixels.
 */
export const HIGHEST = 8_000_000;

/** Lines drawn beyond those in sight, above and below. */
const BEYOND = 5;

/** Where a list is, of which only a part fits into its element: `top` is what the element says, `at` what is in sight there. */
export interface TallPlace {
  readonly top: number;
  readonly at: number;
}

/** @param all height of all lines. @param tall of the element. @param room in which they are seen. All in pixels. */
export function placeAfter(
  before: TallPlace,
  top: number,
  { all, tall, room }: { readonly all: number; readonly tall: number; readonly room: number },
): TallPlace {
  if (all <= tall) return { top, at: top };
  const most = Math.max(0, all - room);
  const mostTop = Math.max(1, tall - room);
  // Either end is the end, however one came there.
  if (top <= 0) return { top, at: 0 };
  if (top >= mostTop - 1) return { top, at: most };
  const step = top - before.top;
  // Small steps go as far as they are; who jumps goes to the same share of the whole.
  const at = Math.abs(step) <= room ? before.at + step : (top / mostTop) * most;
  return { top, at: Math.min(most, Math.max(0, at)) };
}

/** Where the element has to be for a place in the list. */
export function topFor(
  at: number,
  { all, tall, room }: { readonly all: number; readonly tall: number; readonly room: number },
): number {
  if (all <= tall) return at;
  const [most, mostTop] = [Math.max(1, all - room), tall - room];
  if (at <= 0) return 0;
  return at >= most ? mostTop : Math.min(mostTop - 2, Math.max(1, Math.round((at / most) * mostTop)));
}

/** Follows the scrolling of a list of lines of one height below a heading, to its last line, however many there are. */
export function useTallWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, lineHeight, headHeight }: Sizes,
): TallWindow {
  const all = count * lineHeight;
  const tall = Math.min(all, HIGHEST);
  const place = useRef<TallPlace>({ top: 0, at: 0 });
  const [seen, setSeen] = useState({ first: 0, page: 20, shift: 0 });
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const room = element.clientHeight - headHeight;
    place.current = placeAfter(place.current, element.scrollTop, { all, tall, room });
    const { top, at } = place.current;
    const first = Math.max(0, Math.floor(at / lineHeight));
    const page = Math.max(1, Math.floor(room / lineHeight));
    const shift = top - at;
    setSeen(before =>
      before.first === first && before.page === page && before.shift === shift ? before : { first, page, shift },
    );
  }, [scroller, all, tall, lineHeight, headHeight]);
  useScrolled(scroller, look);
  /** Scrolls to where `wanted` says, given where the list is and how much of it is seen, in pixels. */
  const scroll = useCallback(
    (wanted: (at: number, room: number) => number) => {
      const element = scroller.current;
      if (element === null) return;
      const room = element.clientHeight - headHeight;
      // The last event of scrolling may not have come yet.
      const { at } = placeAfter(place.current, element.scrollTop, { all, tall, room });
      const to = Math.min(Math.max(0, wanted(at, room)), Math.max(0, all - room));
      if (to === at) return;
      const top = topFor(to, { all, tall, room });
      place.current = { top, at: to };
      element.scrollTo({ top });
      look();
    },
    [scroller, all, tall, headHeight, look],
  );
  const reveal = useCallback(
    (line: number) => {
      const [from, to] = [line * lineHeight, (line + 1) * lineHeight];
      scroll((at, room) => (from < at ? from : to > at + room ? to - room : at));
    },
    [scroll, lineHeight],
  );
  const scrollBy = useCallback((lines: number) => scroll(at => at + lines * lineHeight), [scroll, lineHeight]);
  const { shift } = seen;
  return {
    first: Math.max(0, Math.min(seen.first, count - 1) - BEYOND),
    end: Math.min(count, seen.first + seen.page + 1 + BEYOND),
    top: seen.first,
    page: seen.page,
    height: tall,
    topOf: line => line * lineHeight + shift,
    reveal,
    scrollBy,
  };
}
