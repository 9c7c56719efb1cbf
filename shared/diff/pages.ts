import type { Origin } from './choice.ts';

/** Differences that are shown at once; the others are on pages of their own. */
export const MOST_SHOWN = 300;

/** Which part of many differences is shown, counted from 0. */
export interface Pages {
  readonly shown: number;
  /** The number of the first difference on each page. */
  readonly starts: readonly number[];
}

/** The page that a difference is on. */
export function pageOf(pages: Pages, difference: number): number {
  return Math.max(
    0,
    pages.starts.findLastIndex(start => start <= difference),
  );
}

/** How many differences there are, shown or not. */
export interface Counts {
  readonly all: number;
  readonly mine: number;
  readonly theirs: number;
  readonly same: number;
  readonly conflict: number;
  readonly differs: number;
}

/** How many differences there are of each origin. */
export function countsOf(changes: readonly { readonly origin: Origin }[]): Counts {
  const counts = { all: changes.length, mine: 0, theirs: 0, same: 0, conflict: 0, differs: 0 };
  for (const { origin } of changes) counts[origin] += 1;
  return counts;
}
