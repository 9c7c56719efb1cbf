import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

import type { TallWindow } from './use-tall-window.ts';

/** The focus of a list, and where choosing several lines begins. */
export interface GridFocus {
  /** The line with the focus. */
  readonly at: number;
  /** Where the last single line was chosen: a range goes from there. */
  readonly from: number;
  readonly goTo: (at: number) => void;
  readonly startRange: (at: number) => void;
}

/** What the focus depends on. */
export interface GridFocusParts {
  readonly count: number;
  readonly shown: Pick<TallWindow, 'page' | 'reveal' | 'scrollBy'>;
  readonly startAt: number;
  readonly moved: { readonly order: string; readonly by: number };
}

/** Keeps the focus on its line: also when lines come in above, when the list gets smaller, and when it is scrolled away. */
export function useGridFocus(
  scroller: RefObject<HTMLElement | null>,
  { count, shown: { page, reveal, scrollBy }, startAt, moved }: GridFocusParts,
): GridFocus {
  const [place, setPlace] = useState({ at: Math.max(0, startAt), from: Math.max(0, startAt) });
  const at = Math.min(place.at, Math.max(0, count - 1));
  // The line that had the focus may leave the page in the moment in which the next one comes: then nothing has it.
  const holds = useRef(false);
  const goTo = (to: number): void => {
    holds.current = hasFocus(scroller.current);
    setPlace(before => ({ ...before, at: to }));
    reveal(to);
  };
  useOnce(startAt, () => {
    if (startAt < 0) return;
    setPlace({ at: startAt, from: startAt });
    reveal(startAt);
  });
  useOnce(moved.order, () => {
    if (moved.by === 0) return;
    holds.current = hasFocus(scroller.current);
    scrollBy(moved.by);
    const go = (line: number): number => Math.max(0, line + moved.by);
    setPlace(before => ({ at: go(before.at), from: go(before.from) }));
  });
  // What appears below the list makes it smaller: the line that was just chosen must not vanish behind it.
  useOnce(String(page), () => {
    if (hasFocus(scroller.current)) reveal(at);
  });
  useLayoutEffect(() => {
    if (holds.current || hasFocus(scroller.current)) focusLine(scroller.current, at);
    holds.current = false;
  }, [scroller, at]);
  return { at, from: place.from, goTo, startRange: from => setPlace(before => ({ ...before, from })) };
}

/** Hands the focus to a line. */
export function focusLine(scroller: HTMLElement | null, at: number): void {
  scroller?.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`)?.focus({ preventScroll: true });
}

/** Whether a line, or the list itself, has the focus; not what is in its heading. */
function hasFocus(scroller: HTMLElement | null): boolean {
  const active = document.activeElement;
  if (scroller === null || active === null || !scroller.contains(active)) return false;
  return active === scroller || active.closest('[role="row"][aria-selected]') !== null;
}

/** Acts when a value becomes another one, the first one included where it differs from nothing. */
function useOnce(value: string | number, act: () => void): void {
  const last = useRef<string | number | null>(null);
  useLayoutEffect(() => {
    if (last.current === value) return;
    const isFirst = last.current === null;
    last.current = value;
    if (!isFirst || typeof value === 'number') act();
  });
}
