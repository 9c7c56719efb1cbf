import type { KeyboardEvent } from 'react';

/** Goes one step back with Escape, unless something inside took the key, or it was pressed in a question over the panel. */
export function onEscape(back: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return event => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
    event.stopPropagation();
    back();
  };
}
