import { diffArrays } from 'diff';

/** A stretch of one sequence that stands where a stretch of another stood; ends are exclusive, either may be empty. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

/** How long two sequences are compared at most, in milliseconds. */
export const COMPARING_MS = 3000;

/**
 * What has to be replaced in `one` to make `other` of it, in order; what lies between is the same in both. Null when they
 * are so different that it takes too long to find out.
 */
export function editsBetween(one: readonly string[], other: readonly string[], timeMs = COMPARING_MS): Edit[] | null {
  const [first, last] = alike(one, other);
  const middle = one.slice(first, one.length - last);
  const replaced = other.slice(first, other.length - last);
  if (middle.length === 0 && replaced.length === 0) return [];
  if (middle.length === 0 || replaced.length === 0) return [editOf(first, middle.length, first, replaced.length)];
  const changes = diffArrays(middle, replaced, { timeout: timeMs });
  return changes === undefined ? null : gathered(changes, first);
}

/** How many at the beginning, and how many of the rest at the end, are the same in both. */
function alike(one: readonly string[], other: readonly string[]): readonly [number, number] {
  const shorter = Math.min(one.length, other.length);
  let first = 0;
  while (first < shorter && one[first] === other[first]) first++;
  let last = 0;
  while (last < shorter - first && one[one.length - 1 - last] === other[other.length - 1 - last]) last++;
  return [first, last];
}

/** Removals and additions that follow each other are one edit. */
function gathered(
  changes: readonly { readonly added: boolean; readonly removed: boolean; readonly count: number }[],
  start: number,
): Edit[] {
  const edits: Edit[] = [];
  let at = start;
  let otherAt = start;
  let from: readonly [number, number] | null = null;
  const close = (): void => {
    if (from !== null) edits.push({ from: from[0], to: at, otherFrom: from[1], otherTo: otherAt });
    from = null;
  };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) close();
    else from ??= [at, otherAt];
    if (!added) at += count;
    if (!removed) otherAt += count;
  }
  close();
  return edits;
}

function editOf(from: number, length: number, otherFrom: number, otherLength: number): Edit {
  return { from, to: from + length, otherFrom, otherTo: otherFrom + otherLength };
}
