import type { ItemId } from '../../../shared/ids.ts';

/** Up to how many folders are remembered. */
const MOST = 1000;

/**
 * Folders that certainly have no digest. Each file that comes to a folder or leaves it drops the folder's digest, and
 * during an arrival all but the first would do so in vain.
 */
export class FoldersWithoutDigest {
  readonly #known = new Set<ItemId>();

  /** Whether all of them are known to have none; null: no folder. */
  includes(folders: readonly (ItemId | null)[]): boolean {
    return folders.every(folder => folder === null || this.#known.has(folder));
  }

  add(folders: readonly (ItemId | null)[]): void {
    if (this.#known.size >= MOST) this.#known.clear();
    for (const folder of folders) if (folder !== null) this.#known.add(folder);
  }

  /** Forgets a folder that may have a digest now; null: all of them. */
  forget(folder: ItemId | null): void {
    if (folder === null) this.#known.clear();
    else this.#known.delete(folder);
  }
}
