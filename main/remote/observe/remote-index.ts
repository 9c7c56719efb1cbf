import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { Item, Tree } from '../../core/item.ts';
import type { Crawl } from './crawl.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/**
 * The recorded remote side of a mirror, loaded from the journal on demand: a poll of a few folders needs only those.
 * Loaded items stay as they were, so it is only valid while nothing is recorded.
 */
export class RemoteIndex {
  readonly #context: MirrorContext;
  readonly #items = new Map<ItemId, Item | null>();
  readonly #byId = new Map<ServiceId, Item | null>();
  readonly #inside = new Map<ItemId, readonly Item[]>();

  constructor(context: MirrorContext) {
    this.#context = context;
  }

  get(id: ItemId): Item | undefined {
    let item = this.#items.get(id);
    if (item === undefined) {
      item = this.#context.journal.items.get(id);
      this.#items.set(id, item);
    }
    return item ?? undefined;
  }

  /** The item that has, or last had, this remote id. */
  byRemoteId(id: ServiceId): Item | null {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const { journal, mirror } = this.#context;
    const item = journal.items.byRemoteId(mirror.id, id);
    return this.#keep(id, item?.remote ? item : null);
  }

  /** The item of a remote folder id, including the mirror's root. */
  folder(id: ServiceId): ItemId | null {
    const { mirror } = this.#context;
    return id === mirror.remoteId ? mirror.rootItem : (this.byRemoteId(id)?.id ?? null);
  }

  /** Every item that was last seen in a remote folder. */
  childrenOf(folder: ItemId): readonly Item[] {
    const known = this.#inside.get(folder);
    if (known !== undefined) return known;
    const inside = this.#context.journal.items.inRemoteFolder(folder);
    for (const item of inside) if (item.remote !== null) this.#keep(item.remote.id, item);
    this.#inside.set(folder, inside);
    return inside;
  }

  #keep(id: ServiceId, item: Item | null): Item | null {
    this.#byId.set(id, item);
    if (item !== null) this.#items.set(item.id, item);
    return item;
  }

  /**
   * The part of the mirror's tree that recording a poll depends on: the items it shows, the former children of the
   * listed folders, the descendants of closed folders, and all remote ancestors of these.
   */
  partFor({ listings, closed }: Pick<Crawl, 'listings' | 'closed'>): Tree {
    const items = new Map<ItemId, Item>();
    const add = (item: Item | null | undefined): void => {
      for (let next = item ?? undefined; next !== undefined && !items.has(next.id);) {
        items.set(next.id, next);
        next = next.remote === null ? undefined : this.get(next.remote.parent);
      }
    };
    const { rootItem } = this.#context.mirror;
    add(this.get(rootItem));
    for (const { folder, folders, files } of listings) {
      const id = this.folder(folder);
      if (id !== null) for (const item of [this.get(id), ...this.childrenOf(id)]) add(item);
      for (const one of folders) add(this.byRemoteId(one.id));
      for (const one of files) add(this.byRemoteId(one.id));
    }
    const below = [...closed.keys()].flatMap(folder => this.folder(folder) ?? []);
    for (let id = below.pop(), seen = new Set<ItemId>(); id !== undefined; id = below.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      add(this.get(id));
      for (const item of this.childrenOf(id)) {
        add(item);
        if (item.kind === 'folder') below.push(item.id);
      }
    }
    // Ordered by item id, as in a whole tree.
    return { root: rootItem, items: new Map([...items].toSorted(([one], [other]) => one - other)) };
  }
}
