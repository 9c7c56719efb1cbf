import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { Item, Tree } from '../item.ts';
import { movedLocally } from './merge-location.ts';

/** What becomes of a folder as a whole. Its name and parent are merged independently of that. */
export type FolderDecision =
  | 'rest'
  | 'create-local'
  | 'create-remote'
  | 'delete-local'
  | 'delete-remote'
  | 'forget'
  | 'frozen';

/**
 * On which sides a folder is. `removed`: it has a base and is gone from one side; `moved here`: renamed or moved on
 * this computer since the base; `kept here`: it stays on this computer only.
 */
export type Situation =
  | 'both'
  | 'new here'
  | 'kept here'
  | 'removed there'
  | 'moved here, removed there'
  | 'new there'
  | 'removed here'
  | 'gone'
  | 'unknown';

/**
 * What will remain inside a folder once everything decided about its content is done. `leaving`: it holds something
 * now, and nothing of that remains; `unknown`: it holds only items that cannot be observed.
 */
export type Inside = 'empty' | 'leaving' | 'unknown' | 'here' | 'there' | 'both';

/** The decision for every pair. Rows: on which sides the folder is. Columns: what will remain inside it. */
export type FolderDecisions = Readonly<Record<Situation, Readonly<Record<Inside, FolderDecision>>>>;

function always(decision: FolderDecision): FolderDecisions['both'] {
  return {
    empty: decision,
    leaving: decision,
    unknown: decision,
    here: decision,
    there: decision,
    both: decision,
  };
}

const [REST, FROZEN] = [always('rest'), always('frozen')];
const [NEW_HERE, NEW_THERE] = [always('create-remote'), always('create-local')];
const GONE: FolderDecisions['gone'] = { ...REST, empty: 'forget' };

// prettier-ignore
const REMOVED_THERE: FolderDecisions['removed there'] =
                    { empty: 'delete-local',  leaving: 'delete-local',  unknown: 'rest', here: 'rest',         there: 'create-remote', both: 'create-remote' };

/**
 * A folder is removed only when nothing inside it remains or is unknown, and is made again for a file that remains: an
 * edit in `data/` brings `data/` back after a colleague removed it.
 */
// prettier-ignore
const TWO_WAY: FolderDecisions = {
  both: REST,
  'new here': NEW_HERE,
  'kept here':     { empty: 'rest',          leaving: 'rest',          unknown: 'rest', here: 'rest',         there: 'create-remote', both: 'create-remote' },
  'removed there': REMOVED_THERE,
  'moved here, removed there': REMOVED_THERE,
  'new there': NEW_THERE,
  'removed here':  { empty: 'delete-remote', leaving: 'delete-remote', unknown: 'rest', here: 'create-local', there: 'rest',          both: 'create-local' },
  gone: GONE,
  unknown: FROZEN,
};

// prettier-ignore
const STAYS_HERE: FolderDecisions['removed there'] =
  { empty: 'rest', leaving: 'rest', unknown: 'rest', here: 'rest', there: 'create-remote', both: 'create-remote' };

/** An upload mirror: nothing is created, moved or removed on this computer. */
const UPLOAD: FolderDecisions = {
  ...TWO_WAY,
  'removed there': STAYS_HERE,
  'moved here, removed there': STAYS_HERE,
  'new there': REST,
  'removed here': REST,
};

// prettier-ignore
const GOES_WHEN_EMPTY: FolderDecisions['removed there'] =
  { empty: 'delete-local', leaving: 'delete-local', unknown: 'rest', here: 'rest', there: 'rest', both: 'rest' };

/** A download mirror: nothing is created, moved or removed at the service. */
const DOWNLOAD: FolderDecisions = {
  ...TWO_WAY,
  'new here': REST,
  'kept here': REST,
  'removed there': GOES_WHEN_EMPTY,
  'moved here, removed there': GOES_WHEN_EMPTY,
  'removed here': NEW_THERE,
};

/** The table for each mode of a mirror. */
export const FOLDER_TABLES: Readonly<Record<MirrorMode, FolderDecisions>> = {
  'two-way': TWO_WAY,
  upload: UPLOAD,
  download: DOWNLOAD,
};

/** The row of a folder. */
export function situationOf(item: Item): Situation {
  const { localPresence, local, remotePresence, remote, base, localOnlyContent } = item;
  if (localPresence === 'unknown' || remotePresence === 'unknown') return 'unknown';
  if (local !== null && remote !== null) return 'both';
  if (local !== null) {
    if (base !== null) return movedLocally(item) ? 'moved here, removed there' : 'removed there';
    return localOnlyContent === null ? 'new here' : 'kept here';
  }
  if (remote !== null) return base === null ? 'new there' : 'removed here';
  return 'gone';
}

/**
 * Whether a folder above this item was renamed or moved here while the service removed it. The rename shows that a
 * person still uses the folder, so a person is asked before anything in it is removed.
 */
export function isInQuestion(tree: Tree, item: Item): boolean {
  const seen = new Set<Item>();
  for (let at: Item | undefined = item; at !== undefined && !seen.has(at); at = parentHere(tree, at)) {
    if (at.kind === 'folder' && situationOf(at) === 'moved here, removed there') return true;
    seen.add(at);
  }
  return false;
}

function parentHere(tree: Tree, { local }: Item): Item | undefined {
  return local === null ? undefined : tree.items.get(local.parent);
}

/** The part of an item's outcome that the decision about its folder depends on. */
export interface Content {
  readonly decision: string;
  readonly here: boolean;
  readonly there: boolean;
}

/**
 * The column of a folder. An item that cannot be observed at the service does not bring its folder back there, but
 * keeps it from being removed.
 */
export function insideOf(inside: readonly Content[]): Inside {
  const isHere = inside.some(each => each.here);
  const isThere = inside.some(each => each.there && each.decision !== 'frozen');
  if (isHere && isThere) return 'both';
  if (isHere) return 'here';
  if (isThere) return 'there';
  if (inside.some(each => each.decision === 'frozen')) return 'unknown';
  return inside.length === 0 ? 'empty' : 'leaving';
}
