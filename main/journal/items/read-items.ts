import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import type { Db } from '../storage/db.ts';
import { textOf } from '../storage/row-values.ts';
import type { ItemReading } from './item-cache.ts';
import { COLUMNS, itemOf } from './item-rows.ts';

/** How many rows to read at once: for a large mirror, all rows and all items must not be in memory together. */
const ROWS_AT_ONCE = 1000;

const SOME = `${COLUMNS} WHERE i.mirror = CAST(? AS TEXT) AND i.id > ? ORDER BY i.id LIMIT ${ROWS_AT_ONCE}`;
const ONE = `${COLUMNS} WHERE i.id = ?`;

/** Reads the items of a database. */
export function readingItems(db: Db): ItemReading {
  return {
    all: mirror => {
      const items = new Map<ItemId, Item>();
      for (let last = 0, isMore = true; isMore;) {
        const rows = db.all(SOME, mirror, last);
        for (const item of rows.map(itemOf)) items.set((last = item.id), item);
        isMore = rows.length === ROWS_AT_ONCE;
      }
      return items;
    },
    one: id => {
      const row = db.one(ONE, id);
      return row === null ? null : { mirror: textOf(row, 'mirror'), item: itemOf(row) };
    },
    changes: () => db.changesOf('item') + db.changesOf('version_hash'),
  };
}
