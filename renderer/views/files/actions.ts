import type { FileRow } from '../../../shared/model/file-row.ts';
import type { acting } from '../../../shared/text/acting.ts';

/** Everything that can be done with what is chosen, or with the folder on show. */
export type ActionName = keyof (typeof acting)['actions'];

/** What is chosen, and where. */
export interface Chosen {
  readonly rows: readonly FileRow[];
  /** Whether the folder on show may be changed from here. */
  readonly canChange: boolean;
}

/** Whether something can be done with what is chosen. */
export function isPossible(action: ActionName, { rows, canChange }: Chosen): boolean {
  switch (action) {
    case 'newFolder':
    case 'addFiles':
    case 'addFolder':
      return canChange;
    case 'open':
      return rows.length === 1 && rows[0]?.kind === 'folder';
    case 'preview':
      return rows.length === 1 && rows[0]?.kind === 'file';
    case 'keep':
      return rows.some(row => isMirrored(row) && (row.kind === 'folder' || row.badge === 'remote'));
    case 'free':
      return rows.some(row => isMirrored(row) && (row.kind === 'folder' || IN_STEP.has(row.badge)));
    case 'rename':
      return rows.length === 1 && canChange;
    case 'move':
    case 'remove':
      return rows.length > 0 && canChange;
    case 'clearFolder':
      return rows.length > 0 && canChange && rows.every(({ kind }) => kind === 'file');
    case 'download':
    case 'describe':
      return rows.some(({ kind }) => kind === 'file');
    case 'versions':
      return rows.length === 1 && rows[0]?.kind === 'file';
    case 'share':
      return rows.length === 1;
    case 'details':
    case 'copyPath':
    case 'copyId':
      return rows.length > 0;
  }
}

/** Badges of files whose bytes are here and at the service alike. */
const IN_STEP: ReadonlySet<string> = new Set(['local', 'verified', 'pinned', 'renamedHere', 'viewOnly']);

/** An item of a mirrored folder; anything else is only in the service's catalogue. */
export function isMirrored({ id }: Pick<FileRow, 'id'>): boolean {
  return /^\d+$/.test(id);
}
