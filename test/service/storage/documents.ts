import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import type { Table, Where } from '../rules/ground/tables.ts';

type Keyed = { readonly id: string };

const stored = z.object({ doc: z.string() });

/** The plain tables: each row a JSON document, found by its id or by an indexed expression. Made when first used. */
export class Documents {
  readonly #database: Database;
  readonly #made = new Set<string>();
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Rows in the order of their first saving. */
  rows<R extends Keyed, C extends keyof R & string>(table: Table<R, C>, where: Where<R, C>): readonly R[] {
    const columns = table.columns.filter(column => where[column] !== undefined);
    const test = columns.map(column => `${expression(column)} IS ?`).join(' AND ') || '1';
    const statement = this.#prepared(table, `SELECT doc FROM ${place(table)} WHERE ${test} ORDER BY position`);
    return statement.all(...columns.map(column => bound(where[column]))).map(row => documentOf<R>(row));
  }

  row<R extends Keyed, C extends keyof R & string>(table: Table<R, C>, id: string): R | null {
    const row = this.#prepared(table, `SELECT doc FROM ${place(table)} WHERE id = ?`).get(id);
    return row === undefined ? null : documentOf<R>(row);
  }

  put<R extends Keyed, C extends keyof R & string>(table: Table<R, C>, row: R): void {
    const sql = `INSERT INTO ${place(table)} (id, doc) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`;
    this.#prepared(table, sql).run(row.id, JSON.stringify(row));
  }

  drop<R extends Keyed, C extends keyof R & string>(table: Table<R, C>, id: string): void {
    this.#prepared(table, `DELETE FROM ${place(table)} WHERE id = ?`).run(id);
  }

  #prepared(table: { readonly name: string; readonly columns: readonly string[] }, sql: string): Statement {
    this.#make(table);
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #make(table: { readonly name: string; readonly columns: readonly string[] }): void {
    if (this.#made.has(table.name)) return;
    const name = place(table);
    this.#database.exec(
      `CREATE TABLE IF NOT EXISTS ${name} (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, doc TEXT NOT NULL) STRICT`,
    );
    for (const column of table.columns) {
      this.#database.exec(`CREATE INDEX IF NOT EXISTS ${name}_${column} ON ${name} (${expression(column)})`);
    }
    // A table made inside a transaction that is taken back has to be made again.
    if (!this.#database.inTransaction) this.#made.add(table.name);
  }
}

function place(table: { readonly name: string }): string {
  return `document_${table.name}`;
}

function expression(column: string): string {
  return `json_extract(doc, '$.${column}')`;
}

function bound(value: unknown): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** A value saved as `R` is read as `R` without a check: no other program writes to these tables. */
function documentOf<R>(row: unknown): R {
  return JSON.parse(stored.parse(row).doc) as R;
}
