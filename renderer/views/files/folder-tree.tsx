import { ChevronRight, Folder, FolderSync } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components';

import { words } from '../../../shared/text/words.ts';
import { useFolders, watchFolder } from '../../stores/files.ts';
import { useMirrors } from '../../stores/mirrors.ts';
import { openFolder, placeKey, placeOf } from '../../stores/navigation.ts';
import { expand, setExpanded, useTree } from '../../stores/tree.ts';
import styles from './folder-tree.module.css';
import { useFolder } from './place.ts';
import { type Branch, treeOf } from './tree-of.ts';

/** All mirrors and their folders. A folder's folders are read when it is opened. */
export function FolderTree({ shownKey }: { readonly shownKey: string }) {
  const mirrors = useMirrors(state => state.value);
  const folders = useFolders(state => state.folders);
  const expanded = useTree(state => state.expanded);
  const branches = useMemo(() => treeOf(mirrors ?? [], folders, expanded), [mirrors, folders, expanded]);
  useOpenWayTo(shownKey);
  return (
    <>
      <h2 className={styles['title']}>{words.files.folders}</h2>
      {[...expanded].map(key => (
        <Watch key={key} placeKey={key} />
      ))}
      <Tree
        className={styles['tree'] ?? ''}
        aria-label={words.files.folders}
        items={branches}
        selectionMode="single"
        selectedKeys={[shownKey]}
        disallowEmptySelection
        onSelectionChange={keys => (keys === 'all' ? undefined : open([...keys][0]))}
        expandedKeys={expanded}
        onExpandedChange={keys => setExpanded(new Set([...keys].map(String)))}
      >
        {branch => <BranchLine branch={branch} />}
      </Tree>
    </>
  );
}

function BranchLine({ branch }: { readonly branch: Branch }) {
  const Icon = branch.isMirror ? FolderSync : Folder;
  return (
    <TreeItem
      id={branch.key}
      className={styles['branch'] ?? ''}
      textValue={branch.name}
      hasChildItems={branch.hasFolders}
    >
      <TreeItemContent>
        <span className={styles['indent']} />
        {branch.hasFolders ? (
          <Button slot="chevron" className={styles['chevron'] ?? ''}>
            <ChevronRight size={14} strokeWidth={2} aria-hidden="true" />
          </Button>
        ) : (
          <span className={styles['chevron']} />
        )}
        <Icon className={styles['icon']} size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles['name']} title={branch.name}>
          {branch.name}
        </span>
      </TreeItemContent>
      <Collection items={branch.branches}>{inner => <BranchLine branch={inner} />}</Collection>
    </TreeItem>
  );
}

/** Keeps one open folder of the tree read. */
function Watch({ placeKey: key }: { readonly placeKey: string }) {
  useEffect(() => watchFolder(placeOf(key)), [key]);
  return null;
}

/** Opens the branches above the folder on show, so that it can be seen. */
function useOpenWayTo(shownKey: string): void {
  const view = useFolder(shownKey).view;
  useEffect(() => {
    const { mirror, folder } = placeOf(shownKey);
    const above = (view?.breadcrumbs ?? []).slice(0, -1).map(step => placeKey({ mirror, folder: step.id }));
    expand([placeKey({ mirror, folder: null }), ...(folder === null ? [] : above)]);
  }, [shownKey, view]);
}

function open(key: string | number | undefined): void {
  if (key !== undefined) openFolder(placeOf(String(key)));
}
