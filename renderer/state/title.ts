import { words } from '../../shared/text/words.ts';
import { attentionTotal, useAttentionCount } from './attention.ts';

let shown: string | null = null;

/** Names the window after what it shows; in front stands how much needs a person, if anything does. */
export function nameWindow(name: string): void {
  shown = name;
  write();
}

useAttentionCount.subscribe(write);

function write(): void {
  if (shown === null) return;
  const count = attentionTotal(useAttentionCount.getState().value);
  document.title = `${count === 0 ? '' : `(${count}) `}${shown} – ${words.product}`;
}
