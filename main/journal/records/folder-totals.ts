import type { ItemId, MirrorId, ServiceId } from '../../../shared/ids.ts';
import { type InParts, toEnd } from '../../core/in-parts.ts';
import { itemIn, numberIn, textIn, textOf, uuidOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** The files in a folder and all folders below it. */
export interface FolderTotal {
  readonly files: number;
  /** The sum of the sizes that are known. */
  readonly sizeBytes: number;
  /** How many of the files have a known size. */
  readonly sized: number;
  /** The latest local change among files that differ from the service's, ms since the epoch. */
  readonly modifiedMs: number | null;
  /** The latest time of the service among the other files, as stored (see `service-time.ts`). */
  readonly updatedAt: string | null;
  /** Folders of the service, itself among them, that were never listed completely. */
  readonly unlisted: number;
}

/** How many folders to read at once: some milliseconds, between which a caller may pause. */
const FOLDERS_OF_A_PART = 200;

const NOTHING: FolderTotal = {
  files: 0,
  sizeBytes: 0,
  sized: 0,
  modifiedMs: null,
  updatedAt: null,
  unlisted: 0,
};

/** Few and small rows: the index holds only folders. */
export const FOLDERS_OF_MIRROR = `SELECT i.id, coalesce(i.l_parent, i.r_parent) AS parent,
    (i.r_sight <> 0 AND l.listed_at IS NULL) AS unlisted
  FROM item i LEFT JOIN listing l ON l.folder = i.id WHERE i.mirror = ? AND i.kind = 'folder'`;

/** As `FolderRow` tells it: both sides have the same bytes, so the service's time counts. */
const IS_SAME = '(l_hash IS a_hash AND r_version IS a_version AND r_updated IS NOT NULL)';

/** One row for each folder that has files. An item counts in its local folder, as in lists. */
export const FILES_BY_FOLDER = `
  SELECT l_parent AS parent, count(*) AS files, sum(l_size) AS size, count(l_size) AS sized,
    max(CASE WHEN ${IS_SAME} THEN r_updated END) AS updated, max(CASE WHEN ${IS_SAME} THEN NULL ELSE l_modified END) AS modified
  FROM item WHERE l_parent IN (SELECT value FROM json_each(?)) AND kind = 'file' GROUP BY l_parent
  UNION ALL
  SELECT r_parent, count(*), sum(r_size), count(r_size), max(r_updated), NULL
  FROM item WHERE r_parent IN (SELECT value FROM json_each(?)) AND l_parent IS NULL AND kind = 'file' GROUP BY r_parent`;

const PLACE_OF_FOLDER = `lower(substr(hex(f.folder), 1, 8) || '-' || substr(hex(f.folder), 9, 4) || '-' || substr(hex(f.folder), 13, 4)
  || '-' || substr(hex(f.folder), 17, 4) || '-' || substr(hex(f.folder), 21))`;

/** One row for each folder of a listed place. `UNION` drops what was seen: listings may contain a ring of folders. */
export const BELOW_PLACE = `
  WITH RECURSIVE f(top, folder) AS (
    SELECT thing, thing FROM shelf_entry WHERE shelf = ? AND kind = 'folder'
    UNION
    SELECT f.top, e.thing FROM f JOIN shelf s ON s.organization = ? AND s.place = ${PLACE_OF_FOLDER}
      JOIN shelf_entry e ON e.shelf = s.id AND e.kind = 'folder'
  ), each_folder AS (
    SELECT f.top, s.listed_at IS NULL AS unlisted, count(e.thing) AS files, sum(e.size) AS size, count(e.size) AS sized,
      max(e.updated) AS updated
    FROM f LEFT JOIN shelf s ON s.organization = ? AND s.place = ${PLACE_OF_FOLDER}
      LEFT JOIN shelf_entry e ON e.shelf = s.id AND e.kind = 'file'
    GROUP BY f.top, f.folder
  )
  SELECT lower(hex(top)) AS top, sum(unlisted) AS unlisted, sum(files) AS files, sum(size) AS size, sum(sized) AS sized,
    max(updated) AS updated, NULL AS modified
  FROM each_folder GROUP BY top`;

/** What is in folders, however deep, from what was observed: a few statements for a whole list, none for each row. */
export class FolderTotals {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Of these folders of a mirror. */
  inMirror(mirror: MirrorId, tops: readonly ItemId[]): ReadonlyMap<ItemId, FolderTotal> {
    return toEnd(this.inMirrorInParts(mirror, tops));
  }

  /** The same in parts, between which items may change: each folder's own files are those of one moment. */
  *inMirrorInParts(mirror: MirrorId, tops: readonly ItemId[]): InParts<ReadonlyMap<ItemId, FolderTotal>> {
    if (tops.length === 0) return new Map();
    const inside = new Map<ItemId | null, ItemId[]>();
    const unlisted = new Set<ItemId>();
    for (const row of this.#db.all(FOLDERS_OF_MIRROR, mirror)) {
      const id = idOf(row, 'id');
      const parent = itemIn(row, 'parent');
      const siblings = inside.get(parent);
      if (siblings === undefined) inside.set(parent, [id]);
      else siblings.push(id);
      if (numberIn(row, 'unlisted') === 1) unlisted.add(id);
    }
    const below = new Map(tops.map(top => [top, withBelow(top, inside)]));
    const all = [...new Set([...below.values()].flatMap(each => [...each]))];
    const own = new Map<ItemId, FolderTotal>();
    for (let from = 0; from < all.length; from += FOLDERS_OF_A_PART) {
      if (from > 0) yield;
      const some = JSON.stringify(all.slice(from, from + FOLDERS_OF_A_PART));
      for (const row of this.#db.all(FILES_BY_FOLDER, some, some)) {
        const parent = idOf(row, 'parent');
        own.set(parent, joined(own.get(parent) ?? NOTHING, totalOf(row)));
      }
    }
    const totals = [...below].map(([top, ids]) => {
      let total = NOTHING;
      for (const id of ids) {
        total = joined(total, own.get(id) ?? NOTHING);
        if (unlisted.has(id)) total = { ...total, unlisted: total.unlisted + 1 };
      }
      return [top, total] as const;
    });
    return new Map(totals);
  }

  /** Of all folders of a listed place of an organization. */
  inPlace(organization: string, shelf: number): ReadonlyMap<ServiceId, FolderTotal> {
    const rows = this.#db.all(BELOW_PLACE, shelf, organization, organization);
    return new Map(rows.map(row => [uuidOf(textOf(row, 'top')) as ServiceId, totalOf(row)]));
  }
}

/** A folder and all folders below it; a ring of folders ends where it closes. */
function withBelow(top: ItemId, inside: ReadonlyMap<ItemId | null, readonly ItemId[]>): ReadonlySet<ItemId> {
  const found = new Set([top]);
  for (const id of found) for (const child of inside.get(id) ?? []) found.add(child);
  return found;
}

function joined(one: FolderTotal, other: FolderTotal): FolderTotal {
  return {
    files: one.files + other.files,
    sizeBytes: one.sizeBytes + other.sizeBytes,
    sized: one.sized + other.sized,
    modifiedMs: later(one.modifiedMs, other.modifiedMs),
    updatedAt: later(one.updatedAt, other.updatedAt),
    unlisted: one.unlisted + other.unlisted,
  };
}

function later<T extends string | number>(one: T | null, other: T | null): T | null {
  return one === null || (other !== null && other > one) ? other : one;
}

function totalOf(row: Row): FolderTotal {
  return {
    files: numberIn(row, 'files') ?? 0,
    sizeBytes: numberIn(row, 'size') ?? 0,
    sized: numberIn(row, 'sized') ?? 0,
    modifiedMs: numberIn(row, 'modified'),
    updatedAt: textIn(row, 'updated'),
    unlisted: numberIn(row, 'unlisted') ?? 0,
  };
}

function idOf(row: Row, column: string): ItemId {
  return itemIn(row, column) ?? (0 as ItemId);
}
