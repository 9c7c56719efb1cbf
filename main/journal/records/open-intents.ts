import type { ItemId } from '../../../shared/ids.ts';
import { itemIn, numberIn } from '../storage/row-values.ts';
import type { Db } from '../storage/db.ts';

/**
 * The items of all open intents, kept beside the table: each step asks whether its item is among them, and changes the
 * table itself, so no cached query would hold. The table stays the truth: a change that was not announced, or a
 * transaction that was undone, makes it be read again.
 */
export class OpenIntents {
  readonly #db: Db;
  readonly #items = new Map<number, ItemId>();
  /** How many intents are open for each item. */
  readonly #counts = new Map<ItemId, number>();
  #changes = -1;

  constructor(db: Db) {
    this.#db = db;
  }

  has(item: ItemId): boolean {
    this.#catchUp();
    return this.#counts.has(item);
  }

  /** Runs the statement that begins an intent. @returns its id. */
  beginning(item: ItemId, begin: () => number): number {
    const id = this.changing(begin);
    this.#add(id, item);
    return id;
  }

  /** Runs the statement that begins several intents. */
  beginningAll(items: readonly (readonly [id: number, item: ItemId])[], begin: () => void): void {
    this.changing(begin);
    for (const [id, item] of items) this.#add(id, item);
  }

  /** Runs the statement that ends an intent. */
  ending(id: number, end: () => void): void {
    this.changing(end);
    const item = this.#items.get(id);
    this.#items.delete(id);
    if (item !== undefined) this.#take(item);
  }

  /** Runs a statement that changes the table. */
  changing<T>(change: () => T): T {
    this.#catchUp();
    const result = change();
    this.#changes = this.#db.changesOf('intent');
    return result;
  }

  #catchUp(): void {
    const changes = this.#db.changesOf('intent');
    if (this.#changes === changes) return;
    this.#items.clear();
    this.#counts.clear();
    for (const row of this.#db.all('SELECT id, item FROM intent')) {
      const [id, item] = [numberIn(row, 'id'), itemIn(row, 'item')];
      if (id !== null && item !== null) this.#add(id, item);
    }
    this.#changes = changes;
  }

  #add(id: number, item: ItemId): void {
    this.#items.set(id, item);
    this.#counts.set(item, (this.#counts.get(item) ?? 0) + 1);
  }

  #take(item: ItemId): void {
    const left = (this.#counts.get(item) ?? 1) - 1;
    if (left > 0) this.#counts.set(item, left);
    else this.#counts.delete(item);
  }
}
