import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import type { acting } from '../../../../shared/features/edit/text.ts';

/** Everything that can be done with what is chosen, or with the folder on show. */
export type ActionName = keyof (typeof acting)['actions'];

/** What is chosen, and where. */
export interface Chosen {
  readonly rows: readonly FileRow[];
  /** Whether the folder on show may be changed from here. */
  readonly canChange: boolean;
  /** Where no folder of one's own is on show. `managed`: the library's folders may be changed from here. */
  readonly list: 'loose' | 'archived' | 'library' | 'managed' | null;
  /** Whether the desktop app is around the window: it reaches what is on this computer. */
  readonly inDesktop?: boolean;
  /** Whether a folder is on show that can be shared itself, where nothing in it is chosen. */
  readonly hasFolder?: boolean;
}

/** Whether something can be done with what is chosen. */
export function isPossible(action: ActionName, chosen: Chosen): boolean {
  const { rows, canChange, list } = chosen;
  if (list !== null) return isOffered(action, chosen) && isPossibleIn(list, action, rows);
  switch (action) {
    case 'newFolder':
    case 'newNote':
    case 'addFiles':
    case 'addFolder':
      return canChange;
    case 'open':
      return rows.length === 1 && rows[0]?.kind === 'folder';
    case 'openHere':
    case 'reveal':
      return rows.length === 1 && rows.every(row => isMirrored(row) && !ELSEWHERE.has(row.badge));
    case 'preview':
      return rows.length === 1 && rows[0]?.kind === 'file';
    case 'keep':
      return rows.some(row => (isMirrored(row) ? row.kind === 'folder' || row.badge === 'remote' : canBeKept(row)));
    case 'free':
      return rows.some(row => (isMirrored(row) ? row.kind === 'folder' || IN_STEP.has(row.badge) : isKept(row)));
    case 'rename':
      return rows.length === 1 && canChange;
    case 'move':
    case 'remove':
      return rows.length > 0 && canChange;
    case 'clearFolder':
      return rows.length > 0 && canChange && rows.every(({ kind }) => kind === 'file');
    case 'copyTo':
    case 'publish':
      return rows.length > 0 && rows.every(({ kind }) => kind === 'file');
    case 'askAgent':
    case 'download':
    case 'describe':
      return rows.some(({ kind }) => kind === 'file');
    case 'withdraw':
      return false;
    case 'versions':
    case 'editCopy':
      return rows.length === 1 && rows[0]?.kind === 'file';
    case 'share':
      return rows.length === 1 || (rows.length === 0 && chosen.hasFolder === true);
    case 'details':
    case 'copyPath':
    case 'copyId':
      return rows.length > 0;
  }
}

/** Actions that a list never has, for any choice of rows: they are not offered there. */
const NEVER: { readonly [L in NonNullable<Chosen['list']>]: readonly ActionName[] } = {
  loose: ['newFolder', 'newNote', 'addFiles', 'addFolder', 'rename', 'clearFolder', 'withdraw'],
  archived: [
    'askAgent',
    'editCopy',
    'share',
    'newFolder',
    'newNote',
    'addFiles',
    'addFolder',
    'keep',
    'free',
    'copyTo',
    'publish',
    'withdraw',
    'rename',
    'move',
    'clearFolder',
  ],
  library: [
    'share',
    'publish',
    'newFolder',
    'newNote',
    'addFiles',
    'addFolder',
    'rename',
    'move',
    'clearFolder',
    'describe',
    'remove',
  ],
  managed: ['share', 'publish', 'addFiles', 'addFolder', 'move', 'clearFolder', 'describe'],
};

/** Whether to offer it at all. */
export function isOffered(action: ActionName, { rows, list, inDesktop = false, hasFolder = false }: Chosen): boolean {
  if (action === 'share' && rows.length === 0) return hasFolder;
  // A file is looked into with Preview, and opened in its program where that is possible.
  if (action === 'open' && rows.length > 0 && rows.every(({ kind }) => kind === 'file')) return false;
  if (action === 'openHere' || action === 'reveal') return inDesktop && list === null;
  return list === null ? action !== 'withdraw' : !NEVER[list].includes(action);
}

/** What the lists allow: nothing is made or renamed there but folders of the library, by those who manage it. */
function isPossibleIn(list: NonNullable<Chosen['list']>, action: ActionName, rows: readonly FileRow[]): boolean {
  const files = rows.filter(({ kind }) => kind === 'file');
  const isLoose = list === 'loose';
  const isKept = list !== 'archived';
  switch (action) {
    case 'newFolder':
      return list === 'managed';
    case 'newNote':
      return false;
    case 'open':
      return rows.length === 1 && files.length === 0;
    case 'preview':
    case 'versions':
      return rows.length === 1 && files.length === 1;
    case 'editCopy':
      return isKept && rows.length === 1 && files.length === 1;
    case 'rename':
      return list === 'managed' && rows.length === 1 && files.length === 0;
    case 'remove':
      return isLoose ? files.length > 0 : list === 'managed' && rows.length === 1 && files.length === 0;
    case 'move':
      return isLoose && files.length > 0;
    case 'describe':
      return isLoose && files.length > 0;
    case 'share':
      return isLoose && rows.length === 1;
    case 'keep':
      return isKept && rows.some(({ badge }) => badge === 'remote' || badge === 'blocked');
    case 'free':
      return isKept && rows.some(({ kind, badge }) => kind === 'folder' || KEPT.has(badge));
    case 'askAgent':
      return isKept && files.length > 0;
    case 'publish':
    case 'withdraw':
    case 'copyTo':
      return files.length > 0 && files.length === rows.length;
    case 'download':
      return files.length > 0;
    case 'details':
    case 'copyPath':
    case 'copyId':
      return rows.length > 0;
    case 'addFiles':
    case 'addFolder':
    case 'clearFolder':
    case 'openHere':
    case 'reveal':
      return false;
  }
}

/** Badges of files outside of all mirrors that are kept, or are to be. */
const KEPT: ReadonlySet<string> = new Set(['pinned', 'queuedDown', 'downloading', 'blocked']);

/** What is only at the service, and can be kept here: a folder as one in step, a file as a copy of Benchtop’s own. */
export function canBeKept({ kind, badge, opens }: FileRow): boolean {
  return kind === 'folder' ? opens === undefined : badge === 'remote' || badge === 'blocked';
}

/** A file outside of all mirrors that is kept as a copy. */
function isKept({ kind, badge }: FileRow): boolean {
  return kind === 'file' && KEPT.has(badge);
}

/** Badges of files whose bytes are here and at the service alike. */
const IN_STEP: ReadonlySet<string> = new Set(['local', 'verified', 'pinned', 'renamedHere', 'viewOnly']);

/** Badges of what is not on this computer. */
const ELSEWHERE: ReadonlySet<string> = new Set(['remote', 'queuedDown', 'downloading']);

/** An item of a mirrored folder; anything else is only in the service's catalogue. */
export function isMirrored({ id }: Pick<FileRow, 'id'>): boolean {
  return /^\d+$/.test(id);
}
