import { type Origin, originOf } from './choice.ts';
import type { Row, Table } from './delimited.ts';
import { keyOf, rowsByKey, tellsApart } from './keys.ts';

/** What the versions have at one place; null: there is no such thing in it. `base` undefined: it is not known. */
export interface Values {
  readonly base?: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** Where the versions of a table differ. */
export type Change = { readonly id: number; readonly origin: Origin } & (
  | { readonly at: 'head'; readonly values: Values }
  | {
      readonly at: 'column';
      readonly column: number;
      readonly isIn: { readonly mine: boolean; readonly theirs: boolean };
    }
  | { readonly at: 'row'; readonly row: number; readonly isIn: { readonly mine: boolean; readonly theirs: boolean } }
  | { readonly at: 'cell'; readonly row: number; readonly column: number; readonly values: Values }
);

/** A row that at least one of two versions has, by its number in each. */
export interface MergedRow {
  readonly key: readonly string[];
  readonly base: number | null;
  readonly mine: number | null;
  readonly theirs: number | null;
}

/** A column that at least one of two versions has, by its number in each. */
export interface MergedColumn {
  readonly name: string;
  readonly base: number | null;
  readonly mine: number | null;
  readonly theirs: number | null;
}

/** Two versions of a table, and what both were made from if that is known, brought together by the values of its key. */
export interface TableMerge {
  readonly base: Table | null;
  readonly mine: Table;
  readonly theirs: Table;
  readonly key: readonly string[];
  readonly columns: readonly MergedColumn[];
  readonly rows: readonly MergedRow[];
  readonly changes: readonly Change[];
  /** The rows that both have stand in another order. */
  readonly isReordered: boolean;
}

/** Why two tables are not brought together cell by cell. */
export type NoTable = 'no-table' | 'no-key' | 'other-separator';

/**
 * Brings versions of a table together. `key`: the names of the columns that tell rows apart; null: they are found.
 * @returns why not, where it cannot be done.
 */
export function mergeTables(
  tables: { readonly base: Table | null; readonly mine: Table | null; readonly theirs: Table | null },
  wanted: readonly string[] | null,
): TableMerge | NoTable {
  const { base, mine, theirs } = tables;
  if (mine === null || theirs === null) return 'no-table';
  const all = [theirs, mine, ...(base === null ? [] : [base])];
  if (new Set(all.map(({ separator }) => separator)).size > 1) return 'other-separator';
  const key = wanted !== null && tellsApart(all, wanted) ? wanted : wanted === null ? keyOf(all) : null;
  if (key === null) return 'no-key';
  const columns = columnsOf(base, mine, theirs);
  const { rows, isReordered } = rowsOf({ base, mine, theirs }, key);
  const sides = { base, mine, theirs };
  const found = [
    ...headChanges(sides),
    ...columns.flatMap((column, at) => columnChanges(sides, { column, at, rows })),
    ...rows.flatMap((row, at) => rowChanges(sides, { row, at, columns })),
  ];
  const changes = found.map((change, id) => ({ ...change, id }));
  return { ...sides, key, columns, rows, changes, isReordered };
}

interface Sides {
  readonly base: Table | null;
  readonly mine: Table;
  readonly theirs: Table;
}

type Found<C = Change> = C extends unknown ? Omit<C, 'id'> : never;

/** The columns of the current version; those that only the other has stand behind the one they follow there. */
function columnsOf(base: Table | null, mine: Table, theirs: Table): MergedColumn[] {
  const at = (table: Table | null, name: string): number | null => {
    const index = table?.columns.indexOf(name) ?? -1;
    return index < 0 ? null : index;
  };
  const names = joined(theirs.columns, mine.columns);
  return names.map(name => ({ name, base: at(base, name), mine: at(mine, name), theirs: at(theirs, name) }));
}

/** All of `first` in its order, and each of `second` that is not in it behind what stands before it there. */
function joined(first: readonly string[], second: readonly string[]): string[] {
  const known = new Set(first);
  const behind = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const each of second) {
    if (known.has(each)) before = each;
    else behind.set(before, [...(behind.get(before) ?? []), each]);
  }
  return [...(behind.get(null) ?? []), ...first.flatMap(each => [each, ...(behind.get(each) ?? [])])];
}

