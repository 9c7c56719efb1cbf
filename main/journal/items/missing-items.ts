import type { ItemId } from '../../../shared/ids.ts';
import { itemIn, numberIn, textIn } from '../storage/row-values.ts';
import type { Db } from '../storage/db.ts';

/** Since when complete scans or polls miss an item on one side. */
export interface Missed {
  readonly item: ItemId;
  readonly since: number;
  /** How many complete scans in a row missed it. */
  readonly times: number;
  /** The key it had on this disk when it was last seen (see the Disk port); null when unknown. */
  readonly key: string | null;
  /** How often since the start the service was asked about it without a conclusive answer, and when last. */
  readonly asked: { readonly times: number; readonly at: number };
}

const NEVER = { times: 0, at: 0 } as const;

export class MissingItems {
  readonly #db: Db;
  /** Kept in memory only: after a restart everything is asked again. */
  readonly #asked = new Map<ItemId, Missed['asked']>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Counts one more complete scan that missed the item.
   * @param key the key it had here.
   */
  note(item: ItemId, side: 'local' | 'remote', now: number, key: string | null = null): void {
    this.#db.run(
      `INSERT INTO missing (item, side, since, times, key) VALUES (?, ?, ?, 1, ?)
       ON CONFLICT (item, side) DO UPDATE SET times = times + 1`,
      item,
      side,
      now,
      key,
    );
  }

  /** The item was seen again. */
  clear(item: ItemId, side: 'local' | 'remote'): void {
    if (!this.#isEmpty()) this.#db.run('DELETE FROM missing WHERE item = ? AND side = ?', item, side);
    if (side === 'remote') this.#asked.delete(item);
  }

  /** The service's answer about the item was not conclusive. */
  askedInVain(item: ItemId, now: number): void {
    this.#asked.set(item, { times: (this.#asked.get(item) ?? NEVER).times + 1, at: now });
  }

  /** The service knows where the item is although no list shows it: the earlier misses prove nothing. */
  heardOf(item: ItemId, now: number): void {
    this.#db.run("UPDATE missing SET since = ?, times = 0 WHERE item = ? AND side = 'remote'", now, item);
  }

  /** The removal cannot be sent yet: its delay starts when the reason for that ends. */
  waits(item: ItemId, now: number): void {
    this.#db.run("UPDATE missing SET since = ? WHERE item = ? AND side = 'local'", now, item);
  }

  /** Restarts every delay and every proof of a mirror from now. */
  startOver(mirror: string, now: number): void {
    this.#asked.clear();
    this.#db.run(
      'UPDATE missing SET since = ?, times = 0 WHERE item IN (SELECT id FROM item WHERE mirror = ?)',
      now,
      mirror,
    );
  }

  of(mirror: string, side: 'local' | 'remote'): ReadonlyMap<ItemId, Missed> {
    // A cross join keeps this order of tables: there are few missing items and many items.
    const sql =
      'SELECT m.* FROM missing m CROSS JOIN item i ON i.id = m.item WHERE i.mirror = CAST(? AS TEXT) AND m.side = CAST(? AS TEXT)';
    const missed = new Map<ItemId, Missed>();
    if (this.#isEmpty()) return missed;
    for (const row of this.#db.all(sql, mirror, side)) {
      const item = itemIn(row, 'item') ?? (0 as ItemId);
      const [since, times] = [numberIn(row, 'since') ?? 0, numberIn(row, 'times') ?? 0];
      const asked = (side === 'remote' ? this.#asked.get(item) : undefined) ?? NEVER;
      missed.set(item, { item, since, times, key: textIn(row, 'key'), asked });
    }
    return missed;
  }

  /** Usually nothing is missing, and the cache answers that even after items changed. */
  #isEmpty(): boolean {
    return this.#db.one('SELECT 1 FROM missing LIMIT 1') === null;
  }
}
