import type { MirrorInfo } from '../../../shared/model/mirror.ts';
import type { FolderState } from '../../stores/files.ts';
import { mirrorName } from '../../stores/mirrors.ts';
import { type FolderPlace, placeKey } from '../../stores/navigation.ts';

/** One folder of the tree. */
export interface Branch {
  readonly key: string;
  readonly name: string;
  readonly isMirror: boolean;
  readonly hasFolders: boolean;
  /** Empty while it is closed, or not read yet. */
  readonly branches: readonly Branch[];
}

/** The tree that is on show: every mirror, and inside what is open the folders that were read. */
export function treeOf(
  mirrors: readonly MirrorInfo[],
  folders: ReadonlyMap<string, FolderState>,
  expanded: ReadonlySet<string>,
): readonly Branch[] {
  const branch = (place: FolderPlace, name: string, hasFolders: boolean): Branch => {
    const key = placeKey(place);
    const rows = expanded.has(key) ? (folders.get(key)?.view?.rows ?? []) : [];
    const inside = rows
      .filter(row => row.kind === 'folder')
      .toSorted((one, other) => names.compare(one.name, other.name));
    return {
      key,
      name,
      isMirror: place.folder === null,
      hasFolders,
      branches: inside.map(row => branch({ mirror: place.mirror, folder: row.id }, row.name, row.hasFolders)),
    };
  };
  return mirrors.map(mirror => {
    const place = { mirror: mirror.id, folder: null };
    const rows = folders.get(placeKey(place))?.view?.rows;
    // A mirror that was not read yet may have folders: it can be opened to find out.
    return branch(place, mirrorName(mirror), rows === undefined || rows.some(row => row.kind === 'folder'));
  });
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
