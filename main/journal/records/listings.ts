import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { FolderState } from '../../core/policy/poll-schedule.ts';
import { itemIn, numberIn } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** When remote folders were listed, and which should be listed soon. */
export class Listings {
  readonly #db: Db;
  readonly #wantsAll = new Set<MirrorId>();
  readonly #refusedAt = new Map<ItemId, number>();
  readonly #seenAt = new Map<MirrorId, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** All remote folders of a mirror, including its own. */
  statesOf(mirror: MirrorId): readonly FolderState[] {
    const sql = `SELECT i.id AS folder, l.listed_at, l.active_at, coalesce(l.wanted, 0) AS wanted, coalesce(l.cost, 2) AS cost
      FROM item i LEFT JOIN listing l ON l.folder = i.id
      WHERE i.mirror = ? AND i.kind = 'folder' AND i.r_sight = 1`;
    return this.#db.all(sql, mirror).map(row => ({
      folder: itemIn(row, 'folder') ?? (0 as ItemId),
      lookedAt: this.#lookedAt(row),
      activeAt: numberIn(row, 'active_at'),
      isWanted: numberIn(row, 'wanted') === 1,
      cost: numberIn(row, 'cost') ?? 2,
    }));
  }

  #lookedAt(row: Row): number | null {
    return this.#refusedAt.get(itemIn(row, 'folder') ?? (0 as ItemId)) ?? numberIn(row, 'listed_at');
  }

  /** The folder may not be read. It counts as listed, so that the others get their turn first. Kept in memory only. */
  noteRefused(folder: ItemId, at: number): void {
    this.#refusedAt.set(folder, at);
    this.#db.run('UPDATE listing SET wanted = 0 WHERE folder = ?', folder);
  }

  /** Whether the last attempt since the start to list it was refused. */
  isRefused(folder: ItemId): boolean {
    return this.#refusedAt.has(folder);
  }

  /** A poll of any extent was recorded. */
  notePolled(mirror: MirrorId, at: number): void {
    this.#seenAt.set(mirror, at);
  }

  /** When the last poll was recorded, ms since the epoch; null: not since the start. */
  lastPolledAt(mirror: MirrorId): number | null {
    return this.#seenAt.get(mirror) ?? null;
  }

  /** The folder was listed completely. */
  noteListed(mirror: MirrorId, folder: ItemId, { at, cost }: { at: number; cost: number }): void {
    this.#refusedAt.delete(folder);
    this.#db.run(
      `INSERT INTO listing (folder, mirror, listed_at, cost) VALUES (?, ?, ?, ?)
       ON CONFLICT (folder) DO UPDATE SET listed_at = excluded.listed_at, cost = excluded.cost, wanted = 0`,
      folder,
      mirror,
      at,
      cost,
    );
  }

  /** An item in the folder changed. */
  noteActive(mirror: MirrorId, folder: ItemId, at: number): void {
    const sql = `INSERT INTO listing (folder, mirror, active_at) VALUES (?, ?, ?)
      ON CONFLICT (folder) DO UPDATE SET active_at = excluded.active_at`;
    this.#db.run(sql, folder, mirror, at);
  }

  /** The next poll should list the folder. */
  requestListing(mirror: MirrorId, folder: ItemId): void {
    const sql = `INSERT INTO listing (folder, mirror, wanted) VALUES (?, ?, 1)
      ON CONFLICT (folder) DO UPDATE SET wanted = 1`;
    this.#db.run(sql, folder, mirror);
  }

  /** The next poll should be complete. Kept in memory only: a start polls everything anyway. */
  requestFullPoll(mirror: MirrorId): void {
    this.#wantsAll.add(mirror);
  }

  /** Whether a complete poll was requested since the last one. */
  isFullPollRequested(mirror: MirrorId): boolean {
    return this.#wantsAll.has(mirror);
  }

  /** A complete poll was recorded. Removes folders that no longer exist. */
  sawAll(mirror: MirrorId): void {
    this.#wantsAll.delete(mirror);
    this.#db.run('DELETE FROM listing WHERE mirror = ? AND folder NOT IN (SELECT id FROM item)', mirror);
  }

  /** Discards all listing times, so that only a complete poll counts. */
  forgetAll(mirror: MirrorId): void {
    this.#db.run('UPDATE listing SET listed_at = NULL WHERE mirror = ?', mirror);
  }

  /** When a folder was last listed, ms since the epoch; null: never. */
  listedAt(folder: ItemId): number | null {
    const row = this.#db.one('SELECT listed_at FROM listing WHERE folder = ?', folder);
    return row === null ? null : numberIn(row, 'listed_at');
  }

  /** The time of the oldest listing (or refusal) among all folders, ms since the epoch; null: none was ever listed. */
  oldest(mirror: MirrorId): number | null {
    if (this.#refusedAt.size > 0) {
      const times = this.statesOf(mirror).flatMap(({ lookedAt }) => lookedAt ?? []);
      return times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
    }
    const sql = `SELECT min(l.listed_at) AS oldest FROM listing l JOIN item i ON i.id = l.folder
      WHERE l.mirror = CAST(? AS TEXT) AND i.r_sight = 1`;
    const row = this.#db.one(sql, mirror);
    return row === null ? null : numberIn(row, 'oldest');
  }
}
