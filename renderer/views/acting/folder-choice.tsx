import { ChevronRight, Folder, FolderSync } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components';

import { questionTexts } from '../../../shared/text/acting.ts';
import { type FolderState, useFolders, watchFolder } from '../../stores/files.ts';
import { mirrorName, useMirrors } from '../../stores/mirrors.ts';
import { placeKey, placeOf } from '../../stores/navigation.ts';
import styles from './folder-choice.module.css';

interface ChoiceProps {
  readonly label: string;
  /** The `placeKey` of the chosen folder. */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  /** Rows that cannot be chosen, nor what is in them: what is being moved. */
  readonly hidden: ReadonlySet<string>;
}

/** The mirrors that can be changed, with their folders, as a tree to choose from. */
export function FolderChoice({ label, chosen, onChoose, hidden }: ChoiceProps) {
  const mirrors = useMirrors(state => state.value) ?? [];
  const folders = useFolders(state => state.folders);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(wayTo(chosen)));
  const branches = mirrors
    .filter(({ mode }) => mode !== 'download')
    .map(mirror =>
      branchOf(
        { key: placeKey({ mirror: mirror.id, folder: null }), name: mirrorName(mirror) },
        { folders, open, hidden },
      ),
    );
  return (
    <>
      {[...open].map(key => (
        <Watch key={key} folder={key} />
      ))}
      <Tree
        className={styles['tree'] ?? ''}
        aria-label={label}
        items={branches}
        selectionMode="single"
        escapeKeyBehavior="none"
        disallowEmptySelection
        selectedKeys={[chosen]}
        disabledKeys={[...open].map(key => `${key}${UNREAD}`)}
        onSelectionChange={keys => (keys === 'all' ? undefined : onChoose(String([...keys][0] ?? chosen)))}
        expandedKeys={open}
        onExpandedChange={keys => setOpen(new Set([...keys].map(String)))}
      >
        {branch => <Line branch={branch} />}
      </Tree>
    </>
  );
}

/** The folders around a folder that is on show. */
function wayTo(key: string): readonly string[] {
  const { mirror } = placeOf(key);
  const crumbs = useFolders.getState().folders.get(key)?.view?.breadcrumbs ?? [];
  return [null, ...crumbs.slice(0, -1).map(({ id }) => id)].map(folder => placeKey({ mirror, folder }));
}

/** What a folder is called, as far as its folders were read. */
export function folderNamed(key: string): string {
  const { mirror, folder } = placeOf(key);
  if (folder === null) {
    const found = useMirrors.getState().value?.find(each => each.id === mirror);
    return found === undefined ? mirror : mirrorName(found);
  }
  for (const { view } of useFolders.getState().folders.values()) {
    const row = view?.rows.find(each => each.id === folder);
    if (row !== undefined) return row.name;
  }
  return folder;
}

interface Branch {
  readonly key: string;
  readonly name: string;
  readonly hasFolders: boolean;
  readonly branches: readonly Branch[];
}

interface Known {
  readonly folders: ReadonlyMap<string, FolderState>;
  readonly open: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
}

function branchOf(
  { key, name }: { readonly key: string; readonly name: string },
  known: Known,
  mayOpen = true,
): Branch {
  const rows = known.open.has(key) ? known.folders.get(key)?.view?.rows : undefined;
  if (rows === undefined) return { key, name, hasFolders: mayOpen, branches: mayOpen ? [unread(key)] : [] };
  const inside = rows.filter(row => row.kind === 'folder' && !known.hidden.has(row.id));
  const { mirror } = placeOf(key);
  const branches = inside
    .toSorted((one, other) => names.compare(one.name, other.name))
    .map(row => branchOf({ key: placeKey({ mirror, folder: row.id }), name: row.name }, known, row.hasFolders));
  return { key, name, hasFolders: branches.length > 0, branches };
}

/** Stands in a branch that was not read: without anything in it, the keyboard could not open it. */
function unread(key: string): Branch {
  return { key: `${key}${UNREAD}`, name: questionTexts.move.reading, hasFolders: false, branches: [] };
}

const UNREAD = '#unread';

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function Line({ branch }: { readonly branch: Branch }) {
  const Icon = placeOf(branch.key).folder === null ? FolderSync : Folder;
  return (
    <TreeItem
      id={branch.key}
      className={styles['line'] ?? ''}
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
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles['name']}>{branch.name}</span>
      </TreeItemContent>
      <Collection items={branch.branches}>{inner => <Line branch={inner} />}</Collection>
    </TreeItem>
  );
}

/** Reads a folder as long as it is open here. */
function Watch({ folder }: { readonly folder: string }) {
  useEffect(() => watchFolder(placeOf(folder)), [folder]);
  return null;
}
