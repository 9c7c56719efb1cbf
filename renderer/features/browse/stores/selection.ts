import { create } from 'zustand';

import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { useFolders } from './files.ts';

/** The lines that are chosen in the folder on show, by id. `key`: that folder's `placeKey`; empty before there is one. */
export interface Selection {
  readonly key: string;
  readonly ids: ReadonlySet<string>;
}

export const useSelection = create<Selection>(() => ({ key: '', ids: new Set() }));

/** Chooses exactly these lines of a folder. */
export function selectLines(key: string, ids: Iterable<string>): void {
  useSelection.setState({ key, ids: new Set(ids) });
}

/** The line that a person is led to: it is chosen, brought into sight and given the focus. Null: none, or it was done. */
export const useLedTo = create<{ readonly line: { readonly key: string; readonly id: string } | null }>(() => ({
  line: null,
}));

/** Leads a person to a line of a folder, now or once its list is there. */
export function leadTo(key: string, id: string): void {
  selectLines(key, [id]);
  useLedTo.setState({ line: { key, id } });
}

/** Chooses nothing. */
export function clearSelection(): void {
  useSelection.setState({ ids: new Set() });
}

/** The chosen rows, of those that are known. */
export function chosenOf(known: ReadonlyMap<string, FileRow>, { ids }: Selection): readonly FileRow[] {
  return [...ids].flatMap(id => known.get(id) ?? []);
}

/** The rows that are chosen at this moment. */
export function chosenNow(): readonly FileRow[] {
  const selection = useSelection.getState();
  const view = useFolders.getState().folders.get(selection.key)?.view;
  return view === null || view === undefined ? [] : chosenOf(view.known, selection);
}
