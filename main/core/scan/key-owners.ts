import type { Item } from '../item.ts';
import type { ScannedEntry } from './scan-result.ts';
import { isUnsent } from '../plan/unmatched-items.ts';

/**
 * Which item is known by which key. A system gives a key anew once its file is removed: until a look finds that one gone,
 * two are recorded under one key, and what has that key now is the one it is like.
 */
export class KeyOwners {
  readonly #owners = new Map<string, Item>();
  /** Of keys that several are recorded under. */
  readonly #rivals = new Map<string, Item[]>();

  add(key: string, item: Item): void {
    const known = this.#owners.get(key);
    if (known !== undefined) this.#rivals.set(key, [...(this.#rivals.get(key) ?? [known]), item]);
    this.#owners.set(key, item);
  }

  /** Something with a key of its own was found somewhere. */
  found(entry: ScannedEntry): void {
    const rivals = this.#rivals.get(entry.key);
    if (rivals === undefined) return;
    const alike = rivals.filter(item => isLike(item, entry));
    const likely = alike.length === 0 ? rivals : alike;
    // What the service has too costs more when it is missed: it would be received again, and this be sent.
    const owner = likely.find(item => !isUnsent(item)) ?? likely.at(-1);
    if (owner !== undefined) this.#owners.set(entry.key, owner);
  }

  get(key: string): Item | undefined {
    return this.#owners.get(key);
  }

  has(key: string): boolean {
    return this.#owners.has(key);
  }

  /** Nobody has this key any more as far as is known, if it was this one's. */
  forget(key: string, { id }: Item): void {
    if (this.#owners.get(key)?.id === id) this.#owners.delete(key);
  }
}

/** A rename leaves the size and the time of a file as they were. */
function isLike({ kind, local }: Item, entry: ScannedEntry): boolean {
  return kind === entry.kind && local?.sizeBytes === entry.sizeBytes && local.modifiedMs === entry.modifiedMs;
}
