import type { SqlValue, Row } from './db.ts';

/** Larger results are not cached: they are used once. */
const MOST_ROWS = 32;
/** How many results of one statement are cached. */
const MOST_QUESTIONS = 64;

/** Counts the changes of each table. */
export class TableChanges {
  readonly #counts = new Map<string, number>();
  #all = 0;

  note(table: string): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  /** A change that may concern any table, such as an undone transaction. */
  noteAll(): void {
    this.#all += 1;
  }

  /** Grows with every change that may have touched one of the tables. */
  changesOf(tables: readonly string[]): number {
    let sum = this.#all;
    for (const table of tables) sum += this.#counts.get(table) ?? 0;
    return sum;
  }
}

/** The tables that a statement reads and the one that it changes, by its text; null when the text does not tell. */
export function tablesOf(sql: string): { readonly reads: readonly string[] | null; readonly writes: string | null } {
  const writes = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(sql)?.[1] ?? null;
  const reads = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/gi)].map(([, table = '']) => table);
  return { reads: isPlainQuery(sql) ? reads : null, writes };
}

/** Whether a query's result depends only on its parameters and on the tables after FROM and JOIN. */
function isPlainQuery(sql: string): boolean {
  const hasMoods = /\(\s*\)|\bcurrent_|'now'/i.test(sql);
  const hasListOfTables = /\bFROM\s+\w+(?:\s+\w+)*\s*,/i.test(sql);
  return /^\s*SELECT\b/i.test(sql) && !hasMoods && !hasListOfTables;
}

/** The results of one SELECT, valid as long as none of its tables changed. */
export class QueryCache {
  readonly #changes: TableChanges;
  readonly #tables: readonly string[];
  readonly #kept = new Map<SqlValue, { readonly at: number; readonly rows: readonly Row[] }>();

  constructor(changes: TableChanges, tables: readonly string[]) {
    this.#changes = changes;
    this.#tables = tables;
  }

  /** The rows; read again only when they may have changed. */
  rows(parameters: readonly SqlValue[], read: () => readonly Row[]): readonly Row[] {
    const question = questionOf(parameters);
    if (question === undefined) return read();
    const at = this.#changes.changesOf(this.#tables);
    const known = this.#kept.get(question);
    if (known !== undefined && known.at === at) return known.rows;
    const rows = read();
    if (this.#kept.size >= MOST_QUESTIONS) this.#kept.clear();
    if (rows.length <= MOST_ROWS) this.#kept.set(question, { at, rows });
    else this.#kept.delete(question);
    return rows;
  }
}

/** The parameters as one key; none when they contain bytes, whose comparison is too slow. */
function questionOf(parameters: readonly SqlValue[]): SqlValue | undefined {
  const [first = null] = parameters;
  if (parameters.length <= 1) return first instanceof Uint8Array ? undefined : first;
  let question = '';
  for (const cell of parameters) {
    if (cell instanceof Uint8Array) return undefined;
    question += `${typeof cell} ${cell}\0`;
  }
  return question;
}
