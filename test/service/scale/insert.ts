import type { Database, Statement } from 'better-sqlite3';

/** Inserts rows of one table, all with the same columns, through one prepared statement. */
export function inserter<T extends object>(database: Database, table: string): (row: T) => void {
  let statement: Statement | null = null;
  return row => {
    statement ??= database.prepare(insertion(table, Object.keys(row)));
    statement.run(...Object.values(row).map(columnOf));
  };
}

function insertion(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** Flags are kept as 0 or 1 and lists as JSON. */
function columnOf(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
