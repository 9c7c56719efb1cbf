import type { ItemId, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';

/** The items of larger mirrors are kept only as long as somebody uses them: an idle engine may not have that memory. */
const MOST_KEPT = 20_000;

/** One item with the mirror that it belongs to; null: there is none. */
type Found = { readonly mirror: string; readonly item: Item } | null;

/** The items of a mirror: held, or found again as long as somebody else holds them. */
type Holding = { deref(): ReadonlyMap<ItemId, Item> | undefined };

/** How items are read from the journal. */
export interface ItemReading {
  /** All items of a mirror, by their numbers. */
  readonly all: (mirror: string) => ReadonlyMap<ItemId, Item>;
  readonly one: (id: ItemId) => Found;
  /** Grows with every change of the tables that items are read from, whoever made it. */
  readonly changes: () => number;
}

/**
 * The items as they were last read, with which of them may have changed since. The journal stays the truth: a change
 * that was not announced here, or one undone, makes everything be read anew. What was handed out is never changed.
 */
export class ItemCache {
  readonly #reading: ItemReading;
  readonly #mostKept: number;
  readonly #mirrors = new Map<string, Holding>();
  /** What may have changed since, and what was found when somebody asked for it. */
  readonly #touched = new Map<ItemId, Found | undefined>();
  /** Those of them that were asked for and show the hash of a version: a long transfer touches thousands. */
  readonly #found = new Set<ItemId>();
  readonly #touchedVersions = new Set<VersionId>();
  #changes = -1;
  /** Hears which item may have changed, with null that any may have. */
  onTouched: ((id: ItemId | null) => void) | null = null;

  constructor(reading: ItemReading, mostKept = MOST_KEPT) {
    this.#reading = reading;
    this.#mostKept = mostKept;
  }

  all(mirror: string): ReadonlyMap<ItemId, Item> {
    this.catchUp();
    if (this.#touched.size + this.#touchedVersions.size > 0) this.#renew();
    const known = this.#mirrors.get(mirror)?.deref();
    if (known !== undefined) return known;
    const items = this.#reading.all(mirror);
    this.#mirrors.set(mirror, this.#holding(items));
    return items;
  }

  one(id: ItemId): Item | null {
    this.catchUp();
    if (this.#touched.has(id)) return this.#now(id)?.item ?? null;
    for (const held of this.#mirrors.values()) {
      const item = held.deref()?.get(id);
      if (item !== undefined && !this.#hasNewHash(item)) return item;
    }
    return this.#reading.one(id)?.item ?? null;
  }

  /** Carries out a change of an item; null: of something that items do not show. */
  changing<T>(id: ItemId | null, change: () => T): T {
    this.catchUp();
    const result = change();
    if (id !== null) this.#touch(id);
    this.#changes = this.#reading.changes();
    return result;
  }

  /** Carries out the making of an item. */
  making(make: () => ItemId): ItemId {
    const made = this.changing(null, make);
    this.#touch(made);
    return made;
  }

  #touch(id: ItemId): void {
    this.#touched.set(id, undefined);
    this.onTouched?.(id);
  }

  /** Carries out a change of what is known of a version, whoever has it. */
  changingVersion(version: VersionId, change: () => void): void {
    this.catchUp();
    change();
    this.#touchedVersions.add(version);
    for (const id of this.#found) this.#touched.set(id, undefined);
    this.#found.clear();
    this.#changes = this.#reading.changes();
  }

  /** Forgets what somebody changed unannounced. To be called before anything kept is believed. */
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

  #now(id: ItemId): Found {
    const known = this.#touched.get(id);
    if (known !== undefined) return known;
    const found = this.#reading.one(id);
    this.#touched.set(id, found);
    if (hasVersion(found?.item)) this.#found.add(id);
    return found;
  }

  #renew(): void {
    const known = [...this.#mirrors].flatMap(([mirror, held]) => {
      const items = held.deref();
      // When most of them changed: read by the thousand, rows cost a fraction of what each costs by itself.
      return items === undefined || 2 * this.#touched.size > items.size ? [] : [{ mirror, items }];
    });
    for (const mirror of this.#mirrors.keys())
      if (!known.some(one => one.mirror === mirror)) this.#mirrors.delete(mirror);
    for (const { items } of this.#touchedVersions.size === 0 ? [] : known)
      for (const item of items.values()) if (this.#hasNewHash(item)) this.#touched.set(item.id, undefined);
    // In the order of their numbers, as they are read.
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

  /** Whether an item shows a version whose bytes were recorded since. */
  #hasNewHash({ remote }: Item): boolean {
    return remote !== null && remote.version !== null && this.#touchedVersions.has(remote.version);
  }

  #holding(items: ReadonlyMap<ItemId, Item>): Holding {
    return items.size > this.#mostKept ? new WeakRef(items) : { deref: () => items };
  }
}

function hasVersion(item: Item | undefined): boolean {
  return (item?.remote?.version ?? null) !== null;
}
