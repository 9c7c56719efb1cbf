import type { ItemId } from '../../../shared/ids.ts';
import type { Db } from '../storage/db.ts';
import { itemIn } from '../storage/row-values.ts';
import { PRESENCES } from './item-rows.ts';

/** The items that are recorded directly in a local folder. */
export function itemsInside(db: Db, folder: ItemId): readonly ItemId[] {
  return db.all('SELECT id FROM item WHERE l_parent = ?', folder).flatMap(row => itemIn(row, 'id') ?? []);
}

/** Records all of these in another local folder. */
export function moveAllInside(db: Db, from: ItemId, to: ItemId): void {
  db.run('UPDATE item SET l_parent = ? WHERE l_parent = ?', to, from);
}

/** Takes their local place from all of these: where they are now is unknown. */
export function vacateAllInside(db: Db, folder: ItemId): void {
  const sql = 'UPDATE item SET l_parent = NULL, l_name = NULL, l_sight = ? WHERE l_parent = ?';
  db.run(sql, PRESENCES.indexOf('unknown'), folder);
}
