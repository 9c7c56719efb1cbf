import type { ItemId } from '../../../shared/ids.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { Kind } from '../../core/item.ts';
import { itemIn, numberIn, textIn, textOf } from '../storage/row-values.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';
import type { Db, Row } from '../storage/db.ts';

/** The part of an item that sorting and filtering need; the rest is read only for visible rows. */
export interface FolderRow {
  readonly id: ItemId;
  readonly kind: Kind;
  /** The local name, or the one it would have. */
  readonly name: string;
  readonly sizeBytes: number | null;
  /** The local time, ms since the epoch; null when the item is not here. */
  readonly modifiedMs: number | null;
  /** The service's time as stored (see `service-time.ts`). */
  readonly updatedAt: string | null;
  /** Both sides have the same bytes: then the service's time is shown. */
  readonly isSame: boolean;
  readonly extraction: string | null;
}

const FOLDER_ROW = `SELECT id, kind, l_name, a_local_name, r_name, l_parent, l_size, r_size, l_modified, r_updated, r_extraction,
  (l_hash IS a_hash AND r_version IS a_version) AS same FROM item`;
const INSIDE = '(l_parent = ? OR (r_parent = ? AND l_parent IS NULL))';

/** The items of mirrored folders as windows list them: few columns of many items. */
export class FolderRows {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Grows with every change of an item. */
  get changes(): number {
    return this.#db.changesOf('item');
  }

  /** Everything in a folder on either side, unordered. */
  childrenOf(folder: ItemId): readonly FolderRow[] {
    return this.#db.all(`${FOLDER_ROW} WHERE ${INSIDE}`, folder, folder).map(folderRowOf);
  }

  folders(folder: ItemId): readonly FolderRow[] {
    return this.#db.all(`${FOLDER_ROW} WHERE kind = 'folder' AND ${INSIDE}`, folder, folder).map(folderRowOf);
  }

  hasFolders(folder: ItemId): boolean {
    const sql = `SELECT 1 FROM item WHERE kind = 'folder' AND ${INSIDE} LIMIT 1`;
    return this.#db.one(sql, folder, folder) !== null;
  }
}

function folderRowOf(row: Row): FolderRow {
  const isHere = row['l_parent'] !== null;
  return {
    id: itemIn(row, 'id') ?? (0 as ItemId),
    kind: textOf(row, 'kind') === 'folder' ? 'folder' : 'file',
    name: textIn(row, 'l_name') ?? textIn(row, 'a_local_name') ?? toLocalName(textOf(row, 'r_name'), EXACT_NAMES),
    sizeBytes: numberIn(row, isHere ? 'l_size' : 'r_size'),
    modifiedMs: isHere ? numberIn(row, 'l_modified') : null,
    updatedAt: textIn(row, 'r_updated'),
    isSame: numberIn(row, 'same') === 1,
    extraction: textIn(row, 'r_extraction'),
  };
}
