import type { Table } from './delimited.ts';

/** Among columns that tell all rows apart, one that is called like this is taken first. */
const TELLING = /^(.*[ _-])?(id|well|sample|barcode|key|name|no\.?|nr\.?|number|position|target|gene)([ _-].*)?$/i;
/** Columns that are tried together when none tells all rows apart alone. */
const MOST_TRIED = 8;

/** Whether a column is called like one that tells rows apart. */
export function isTelling(name: string): boolean {
  return TELLING.test(name);
}

/**
 * The columns that tell the rows of all tables apart, by their names: one where that is enough, else two or three.
 * Null when no few columns do.
 */
export function keyOf(tables: readonly Table[]): string[] | null {
  const [first, ...others] = tables;
  if (first === undefined) return null;
  const shared = first.columns.filter(name => others.every(({ columns }) => columns.includes(name)));
  const ranked = [...shared.filter(name => TELLING.test(name)), ...shared.filter(name => !TELLING.test(name))];
  const few = shared.slice(0, MOST_TRIED);
  const tries = [
    ...ranked.map(name => [name]),
    ...few.flatMap((one, at) => few.slice(at + 1).map(other => [one, other])),
    ...few.flatMap((one, at) =>
      few.slice(at + 1).flatMap((two, next) => few.slice(at + next + 2).map(three => [one, two, three])),
    ),
  ];
  return tries.find(names => tellsApart(tables, names)) ?? null;
}

/** Whether each row of each table has other values in these columns than all other rows, and no empty ones. */
export function tellsApart(tables: readonly Table[], names: readonly string[]): boolean {
  return names.length > 0 && tables.every(table => rowsByKey(table, names) !== null);
}

/** The numbers of a table's rows by their values in these columns; null when two have the same, or one has none. */
export function rowsByKey(table: Table, names: readonly string[]): ReadonlyMap<string, number> | null {
  const at = names.map(name => table.columns.indexOf(name));
  if (at.includes(-1)) return null;
  const rows = new Map<string, number>();
  for (const [index, { cells }] of table.rows.entries()) {
    const values = at.map(column => cells[column]?.value.trim() ?? '');
    if (values.includes('')) return null;
    const key = JSON.stringify(values);
    if (rows.has(key)) return null;
    rows.set(key, index);
  }
  return rows;
}
