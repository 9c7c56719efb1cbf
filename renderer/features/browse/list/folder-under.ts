import type { DropSpot } from '../../../components/controls/drop-area.tsx';
import { folderTarget, refusalOf } from '../../drops/stores/drop-targets.ts';
import { useMirrors } from '../../../state/mirrors.ts';
import type { FolderPlace } from '../../../state/navigation.ts';
import { useFolders } from '../stores/files.ts';
import { placeOfBranch } from '../tree/tree-of.ts';
import { opensOf } from '../actions/opens.ts';
import type { Shown } from '../place-labels.ts';

/** The line of a folder, in the list or in the tree. `row`: its id in the list. */
export type FolderLine = {
  readonly place: FolderPlace;
  readonly name: string;
  readonly element: Element;
} & ({ readonly row: string } | { readonly branch: string });

/** The line of a folder that an element is in; null: it is in none. */
export function lineUnder(target: Element, shown: Shown): FolderLine | null {
  const element = target.closest('[role="row"][data-key]');
  if (element === null) return null;
  const row = rowUnder(target);
  if (row !== null) {
    const known = useFolders.getState().folders.get(shown.key)?.view?.known.get(row);
    const place = known === undefined ? null : opensOf(shown.place, known);
    return place === null || known === undefined ? null : { place, name: known.name, element, row };
  }
  const branch = keyIn(target, '[role="treegrid"]');
  const place = branch === null ? null : placeOfBranch(branch);
  return place === null || branch === null
    ? null
    : { place, name: element.getAttribute('aria-label') ?? '', element, branch };
}

/** The id of the line of the list that an element is in. */
export function rowUnder(target: Element): string | null {
  return keyIn(target, '[role="grid"]');
}

function keyIn(target: Element, list: string): string | null {
  return target.closest(`${list} [role="row"][data-key]`)?.getAttribute('data-key') ?? null;
}

/** Where files would go that are held over an element; null: it is not the line of a folder. */
export function folderUnder(target: Element, shown: Shown): DropSpot | null {
  const line = lineUnder(target, shown);
  if (line === null) return null;
  const { place, name, element } = line;
  return { ...folderTarget(place, name, refusalOf(place, useMirrors.getState().value ?? [])), element };
}
