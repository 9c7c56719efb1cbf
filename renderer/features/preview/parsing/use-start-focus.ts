import { type RefObject, useEffect } from 'react';

/** What a viewer shows takes the focus of a sheet that just opened; who has gone on to something else stays there. */
export function useStartFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement?.getAttribute('role') === 'dialog' && activeElement.contains(element.current))
      element.current?.focus();
  }, [element]);
}
