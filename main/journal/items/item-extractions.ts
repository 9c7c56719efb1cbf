import { requirePresent } from '../../../shared/assert.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { textIn } from '../storage/row-values.ts';
import type { Db } from '../storage/db.ts';
import type { ItemCache } from './item-cache.ts';
import { COLUMNS, COUNT_WITHOUT_TEXT, itemOf, type WithoutText, withoutTextIn } from './item-rows.ts';

/** How far the service is with the text of each file; shown in windows, not used by the planner. */
export class ItemExtractions {
  readonly #db: Db;
  readonly #cache: ItemCache;

  constructor(db: Db, cache: ItemCache) {
    this.#db = db;
    this.#cache = cache;
  }

  /** @returns the service's word for the state; null: it was never asked. */
  of(id: ItemId): string | null {
    return textIn(this.#db.one('SELECT r_extraction FROM item WHERE id = ?', id) ?? {}, 'r_extraction');
  }

  set(id: ItemId, state: string | null): void {
    // Most are told again with each listing, and nothing is written then.
    const sql = 'UPDATE item SET r_extraction = ? WHERE id = ? AND r_extraction IS NOT ?';
    this.#cache.changing(null, () => this.#db.run(sql, state, id, state));
  }

  /** How many files of all mirrors the service was never asked about (listings do not tell), and how many it was reading then. */
  countWithoutText(): WithoutText {
    return withoutTextIn(requirePresent(this.#db.one(COUNT_WITHOUT_TEXT), 'count'));
  }

  /** Files whose text was still being extracted when the service was last asked. */
  underWay(mirror: string): readonly Item[] {
    const sql = `${COLUMNS} WHERE i.mirror = ? AND i.r_extraction IN ('pending', 'running') AND +i.r_uuid IS NOT NULL`;
    return this.#db.all(sql, mirror).map(itemOf);
  }
}
