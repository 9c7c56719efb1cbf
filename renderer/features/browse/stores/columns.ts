import { create } from 'zustand';

import type { SortColumn } from '../../../../shared/features/browse/folder-model.ts';

/** A column of the list; the engine sorts by all but who can reach a thing, which it asks about line by line. */
export type FileColumnName = SortColumn | 'access';

/** Where the choice is kept for the next time. */
const KEPT_AS = 'benchtop.files.hidden-columns';
export const HIDEABLE = ['sync', 'text', 'access', 'modified', 'size'] as const;
/** Each of its lines is a question to the service: only for who wants it. */
const AT_FIRST = 'access';

/** The columns of the list that a person does not want to see. The name is always there. */
export const useHiddenColumns = create<{ readonly hidden: ReadonlySet<FileColumnName> }>(() => ({
  hidden: remembered(),
}));

/** The columns that a person wants to see, and that have no room just now. */
export const useCrowdedColumns = create<{ readonly crowded: ReadonlySet<FileColumnName> }>(() => ({
  crowded: new Set(),
}));

/** Says which ones have no room. */
export function tellCrowded(crowded: readonly FileColumnName[]): void {
  useCrowdedColumns.setState({ crowded: new Set(crowded) });
}

/** Whether a column of the list is on show: it is wanted, and has room. */
export function useHasColumn(name: FileColumnName): boolean {
  const isHidden = useHiddenColumns(({ hidden }) => hidden.has(name));
  const isCrowded = useCrowdedColumns(({ crowded }) => crowded.has(name));
  return !isHidden && !isCrowded;
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

function remembered(): ReadonlySet<FileColumnName> {
  try {
    const words = new Set((localStorage.getItem(KEPT_AS) ?? AT_FIRST).split(' '));
    return new Set(HIDEABLE.filter(column => words.has(column)));
  } catch {
    return new Set([AT_FIRST]);
  }
}
