import { create } from 'zustand';

import { useFolders } from './files.ts';
import { selectLines, useSelection } from './selection.ts';

/** Where a panel beside the list went last: the list goes there too. `at`: a position in the list of `key`; -1: nowhere. */
export const useStepping = create<{ readonly key: string; readonly at: number }>(() => ({ key: '', at: -1 }));

/** Chooses the line after the one that is chosen, or the one before it; nothing at the ends of the list. */
export function stepFile(by: 1 | -1): void {
  const { key, ids } = useSelection.getState();
  const view = useFolders.getState().folders.get(key)?.view;
  const [id, ...others] = ids;
  if (view === null || view === undefined || id === undefined || others.length > 0) return;
  const here = [...view.rows].find(([, row]) => row.id === id)?.[0];
  const next = here === undefined ? undefined : view.rows.get(here + by);
  if (here === undefined || next === undefined) return;
  selectLines(key, [next.id]);
  useStepping.setState({ key, at: here + by });
}
