import { openFolder } from '../../../state/navigation.ts';
import { placeOfBranch } from './tree-of.ts';

/** Opens the folder around a line of the tree, and gives its line the focus; nothing at the top. */
export function openAround(line: Element): void {
  const around = lineAround(line);
  const place = placeOfBranch(around?.getAttribute('data-key') ?? '');
  if (around === null || place === null) return;
  openFolder(place);
  around.focus();
}

/** The nearest line before it that stands less deep. */
function lineAround(line: Element): HTMLElement | null {
  const depth = depthOf(line);
  for (let before = line.previousElementSibling; before !== null; before = before.previousElementSibling)
    if (before instanceof HTMLElement && depthOf(before) < depth) return before;
  return null;
}

function depthOf(line: Element): number {
  return Number(line.getAttribute('aria-level'));
}
