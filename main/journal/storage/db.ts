/** A value in a row, as SQLite gives it. */
export type Cell = string | number | bigint | Uint8Array | null;

export type Row = { readonly [column: string]: Cell };

/**
 * The few things the journal needs of SQLite. Only `database.ts` knows the driver.
 *
 * SQLite prepares a query anew for each question when its plan could depend on the values asked for, which costs ten times
 * what the answer does: a value that nothing is looked up by, and the number after LIMIT, are written `CAST(? AS …)`.
 */
export interface Db {
  /** All rows. Parameters are bound by position. */
  all(sql: string, ...parameters: readonly Cell[]): readonly Row[];
  /** The first row, or null. */
  one(sql: string, ...parameters: readonly Cell[]): Row | null;
  /** Changes rows; tells how many, and the id of the last row put in. */
  run(sql: string, ...parameters: readonly Cell[]): { readonly changes: number; readonly id: number };
  /** Several statements, without parameters. */
  script(sql: string): void;
  /** All or nothing, durable when it returns. Inside another one it is part of that one. */
  transaction<T>(work: () => T): T;
  /** Copies everything to a new file, a little at a time; what is written meanwhile is in the copy. */
  copyTo(path: string): Promise<void>;
  /** Grows with every change that may have touched the table, whoever made it. */
  changesOf(table: string): number;
  close(): void;
}
