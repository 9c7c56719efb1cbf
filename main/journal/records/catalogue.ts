import type { Failure } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { Kind } from '../../core/item.ts';
import { numberIn, textIn, textOf, toBlob, uuidOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** One item that a listing of the service showed. */
export interface ShelfEntry {
  readonly id: ServiceId;
  readonly kind: Kind;
  /** The name at the service. */
  readonly name: string;
  readonly sizeBytes: number | null;
  /** The service's time of the last change, as text. */
  readonly updatedAt: string | null;
  readonly extraction: string | null;
}

/** What is known of one listed place: a folder (its UUID), or `roots`, `archived` or `loose`. */
export interface CataloguePlace {
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
  /** After an incomplete listing: how many items were received, of about how many. */
  readonly got: number | null;
  readonly total: number | null;
  readonly fault: Failure | null;
}

/** The place that a folder is listed in, and its name there. */
export interface Standing {
  readonly place: string;
  readonly name: string;
}

/** Bytes are read as text: a buffer for each value takes many times the memory. */
const ENTRY = 'SELECT lower(hex(thing)) AS thing, kind, name, size, updated, extraction FROM shelf_entry';

/** Listings of the service, kept for showing them again. Every method is part of the caller's transaction. */
export class Catalogue {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Grows with every change. */
  get changes(): number {
    return this.#db.changesOf('shelf') + this.#db.changesOf('shelf_entry');
  }

  /** All known places, each with a text that changes when its entries may have changed. */
  marks(): readonly { readonly key: number; readonly mark: string }[] {
    const sql = 'SELECT id, run, asked_at, (SELECT count(*) FROM shelf_entry e WHERE e.shelf = s.id) AS n FROM shelf s';
    return this.#db.all(sql).map(row => ({
      key: numberIn(row, 'id') ?? 0,
      mark: [row['run'], row['asked_at'], row['n']].map(String).join(' '),
    }));
  }

  /** The place with this key. */
  byKey(key: number): (CataloguePlace & { readonly organization: string }) | null {
    const row = this.#db.one('SELECT * FROM shelf WHERE id = ?', key);
    return row === null ? null : { ...shelfOf(row), organization: textOf(row, 'organization') };
  }

  find(organization: string, place: string): CataloguePlace | null {
    const row = this.#db.one('SELECT * FROM shelf WHERE organization = ? AND place = ?', organization, place);
    return row === null ? null : shelfOf(row);
  }

  /** Gets or creates the record of a place, and notes that it is viewed at this time (ms since the epoch). */
  use(organization: string, place: string, at: number): CataloguePlace {
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

  /** All entries of a place from the last listings, unordered. */
  entries(key: number): readonly ShelfEntry[] {
    return this.#db.all(`${ENTRY} WHERE shelf = ?`, key).map(entryOf);
  }

  folders(key: number): readonly ShelfEntry[] {
    return this.#db.all(`${ENTRY} WHERE shelf = ? AND kind = 'folder'`, key).map(entryOf);
  }

  /** How many entries of a place are stored. */
  count(key: number): number {
    const row = this.#db.one('SELECT count(*) AS n FROM shelf_entry WHERE shelf = ?', key);
    return row === null ? 0 : (numberIn(row, 'n') ?? 0);
  }

  hasFolders(key: number): boolean {
    return this.#db.one(`SELECT 1 FROM shelf_entry WHERE shelf = ? AND kind = 'folder' LIMIT 1`, key) !== null;
  }

  /** Whether something was listed as a folder anywhere; what was listed nowhere is not known to be one. */
  isFolder(thing: ServiceId): boolean {
    const sql = `SELECT 1 FROM shelf_entry WHERE thing = ? AND kind = 'folder' LIMIT 1`;
    return this.#db.one(sql, toBlob(thing)) !== null;
  }

  /**
   * The places of an organization in which a folder was listed. More than one if it was moved, or if the service
   * answered inconsistently.
   */
  standings(organization: string, folder: ServiceId): readonly Standing[] {
    const sql = `SELECT s.place, e.name FROM shelf_entry e JOIN shelf s ON s.id = e.shelf
      WHERE e.thing = ? AND e.kind = 'folder' AND s.organization = ? ORDER BY s.listed_at DESC`;
    return this.#db
      .all(sql, toBlob(folder), organization)
      .map(row => ({ place: textOf(row, 'place'), name: textOf(row, 'name') }));
  }

  /** Begins a new listing. @returns its number, which its entries get. */
  begin(key: number): number {
    this.#db.run('UPDATE shelf SET run = run + 1 WHERE id = ?', key);
    const row = this.#db.one('SELECT run FROM shelf WHERE id = ?', key);
    return row === null ? 0 : (numberIn(row, 'run') ?? 0);
  }

  /** Stores a part of a listing. */
  put(key: number, run: number, entries: readonly ShelfEntry[]): void {
    const sql = `INSERT INTO shelf_entry (shelf, thing, kind, name, size, updated, extraction, run) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (shelf, thing) DO UPDATE SET kind = excluded.kind, name = excluded.name, size = excluded.size,
      updated = excluded.updated, extraction = excluded.extraction, run = excluded.run`;
    for (const { id, kind, name, sizeBytes, updatedAt, extraction } of entries)
      this.#db.run(sql, key, toBlob(id), kind, name, sizeBytes, updatedAt, extraction, run);
  }

  /** The listing is complete: entries that it did not contain are removed. */
  finish(key: number, run: number, at: number): void {
    this.#db.run('DELETE FROM shelf_entry WHERE shelf = ? AND run <> ?', key, run);
    const sql = `UPDATE shelf SET listed_at = ?, folders_at = ?, asked_at = ?, got = NULL, total = NULL, fault = NULL
      WHERE id = ?`;
    this.#db.run(sql, at, at, at, key);
  }

  /** All folders of the place were listed; its files were not. */
  finishFolders(key: number, run: number, at: number): void {
    this.#db.run(`DELETE FROM shelf_entry WHERE shelf = ? AND kind = 'folder' AND run <> ?`, key, run);
    this.#db.run('UPDATE shelf SET folders_at = ? WHERE id = ?', at, key);
  }

  /** The listing is incomplete: its entries are added to the earlier ones. */
  fail(
    key: number,
    at: number,
    { fault, got, total }: { fault: Failure; got: number | null; total: number | null },
  ): void {
    const sql = 'UPDATE shelf SET asked_at = ?, got = ?, total = ?, fault = ? WHERE id = ?';
    this.#db.run(sql, at, got, total, JSON.stringify(fault), key);
  }

  /** Records what the folder's own details say. */
  describe(key: number, name: string, parent: ServiceId | null): void {
    this.#db.run('UPDATE shelf SET name = ?, parent = ? WHERE id = ?', name, parent, key);
  }

  /** Removes all entries of a place. */
  empty(key: number): void {
    this.#db.run('DELETE FROM shelf_entry WHERE shelf = ?', key);
    this.#db.run('UPDATE shelf SET listed_at = NULL, folders_at = NULL WHERE id = ?', key);
  }

  /** Removes one entry that is known to be gone. */
  drop(key: number, id: ServiceId): void {
    this.#db.run('DELETE FROM shelf_entry WHERE shelf = ? AND thing = ?', key, toBlob(id));
  }

  /** Removes everything. */
  clear(): void {
    this.#db.run('DELETE FROM shelf_entry');
    this.#db.run('DELETE FROM shelf');
  }

  /** Removes the places that were viewed longest ago, until at most so many entries are left. */
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

function shelfOf(row: Row): CataloguePlace {
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
