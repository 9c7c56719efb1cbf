import type { ItemId, MirrorId } from '../../shared/ids.ts';
import { itemIn, numberIn, textOf } from './cells.ts';
import type { Db, Row } from './database.ts';

/** Two different versions of one file: `item` holds the service's, `copy` holds ours. */
export interface Conflict {
  readonly id: number;
  readonly mirror: MirrorId;
  readonly item: ItemId;
  readonly copy: ItemId;
  readonly at: number;
}

export class Conflicts {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Those without an answer. */
  open(): readonly Conflict[] {
    return this.#db.all('SELECT * FROM conflict WHERE answer IS NULL ORDER BY id').map(conflictOf);
  }

  get(id: number): Conflict | null {
    const row = this.#db.one('SELECT * FROM conflict WHERE id = ? AND answer IS NULL', id);
    return row === null ? null : conflictOf(row);
  }

  add(conflict: Omit<Conflict, 'id'>): number {
    const { mirror, item, copy, at } = conflict;
    return this.#db.run('INSERT INTO conflict (mirror, item, copy, at) VALUES (?, ?, ?, ?)', mirror, item, copy, at).id;
  }

  close(id: number, answer: 'mine' | 'theirs' | 'both' | 'vanished'): void {
    this.#db.run('UPDATE conflict SET answer = ? WHERE id = ?', answer, id);
  }
}

function conflictOf(row: Row): Conflict {
  return {
    id: numberIn(row, 'id') ?? 0,
    mirror: textOf(row, 'mirror') as MirrorId,
    item: itemIn(row, 'item') ?? (0 as ItemId),
    copy: itemIn(row, 'copy') ?? (0 as ItemId),
    at: numberIn(row, 'at') ?? 0,
  };
}
