import type { Item } from '../../core/item.ts';
import type { Db } from '../storage/db.ts';
import { textOf } from '../storage/row-values.ts';
import type { ItemReading } from './item-cache.ts';
import { COLUMNS, itemOf } from './item-rows.ts';

/** How many rows to read at once: some milliseconds, between which a caller may pause. */
const ROWS_AT_ONCE = 500;

const SOME = `${COLUMNS} WHERE i.mirror = CAST(? AS TEXT) AND i.id > ? ORDER BY i.id LIMIT ${ROWS_AT_ONCE}`;
const ONE = `${COLUMNS} WHERE i.id = ?`;

/** Reads the items of a database. */
export function readingItems(db: Db): ItemReading {
  return {
    pages: mirror => pagesOf(db, mirror),
    one: id => {
      const row = db.one(ONE, id);
      return row === null ? null : { mirror: textOf(row, 'mirror'), item: itemOf(row) };
    },
    changes: () => db.changesOf('item') + db.changesOf('version_hash'),
  };
}

/** Page by page: all rows and all items are never in memory together. */
function* pagesOf(db: Db, mirror: string): Generator<readonly Item[], void> {
  for (let last = 0, isMore = true; isMore;) {
    const page = db.all(SOME, mirror, last).map(itemOf);
    yield page;
    last = page.at(-1)?.id ?? last;
    isMore = page.length === ROWS_AT_ONCE;
  }
}
