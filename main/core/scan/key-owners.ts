import type { Item } from '../item.ts';
import type { ScannedEntry } from './scan-result.ts';
import { isUnsent } from '../plan/unmatched-items.ts';

/**
 * Finds the item that a key belongs to. A file system reuses a key (its inode) after a file was removed. Until a scan
 * notices the removal, two items are recorded with that key; the entry that has it now belongs to the item with the
 * same size and time.
 */
export class KeyOwners {
  readonly #owners = new Map<string, Item>();
  /** All items that are recorded with the same key. */
  readonly #rivals = new Map<string, Item[]>();

  add(key: string, item: Item): void {
    const known = this.#owners.get(key);
    if (known !== undefined) this.#rivals.set(key, [...(this.#rivals.get(key) ?? [known]), item]);
    this.#owners.set(key, item);
  }

  /** An entry with this key was found: chooses its owner among the items with the key. */
  found(entry: ScannedEntry): void {
    const rivals = this.#rivals.get(entry.key);
    if (rivals === undefined) return;
    const alike = rivals.filter(item => isLike(item, entry));
    const likely = alike.length === 0 ? rivals : alike;
    // Prefer an item that the service has. Missing that one would cost more: it would be downloaded again, and the
    // entry uploaded as a new file.
    const owner = likely.find(item => !isUnsent(item)) ?? likely.at(-1);
    if (owner !== undefined) this.#owners.set(entry.key, owner);
  }

  get(key: string): Item | undefined {
    return this.#owners.get(key);
  }

  has(key: string): boolean {
    return this.#owners.has(key);
  }

  /** Removes the owner of a key if it is this item. */
  forget(key: string, { id }: Item): void {
    if (this.#owners.get(key)?.id === id) this.#owners.delete(key);
  }
}

/** A rename keeps the size and the modification time of a file. */
function isLike({ kind, local }: Item, entry: ScannedEntry): boolean {
  return kind === entry.kind && local?.sizeBytes === entry.sizeBytes && local.modifiedMs === entry.modifiedMs;
}
