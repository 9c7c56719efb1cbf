import type { MirrorId } from '../../../shared/ids.ts';
import { MINUTE } from '../../../shared/units.ts';
import { numberIn, textOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';
import type { Mirror } from './mirrors.ts';

/** A complete scan and poll of a mirror. */
export interface FullScan {
  readonly id: number;
  readonly mirror: MirrorId;
  /** When it ended, ms since the epoch. */
  readonly at: number;
  readonly tookMs: number;
  readonly files: number;
  readonly folders: number;
  /** Items that differed between the sides and the base: the work that it found. */
  readonly open: number;
}

/** Older ones of a mirror are removed; with one an hour this covers a month. */
const MOST_KEPT = 750;
/** Full scans with the same result within this time are stored as one. */
const SAME_MS = 5 * MINUTE;

/** A mirror; its own folder is not counted. */
type LookedAt = Pick<Mirror, 'id' | 'rootItem'>;

const COUNTS = `SELECT coalesce(sum(kind = 'file'), 0) AS files, coalesce(sum(kind = 'folder'), 0) AS folders,
    coalesce(sum(dirty), 0) AS open
  FROM item WHERE mirror = ? AND (l_sight = 1 OR r_sight = 1) AND id <> ?`;
const NEWEST = 'FROM full_look WHERE mirror = CAST(? AS TEXT) ORDER BY id DESC LIMIT 1';
const FORGET_OLD = `DELETE FROM full_look WHERE mirror = ? AND id <= (SELECT id ${NEWEST} OFFSET ${MOST_KEPT})`;

/** When each mirror was completely observed, for showing. No decision depends on it. */
export class FullScans {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Records a full scan of a mirror. */
  add({ id: mirror, rootItem }: LookedAt, { at, tookMs }: { readonly at: number; readonly tookMs: number }): void {
    const seen = this.#db.one(COUNTS, mirror, rootItem);
    const { files, folders, open } = fullScanOf(seen ?? {});
    const last = this.#db.one(`SELECT * ${NEWEST}`, mirror);
    const before = last === null ? null : fullScanOf(last);
    const took = Math.round(tookMs);
    if (before !== null && showSame({ at, files, folders, open }, before)) {
      // Gets a new id, so that it is the newest of all mirrors.
      const sql = 'UPDATE full_look SET id = (SELECT max(id) + 1 FROM full_look), at = ?, took = ? WHERE id = ?';
      this.#db.run(sql, at, took, before.id);
      return;
    }
    this.#db.transaction(() => {
      const sql = 'INSERT INTO full_look (mirror, at, took, files, folders, open) VALUES (?, ?, ?, ?, ?, ?)';
      this.#db.run(sql, mirror, at, took, files, folders, open);
      this.#db.run(FORGET_OLD, mirror, mirror);
    });
  }

  /** Newest first, older than `before` (null: from the newest). */
  page(before: number | null, limit: number): readonly FullScan[] {
    const sql = 'SELECT * FROM full_look WHERE id < ? ORDER BY id DESC LIMIT CAST(? AS INTEGER)';
    return this.#db.all(sql, before ?? Number.MAX_SAFE_INTEGER, limit).map(fullScanOf);
  }
}

function showSame(one: Pick<FullScan, 'at' | 'files' | 'folders' | 'open'>, before: FullScan): boolean {
  const isSoon = Math.abs(one.at - before.at) < SAME_MS;
  return isSoon && one.files === before.files && one.folders === before.folders && one.open === before.open;
}

function fullScanOf(row: Row): FullScan {
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
