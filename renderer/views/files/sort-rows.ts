import type { FileRow, SyncBadge } from '../../../shared/model/file-row.ts';

/** What the list can be sorted by. */
export type SortColumn = 'name' | 'sync' | 'text' | 'modified' | 'size';

/** Column and direction. */
export interface Sorting {
  readonly column: SortColumn;
  readonly direction: 'ascending' | 'descending';
}

/**
 * The rows in order: folders always before files, what has no value after what has one, equals by name. Names compare
 * as people count: `plate2` before `plate10`.
 */
export function sortRows(rows: readonly FileRow[], { column, direction }: Sorting): FileRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted(
    (one, other) =>
      Number(other.kind === 'folder') - Number(one.kind === 'folder') ||
      compareBy(column, one, other, sign) ||
      names.compare(one.name, other.name) * (column === 'name' ? sign : 1),
  );
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** What needs a person first, then what moves, then what rests. */
const URGENCY: readonly SyncBadge[] = [
  'blocked',
  'conflict',
  'removing',
  'settling',
  'uploading',
  'confirming',
  'downloading',
  'queuedUp',
  'queuedDown',
  'renamedHere',
  'viewOnly',
  'remote',
  'ignored',
  'local',
  'pinned',
  'verified',
];

function compareBy(column: SortColumn, one: FileRow, other: FileRow, sign: number): number {
  const [left, right] = [valueOf(column, one), valueOf(column, other)];
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return (left < right ? -1 : 1) * sign;
}

function valueOf(column: SortColumn, row: FileRow): string | number | null {
  switch (column) {
    case 'name':
      return null;
    case 'sync':
      return URGENCY.indexOf(row.badge);
    case 'text':
      return row.extraction;
    case 'modified':
      return row.modifiedAt === null ? null : Date.parse(row.modifiedAt);
    case 'size':
      return row.sizeBytes;
  }
}
