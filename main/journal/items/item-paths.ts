import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { numberIn, textOf } from '../storage/row-values.ts';
import type { Db } from '../storage/db.ts';

/** The parents of at most so many folders are cached. */
const MOST_FOLDERS = 1000;
/** The longest chain of folders to follow; a longer one can only be a ring. */
const DEEPEST = 4096;

const STEP = `SELECT coalesce(l_parent, r_parent, a_parent) AS parent, coalesce(l_name, a_local_name, r_name) AS name
  FROM item WHERE id = ?`;

/** The name of an item and its parent. */
interface Step {
  readonly name: string;
  readonly parent: ItemId;
}

/** The same as `STEP`, of an item in memory. */
function stepOf({ local, remote, base }: Item): Step | null {
  const parent = local?.parent ?? remote?.parent ?? base?.parent ?? null;
  return parent === null ? null : { parent, name: local?.name ?? base?.localName ?? remote?.name ?? '' };
}

/**
 * Builds the paths of items. Caches the names and parents of folders, because every step asks for the same folders
 * again.
 */
export class ItemPaths {
  readonly #db: Db;
  readonly #held: (item: ItemId) => Item | null;
  readonly #folders = new Map<ItemId, Step | null>();

  /** @param held an item that need not be read; null: it has to be. */
  constructor(db: Db, held: (item: ItemId) => Item | null) {
    this.#db = db;
    this.#held = held;
  }

  /** Names from the mirror's folder, joined by `/`; empty for the folder itself. */
  pathOf(item: ItemId): string {
    return this.#from(this.#read(item));
  }

  /** The same for a name in a folder, which is cached. */
  pathIn(folder: ItemId, name: string): string {
    const path = this.#from(this.#ofFolder(folder));
    return path === '' ? name : `${path}/${name}`;
  }

  /** Drops a cached item that may have changed; null: all of them. */
  forget(item: ItemId | null): void {
    if (item === null) this.#folders.clear();
    else this.#folders.delete(item);
  }

  #from(first: Step | null): string {
    const names: string[] = [];
    for (let step = first; step !== null && names.length < DEEPEST; step = this.#ofFolder(step.parent))
      names.push(step.name);
    return names.reverse().join('/');
  }

  #ofFolder(folder: ItemId): Step | null {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    if (this.#folders.size >= MOST_FOLDERS) this.#folders.clear();
    const step = this.#read(folder);
    this.#folders.set(folder, step);
    return step;
  }

  #read(item: ItemId): Step | null {
    const held = this.#held(item);
    if (held !== null) return stepOf(held);
    const row = this.#db.one(STEP, item);
    const parent = row === null ? null : numberIn(row, 'parent');
    return row === null || parent === null ? null : { name: textOf(row, 'name'), parent: parent as ItemId };
  }
}
