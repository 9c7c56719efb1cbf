import type { ItemId, MirrorId, Sha256, VersionId } from '../../../shared/ids.ts';
import { hashIn, itemIn, numberIn, textOf, toBlob, versionIn } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** Two different versions of one file: `item` has the service's, `copy` (the conflict copy) has ours. */
export interface Conflict {
  readonly id: number;
  readonly mirror: MirrorId;
  readonly item: ItemId;
  readonly copy: ItemId;
  readonly at: number;
  /** The version that both were made from, as far as it is known. */
  readonly base: { readonly version: VersionId | null; readonly sha256: Sha256 | null };
}

const NO_BASE = { version: null, sha256: null };

export class Conflicts {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The conflicts without an answer. */
  open(): readonly Conflict[] {
    return this.#db.all('SELECT * FROM conflict WHERE answer IS NULL ORDER BY id').map(conflictOf);
  }

  get(id: number): Conflict | null {
    const row = this.#db.one('SELECT * FROM conflict WHERE id = ? AND answer IS NULL', id);
    return row === null ? null : conflictOf(row);
  }

  add(conflict: Omit<Conflict, 'id' | 'base'> & Partial<Pick<Conflict, 'base'>>): number {
    const { mirror, item, copy, at, base = NO_BASE } = conflict;
    const sql = 'INSERT INTO conflict (mirror, item, copy, at, base, base_hash) VALUES (?, ?, ?, ?, ?, ?)';
    return this.#db.run(sql, mirror, item, copy, at, toBlob(base.version), toBlob(base.sha256)).id;
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
    base: { version: versionIn(row, 'base'), sha256: hashIn(row, 'base_hash') },
  };
}
