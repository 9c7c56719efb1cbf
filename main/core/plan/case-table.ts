import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { ALIKE, FILE_TABLES, isAlike, localChange, remoteChange } from './content-decisions.ts';
import type { Change, LocalChange, Decision } from './content-decisions.ts';
import { contentsOf } from './item-outcomes.ts';
import type { Item } from '../item.ts';
import { nameKey } from '../names/local-names.ts';
import { nameWithoutDetour, LOCATION_WINNERS } from './merge-location.ts';
import type { LocationChange } from './merge-location.ts';

/** What happened to an item on one side, one value for each attribute. */
interface Attributes {
  readonly content: LocalChange;
  readonly name: LocationChange;
  readonly parent: LocationChange;
}

/** Everything that can have happened to a file on one side since the base. */
// prettier-ignore
const ATTRIBUTES = {
  'same':                      { content: 'same',    name: 'same',  parent: 'same' },
  'edited':                    { content: 'edited',  name: 'same',  parent: 'same' },
  'renamed':                   { content: 'moved',   name: 'moved', parent: 'same' },
  'moved':                     { content: 'moved',   name: 'same',  parent: 'moved' },
  'moved and renamed':         { content: 'moved',   name: 'moved', parent: 'moved' },
  'renamed and edited':        { content: 'edited',  name: 'moved', parent: 'same' },
  'moved and edited':          { content: 'edited',  name: 'same',  parent: 'moved' },
  'moved, renamed and edited': { content: 'edited',  name: 'moved', parent: 'moved' },
  'deleted':                   { content: 'deleted', name: 'same',  parent: 'same' },
  'unknown':                   { content: 'unknown', name: 'same',  parent: 'same' },
} as const satisfies Readonly<Record<string, Attributes & { readonly content: Change }>>;

/** On this computer a file may also have become online-only. */
// prettier-ignore
const LOCAL_ATTRIBUTES = {
  ...ATTRIBUTES,
  'freed':                     { content: 'freed',   name: 'same',  parent: 'same' },
} as const satisfies Readonly<Record<string, Attributes>>;

export type FileChange = keyof typeof ATTRIBUTES;
export type LocalFileChange = keyof typeof LOCAL_ATTRIBUTES;

/** The columns of the policy for files, and all of its rows but `freed`. */
export const FILE_CHANGES: readonly FileChange[] = [
  'same',
  'edited',
  'renamed',
  'moved',
  'moved and renamed',
  'renamed and edited',
  'moved and edited',
  'moved, renamed and edited',
  'deleted',
  'unknown',
];

/** The rows of the policy for files. */
export const LOCAL_FILE_CHANGES: readonly LocalFileChange[] = [...FILE_CHANGES, 'freed'];

/** The rows and columns for a folder itself, independent of what is inside it. */
export const FOLDER_CHANGES: readonly FileChange[] = FILE_CHANGES.filter(
  change => ATTRIBUTES[change].content !== 'edited',
);

/**
 * The side whose value an attribute takes (`agreed`: the base, neither changed). Null where one side lacks the item, or
 * nothing may be decided.
 */
export type Winner = 'agreed' | 'local' | 'remote' | null;

/**
 * The policy for one pair of changes. Content, name and folder are merged independently: a local edit and a
 * remote rename both survive.
 */
export interface Cell {
  readonly content: Decision;
  readonly name: Winner;
  readonly parent: Winner;
}

/** A pair of changes. `isAlike`: both sides hold the same bytes now. */
export interface Pair {
  readonly local: LocalFileChange;
  readonly remote: FileChange;
  readonly isAlike: boolean;
}

/** The cell for a file that has a base. */
export function fileCell(mode: MirrorMode, pair: Pair): Cell {
  const content = FILE_TABLES[mode][LOCAL_ATTRIBUTES[pair.local].content][ATTRIBUTES[pair.remote].content];
  return { content: pair.isAlike ? ALIKE : content, ...locationCell(pair.local, pair.remote) };
}

/** Whose name and whose folder an item takes. */
export function locationCell(local: LocalFileChange, remote: FileChange): Omit<Cell, 'content'> {
  const [ours, theirs] = [LOCAL_ATTRIBUTES[local], ATTRIBUTES[remote]];
  if (!isPresent(ours.content) || !isPresent(theirs.content)) return { name: null, parent: null };
  return { name: LOCATION_WINNERS[ours.name][theirs.name], parent: LOCATION_WINNERS[ours.parent][theirs.parent] };
}

/** Whether a change contains an edit, alone or together with a move or a rename. */
export function isEdit(change: LocalFileChange): boolean {
  return LOCAL_ATTRIBUTES[change].content === 'edited';
}

/** The pair of changes that happened to an item since its base; null without a base. */
export function pairOf(item: Item): Pair | null {
  const { base, local, remote } = item;
  if (base === null) return null;
  const contents = contentsOf(item);
  const isRenamedLocally =
    local !== null && nameKey(nameWithoutDetour(item, local.name)) !== nameKey(nameWithoutDetour(item, base.localName));
  const isRenamedRemotely = remote !== null && remote.name !== base.remoteName;
  const isFile = item.kind === 'file';
  return {
    local: localChangeOf({
      content: isFile ? localChange(contents) : sideOf(local, item.localPresence),
      name: isRenamedLocally ? 'moved' : 'same',
      parent: local !== null && local.parent !== base.parent ? 'moved' : 'same',
    }),
    remote: changeOf({
      content: isFile ? remoteChange(contents) : sideOf(remote, item.remotePresence),
      name: isRenamedRemotely ? 'moved' : 'same',
      parent: remote !== null && remote.parent !== base.parent ? 'moved' : 'same',
    }),
    isAlike: isFile && isAlike(contents),
  };
}

function sideOf(facts: unknown, presence: Item['localPresence']): Change {
  if (presence === 'unknown') return 'unknown';
  return facts === null ? 'deleted' : 'same';
}

function localChangeOf({ content, ...place }: Attributes): LocalFileChange {
  return content === 'freed' ? 'freed' : changeOf({ content, ...place });
}

function changeOf({ content, name, parent }: Attributes & { readonly content: Change }): FileChange {
  if (content === 'deleted' || content === 'unknown') return content;
  const isEdited = content === 'edited';
  const found = FILE_CHANGES.find(change => {
    const other = ATTRIBUTES[change];
    return other.name === name && other.parent === parent && isEdit(change) === isEdited && isPresent(other.content);
  });
  return found ?? 'same';
}

function isPresent(content: LocalChange): boolean {
  return content !== 'deleted' && content !== 'unknown' && content !== 'freed';
}
