import type { ItemId, VersionId } from '../../../shared/ids.ts';
import { eachInParts, type InParts } from '../../core/in-parts.ts';
import type { Item } from '../../core/item.ts';

/** The items of a larger mirror are held only while a caller uses them: an idle engine must not occupy that memory. */
const MOST_KEPT = 20_000;

/** Items of one part that are read one by one. */
const ROWS_OF_A_PART = 100;

/** One item with its mirror; null when there is none. */
type CachedItem = { readonly mirror: string; readonly item: Item } | null;

/** The items of a mirror: held, or reachable as long as another caller holds them. */
type HeldItems = { deref(): ReadonlyMap<ItemId, Item> | undefined };

/** How items are read from the journal. */
export interface ItemReading {
  /** All items of a mirror, in the order of their ids, some at a time. */
  readonly pages: (mirror: string) => Iterable<readonly Item[]>;
  readonly one: (id: ItemId) => CachedItem;
  /** Grows with every change of the tables that items are read from, also with changes that bypass the cache. */
  readonly changes: () => number;
}

/**
 * The items as last read, with the ids that may have changed since. The journal stays the truth: a change that was not
 * announced to the cache, or a transaction that was undone, empties it. Items that were returned are never modified.
 */
export class ItemCache {
  readonly #reading: ItemReading;
  readonly #mostKept: number;
  readonly #mirrors = new Map<string, HeldItems>();
  /** Items that may have changed since, with the new state once it was read. */
  readonly #touched = new Map<ItemId, CachedItem | undefined>();
  /** The re-read items that show the hash of a version. A long transfer touches thousands, so they are indexed. */
  readonly #found = new Set<ItemId>();
  readonly #touchedVersions = new Set<VersionId>();
  #changes = -1;
  /** Called with each item that may have changed, with null when any may have. */
  onTouched: ((id: ItemId | null) => void) | null = null;

  constructor(reading: ItemReading, mostKept = MOST_KEPT) {
    this.#reading = reading;
    this.#mostKept = mostKept;
  }