function rowsOf(
  { base, mine, theirs }: Sides,
  key: readonly string[],
): { readonly rows: MergedRow[]; readonly isReordered: boolean } {
  const none: ReadonlyMap<string, number> = new Map();
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(each =>
    each === null ? none : (rowsByKey(each, key) ?? none),
  );
  const [ours = none, others = none] = [inMine, inTheirs];
  const keys = joined([...others.keys()], [...ours.keys()]);
  const inBoth = [...others.keys()].filter(each => ours.has(each));
  const order = inBoth.map(each => ours.get(each) ?? 0);
  return {
    rows: keys.map(each => ({
      key: JSON.parse(each) as string[],
      base: inBase?.get(each) ?? null,
      mine: ours.get(each) ?? null,
      theirs: others.get(each) ?? null,
    })),
    isReordered: order.some((place, at) => at > 0 && place < (order[at - 1] ?? 0)),
  };
}

function headChanges({ base, mine, theirs }: Sides): Found[] {
  const origin = originOf(base?.head, mine.head, theirs.head);
  if (origin === null) return [];
  const values = { mine: mine.head, theirs: theirs.head, ...(base === null ? {} : { base: base.head }) };
  return [{ at: 'head', origin, values }];
}

function columnChanges(
  sides: Sides,
  { column, at, rows }: { readonly column: MergedColumn; readonly at: number; readonly rows: readonly MergedRow[] },
): Found[] {
  const isIn = { mine: column.mine !== null, theirs: column.theirs !== null };
  if (isIn.mine === isIn.theirs) return [];
  const wasThere = sides.base === null ? undefined : column.base !== null;
  const origin = originOf(wasThere, isIn.mine, isIn.theirs);
  if (origin === null) return [];
  // Who changed a value in a column that the other took out has something to say about that.
  const isEdited = wasThere === true && rows.some(row => isEditedIn(sides, row, column));
  return [{ at: 'column', column: at, isIn, origin: isEdited ? 'conflict' : origin }];
}

function isEditedIn(sides: Sides, row: MergedRow, column: MergedColumn): boolean {
  const kept = column.mine === null ? 'theirs' : 'mine';
  if (row.base === null || row[kept] === null) return false;
  return valueIn(sides[kept], row[kept], column[kept]) !== valueIn(sides.base, row.base, column.base);
}

function rowChanges(
  sides: Sides,
  { row, at, columns }: { readonly row: MergedRow; readonly at: number; readonly columns: readonly MergedColumn[] },
): Found[] {
  const isIn = { mine: row.mine !== null, theirs: row.theirs !== null };
  if (isIn.mine !== isIn.theirs) {
    const wasThere = sides.base === null ? undefined : row.base !== null;
    const origin = originOf(wasThere, isIn.mine, isIn.theirs) ?? 'differs';
    const isEdited = wasThere === true && columns.some(column => isEditedInRow(sides, row, column));
    return [{ at: 'row', row: at, isIn, origin: isEdited ? 'conflict' : origin }];
  }
  return columns.flatMap((column, index): Found[] => {
    if (column.mine === null || column.theirs === null) return [];
    const values = {
      ...(sides.base === null ? {} : { base: row.base === null ? null : valueIn(sides.base, row.base, column.base) }),
      mine: valueIn(sides.mine, row.mine, column.mine),
      theirs: valueIn(sides.theirs, row.theirs, column.theirs),
    };
    const origin = originOf<string | null>(values.base, values.mine, values.theirs);
    return origin === null ? [] : [{ at: 'cell', row: at, column: index, origin, values }];
  });
}

function isEditedInRow(sides: Sides, row: MergedRow, column: MergedColumn): boolean {
  const kept = row.mine === null ? 'theirs' : 'mine';
  if (row.base === null || column.base === null || column[kept] === null) return false;
  return valueIn(sides[kept], row[kept], column[kept]) !== valueIn(sides.base, row.base, column.base);
}

/** The value of a cell; empty where the row is shorter. */
export function valueIn(table: Table | null, row: number | null, column: number | null): string {
  const found: Row | undefined = row === null ? undefined : table?.rows[row];
  return column === null ? '' : (found?.cells[column]?.value ?? '');
}
