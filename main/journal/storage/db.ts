/** A value of a row, as SQLite returns it. */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type Row = { readonly [column: string]: SqlValue };

/**
 * The small part of SQLite that the journal needs. Only `database.ts` knows the driver.
 * SQLite prepares a query again for each call when its plan could depend on the parameter values, which costs ten times
 * as much as the query. So a parameter that no index is searched by, and the number after LIMIT, are written `CAST(? AS
 * …)`.
 */
export interface Db {
  /** All rows. Parameters are bound by position. */
  all(sql: string, ...parameters: readonly SqlValue[]): readonly Row[];
  /** The first row, or null. */
  one(sql: string, ...parameters: readonly SqlValue[]): Row | null;
  /** Runs a change. @returns the number of changed rows, and the id of the last inserted row. */
  run(sql: string, ...parameters: readonly SqlValue[]): { readonly changes: number; readonly id: number };
  /** Runs several statements without parameters. */
  script(sql: string): void;
  /** All or nothing; durable when it returns. A nested transaction is part of the outer one. */
  transaction<T>(work: () => T): T;
  /** Copies everything to a new file in small steps; changes during the copy are included. */
  copyTo(path: string): Promise<void>;
  /** Grows with every change that may have touched the table. */
  changesOf(table: string): number;
  close(): void;
}
