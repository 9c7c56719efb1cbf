import { type RefObject, useEffect, useRef } from 'react';

/** Gives an element the focus once, when it appears: what a dialog begins with. */
export function useFirstFocus(element: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const first = useRef(isWanted);
  useEffect(() => {
    if (first.current) element.current?.focus();
  }, [element]);
}
