import {
  Archive,
  Ellipsis,
  FileQuestionMark,
  Folder,
  FolderSync,
  Library,
  LibraryBig,
  type LucideIcon,
  Monitor,
  Trash2,
} from 'lucide-react';
import { memo, useEffect, useMemo } from 'react';
import { type Key, Tree } from 'react-aria-components';

import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { words } from '../../../../shared/text/words.ts';
import { TreeLine } from '../../../components/list/tree-line.tsx';
import { useBranches, watchBranches } from '../stores/branches.ts';
import { useMirrors } from '../../../state/mirrors.ts';
import { useFolders } from '../stores/files.ts';
import { openFolder, placeKey, placeOf } from '../../../state/navigation.ts';
import { expandBranches, setExpanded, useTree } from '../stores/tree.ts';
import { classes } from '../../../components/classes.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from './folder-tree.module.css';
import { type Branch, type BranchKind, HERE, treeOf } from './tree-of.ts';

const ICONS: { readonly [K in BranchKind]: LucideIcon } = {
  here: Monitor,
  mirror: FolderSync,
  base: Library,
  folder: Folder,
  mirrored: FolderSync,
  archived: Archive,
  removed: Trash2,
  loose: FileQuestionMark,
  library: LibraryBig,
  more: Ellipsis,
  reading: Ellipsis,
};

/** All places. A folder's folders are read when it is unfolded. Scrolling a list does not draw it again: that would be dear. */
export const FolderTree = memo(PlainTree);

function PlainTree({ shownKey }: { readonly shownKey: string }) {
  const mirrors = useMirrors(state => state.value);
  const branches = useBranches(state => state.branches);
  const expanded = useTree(state => state.expanded);
  const isInLibrary = 'library' in placeOf(shownKey);
  const tree = useMemo(
    () => treeOf({ mirrors: mirrors ?? [], branches, expanded, isInLibrary }),
    [mirrors, branches, expanded, isInLibrary],
  );
  useOpenWayTo(shownKey);
  return (
    <>
      <h2 className={styles['title']}>{browseTexts.folders}</h2>
      {[...watchedOf(expanded, isInLibrary)].map(key => (
        <Watch key={key} placeKey={key} />
      ))}
      <Tree
        className={classes(layout['scrolls'], styles['tree'])}
        aria-label={words.files.folders}
        items={tree}
        selectionMode="single"
        selectedKeys={[shownKey]}
        disallowEmptySelection
        onSelectionChange={keys => (keys === 'all' ? undefined : open(tree, [...keys][0]))}
        expandedKeys={expanded}
        onExpandedChange={keys => setExpanded(new Set([...keys].map(String)))}
      >
        {branch => <TreeLine branch={branch} icons={ICONS} />}
      </Tree>
    </>
  );
}

/** Folders that are unfolded in the tree on show; the top of the library always is. */
function watchedOf(expanded: ReadonlySet<string>, isInLibrary: boolean): ReadonlySet<string> {
  const keys = [...expanded].filter(key => key !== HERE && 'library' in placeOf(key) === isInLibrary);
  return new Set(isInLibrary ? [...keys, placeKey({ library: null })] : keys);
}

/** Keeps one unfolded folder of the tree read. */
function Watch({ placeKey: key }: { readonly placeKey: string }) {
  useEffect(() => watchBranches(placeOf(key)), [key]);
  return null;
}

/** Unfolds the branches above the folder on show, so that it can be seen. */
function useOpenWayTo(shownKey: string): void {
  const trail = useFolders(state => state.folders.get(shownKey)?.view?.head.trail);
  useEffect(() => {
    const place = placeOf(shownKey);
    const above = (trail ?? []).slice(0, -1).map(step => placeKey(step.place));
    if ('library' in place) return expandBranches([placeKey({ library: null }), ...above]);
    const top = 'mirror' in place ? [HERE, placeKey({ mirror: place.mirror, folder: null })] : [];
    expandBranches([...top, ...above]);
  }, [shownKey, trail]);
}

function open(tree: readonly Branch[], key: Key | undefined): void {
  const branch = key === undefined ? null : branchAt(tree, String(key));
  if (branch === null) return;
  if (branch.place !== null) openFolder(branch.place);
  else if (branch.kind === 'here') toggle(branch.key);
}

function branchAt(tree: readonly Branch[], key: string): Branch | null {
  for (const branch of tree) {
    if (branch.key === key) return branch;
    const inner = branchAt(branch.branches, key);
    if (inner !== null) return inner;
  }
  return null;
}

function toggle(key: string): void {
  const expanded = new Set(useTree.getState().expanded);
  if (!expanded.delete(key)) expanded.add(key);
  setExpanded(expanded);
}
