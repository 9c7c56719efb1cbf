import { ChevronRight, Folder, type LucideIcon } from 'lucide-react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';

import styles from './tree-line.module.css';
import layout from '../layout/layout.module.css';

/** A line of a tree, with the lines below it. */
export interface TreeBranch {
  readonly key: string;
  /** What it stands for: by this its picture is chosen. */
  readonly kind: string;
  readonly name: string;
  readonly hasFolders: boolean;
  readonly branches: readonly TreeBranch[];
}

/** A line, and the picture of each kind. */
export interface TreeLineProps {
  readonly branch: TreeBranch;
  readonly icons: { readonly [kind: string]: LucideIcon };
}

/** A folder in a tree: it unfolds, and its name is cut where there is no room for it. */
export function TreeLine({ branch, icons }: TreeLineProps) {
  const { key, kind, name, hasFolders, branches } = branch;
  const Icon = icons[kind] ?? Folder;
  return (
    <TreeItem id={key} className={styles['line'] ?? ''} textValue={name} hasChildItems={hasFolders}>
      <TreeItemContent>
        <span className={styles['indent']} />
        {hasFolders ? (
          <Button slot="chevron" className={styles['chevron'] ?? ''}>
            <ChevronRight size={14} strokeWidth={2} aria-hidden="true" />
          </Button>
        ) : (
          <span className={styles['chevron']} />
        )}
        <Icon className={styles['icon']} size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={layout['oneLine']} title={name}>
          {name}
        </span>
      </TreeItemContent>
      <Collection items={branches}>{inner => <TreeLine branch={inner} icons={icons} />}</Collection>
    </TreeItem>
  );
}
