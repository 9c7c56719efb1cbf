import { create } from 'zustand';

import type { SortColumn } from '../../shared/model/folder-window.ts';

/** Where the choice is kept for the next time. */
const KEPT_AS = 'benchtop.files.hidden-columns';
const HIDEABLE: readonly SortColumn[] = ['sync', 'text', 'modified', 'size'];

/** The columns of the list that a person does not want to see. The name is always there. */
export const useHiddenColumns = create<{ readonly hidden: ReadonlySet<SortColumn> }>(() => ({ hidden: remembered() }));

/** The columns that a person wants to see, and that have no room just now. */
export const useCrowdedColumns = create<{ readonly crowded: ReadonlySet<SortColumn> }>(() => ({ crowded: new Set() }));

/** Says which ones have no room. */
export function tellCrowded(crowded: readonly SortColumn[]): void {
  useCrowdedColumns.setState({ crowded: new Set(crowded) });
}

/** Shows all columns but these. */
export function hideColumns(hidden: Iterable<string>): void {
  const wanted = new Set(hidden);
  const next = HIDEABLE.filter(column => wanted.has(column));
  useHiddenColumns.setState({ hidden: new Set(next) });
  try {
    localStorage.setItem(KEPT_AS, next.join(' '));
  } catch {
    // A browser may refuse to keep anything; then the choice ends with the window.
  }
}

function remembered(): ReadonlySet<SortColumn> {
  try {
    const words = new Set((localStorage.getItem(KEPT_AS) ?? '').split(' '));
    return new Set(HIDEABLE.filter(column => words.has(column)));
  } catch {
    return new Set();
  }
}
