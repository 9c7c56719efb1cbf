import type { ItemId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import type { Db } from '../storage/db.ts';
import { itemIn, numberIn, textOf, toBlob } from '../storage/row-values.ts';
import { COLUMNS, itemOf } from './item-rows.ts';

// Statements about many items of a mirror or many versions; what they mean stands at the methods of `Items`.

export function remoteIdsAfter(
  db: Db,
  mirror: string,
  { after, limit }: { after: ItemId | null; limit: number },
): ItemId[] {
  // The plus keeps SQLite from using the index of remote ids, which would sort all of them.
  const sql = `SELECT id FROM item WHERE mirror = CAST(? AS TEXT) AND id > ? AND +r_uuid IS NOT NULL
    ORDER BY id LIMIT CAST(? AS INTEGER)`;
  return db.all(sql, mirror, after ?? 0, limit).flatMap(row => itemIn(row, 'id') ?? []);
}

export function withBytes(db: Db, mirror: string, hashes: Iterable<Sha256>): readonly Item[] {
  const sql = `${COLUMNS} WHERE i.mirror = ? AND i.l_hash IS NOT NULL
    AND lower(hex(i.l_hash)) IN (SELECT value FROM json_each(?))`;
  return db.all(sql, mirror, JSON.stringify([...hashes])).map(itemOf);
}

export function itemsWithoutFolder(db: Db, mirror: string): ReadonlyMap<ItemId, string> {
  // The plus keeps SQLite from searching them among all items with a key.
  const sql = 'SELECT id, l_key FROM item WHERE mirror = ? AND l_sight = 2 AND l_parent IS NULL AND +l_key IS NOT NULL';
  return new Map(db.all(sql, mirror).map(row => [numberIn(row, 'id') as ItemId, textOf(row, 'l_key')]));
}

/** JSON for a single one would cost more than it spares. */
export function recordHashes(db: Db, hashes: ReadonlyMap<VersionId, Sha256>): void {
  const into = 'INSERT OR REPLACE INTO version_hash (version, hash)';
  if (hashes.size === 1)
    for (const [version, sha256] of hashes) db.run(`${into} VALUES (?, ?)`, toBlob(version), toBlob(sha256));
  else if (hashes.size > 1) {
    const all = JSON.stringify([...hashes].map(([version, sha256]) => [version.replaceAll('-', ''), sha256]));
    db.run(`${into} SELECT unhex(v.value ->> 0), unhex(v.value ->> 1) FROM json_each(?) AS v`, all);
  }
}
