import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus in a list or a sheet from which something is taken out that has it, such as a line that scrolled away
 * or was removed: the list or sheet gets it back at once, and may hand it on.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    let isInside = false;
    const onIn = (): void => void (isInside = true);
    // A line that is taken out says nothing: only who goes elsewhere, or nowhere on purpose, leaves.
    const onOut = (event: FocusEvent): void => {
      const isGone = event.target instanceof Node && !element.contains(event.target);
      const to = event.relatedTarget;
      if (!isGone && to instanceof Node && !element.contains(to)) isInside = false;
    };
    const onPress = (event: Event): void => {
      if (event.target instanceof Node && !element.contains(event.target)) isInside = false;
    };
    const observer = new MutationObserver(() => {
      if (isInside && document.activeElement === document.body) element.focus();
    });
    element.addEventListener('focusin', onIn);
    element.addEventListener('focusout', onOut);
    document.addEventListener('pointerdown', onPress, true);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onIn);
      element.removeEventListener('focusout', onOut);
      document.removeEventListener('pointerdown', onPress, true);
    };
  }, [list]);
}

/**
 * Gives a sheet the focus when another one over it closes and what had led there is gone with its line: otherwise nothing
 * in the window would hear Escape.
 */
export function useFocusAfterSheets(sheet: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      onFocusLostBySheet(front => {
        if (sheet.current !== null && front?.contains(sheet.current) === true) sheet.current.focus();
      }),
    [sheet],
  );
}

/**
 * Tells when a sheet closed and nothing has the focus, because what had led to the sheet is gone. `front` is the sheet that
 * is in front now; null: there is none. @returns what ends it.
 */
export function onFocusLostBySheet(tell: (front: Element | null) => void): () => void {
  const look = (): void => {
    const front = [...document.querySelectorAll('[data-modal]')].at(-1) ?? null;
    if (document.activeElement === document.body) tell(front);
  };
  const observer = new MutationObserver(changes => {
    if (!changes.some(({ removedNodes }) => [...removedNodes].some(holdsSheet))) return;
    // Two frames later: by then the focus is back where it was before, if that is still there.
    requestAnimationFrame(() => requestAnimationFrame(look));
  });
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

function holdsSheet(node: Node): boolean {
  return node instanceof Element && (node.matches('[data-modal]') || node.querySelector('[data-modal]') !== null);
}
