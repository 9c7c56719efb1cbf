import type { Origin } from './choice.ts';
import type { Comparison, NoComparison } from './comparison.ts';
import type { TreeChange } from './json-tree.ts';
import { type Hunk, isHunk, type LinePart } from './lines.ts';
import {
  type Change,
  type MergedColumn,
  type MergedRow,
  type NoTable,
  type TableMerge,
  valueIn,
} from './table-merge.ts';

/** Lines around a difference that are shown with it. */
const AROUND = 3;
/** Differences that are shown at most; all of them are counted, and can be chosen together. */
export const MOST_SHOWN = 500;

/** Of a comparison, what a person sees. */
export type ComparisonView =
  | { readonly kind: 'same' }
  | { readonly kind: 'facts'; readonly why: NoComparison }
  | { readonly kind: 'image'; readonly type: string }
  | LinesView
  | TableView;

/** How many differences there are, shown or not. */
export interface Counts {
  readonly all: number;
  readonly mine: number;
  readonly theirs: number;
  readonly same: number;
  readonly conflict: number;
  readonly differs: number;
}

/** A text, with what is alike cut to a few lines around each difference. */
export interface LinesView {
  readonly kind: 'lines';
  readonly parts: readonly LinesPart[];
  readonly counts: Counts;
  readonly noTable: NoTable | null;
  readonly tree: readonly TreeChange[] | null;
  readonly canJoin: boolean;
  /** Differences that are not shown. */
  readonly hidden: number;
}

export type LinesPart = Hunk | { readonly lines: readonly string[] } | { readonly skipped: number };

