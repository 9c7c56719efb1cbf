import { type KeyboardEvent, type RefObject, useEffect } from 'react';

import { comeIn, mayMove, slideFrom } from './slide.ts';

const FOCUSABLE = 'a[href], button:not([disabled]), input, [tabindex]';

/** Where each row stands in its box, in pixels, by its key. In the order of the page. */
type Places = ReadonlyMap<string, number>;

/**
 * Rows of a short list that come and go: those that stay slide to their new places, new ones are seen to come, and when a
 * row goes that has the focus, its neighbour gets it. A row is what has a `data-key`.
 */
export function useRows(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let before = placesIn(element);
    let focused: string | null = null;
    const onFocus = ({ target }: FocusEvent): void => void (focused = keyOf(target, element));
    const onBlur = ({ relatedTarget }: FocusEvent): void => void (relatedTarget === null ? null : (focused = null));
    const observer = new MutationObserver(() => {
      const rows = rowsIn(element);
      if (rows.length === before.size && rows.every(row => before.has(row.dataset['key'] ?? ''))) return;
      const gone = focused !== null && before.has(focused) ? [...before.keys()].indexOf(focused) : -1;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (gone >= 0 && isLost && !rows.some(row => row.dataset['key'] === focused)) focusRow(rows, gone);
      const now = placesIn(element);
      if (before.size > 0 && mayMove()) move(rows, before, now);
      before = now;
    });
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onBlur);
    element.addEventListener(RESTORES, keepToButton, true);
    return () => {
      observer.disconnect();
      element.removeEventListener(RESTORES, keepToButton, true);
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onBlur);
    };
  }, [box]);
}

/** React Aria asks with it whether another place takes the focus back that a menu or a dialog had. */
const RESTORES = 'react-aria-focus-scope-restore';

/** A list of its own accord would give the row what belongs to a button in it. */
function keepToButton(event: Event): void {
  if (event.target instanceof Element && !event.target.matches('[data-key]')) event.stopPropagation();
}

function rowsIn(box: HTMLElement): readonly HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-key]')];
}

function placesIn(box: HTMLElement): Places {
  const top = box.getBoundingClientRect().top - box.scrollTop;
  return new Map(rowsIn(box).map(row => [row.dataset['key'] ?? '', row.getBoundingClientRect().top - top]));
}

function keyOf(target: EventTarget | null, box: HTMLElement): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
  return row !== null && box.contains(row) ? (row.dataset['key'] ?? null) : null;
}

/** What takes its place, or what is last now. */
function focusRow(rows: readonly HTMLElement[], at: number): void {
  const row = rows[Math.min(at, rows.length - 1)];
  if (row === undefined) return;
  const target = row.matches('[tabindex]') ? row : row.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
}

function move(rows: readonly HTMLElement[], before: Places, now: Places): void {
  for (const row of rows) {
    const key = row.dataset['key'] ?? '';
    const [was, is] = [before.get(key), now.get(key) ?? 0];
    if (was === undefined) comeIn(row);
    else if (Math.abs(was - is) >= 1) slideFrom(row, { x: 0, y: was - is });
  }
}

/**
 * Tab in a row goes on to its buttons, and Shift+Tab back to the row, before either leaves the list: a list of its own
 * accord reaches them with the arrow keys only. For `onKeyDownCapture` around a list.
 */
export function tabIntoRow(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Tab' || !(target instanceof HTMLElement)) return;
  const row = target.closest<HTMLElement>('[role="row"]');
  if (row === null || !event.currentTarget.contains(row)) return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button:not([disabled])')];
  const at = stops.indexOf(target);
  const next = at === -1 ? undefined : stops[at + (event.shiftKey ? -1 : 1)];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
