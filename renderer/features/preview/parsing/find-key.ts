import type { KeyboardEvent, RefObject } from 'react';

/** Ctrl+F leads to the field of a viewer, not to the browser's own search, which sees only what is in the page. */
export function onFindKey(event: KeyboardEvent, field: RefObject<HTMLInputElement | null>): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'f') return;
  event.preventDefault();
  event.stopPropagation();
  field.current?.select();
  field.current?.focus();
}
