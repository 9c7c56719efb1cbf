import type { Counts } from './pages.ts';
import type { Origin } from './choice.ts';
import { countsOf, MOST_SHOWN, type Pages } from './pages.ts';
import { type Change, type MergedColumn, type MergedRow, type TableMerge, valueIn } from './table-merge.ts';

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
  readonly pages: Pages;
}

/** So many columns are shown whether something differs in them or not. */
const FEW_COLUMNS = 8;
/** Columns in which nothing differs are shown up to so many in all. */
const MOST_COLUMNS = 40;

type Presence = Extract<Change, { at: 'row' | 'column' }>;

/** What differs in a table, by where it stands. */
interface Found {
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, Change>>;
  readonly rows: ReadonlyMap<number, Presence>;
  readonly columns: ReadonlyMap<number, Presence>;
}

/** What a person sees of a table that was compared. */
export function tableView(merge: TableMerge, canJoin: boolean, page: number): TableView {
  const { changes, columns, key, isReordered } = merge;
  const found = sorted(changes);
  const { rows, pages } = rowsOnPage(merge, found, page);
  const shown = columnsOf(merge, found, rows);
  return {
    kind: 'table',
    key,
    names: columns.map(({ name }) => name),
    columns: shown.map(at => {
      const name = columns[at]?.name ?? '';
      return { name, isKey: key.includes(name), change: presence(found.columns.get(at)) };
    }),
    rows: rows.map(at => rowView(merge, found, { at, shown })),
    head: page === 0 ? headView(merge) : null,
    counts: countsOf(changes),
    isReordered,
    canJoin,
    pages,
  };
}

function sorted(changes: readonly Change[]): Found {
  const cells = new Map<number, Map<number, Change>>();
  const rows = new Map<number, Presence>();
  const columns = new Map<number, Presence>();
  for (const change of changes) {
    if (change.at === 'row') rows.set(change.row, change);
    if (change.at === 'column') columns.set(change.column, change);
    if (change.at !== 'cell') continue;
    cells.set(change.row, (cells.get(change.row) ?? new Map<number, Change>()).set(change.column, change));
  }
  return { cells, rows, columns };
}

/** Rows in which something differs, as many as hold so many differences as are shown at once; one at least. */
function rowsOnPage(
  { rows }: TableMerge,
  found: Found,
  page: number,
): { readonly rows: readonly number[]; readonly pages: Pages } {
  const starts: number[] = [];
  const shown: number[] = [];
  let onPage = Infinity;
  for (const [at] of rows.entries()) {
    const all = [found.rows.get(at), ...(found.cells.get(at)?.values() ?? [])].filter(each => each !== undefined);
    const [first] = all;
    if (first === undefined) continue;
    onPage += all.length;
    if (onPage > MOST_SHOWN) {
      starts.push(first.id);
      onPage = all.length;
    }
    if (starts.length === page + 1) shown.push(at);
  }
  return { rows: shown, pages: { shown: page, starts: starts.length === 0 ? [0] : [0, ...starts.slice(1)] } };
}

/** The key, every column in which something differs here, and others where they are few or a whole row is shown. */
function columnsOf({ columns, key }: TableMerge, found: Found, rows: readonly number[]): readonly number[] {
  const touched = new Set(rows.flatMap(at => [...(found.cells.get(at)?.keys() ?? [])]));
  const isWide = columns.length <= FEW_COLUMNS || rows.some(at => found.rows.has(at));
  const matters = columns.flatMap(({ name }, at) =>
    key.includes(name) || touched.has(at) || found.columns.has(at) ? [at] : [],
  );
  const known = new Set(matters);
  const others = isWide ? columns.flatMap((_, at) => (known.has(at) ? [] : [at])) : [];
  const room = Math.max(0, MOST_COLUMNS - matters.length);
  return [...matters, ...others.slice(0, room)].toSorted((one, other) => one - other);
}

function headView({ changes, base, mine, theirs }: TableMerge): TableView['head'] {
  const head = changes.find(change => change.at === 'head');
  if (head === undefined) return null;
  return { id: head.id, origin: head.origin, base: base?.head ?? null, mine: mine.head, theirs: theirs.head };
}

function rowView(
  merge: TableMerge,
  found: Found,
  { at, shown }: { readonly at: number; readonly shown: readonly number[] },
): RowView {
  const row = merge.rows[at];
  return {
    key: row?.key.join(' · ') ?? '',
    change: presence(found.rows.get(at)),
    cells: shown.map(column =>
      cellView(merge, { row, column: merge.columns[column], change: found.cells.get(at)?.get(column) }),
    ),
  };
}

function presence(
  change: Presence | undefined,
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
  }: {
    readonly row: MergedRow | undefined;
    readonly column: MergedColumn | undefined;
    readonly change: Change | undefined;
  },
): CellView {
  const valueOf = (side: 'base' | 'mine' | 'theirs'): string | null => {
    const [at, inRow] = [column?.[side] ?? null, row?.[side] ?? null];
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
