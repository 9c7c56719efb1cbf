import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/units.ts';
import { itemIn, numberIn, textIn, textOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** The side on which the items were removed. */
export type Direction = 'here' | 'service';

/** Why a person is asked: many removals at once, or items that disappeared at the service without an explanation. */
export type GuardReason = 'many' | 'unexplained';

/** Removals that wait for a person's answer, or are being carried out after one. */
export interface Guard {
  readonly id: number;
  readonly mirror: MirrorId;
  readonly direction: Direction;
  readonly reason: GuardReason;
  /** How many items the mirror had at that time. */
  readonly of: number;
  readonly at: number;
  readonly answer: 'keep' | 'remove' | null;
  readonly items: readonly ItemId[];
}

/** Guards are stored, so that a question stays open across restarts. */
export class Guards {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  all(): readonly Guard[] {
    return this.#db.all('SELECT * FROM guard ORDER BY id').map(row => this.#guardOf(row));
  }

  get(id: number): Guard | null {
    const row = this.#db.one('SELECT * FROM guard WHERE id = ?', id);
    return row === null ? null : this.#guardOf(row);
  }

  open(guard: Omit<Guard, 'id' | 'answer'>): number {
    const sql = 'INSERT INTO guard (mirror, direction, reason, of, at) VALUES (?, ?, ?, ?, ?)';
    const { id } = this.#db.run(sql, guard.mirror, guard.direction, guard.reason, guard.of, guard.at);
    this.setItems(id, guard.items);
    return id;
  }

  setItems(id: number, items: readonly ItemId[]): void {
    this.#db.run('DELETE FROM guard_item WHERE guard = ?', id);
    for (const item of items) this.#db.run('INSERT OR IGNORE INTO guard_item (guard, item) VALUES (?, ?)', id, item);
  }

  answer(id: number, answer: 'keep' | 'remove'): void {
    this.#db.run('UPDATE guard SET answer = ? WHERE id = ?', answer, id);
  }

  close(id: number): void {
    this.#db.run('DELETE FROM guard_item WHERE guard = ?', id);
    this.#db.run('DELETE FROM guard WHERE id = ?', id);
  }

  /**
   * Removals carried out without a question in the last 24 hours. Only reads, because a status asks for it also when
   * the disk is full.
   */
  recentRemovals(mirror: MirrorId, direction: Direction, now: number): number {
    const sql = 'SELECT count(*) AS n FROM removal WHERE mirror = ? AND direction = ? AND at >= ? AND at <= ?';
    return numberIn(this.#db.one(sql, mirror, direction, now - DAY, now) ?? { n: 0 }, 'n') ?? 0;
  }

  noteRemoval(mirror: MirrorId, direction: Direction, now: number): void {
    this.#db.run('DELETE FROM removal WHERE at < ?', now - DAY);
    this.#db.run('INSERT INTO removal (mirror, direction, at) VALUES (?, ?, ?)', mirror, direction, now);
  }

  #guardOf(row: Row): Guard {
    const id = numberIn(row, 'id') ?? 0;
    const items = this.#db.all('SELECT item FROM guard_item WHERE guard = ? ORDER BY item', id);
    const answer = textIn(row, 'answer');
    return {
      id,
      mirror: textOf(row, 'mirror') as MirrorId,
      direction: textOf(row, 'direction') === 'here' ? 'here' : 'service',
      reason: textOf(row, 'reason') === 'unexplained' ? 'unexplained' : 'many',
      of: numberIn(row, 'of') ?? 0,
      at: numberIn(row, 'at') ?? 0,
      answer: answer === 'keep' || answer === 'remove' ? answer : null,
      items: items.map(itemRow => itemIn(itemRow, 'item') ?? (0 as ItemId)),
    };
  }
}
