import { openDatabase } from '../../../main/journal/storage/database.ts';
import { Items } from '../../../main/journal/items/items.ts';
import { journalOn } from '../../../main/journal/journal.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Db, SqlValue } from '../../../main/journal/storage/db.ts';

/** A statement that records something. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Records in which statements throw as a test wants it. */
export class PlantedJournal {
  readonly journal: Journal;
  /** Throws, or does not, before a statement is carried out. */
  plant: (statement: Statement) => void = () => undefined;
  readonly #db: Db;

  constructor() {
    this.#db = openDatabase(':memory:');
    const db: Db = {
      ...this.#db,
      run: (sql, ...values) => {
        this.plant({ sql, values });
        return this.#db.run(sql, ...values);
      },
    };
    this.journal = journalOn(db, new Items(db));
  }

  /** Whether a statement is about a thing whose name has a word in it, or about what was begun for it. */
  isAbout(word: string, { sql, values }: Statement): boolean {
    const has = (cell: SqlValue | undefined): boolean => typeof cell === 'string' && cell.includes(word);
    const table = /(?:INTO|UPDATE|FROM) (\w+)/.exec(sql)?.[1] ?? '';
    if (!TABLES.has(table)) return false;
    if (values.some(has)) return true;
    const ids = this.#itemsOf(word);
    if (sql.includes('json_each')) return idsInJson(values).some(id => ids.has(id));
    if (table === 'item') return ids.has(values.at(-1) ?? null);
    if (table === 'intent') return ids.has(sql.startsWith('INSERT') ? (values[1] ?? null) : this.#itemOfIntent(values));
    if (table === 'problem') return [...ids].some(id => values.includes(`item:${String(id)}`));
    if (table === 'missing') return ids.has((sql.startsWith('UPDATE') ? values[1] : values[0]) ?? null);
    return table === 'conflict' && (ids.has(values[1] ?? null) || ids.has(values[2] ?? null));
  }

  #itemsOf(word: string): ReadonlySet<SqlValue> {
    const sql = 'SELECT id FROM item WHERE l_name LIKE ? OR r_name LIKE ? OR a_local_name LIKE ?';
    const like = `%${word}%`;
    return new Set(this.#db.all(sql, like, like, like).map(row => row['id'] ?? null));
  }

  #itemOfIntent(values: readonly SqlValue[]): SqlValue {
    return this.#db.one('SELECT item FROM intent WHERE id = ?', values.at(-1) ?? null)?.['item'] ?? null;
  }
}

/** The numbers of a statement about several rows: the ids of their items, and at most those of intents. */
function idsInJson(values: readonly SqlValue[]): readonly SqlValue[] {
  const json: unknown = JSON.parse(
    String(values.find(value => typeof value === 'string' && value.startsWith('[')) ?? '[]'),
  );
  return Array.isArray(json) ? json.flat().filter((cell): cell is number => typeof cell === 'number') : [];
}

const TABLES: ReadonlySet<string> = new Set(['item', 'intent', 'problem', 'conflict', 'missing', 'stored', 'activity']);
