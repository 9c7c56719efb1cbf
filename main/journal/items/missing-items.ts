import type { ItemId } from '../../../shared/ids.ts';
import { itemIn, numberIn, textIn } from '../storage/row-values.ts';
import type { Db } from '../storage/database.ts';

/** Since when complete looks miss an item on one side. */
export interface Missed {
  readonly item: ItemId;
  readonly since: number;
  /** Complete looks in a row without it. */
  readonly times: number;
  /** Who it was on this disk when it was last seen (see the Disk port); null when that is not known. */
  readonly key: string | null;
  /** How often the other side was asked about it since the start, and when last, without an answer that decides. */
  readonly asked: { readonly times: number; readonly at: number };
}

const NEVER = { times: 0, at: 0 } as const;

export class MissingItems {
  readonly #db: Db;
  /** Not kept over a start, after which everything is asked anew. */
  readonly #asked = new Map<ItemId, Missed['asked']>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Counts one more complete look that missed the item. `key`: who it was here. */
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

  /** It was seen again. */
  clear(item: ItemId, side: 'local' | 'remote'): void {
    this.#db.run('DELETE FROM missing WHERE item = ? AND side = ?', item, side);
    if (side === 'remote') this.#asked.delete(item);
  }

  /** The service was asked about it, and its answer decided nothing. */
  askedInVain(item: ItemId, now: number): void {
    this.#asked.set(item, { times: (this.#asked.get(item) ?? NEVER).times + 1, at: now });
  }

  /** The service knows where it is, though no list shows it: what was missed until now proves nothing. */
  heardOf(item: ItemId, now: number): void {
    this.#db.run("UPDATE missing SET since = ?, times = 0 WHERE item = ? AND side = 'remote'", now, item);
  }

  /** What it waits for here is not over yet: its time to be put back begins when it is. */
  waits(item: ItemId, now: number): void {
    this.#db.run("UPDATE missing SET since = ? WHERE item = ? AND side = 'local'", now, item);
  }

  /** What was missed until now counts from now on: every wait and every proof begins anew. */
  startOver(mirror: string, now: number): void {
    this.#asked.clear();
    this.#db.run(
      'UPDATE missing SET since = ?, times = 0 WHERE item IN (SELECT id FROM item WHERE mirror = ?)',
      now,
      mirror,
    );
  }

  of(mirror: string, side: 'local' | 'remote'): ReadonlyMap<ItemId, Missed> {
    // A cross join is made in the order in which it stands: what is missed is little, and items are many.
    const sql =
      'SELECT m.* FROM missing m CROSS JOIN item i ON i.id = m.item WHERE i.mirror = CAST(? AS TEXT) AND m.side = CAST(? AS TEXT)';
    const missed = new Map<ItemId, Missed>();
    // Nearly always nothing is missed at all, and then nothing of it changes with the items.
    if (this.#db.one('SELECT 1 FROM missing LIMIT 1') === null) return missed;
    for (const row of this.#db.all(sql, mirror, side)) {
      const item = itemIn(row, 'item') ?? (0 as ItemId);
      const [since, times] = [numberIn(row, 'since') ?? 0, numberIn(row, 'times') ?? 0];
      const asked = (side === 'remote' ? this.#asked.get(item) : undefined) ?? NEVER;
      missed.set(item, { item, since, times, key: textIn(row, 'key'), asked });
    }
    return missed;
  }
}
