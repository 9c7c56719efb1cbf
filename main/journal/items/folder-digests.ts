import type { ItemId } from '../../../shared/ids.ts';
import { itemIn, textIn, textOf } from '../storage/row-values.ts';
import type { Db } from '../storage/db.ts';

/** The digests of a mirror's folders by local path. A folder without a digest must be listed by the next scan. */
export class FolderDigests {
  readonly #db: Db;
  readonly #mirror: string;
  readonly #root: ItemId;

  constructor(db: Db, mirror: string, root: ItemId) {
    this.#db = db;
    this.#mirror = mirror;
    this.#root = root;
  }

  all(): ReadonlyMap<string, string> {
    const sql = `SELECT id, l_parent, l_name, digest FROM item WHERE mirror = ? AND kind = 'folder'`;
    const folders = new Map(this.#db.all(sql, this.#mirror).map(row => [itemIn(row, 'id'), row]));
    const paths = new Map<ItemId | null, string | null>([[this.#root, '']]);
    const pathOf = (id: ItemId | null): string | null => {
      const known = paths.get(id);
      if (known !== undefined) return known;
      // Set before recursing, so that a ring of folders ends here.
      paths.set(id, null);
      const row = folders.get(id);
      const parent = row === undefined ? null : itemIn(row, 'l_parent');
      const path = row === undefined || parent === null ? null : joined(pathOf(parent), textOf(row, 'l_name'));
      paths.set(id, path);
      return path;
    };
    const digests = new Map<string, string>();
    for (const [id, row] of folders) {
      const digest = textIn(row, 'digest');
      const path = digest === null ? null : pathOf(id);
      if (digest !== null && path !== null) digests.set(path, digest);
    }
    return digests;
  }

  /** The digests of some folders and of the folders directly in them. */
  around(paths: readonly string[]): ReadonlyMap<string, string> {
    const digests = new Map<string, string>();
    for (const path of paths) {
      const id = this.#at(path);
      if (id === null) continue;
      const own = this.#db.one('SELECT digest FROM item WHERE id = ?', id);
      const digest = own === null ? null : textIn(own, 'digest');
      if (digest !== null) digests.set(path, digest);
      const sql = `SELECT l_name, digest FROM item WHERE l_parent = ? AND kind = 'folder' AND digest IS NOT NULL`;
      for (const row of this.#db.all(sql, id))
        digests.set(joined(path, textOf(row, 'l_name')) ?? '', textOf(row, 'digest'));
    }
    return digests;
  }

  /** Local folders that the next scan must list. */
  missing(): readonly ItemId[] {
    const sql = `SELECT id FROM item WHERE mirror = ? AND kind = 'folder' AND digest IS NULL AND (l_parent IS NOT NULL OR id = ?)`;
    return this.#db.all(sql, this.#mirror, this.#root).flatMap(row => itemIn(row, 'id') ?? []);
  }

  #at(path: string): ItemId | null {
    let at: ItemId | null = this.#root;
    for (const name of path === '' ? [] : path.split('/')) {
      const row = this.#db.one('SELECT id FROM item WHERE l_parent = ? AND l_name = ?', at, name);
      at = row === null ? null : itemIn(row, 'id');
      if (at === null) return null;
    }
    return at;
  }
}

function joined(folder: string | null, name: string): string | null {
  if (folder === null) return null;
  return folder === '' ? name : `${folder}/${name}`;
}
