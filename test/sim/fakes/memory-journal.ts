import { openDatabase } from '../../../main/journal/storage/database.ts';
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

/** So few entries of an observation in one transaction that a death comes between two of them now and then. */
const FEW_TOGETHER = 3;

/**
 * An empty journal in memory.
 * @param inParts whether no mirror is so small that all of it is read, or recorded, at one stroke.
 */
export function memoryJournal(inParts = false): MemoryJournal {
  const db = idle.pop() ?? openDatabase(':memory:');
  const release = (): void => {
    if (isEmptied(db)) idle.push(db);
    else db.close();
  };
  const journal = inParts ? journalOn(db, new PartedItems(db), FEW_TOGETHER) : journalOn(db);
  return { journal, release };
}

/** Empties a journal as a new one is empty: none of our migrations puts in rows. */
function isEmptied(db: Db): boolean {
  const tables = db.all(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`);
  if (tables.some(({ sql }) => /^CREATE VIRTUAL/i.test(String(sql)))) return false;
  for (const { name } of tables) db.run(`DELETE FROM "${String(name)}"`);
  return true;
}
