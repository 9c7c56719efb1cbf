import { ChevronRight, Folder, FolderSync } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components';

import { questionTexts } from '../../../shared/text/acting.ts';
import type { TreeFolder } from '../../../shared/model/folder-window.ts';
import { browseTexts } from '../../../shared/text/browse.ts';
import { type Branches, useBranches, watchBranches } from '../../stores/branches.ts';
import { useFolders } from '../../stores/files.ts';
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
  const known = useBranches(state => state.branches);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(wayTo(chosen)));
  const parts = { known, open, hidden };
  const branches = [
    ...mirrors
      .filter(({ mode }) => mode !== 'download')
      .map(mirror => branchOf({ place: { mirror: mirror.id, folder: null }, name: mirrorName(mirror) }, parts)),
    branchOf({ place: { base: null }, name: browseTexts.base }, parts),
  ];
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
  const place = placeOf(key);
  const trail = useFolders.getState().folders.get(key)?.view?.head.trail ?? [];
  const top = 'mirror' in place ? { mirror: place.mirror, folder: null } : { base: null };
  return [placeKey(top), ...trail.slice(0, -1).map(step => placeKey(step.place))];
}

/** What a folder is called, as far as its folders were read. */
export function folderNamed(key: string): string {
  const place = placeOf(key);
  if ('mirror' in place && place.folder === null) {
    const found = useMirrors.getState().value?.find(each => each.id === place.mirror);
    return found === undefined ? place.mirror : mirrorName(found);
  }
  if ('base' in place && place.base === null) return browseTexts.base;
  for (const { folders } of useBranches.getState().branches.values()) {
    const found = folders.find(each => placeKey(each.place) === key);
    if (found !== undefined) return found.name;
  }
  return useFolders.getState().folders.get(key)?.view?.head.trail.at(-1)?.name ?? key;
}

interface Branch {
  readonly key: string;
  readonly name: string;
  readonly hasFolders: boolean;
  readonly branches: readonly Branch[];
}

interface Known {
  readonly known: ReadonlyMap<string, Branches>;
  readonly open: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
}

/** Folders inside one another that are drawn: answers that go round in a ring end here. */
const DEEPEST = 40;

function branchOf(
  { place, name }: Pick<TreeFolder, 'place' | 'name'>,
  parts: Known,
  { hasFolders = true, depth = 0 } = {},
): Branch {
  const key = placeKey(place);
  const folders = parts.open.has(key) && depth < DEEPEST ? parts.known.get(key)?.folders : undefined;
  if (folders === undefined) return { key, name, hasFolders, branches: hasFolders ? [unread(key)] : [] };
  // What is mirrored stands under its mirror.
  const inside = folders.filter(each => !each.isMirrored && !parts.hidden.has(rowId(each)));
  const branches = inside.map(each => branchOf(each, parts, { hasFolders: each.hasFolders, depth: depth + 1 }));
  return { key, name, hasFolders: branches.length > 0, branches };
}

function rowId({ place }: TreeFolder): string {
  return ('mirror' in place ? place.folder : 'base' in place ? place.base : null) ?? '';
}

function isTop(key: string): boolean {
  const place = placeOf(key);
  return 'mirror' in place && place.folder === null;
}

/** Stands in a branch that was not read: without anything in it, the keyboard could not open it. */
function unread(key: string): Branch {
  return { key: `${key}${UNREAD}`, name: questionTexts.move.reading, hasFolders: false, branches: [] };
}

const UNREAD = '#unread';

function Line({ branch }: { readonly branch: Branch }) {
  const Icon = isTop(branch.key) ? FolderSync : Folder;
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
  useEffect(() => watchBranches(placeOf(folder)), [folder]);
  return null;
}
