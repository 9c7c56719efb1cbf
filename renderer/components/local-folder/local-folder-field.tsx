import { Folder, FolderX, HardDrive, House } from 'lucide-react';
import { useState } from 'react';
import { Tree } from 'react-aria-components';

import { localFolderTexts as texts } from '../../../shared/features/set-up/local-folder-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../controls/button.tsx';
import { FaultNotice } from '../feedback/fault-notice.tsx';
import { TextField } from '../fields/text-field.tsx';
import { type TreeBranch, TreeLine } from '../list/tree-line.tsx';
import { desktop } from '../../state/desktop.ts';
import { BEGIN, type LocalTree, startLocalTree, unfoldLocal, useLocalTree } from '../../state/reading/local-folders.ts';
import { classes } from '../classes.ts';
import styles from './local-folder-field.module.css';
import layout from '../layout/layout.module.css';

/** A folder of this computer. */
export interface LocalFolderFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
  readonly isReadOnly?: boolean;
  /** Has the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

/** A folder of this computer: chosen in the system's dialog or, in a browser, in a tree; it may be typed as well. */
export function LocalFolderField(props: LocalFolderFieldProps) {
  const { label, hint, value, onChange, isReadOnly = false, isFirst = false } = props;
  const [isOpen, setOpen] = useState(false);
  const choose = async (): Promise<void> => {
    if (desktop !== null) {
      const chosen = await desktop.chooseFolder(value);
      return chosen === null ? undefined : onChange(chosen);
    }
    if (!isOpen) startLocalTree();
    setOpen(!isOpen);
  };
  return (
    <div className={layout['stack']}>
      <div className={styles['line']}>
        <TextField
          label={label}
          hint={hint}
          value={value}
          onChange={onChange}
          isReadOnly={isReadOnly}
          isFirst={isFirst}
          maxLength={4000}
        />
        <Button onPress={() => void choose()}>{isOpen ? texts.close : texts.choose}</Button>
      </div>
      {isOpen ? <LocalFolders value={value} onChoose={onChange} /> : null}
    </div>
  );
}

const ICONS = { folder: Folder, home: House, top: HardDrive, note: FolderX };

interface LocalBranch extends TreeBranch {
  readonly branches: readonly LocalBranch[];
}

function LocalFolders({ value, onChoose }: { readonly value: string; readonly onChoose: (path: string) => void }) {
  const tree = useLocalTree();
  const branches = branchesIn(BEGIN, tree);
  if (tree.fault !== null) return <FaultNotice fault={tree.fault} saidTitle={texts.said} />;
  if (branches.length === 0) return <p className={layout['faint']}>{texts.reading}</p>;
  return (
    <Tree
      className={classes(layout['scrolls'], styles['tree'])}
      aria-label={texts.tree}
      items={branches}
      selectionMode="single"
      // Going through it by keys chooses nothing before Enter or Space.
      selectionBehavior="toggle"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={keys => {
        const [chosen] = keys === 'all' ? [] : keys;
        if (chosen !== undefined && !String(chosen).endsWith(NOTE)) onChoose(String(chosen));
      }}
      expandedKeys={tree.unfolded}
      onExpandedChange={keys => unfoldLocal(new Set([...keys].map(String)))}
    >
      {branch => <TreeLine branch={branch} icons={ICONS} />}
    </Tree>
  );
}

/** No path holds it: the end of the key of a line that is no folder. */
const NOTE = '\0';

function branchesIn(path: string, tree: LocalTree): readonly LocalBranch[] {
  const found = tree.folders.get(path);
  // A line without lines in it is not unfolded by the arrow keys: until it was read, it holds this one.
  if (found === undefined) return path === BEGIN ? [] : [note(path, texts.reading)];
  if (found === 'reading') return path === BEGIN ? [] : [note(path, texts.reading)];
  if (found.state !== 'read') return [note(path, texts[found.state])];
  const folders = found.folders.map(({ name, path: at }) => ({
    key: at,
    kind: path !== BEGIN ? 'folder' : /^([A-Za-z]:[/\\])$|^\/$/.test(at) ? 'top' : 'home',
    name: shownName(name),
    hasFolders: !isEmpty(at, tree),
    branches: branchesIn(at, tree),
  }));
  return found.isWhole ? folders : [...folders, note(path, texts.more)];
}

function isEmpty(path: string, { folders }: LocalTree): boolean {
  const found = folders.get(path);
  return found !== undefined && found !== 'reading' && found.state === 'read' && found.folders.length === 0;
}

function note(path: string, name: string): LocalBranch {
  return { key: `${path}${NOTE}`, kind: 'note', name, hasFolders: false, branches: [] };
}
