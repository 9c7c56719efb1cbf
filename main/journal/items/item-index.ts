import type { ItemIndex } from '../../core/scan/plan-scope.ts';
import type { Item } from '../../core/item.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Db } from '../storage/db.ts';
import { AT_LOCAL_PLACE, COLUMNS, IN_FOLDER, IN_MIRROR, itemOf } from './item-rows.ts';

/** Items with another local name than the remote one, in the exact words of the partial index that finds them. */
export const NUMBERED = 'i.mirror = ? AND i.l_name <> i.r_name';
/** Cast, so that SQLite does not prepare a query again for each other mirror. */
const UNFINISHED = 'i.mirror = CAST(? AS TEXT) AND i.dirty = 1 AND i.id <> ?';

/** How many rows to read at once: some milliseconds, between which a caller may pause. */
const ROWS_AT_ONCE = 500;

/** Each is read as it is when it is reached, in the order of the ids. */
function* unfinishedOf(db: Db, mirror: string, root: ItemId, keep: (item: Item) => Item): Generator<Item, void> {
  // By its name, since SQLite would take the index of all items of the mirror for as good.
  const ids = `SELECT i.id FROM item i INDEXED BY item_dirty WHERE ${UNFINISHED} AND i.id > CAST(? AS INTEGER)
    ORDER BY i.id LIMIT ${ROWS_AT_ONCE}`;
  const sql = `${COLUMNS} WHERE i.id IN (${ids}) ORDER BY i.id`;
  for (let after = 0, isMore = true; isMore;) {
    const rows = db.all(sql, mirror, root, after).map(row => keep(itemOf(row)));
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === ROWS_AT_ONCE;
  }
}

/**
 * Finds items of a mirror without reading all of them; each query takes some microseconds for each item found.
 * @param keep called with each unfinished item in the moment in which it is read, before anything can change it.
 */
export function itemIndex(db: Db, mirror: string, root: ItemId, keep: (item: Item) => Item): ItemIndex {
  const one = (sql: string, ...parameters: readonly (string | number)[]): ReturnType<typeof itemOf> | null => {
    const row = db.one(sql, ...parameters);
    return row === null ? null : itemOf(row);
  };
  return {
    get: id => one(IN_MIRROR, id, mirror),
    at: (folder, name) => one(AT_LOCAL_PLACE, folder, name),
    inFolder: folder => db.all(IN_FOLDER, folder, folder).map(itemOf),
    byKeys: keys => {
      const sql = `${COLUMNS} WHERE i.mirror = ? AND i.l_key IN (SELECT value FROM json_each(?))`;
      // An item without a local path keeps its old key, which no longer identifies it.
      return db
        .all(sql, mirror, JSON.stringify([...keys]))
        .map(itemOf)
        .filter(({ local }) => local !== null);
    },
    unfinished: most => {
      // Counts first, by the index alone: if there are too many, no row needs to be read.
      const more = db.one(
        `SELECT 1 FROM item i WHERE ${UNFINISHED} LIMIT 1 OFFSET CAST(? AS INTEGER)`,
        mirror,
        root,
        most,
      );
      return more === null ? unfinishedOf(db, mirror, root, keep) : null;
    },
    numbered: most => {
      const found = db.all(`${COLUMNS} WHERE ${NUMBERED} LIMIT CAST(? AS INTEGER)`, mirror, most + 1);
      return found.length > most ? null : found.map(itemOf);
    },
  };
}
