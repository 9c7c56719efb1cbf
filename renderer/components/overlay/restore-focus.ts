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
