import { openDatabase } from '../../../main/journal/storage/database.ts';
import { Items } from '../../../main/journal/items/items.ts';
import { journalOn } from '../../../main/journal/journal.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Db } from '../../../main/journal/storage/db.ts';
import { PartedItems } from './parted-items.ts';

/** Journals that are used no more; their statements are prepared already, which costs more than a whole day of one run. */
const idle: Db[] = [];

/** A journal in memory, and the function that returns it to the pool after its last use. */
export interface MemoryJournal {
  readonly journal: Journal;
  readonly release: () => void;
}

/** An empty journal in memory. @param readsParts whether no mirror is so small that all of it is read at one stroke. */
export function memoryJournal(readsParts = false): MemoryJournal {
  const db = idle.pop() ?? openDatabase(':memory:');
  const release = (): void => {
    if (isEmptied(db)) idle.push(db);
    else db.close();
  };
  return { journal: journalOn(db, readsParts ? new PartedItems(db) : new Items(db)), release };
}

/** Empties a journal as a new one is empty: none of our migrations puts in rows. */
function isEmptied(db: Db): boolean {
  const tables = db.all(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`);
  if (tables.some(({ sql }) => /^CREATE VIRTUAL/i.test(String(sql)))) return false;
  for (const { name } of tables) db.run(`DELETE FROM "${String(name)}"`);
  return true;
}
