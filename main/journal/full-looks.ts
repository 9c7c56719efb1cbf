import type { MirrorId } from '../../shared/ids.ts';
import { MINUTE } from '../../shared/units.ts';
import { numberIn, textOf } from './cells.ts';
import type { Db, Row } from './database.ts';

/** A look at everything of a mirror, on both sides. */
export interface FullLook {
  readonly id: number;
  readonly mirror: MirrorId;
  /** When it ended, ms since the epoch. */
  readonly at: number;
  readonly tookMs: number;
  readonly files: number;
  readonly folders: number;
  /** Items that were not the same on both sides and in the record: what there was to do. */
  readonly open: number;
}

/** Older ones of a mirror are forgotten: with a look an hour that is a month. */
const MOST_KEPT = 750;
/** Looks that follow one another so closely and show the same are told as one. */
const SAME_MS = 5 * MINUTE;

/** When everything was looked at, for people. Nothing is decided by it. */
export class FullLooks {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Records that everything of a mirror was just looked at. */
  add(mirror: MirrorId, { at, tookMs }: { readonly at: number; readonly tookMs: number }): void {
    this.#db.run(
      `INSERT INTO full_look (mirror, at, took, files, folders, open)
       SELECT ?, ?, ?, coalesce(sum(kind = 'file'), 0), coalesce(sum(kind = 'folder'), 0), coalesce(sum(dirty), 0)
       FROM item WHERE mirror = ? AND (l_sight = 1 OR r_sight = 1) AND id NOT IN (SELECT root_item FROM mirror)`,
      mirror,
      at,
      Math.round(tookMs),
      mirror,
    );
    const [last, before] = this.#db.all('SELECT * FROM full_look WHERE mirror = ? ORDER BY id DESC LIMIT 2', mirror);
    if (last !== undefined && before !== undefined && showSame(lookOf(last), lookOf(before)))
      this.#db.run('DELETE FROM full_look WHERE id = ?', lookOf(before).id);
    const sql = `DELETE FROM full_look WHERE mirror = ? AND id <=
      (SELECT id FROM full_look WHERE mirror = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`;
    this.#db.run(sql, mirror, mirror, MOST_KEPT);
  }

  /** Newest first, those before `before` (null: from the newest). */
  page(before: number | null, limit: number): readonly FullLook[] {
    const sql = 'SELECT * FROM full_look WHERE id < ? ORDER BY id DESC LIMIT ?';
    return this.#db.all(sql, before ?? Number.MAX_SAFE_INTEGER, limit).map(lookOf);
  }
}

function showSame(one: FullLook, before: FullLook): boolean {
  const isSoon = Math.abs(one.at - before.at) < SAME_MS;
  return isSoon && one.files === before.files && one.folders === before.folders && one.open === before.open;
}

function lookOf(row: Row): FullLook {
  const numberOf = (column: string): number => numberIn(row, column) ?? 0;
  return {
    id: numberOf('id'),
    mirror: textOf(row, 'mirror') as MirrorId,
    at: numberOf('at'),
    tookMs: numberOf('took'),
    files: numberOf('files'),
    folders: numberOf('folders'),
    open: numberOf('open'),
  };
}
