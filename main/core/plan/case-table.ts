import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { ALIKE, FILE_TABLES, isAlike, localChange, remoteChange } from './content-decisions.ts';
import type { Change, ChangeHere, Decision } from './content-decisions.ts';
import { contentsOf } from './item-outcomes.ts';
import type { Item } from '../item.ts';
import { nameKey } from '../names/local-names.ts';
import { nameWithoutDetour, LOCATION_WINNERS } from './merge-location.ts';
import type { LocationChange } from './merge-location.ts';

/** What happened to an item on one side, attribute by attribute. */
interface Attributes {
  readonly content: ChangeHere;
  readonly name: LocationChange;
  readonly parent: LocationChange;
}

/** Everything that can have happened to a file on one side since both sides agreed. */
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

/** Everything that can have happened to a file here: also that its bytes were let go. */
// prettier-ignore
const ATTRIBUTES_HERE = {
  ...ATTRIBUTES,
  'freed':                     { content: 'freed',   name: 'same',  parent: 'same' },
} as const satisfies Readonly<Record<string, Attributes>>;

export type FileChange = keyof typeof ATTRIBUTES;
export type FileChangeHere = keyof typeof ATTRIBUTES_HERE;

/** The columns of the whole policy for files, and all rows but one. */
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

/** The rows of the whole policy for files. */
export const FILE_CHANGES_HERE: readonly FileChangeHere[] = [...FILE_CHANGES, 'freed'];

/** The rows and columns for a folder itself, whatever happened to what is in it. */
export const FOLDER_CHANGES: readonly FileChange[] = FILE_CHANGES.filter(
  change => ATTRIBUTES[change].content !== 'edited',
);

/** Whose value an attribute takes; null where not both sides have the item, or nothing may be decided. */
export type Winner = 'agreed' | 'local' | 'remote' | null;

/** What the policy says of a pair of changes: content, name and folder are merged apart from each other. */
export interface Cell {
  readonly content: Decision;
  readonly name: Winner;
  readonly parent: Winner;
}

/** A pair of changes; `isAlike`: both sides hold the same bytes now. */
export interface Pair {
  readonly here: FileChangeHere;
  readonly there: FileChange;
  readonly isAlike: boolean;
}

/** The cell of a file that was agreed on once. */
export function fileCell(mode: MirrorMode, pair: Pair): Cell {
  const content = FILE_TABLES[mode][ATTRIBUTES_HERE[pair.here].content][ATTRIBUTES[pair.there].content];
  return { content: pair.isAlike ? ALIKE : content, ...locationCell(pair.here, pair.there) };
}

/** Whose name and folder an item takes. */
export function locationCell(here: FileChangeHere, there: FileChange): Omit<Cell, 'content'> {
  const [ours, theirs] = [ATTRIBUTES_HERE[here], ATTRIBUTES[there]];
  if (!isPresent(ours.content) || !isPresent(theirs.content)) return { name: null, parent: null };
  return { name: LOCATION_WINNERS[ours.name][theirs.name], parent: LOCATION_WINNERS[ours.parent][theirs.parent] };
}

/** Whether a change is an edit, whatever else happened. */
export function isEdit(change: FileChangeHere): boolean {
  return ATTRIBUTES_HERE[change].content === 'edited';
}

/** Which pair of changes happened to an item; null when nothing was agreed on yet. */
export function pairOf(item: Item): Pair | null {
  const { base, local, remote } = item;
  if (base === null) return null;
  const contents = contentsOf(item);
  const nameHere =
    local !== null && nameKey(nameWithoutDetour(item, local.name)) !== nameKey(nameWithoutDetour(item, base.localName));
  const nameThere = remote !== null && remote.name !== base.remoteName;
  const isFile = item.kind === 'file';
  return {
    here: changeHere({
      content: isFile ? localChange(contents) : sideOf(local, item.localPresence),
      name: nameHere ? 'moved' : 'same',
      parent: local !== null && local.parent !== base.parent ? 'moved' : 'same',
    }),
    there: changeOf({
      content: isFile ? remoteChange(contents) : sideOf(remote, item.remotePresence),
      name: nameThere ? 'moved' : 'same',
      parent: remote !== null && remote.parent !== base.parent ? 'moved' : 'same',
    }),
    isAlike: isFile && isAlike(contents),
  };
}

function sideOf(facts: unknown, presence: Item['localPresence']): Change {
  if (presence === 'unknown') return 'unknown';
  return facts === null ? 'deleted' : 'same';
}

function changeHere({ content, ...place }: Attributes): FileChangeHere {
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

function isPresent(content: ChangeHere): boolean {
  return content !== 'deleted' && content !== 'unknown' && content !== 'freed';
}
