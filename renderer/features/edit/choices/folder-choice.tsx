import { Folder, FolderSync, Library } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Tree } from 'react-aria-components';

import { questionTexts } from '../../../../shared/features/edit/text.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { libraryTexts } from '../../../../shared/features/library/text.ts';
import { TreeLine } from '../../../components/list/tree-line.tsx';
import { type Branches, useBranches, watchBranches } from '../../browse/stores/branches.ts';
import { useFolders } from '../../browse/stores/files.ts';
import { mirrorName, useMirrors } from '../../../state/mirrors.ts';
import { type FolderPlace, placeKey, placeOf } from '../../../state/navigation.ts';
import { classes } from '../../../components/classes.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from './folder-choice.module.css';

interface ChoiceProps {
  readonly label: string;
  /** The `placeKey` of the chosen folder; empty: none yet. */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  /** Rows that cannot be chosen, nor what is in them: what is being moved. */
  readonly hidden: ReadonlySet<string>;
  /** The `placeKey` of a folder that is unfolded at first, with those around it. */
  readonly opened?: string;
  /** Folders of the library instead. */
  readonly isLibrary?: boolean;
}

/** The mirrors that can be changed and the folders of the service, as a tree to choose from. */
export function FolderChoice({ label, chosen, onChoose, hidden, opened, isLibrary = false }: ChoiceProps) {
  const mirrors = useMirrors(state => state.value) ?? [];
  const known = useBranches(state => state.branches);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([...wayTo(chosen), ...(opened === undefined ? [] : [...wayTo(opened), opened])]),
  );
  const library = { place: { library: null }, name: libraryTexts.place, hasFolders: true };
  const folders = [
    ...mirrors
      .filter(({ mode }) => mode !== 'download')
      .map(mirror => ({ place: { mirror: mirror.id, folder: null }, name: mirrorName(mirror), hasFolders: true })),
    { place: { base: null }, name: browseTexts.top, hasFolders: true },
  ];
  const branches = (isLibrary ? [library] : folders).map(top => branchOf(top, { known, open, hidden, above: [] }));
  return (
    <>
      {[...open].map(key => (
        <Watch key={key} folder={key} />
      ))}
      <Tree
        className={classes(layout['scrolls'], styles['tree'])}
        aria-label={label}
        items={branches}
        selectionMode="single"
        escapeKeyBehavior="none"
        disallowEmptySelection
        selectedKeys={chosen === '' ? [] : [chosen]}
        disabledKeys={[...open].map(key => `${key}${UNREAD}`)}
        onSelectionChange={keys => (keys === 'all' ? undefined : onChoose(String([...keys][0] ?? chosen)))}
        expandedKeys={open}
        onExpandedChange={keys => setOpen(new Set([...keys].map(String)))}
      >
        {branch => <TreeLine branch={branch} icons={ICONS} />}
      </Tree>
    </>
  );
}

/** The folders around a folder that is on show. */
function wayTo(key: string): readonly string[] {
  const trail = useFolders.getState().folders.get(key)?.view?.head.trail ?? [];
  return trail.slice(0, -1).map(step => placeKey(step.place));
}

/** What a folder is called, as far as its folders were read. */
export function folderNamed(key: string): string {
  const place = placeOf(key);
  if ('mirror' in place && place.folder === null) {
    const found = useMirrors.getState().value?.find(each => each.id === place.mirror);
    if (found !== undefined) return mirrorName(found);
  }
  for (const { folders } of useBranches.getState().branches.values()) {
    const found = folders.find(each => placeKey(each.place) === key);
    if (found !== undefined) return found.name;
  }
  return useFolders.getState().folders.get(key)?.view?.head.trail.at(-1)?.name ?? browseTexts.top;
}

const ICONS = { mirror: FolderSync, base: Library, folder: Folder } as const;

interface Branch {
  readonly key: string;
  readonly name: string;
  readonly kind: keyof typeof ICONS;
  readonly hasFolders: boolean;
  readonly branches: readonly Branch[];
}

interface Known {
  readonly known: ReadonlyMap<string, Branches>;
  readonly open: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  readonly above: readonly string[];
}

interface FolderAt {
  readonly place: FolderPlace;
  readonly name: string;
  readonly hasFolders: boolean;
}

function branchOf({ place, name, hasFolders }: FolderAt, parts: Known): Branch {
  const key = placeKey(place);
  const kind = parts.above.length > 0 ? 'folder' : 'mirror' in place ? 'mirror' : 'base';
  const looks = { key, name, kind } as const;
  // Answers that lie may go round in a ring.
  if (!hasFolders || parts.above.includes(key)) return { ...looks, hasFolders: false, branches: [] };
  const read = parts.open.has(key) ? parts.known.get(key)?.folders : undefined;
  if (read === undefined) return { ...looks, hasFolders: true, branches: [unread(key)] };
  // What is mirrored stands under its mirror: there it can be changed without a connection.
  const inside = read.filter(each => !each.isMirrored && !parts.hidden.has(idOf(each.place)));
  const branches = inside.map(each => branchOf(each, { ...parts, above: [...parts.above, key] }));
  return { ...looks, hasFolders: branches.length > 0, branches };
}

/** The id of the row that leads to a folder. */
function idOf(place: FolderPlace): string {
  if ('mirror' in place) return place.folder ?? '';
  if ('library' in place) return place.library ?? '';
  return 'base' in place ? (place.base ?? '') : place.list;
}

/** Stands in a branch that was not read: without anything in it, the keyboard could not open it. */
function unread(key: string): Branch {
  const name = questionTexts.move.reading;
  return { key: `${key}${UNREAD}`, name, kind: 'folder', hasFolders: false, branches: [] };
}

const UNREAD = '#unread';

/** Reads a folder as long as it is open here. */
function Watch({ folder }: { readonly folder: string }) {
  useEffect(() => watchBranches(placeOf(folder)), [folder]);
  return null;
}