/** A cell that is shown: its value in each version; null: that version has no such row or column. */
export interface CellView {
  readonly change: number | null;
  readonly origin: Origin | null;
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** A row in which something differs. */
export interface RowView {
  readonly key: string;
  /** Null: both have it. */
  readonly change: { readonly id: number; readonly origin: Origin; readonly isIn: 'mine' | 'theirs' } | null;
  /** In the order of the view's columns. */
  readonly cells: readonly CellView[];
}

/** The rows and columns of a table in which something differs. */
export interface TableView {
  readonly kind: 'table';
  readonly key: readonly string[];
  /** All names that a person may choose a key from. */
  readonly names: readonly string[];
  readonly columns: readonly {
    readonly name: string;
    readonly isKey: boolean;
    readonly change: { readonly id: number; readonly origin: Origin; readonly isIn: 'mine' | 'theirs' } | null;
  }[];
  readonly rows: readonly RowView[];
  /** What stands above the table, if that differs. */
  readonly head: {
    readonly id: number;
    readonly origin: Origin;
    readonly base: string | null;
    readonly mine: string;
    readonly theirs: string;
  } | null;
  readonly counts: Counts;
  readonly isReordered: boolean;
  readonly canJoin: boolean;
  /** Rows with differences that are not shown. */
  readonly hidden: number;
}

/** What a person sees of a comparison. */
export function viewOf(comparison: Comparison): ComparisonView {
  if (comparison.kind === 'table') return tableView(comparison.merge, comparison.encoding !== null);
  if (comparison.kind !== 'lines') return comparison;
  const { parts, noTable, tree, encoding } = comparison;
  const hunks = parts.filter(isHunk);
  const shown = parts.slice(0, endOfShown(parts));
  return {
    kind: 'lines',
    parts: shown.flatMap((part, at) => (isHunk(part) ? [part] : around(part.lines, at === 0, at === parts.length - 1))),
    counts: countsOf(hunks),
    noTable,
    tree,
    canJoin: encoding !== null,
    hidden: Math.max(0, hunks.length - MOST_SHOWN),
  };
}

function endOfShown(parts: readonly LinePart[]): number {
  let hunks = 0;
  const at = parts.findIndex(part => isHunk(part) && ++hunks > MOST_SHOWN);
  return at < 0 ? parts.length : at;
}

function around(lines: readonly string[], isFirst: boolean, isLast: boolean): LinesPart[] {
  const before = isFirst ? 0 : AROUND;
  const after = isLast ? 0 : AROUND;
  if (lines.length <= before + after + 1) return [{ lines }];
  const parts = [
    { lines: lines.slice(0, before) },
    { skipped: lines.length - before - after },
    { lines: lines.slice(lines.length - after) },
  ];
  return parts.filter(part => 'skipped' in part || part.lines.length > 0);
}

function countsOf(changes: readonly { readonly origin: Origin }[]): Counts {
  const counts = { all: changes.length, mine: 0, theirs: 0, same: 0, conflict: 0, differs: 0 };
  for (const { origin } of changes) counts[origin] += 1;
  return counts;
}

function tableView(merge: TableMerge, canJoin: boolean): TableView {
  const { changes, columns, key } = merge;
  const inRow = new Map<number, Map<number, Change>>();
  const ofRow = new Map<number, Extract<Change, { at: 'row' }>>();
  const ofColumn = new Map<number, Extract<Change, { at: 'column' }>>();
  const touched = new Set<number>();
  for (const change of changes) {
    if (change.at === 'row') ofRow.set(change.row, change);
    if (change.at === 'column') ofColumn.set(change.column, change);
    if (change.at === 'column' || change.at === 'cell') touched.add(change.column);
    if (change.at === 'cell')
      inRow.set(change.row, (inRow.get(change.row) ?? new Map<number, Change>()).set(change.column, change));
  }
  // A whole row that only one side has is worth reading whole.
  const isWide = ofRow.size > 0;
  const shown = columns.flatMap((column, at) => (isWide || key.includes(column.name) || touched.has(at) ? [at] : []));
  const rows = merge.rows.flatMap((row, at) => (inRow.has(at) || ofRow.has(at) ? [{ row, at }] : []));
  const head = changes.find(change => change.at === 'head');
  return {
    kind: 'table',
    key,
    names: columns.map(({ name }) => name),
    columns: shown.map(at => {
      const name = columns[at]?.name ?? '';
      return { name, isKey: key.includes(name), change: presence(ofColumn.get(at)) };
    }),
    rows: rows.slice(0, MOST_SHOWN).map(({ row, at }) => ({
      key: row.key.join(' · '),
      change: presence(ofRow.get(at)),
      cells: shown.map(column => cellView(merge, { row, column: columns[column], change: inRow.get(at)?.get(column) })),
    })),
    head:
      head === undefined
        ? null
        : {
            id: head.id,
            origin: head.origin,
            base: merge.base?.head ?? null,
            mine: merge.mine.head,
            theirs: merge.theirs.head,
          },
    counts: countsOf(changes),
    isReordered: merge.isReordered,
    canJoin,
    hidden: Math.max(0, rows.length - MOST_SHOWN),
  };
}

function presence(
  change: Extract<Change, { at: 'row' | 'column' }> | undefined,
): { readonly id: number; readonly origin: Origin; readonly isIn: 'mine' | 'theirs' } | null {
  if (change === undefined) return null;
  return { id: change.id, origin: change.origin, isIn: change.isIn.mine ? 'mine' : 'theirs' };
}

function cellView(
  merge: TableMerge,
  {
    row,
    column,
    change,
  }: { readonly row: MergedRow; readonly column: MergedColumn | undefined; readonly change: Change | undefined },
): CellView {
  const valueOf = (side: 'base' | 'mine' | 'theirs'): string | null => {
    const [at, inRow] = [column?.[side] ?? null, row[side]];
    return at === null || inRow === null ? null : valueIn(merge[side], inRow, at);
  };
  return {
    change: change?.id ?? null,
    origin: change?.origin ?? null,
    base: valueOf('base'),
    mine: valueOf('mine'),
    theirs: valueOf('theirs'),
  };
}
