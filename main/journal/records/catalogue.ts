import type { Failure } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { Kind } from '../../core/item.ts';
import { numberIn, textIn, textOf, toBlob, uuidOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** One thing that a listing of the service showed. */
export interface ShelfEntry {
  readonly id: ServiceId;
  readonly kind: Kind;
  /** As the service has it. */
  readonly name: string;
  readonly sizeBytes: number | null;
  /** The service's own word for when it changed. */
  readonly updatedAt: string | null;
  readonly extraction: string | null;
}

/** What is known of one place: a folder's UUID, or `roots`, `archived`, `loose`. */
export interface Shelf {
  readonly key: number;
  readonly place: string;
  readonly name: string | null;
  readonly parent: ServiceId | null;
  /** End of the last complete listing, ms since the epoch; null: there was none. */
  readonly listedAt: number | null;
  /** End of the last complete listing of its folders. */
  readonly foldersAt: number | null;
  /** End of the last attempt. */
  readonly askedAt: number | null;
  /** Of a last listing that broke off: how much came, of about how much. */
  readonly got: number | null;
  readonly total: number | null;
  readonly fault: Failure | null;
}

/** Where a folder stands in the catalogue: in which place, and under which name. */
export interface Standing {
  readonly place: string;
  readonly name: string;
}

/** Bytes as text: a buffer for each takes many times the room. */
const ENTRY = 'SELECT lower(hex(thing)) AS thing, kind, name, size, updated, extraction FROM shelf_entry';

/** Listings of the service, kept for showing them again. Each method is one step of somebody's transaction. */
export class Catalogue {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Grows with every change. */
  get changes(): number {
    return this.#db.changesOf('shelf') + this.#db.changesOf('shelf_entry');
  }

  /** Every place that something is known of, with a text that changes when its entries may have. */
  marks(): readonly { readonly key: number; readonly mark: string }[] {
    const sql = 'SELECT id, run, asked_at, (SELECT count(*) FROM shelf_entry e WHERE e.shelf = s.id) AS n FROM shelf s';
    return this.#db.all(sql).map(row => ({
      key: numberIn(row, 'id') ?? 0,
      mark: [row['run'], row['asked_at'], row['n']].map(String).join(' '),
    }));
  }

  /** The place with this key. */
  byKey(key: number): (Shelf & { readonly organization: string }) | null {
    const row = this.#db.one('SELECT * FROM shelf WHERE id = ?', key);
    return row === null ? null : { ...shelfOf(row), organization: textOf(row, 'organization') };
  }

  find(organization: string, place: string): Shelf | null {
    const row = this.#db.one('SELECT * FROM shelf WHERE organization = ? AND place = ?', organization, place);
    return row === null ? null : shelfOf(row);
  }

  /** The shelf of a place, made when there is none; somebody looks at it at this moment (ms since the epoch). */
  use(organization: string, place: string, at: number): Shelf {
    this.#db.run(
      `INSERT INTO shelf (organization, place, used_at) VALUES (?, ?, ?)
       ON CONFLICT (organization, place) DO UPDATE SET used_at = excluded.used_at`,
      organization,
      place,
      at,
    );
    const shelf = this.find(organization, place);
    if (shelf === null) throw new Error('a shelf that was just made is there');
    return shelf;
  }

  /** Everything of a place that the last listings showed, in no order. */
  entries(key: number): readonly ShelfEntry[] {
    return this.#db.all(`${ENTRY} WHERE shelf = ?`, key).map(entryOf);
  }

  folders(key: number): readonly ShelfEntry[] {
    return this.#db.all(`${ENTRY} WHERE shelf = ? AND kind = 'folder'`, key).map(entryOf);
  }

  /** How many things of a place are kept. */
  count(key: number): number {
    const row = this.#db.one('SELECT count(*) AS n FROM shelf_entry WHERE shelf = ?', key);
    return row === null ? 0 : (numberIn(row, 'n') ?? 0);
  }

  hasFolders(key: number): boolean {
    return this.#db.one(`SELECT 1 FROM shelf_entry WHERE shelf = ? AND kind = 'folder' LIMIT 1`, key) !== null;
  }

  /** Places in which listings of an organization showed a folder. There may be several: it was moved, or the answers lie. */
  standings(organization: string, folder: ServiceId): readonly Standing[] {
    const sql = `SELECT s.place, e.name FROM shelf_entry e JOIN shelf s ON s.id = e.shelf
      WHERE e.thing = ? AND e.kind = 'folder' AND s.organization = ? ORDER BY s.listed_at DESC`;
    return this.#db
      .all(sql, toBlob(folder), organization)
      .map(row => ({ place: textOf(row, 'place'), name: textOf(row, 'name') }));
  }

  /** A new listing begins. @returns its number, which its entries carry. */
  begin(key: number): number {
    this.#db.run('UPDATE shelf SET run = run + 1 WHERE id = ?', key);
    const row = this.#db.one('SELECT run FROM shelf WHERE id = ?', key);
    return row === null ? 0 : (numberIn(row, 'run') ?? 0);
  }

  /** Puts in what a listing showed so far. */
  put(key: number, run: number, entries: readonly ShelfEntry[]): void {
    const sql = `INSERT INTO shelf_entry (shelf, thing, kind, name, size, updated, extraction, run) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (shelf, thing) DO UPDATE SET kind = excluded.kind, name = excluded.name, size = excluded.size,
      updated = excluded.updated, extraction = excluded.extraction, run = excluded.run`;
    for (const { id, kind, name, sizeBytes, updatedAt, extraction } of entries)
      this.#db.run(sql, key, toBlob(id), kind, name, sizeBytes, updatedAt, extraction, run);
  }

  /** The listing is complete: what it did not show is no more. */
  finish(key: number, run: number, at: number): void {
    this.#db.run('DELETE FROM shelf_entry WHERE shelf = ? AND run <> ?', key, run);
    const sql = `UPDATE shelf SET listed_at = ?, folders_at = ?, asked_at = ?, got = NULL, total = NULL, fault = NULL
      WHERE id = ?`;
    this.#db.run(sql, at, at, at, key);
  }

  /** All folders of the place are listed; of its files nothing is known anew. */
  finishFolders(key: number, run: number, at: number): void {
    this.#db.run(`DELETE FROM shelf_entry WHERE shelf = ? AND kind = 'folder' AND run <> ?`, key, run);
    this.#db.run('UPDATE shelf SET folders_at = ? WHERE id = ?', at, key);
  }

  /** The listing broke off: what it showed stays beside what was there before. */
  fail(
    key: number,
    at: number,
    { fault, got, total }: { fault: Failure; got: number | null; total: number | null },
  ): void {
    const sql = 'UPDATE shelf SET asked_at = ?, got = ?, total = ?, fault = ? WHERE id = ?';
    this.#db.run(sql, at, got, total, JSON.stringify(fault), key);
  }

  /** What the folder's own detail said. */
  describe(key: number, name: string, parent: ServiceId | null): void {
    this.#db.run('UPDATE shelf SET name = ?, parent = ? WHERE id = ?', name, parent, key);
  }

  /** Nothing of what was listed counts any more. */
  empty(key: number): void {
    this.#db.run('DELETE FROM shelf_entry WHERE shelf = ?', key);
    this.#db.run('UPDATE shelf SET listed_at = NULL, folders_at = NULL WHERE id = ?', key);
  }

  /** One thing less in a place, because we know that it went. */
  drop(key: number, id: ServiceId): void {
    this.#db.run('DELETE FROM shelf_entry WHERE shelf = ? AND thing = ?', key, toBlob(id));
  }

  /** Forgets everything. */
  clear(): void {
    this.#db.run('DELETE FROM shelf_entry');
    this.#db.run('DELETE FROM shelf');
  }

  /** Forgets what nobody looked at for the longest time until at most so many things are kept. */
  prune(most: number): void {
    const sql = `SELECT s.id, count(e.thing) AS n FROM shelf s LEFT JOIN shelf_entry e ON e.shelf = s.id
      GROUP BY s.id ORDER BY s.used_at DESC, s.id DESC`;
    let kept = 0;
    for (const [index, row] of this.#db.all(sql).entries()) {
      kept += numberIn(row, 'n') ?? 0;
      if (kept <= most || index === 0) continue;
      const key = numberIn(row, 'id') ?? 0;
      this.#db.run('DELETE FROM shelf_entry WHERE shelf = ?', key);
      this.#db.run('DELETE FROM shelf WHERE id = ?', key);
    }
  }
}

function shelfOf(row: Row): Shelf {
  const fault = textIn(row, 'fault');
  return {
    key: numberIn(row, 'id') ?? 0,
    place: textOf(row, 'place'),
    name: textIn(row, 'name'),
    parent: textIn(row, 'parent') as ServiceId | null,
    listedAt: numberIn(row, 'listed_at'),
    foldersAt: numberIn(row, 'folders_at'),
    askedAt: numberIn(row, 'asked_at'),
    got: numberIn(row, 'got'),
    total: numberIn(row, 'total'),
    fault: fault === null ? null : (JSON.parse(fault) as Failure),
  };
}

function entryOf(row: Row): ShelfEntry {
  return {
    id: uuidOf(textOf(row, 'thing')) as ServiceId,
    kind: textOf(row, 'kind') === 'folder' ? 'folder' : 'file',
    name: textOf(row, 'name'),
    sizeBytes: numberIn(row, 'size'),
    updatedAt: textIn(row, 'updated'),
    extraction: textIn(row, 'extraction'),
  };
}
