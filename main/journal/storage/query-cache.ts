import type { SqlValue, Row } from './database.ts';

/** More rows than these are not kept: they are read for one use. */
const MOST_ROWS = 32;
/** Of one statement, so many questions are remembered. */
const MOST_QUESTIONS = 64;

/** Counts the changes of each table. */
export class TableChanges {
  readonly #counts = new Map<string, number>();
  #all = 0;

  note(table: string): void {
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  /** Something happened that may have changed anything, such as a transaction undone. */
  noteAll(): void {
    this.#all += 1;
  }

  /** Grows with every change that may have touched one of the tables. */
  of(tables: readonly string[]): number {
    let sum = this.#all;
    for (const table of tables) sum += this.#counts.get(table) ?? 0;
    return sum;
  }
}

/** Which tables a statement reads and which one it changes, as its text tells; null: the text does not tell. */
export function tablesOf(sql: string): { readonly reads: readonly string[] | null; readonly writes: string | null } {
  const writes = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(sql)?.[1] ?? null;
  const reads = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/gi)].map(([, table = '']) => table);
  return { reads: isPlainQuery(sql) ? reads : null, writes };
}

/** A query whose answer depends on nothing but its parameters and the tables after FROM and JOIN. */
function isPlainQuery(sql: string): boolean {
  const hasMoods = /\(\s*\)|\bcurrent_|'now'/i.test(sql);
  const hasListOfTables = /\bFROM\s+\w+(?:\s+\w+)*\s*,/i.test(sql);
  return /^\s*SELECT\b/i.test(sql) && !hasMoods && !hasListOfTables;
}

/** The answers of one SELECT, each good as long as none of its tables has changed. */
export class QueryCache {
  readonly #changes: TableChanges;
  readonly #tables: readonly string[];
  readonly #kept = new Map<SqlValue, { readonly at: number; readonly rows: readonly Row[] }>();

  constructor(changes: TableChanges, tables: readonly string[]) {
    this.#changes = changes;
    this.#tables = tables;
  }

  /** The rows, read anew only when they may have changed. */
  rows(parameters: readonly SqlValue[], read: () => readonly Row[]): readonly Row[] {
    const question = questionOf(parameters);
    if (question === undefined) return read();
    const at = this.#changes.of(this.#tables);
    const known = this.#kept.get(question);
    if (known !== undefined && known.at === at) return known.rows;
    const rows = read();
    if (this.#kept.size >= MOST_QUESTIONS) this.#kept.clear();
    if (rows.length <= MOST_ROWS) this.#kept.set(question, { at, rows });
    else this.#kept.delete(question);
    return rows;
  }
}

/** The parameters as one value; none when they hold bytes, which are compared too slowly. */
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