  /**
   * All items of a mirror, by id, in parts. Of items that change between two parts, some may be as they were before and
   * some as they are now; only what is of one moment is kept.
   */
  *all(mirror: string): InParts<ReadonlyMap<ItemId, Item>> {
    this.catchUp();
    if (this.#isMostlyTouched(mirror)) this.#mirrors.delete(mirror);
    if (this.#mirrors.get(mirror)?.deref() !== undefined) yield* this.#readTouched();
    if (this.#touched.size + this.#touchedVersions.size > 0) this.#renew();
    const known = this.#mirrors.get(mirror)?.deref();
    if (known !== undefined) return known;
    const from = this.#reading.changes();
    const items = new Map<ItemId, Item>();
    for (const page of this.#reading.pages(mirror)) {
      for (const item of page) items.set(item.id, item);
      yield;
    }
    if (this.#reading.changes() === from) this.#mirrors.set(mirror, this.#holding(items));
    return items;
  }

  /** When most items changed, reading all rows in order is faster than reading each by itself. */
  #isMostlyTouched(mirror: string): boolean {
    const items = this.#mirrors.get(mirror)?.deref();
    return items !== undefined && 2 * this.#touched.size > items.size;
  }

  *#readTouched(): InParts<void> {
    yield* eachInParts([...this.#touched.keys()], id => void this.#now(id), ROWS_OF_A_PART);
    this.catchUp();
  }

  one(id: ItemId): Item | null {
    this.catchUp();
    if (this.#touched.has(id)) return this.#now(id)?.item ?? null;
    return this.held(id) ?? this.#reading.one(id)?.item ?? null;
  }

  /** The item, where it is in memory as it is now; null: it has to be read. To be called after `catchUp`. */
  held(id: ItemId): Item | null {
    if (this.#touched.has(id)) return this.#touched.get(id)?.item ?? null;
    for (const held of this.#mirrors.values()) {
      const item = held.deref()?.get(id);
      if (item !== undefined && !this.#hasNewHash(item)) return item;
    }
    return null;
  }

  /** Keeps an item that was just read and changed before: the step that it is planned for asks for it next. */
  keep(mirror: string, item: Item): Item {
    this.catchUp();
    if (this.#touched.has(item.id)) this.#note(item.id, { mirror, item });
    return item;
  }

  /** Runs a change of an item; null for a change that items do not show. */
  changing<T>(id: ItemId | null, change: () => T): T {
    this.catchUp();
    const result = change();
    if (id !== null) this.#touch(id);
    this.#changes = this.#reading.changes();
    return result;
  }

  /** Runs a change of several items. */
  changingAll(ids: readonly ItemId[], change: () => unknown): void {
    this.changing(null, change);
    for (const id of ids) this.#touch(id);
  }

  /** Runs the creation of an item. */
  creating(make: () => ItemId): ItemId {
    const made = this.changing(null, make);
    this.#touch(made);
    return made;
  }

  #touch(id: ItemId): void {
    this.#touched.set(id, undefined);
    this.onTouched?.(id);
  }

  /** Runs a change of what is known about versions, which any item may show. */
  changingVersions(versions: Iterable<VersionId>, change: () => void): void {
    this.catchUp();
    change();
    for (const version of versions) this.#touchedVersions.add(version);
    for (const id of this.#found) this.#touched.set(id, undefined);
    this.#found.clear();
    this.#changes = this.#reading.changes();
  }

  /** Empties the cache after a change that was not announced. Called before cached items are used. */
  catchUp(): void {
    const changes = this.#reading.changes();
    if (this.#changes === changes) return;
    this.#mirrors.clear();
    this.#touched.clear();
    this.#found.clear();
    this.#touchedVersions.clear();
    this.#changes = changes;
    this.onTouched?.(null);
  }

  #now(id: ItemId): CachedItem {
    const known = this.#touched.get(id);
    if (known !== undefined) return known;
    return this.#note(id, this.#reading.one(id));
  }

  #note(id: ItemId, found: CachedItem): CachedItem {
    this.#touched.set(id, found);
    if (hasVersion(found?.item)) this.#found.add(id);
    return found;
  }

  #renew(): void {
    const known = [...this.#mirrors].flatMap(([mirror, held]) => {
      const items = held.deref();
      return items === undefined || this.#isMostlyTouched(mirror) ? [] : [{ mirror, items }];
    });
    for (const mirror of this.#mirrors.keys())
      if (!known.some(one => one.mirror === mirror)) this.#mirrors.delete(mirror);
    for (const { items } of this.#touchedVersions.size === 0 ? [] : known)
      for (const item of items.values()) if (this.#hasNewHash(item)) this.#touched.set(item.id, undefined);
    // Sorted by id, the order in which a full read returns them.
    const touched = known.length === 0 ? [] : [...this.#touched.keys()].sort((one, other) => one - other);
    for (const { mirror, items } of known) {
      const renewed = new Map(items);
      for (const id of touched) {
        const found = this.#now(id);
        if (found?.mirror === mirror) renewed.set(id, found.item);
        else renewed.delete(id);
      }
      this.#mirrors.set(mirror, this.#holding(renewed));
    }
    this.#touched.clear();
    this.#found.clear();
    this.#touchedVersions.clear();
  }

  /** Whether an item shows a version whose hash was recorded after the item was read. */
  #hasNewHash({ remote }: Item): boolean {
    return remote !== null && remote.version !== null && this.#touchedVersions.has(remote.version);
  }

  #holding(items: ReadonlyMap<ItemId, Item>): HeldItems {
    return items.size > this.#mostKept ? new WeakRef(items) : { deref: () => items };
  }
}

function hasVersion(item: Item | undefined): boolean {
  return (item?.remote?.version ?? null) !== null;
}
