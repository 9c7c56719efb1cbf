import type { ItemId, ServiceId } from '../../../shared/ids.ts';
import type { Item, Tree } from '../../core/item.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/**
 * The recorded remote side of a mirror before a poll, as far as the poll concerns it. It stays unchanged while the poll
 * is recorded, and must not be used afterwards.
 */
export interface RemoteIndexBefore {
  readonly root: ItemId;
  readonly items: { readonly get: (id: ItemId) => Item | undefined };
  /**
   * The item that had this remote id.
   * @param folder the item of the folder that shows it now, where it most likely was before; null: a new folder.
   */
  readonly byRemoteId: (id: ServiceId, folder?: ItemId | null) => Item | null;
  /** Every recorded remote folder. */
  readonly folders: () => Iterable<Item>;
  /** Every recorded remote item but these, ordered by item id. */
  readonly unseen: (found: ReadonlySet<ItemId>) => Iterable<Item>;
}

type MirrorRecords = Pick<MirrorContext, 'journal' | 'mirror'>;

/**
 * The records from before a poll of everything. For large mirrors they are loaded gradually: see `WholeIndexBefore`.
 */
export function wholeIndexBefore(context: MirrorRecords): RemoteIndexBefore {
  const { journal, mirror } = context;
  if (!journal.items.isSmall(mirror.id)) return new WholeIndexBefore(context);
  return remoteIndexOf(journal.items.tree(mirror.id, mirror.rootItem));
}

/** An index over a tree, or a part of one. */
export function remoteIndexOf({ root, items }: Tree): RemoteIndexBefore {
  const byId = new Map<ServiceId, Item>();
  for (const item of items.values()) if (item.remote !== null) byId.set(item.remote.id, item);
  return {
    root,
    items,
    byRemoteId: id => byId.get(id) ?? null,
    folders: () => [...byId.values()].filter(({ kind }) => kind === 'folder'),
    unseen: found => [...byId.values()].filter(({ id }) => !found.has(id)),
  };
}

/** Item ids that are loaded together. */
const AT_ONCE = 1000;

/**
 * Holds the folders as they were, since paths depend on them, and loads files on demand: all of a large mirror at once
 * would take a kilobyte each. A file is looked up before it is recorded, and files that were not found are loaded
 * before they are recorded as missing, so each is read in its old state.
 */
class WholeIndexBefore implements RemoteIndexBefore {
  readonly root: ItemId;
  readonly items: RemoteIndexBefore['items'];
  readonly #context: MirrorRecords;
  readonly #folders = new Map<ItemId, Item>();
  readonly #byId = new Map<ServiceId, Item>();
  /** Without any, as at a first poll, none is looked for. */
  readonly #hasFiles: boolean;
  /** The files of the folder that was last looked up. */
  #inside: { readonly folder: ItemId; readonly files: ReadonlyMap<ServiceId, Item> } | null = null;

  constructor(context: MirrorRecords) {
    const { journal, mirror } = context;
    this.#context = context;
    this.root = mirror.rootItem;
    this.#hasFiles = journal.items.hasRemoteFiles(mirror.id);
    const index = journal.items.index(mirror.id, mirror.rootItem);
    this.items = { get: id => this.#folders.get(id) ?? index.get(id) ?? undefined };
    for (const folder of journal.items.folders(mirror.id)) {
      this.#folders.set(folder.id, folder);
      if (folder.remote !== null) this.#byId.set(folder.remote.id, folder);
    }
  }

  byRemoteId(id: ServiceId, folder: ItemId | null = null): Item | null {
    const known =
      this.#byId.get(id) ?? (folder === null || !this.#hasFiles ? undefined : this.#filesIn(folder).get(id));
    if (known !== undefined) return known;
    if (!this.#hasFiles) return null;
    const { journal, mirror } = this.#context;
    const item = journal.items.byRemoteId(mirror.id, id);
    return item?.remote ? item : null;
  }

  folders(): Iterable<Item> {
    return this.#byId.values();
  }

  *unseen(found: ReadonlySet<ItemId>): Iterable<Item> {
    const { items } = this.#context.journal;
    for (let after: ItemId | null = null; ;) {
      const ids = items.remoteIds(this.#context.mirror.id, { after, limit: AT_ONCE });
      for (const id of ids) {
        const item = found.has(id) ? null : (this.items.get(id) ?? null);
        if (item !== null && item.remote !== null) yield item;
      }
      after = ids.at(-1) ?? null;
      if (after === null) return;
    }
  }

  #filesIn(folder: ItemId): ReadonlyMap<ServiceId, Item> {
    if (this.#inside?.folder !== folder) {
      const files = new Map<ServiceId, Item>();
      for (const item of this.#context.journal.items.inRemoteFolder(folder))
        if (item.remote !== null) files.set(item.remote.id, item);
      this.#inside = { folder, files };
    }
    return this.#inside.files;
  }
}
