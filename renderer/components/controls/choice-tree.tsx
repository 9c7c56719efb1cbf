import { Check, ChevronRight, Folder } from 'lucide-react';
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components';

import layout from '../layout/layout.module.css';
import styles from './choice-tree.module.css';
import { classes } from '../classes.ts';

/** One line that can be ticked, with what unfolds below it. */
export interface ChoiceBranch {
  readonly id: string;
  readonly name: string;
  /** Few words at its end, such as what it holds. */
  readonly note: string;
  readonly canUnfold: boolean;
  /** Comes with another one that is ticked, or can't be chosen. */
  readonly isFixed: boolean;
  readonly branches: readonly ChoiceBranch[];
  /** Said below it while it can unfold and no branch of it is known. */
  readonly unread: string;
}

export interface ChoiceTreeProps {
  readonly label: string;
  readonly branches: readonly ChoiceBranch[];
  readonly ticked: ReadonlySet<string>;
  readonly unfolded: ReadonlySet<string>;
  /** One line is ticked at most, and another one takes its place. */
  readonly isSingle?: boolean;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
  readonly onUnfold: (unfolded: ReadonlySet<string>) => void;
}

/** A tree of which lines can be ticked: Space ticks, the arrow keys unfold. */
export function ChoiceTree(props: ChoiceTreeProps) {
  const { label, branches, ticked, unfolded, isSingle = false, onTick, onUnfold } = props;
  const fixed = branches.flatMap(fixedIn);
  return (
    <Tree
      className={styles['tree'] ?? ''}
      aria-label={label}
      items={branches}
      selectionMode={isSingle ? 'single' : 'multiple'}
      disallowEmptySelection={isSingle}
      selectionBehavior="toggle"
      disabledBehavior="selection"
      disabledKeys={[...fixed, ...branches.flatMap(unreadIn)]}
      selectedKeys={ticked}
      onSelectionChange={keys => (keys === 'all' ? undefined : onTick(new Set([...keys].map(String))))}
      expandedKeys={unfolded}
      onExpandedChange={keys => onUnfold(new Set([...keys].map(String)))}
    >
      {branch => <BranchLine branch={branch} ticked={ticked} />}
    </Tree>
  );
}

function fixedIn({ id, isFixed, branches }: ChoiceBranch): readonly string[] {
  return [...(isFixed ? [id] : []), ...branches.flatMap(fixedIn)];
}

/** The line in the place of what is below one that was not read. */
function unreadKey(id: string): string {
  return `${id} unread`;
}

function unreadIn({ id, canUnfold, branches }: ChoiceBranch): readonly string[] {
  return canUnfold && branches.length === 0 ? [unreadKey(id)] : branches.flatMap(unreadIn);
}

interface BranchLineProps {
  readonly branch: ChoiceBranch;
  readonly ticked: ReadonlySet<string>;
}

function BranchLine({ branch, ticked }: BranchLineProps) {
  const { id, name, note, canUnfold, isFixed, branches } = branch;
  const isTicked = ticked.has(id);
  return (
    <TreeItem
      id={id}
      className={styles['branch'] ?? ''}
      textValue={note === '' ? name : `${name}, ${note}`}
      hasChildItems={canUnfold}
    >
      <TreeItemContent>
        <span className={styles['indent']} />
        {canUnfold ? (
          <Button slot="chevron" className={styles['chevron'] ?? ''}>
            <ChevronRight size={14} strokeWidth={2} aria-hidden="true" />
          </Button>
        ) : (
          <span className={styles['chevron']} />
        )}
        <span
          className={classes(styles['box'], isTicked && styles['ticked'], isFixed && styles['fixed'])}
          aria-hidden="true"
        >
          {isTicked ? <Check size={12} strokeWidth={3} /> : null}
        </span>
        <Folder size={16} strokeWidth={1.75} aria-hidden="true" className={layout['faintInk']} />
        <span className={styles['name']}>{name}</span>
        <span className={styles['note']}>{note}</span>
      </TreeItemContent>
      <Collection items={branches}>{inner => <BranchLine branch={inner} ticked={ticked} />}</Collection>
      {canUnfold && branches.length === 0 ? <UnreadLine id={unreadKey(id)} said={branch.unread} /> : null}
    </TreeItem>
  );
}

/** A line without lines in it is not unfolded by the arrow keys: until it was read, it holds this one. */
function UnreadLine({ id, said }: { readonly id: string; readonly said: string }) {
  return (
    <TreeItem id={id} className={styles['branch'] ?? ''} textValue={said}>
      <TreeItemContent>
        <span className={styles['indent']} />
        <span className={styles['note']}>{said}</span>
      </TreeItemContent>
    </TreeItem>
  );
}
