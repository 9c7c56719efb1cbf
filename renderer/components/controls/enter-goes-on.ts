import type { KeyboardEvent } from 'react';

/** What has no use for Enter itself: a heading that has the focus, a choice, and the chosen line where only one can be. */
const IDLE =
  'h2, input[type="radio"], input[type="checkbox"], [role="treegrid"]:not([aria-multiselectable="true"]) [role="row"][aria-selected="true"]';

/** On a page with one main button: Enter presses it wherever Enter would do nothing else. Before what has the focus hears it. */
export function enterGoesOn(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key, repeat } = event;
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
  // Held down it would go through all the pages.
  if (key !== 'Enter' || repeat || !isPlain || !(target instanceof Element) || !target.matches(IDLE)) return;
  event.preventDefault();
  event.stopPropagation();
  currentTarget.querySelector<HTMLElement>('[data-main]:not(:disabled)')?.click();
}
