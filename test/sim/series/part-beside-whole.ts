import { Paths } from '../../../main/core/policy/ignored-items.ts';
import type { Item, Tree } from '../../../main/core/item.ts';
import type { RemoteIndex } from '../../../main/remote/observe/remote-index.ts';
import type { Crawl } from '../../../main/remote/observe/crawl.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId } from '../../../shared/ids.ts';

/** What a look at a few folders goes by. */
interface Part {
  /** The index that tells of the service's side of a mirror without reading all of it. */
  readonly known: Pick<RemoteIndex, 'byRemoteId' | 'childrenOf'>;
  readonly part: Tree;
}

/**
 * Compares what a look at a few folders goes by with the whole tree of the mirror. Returns what recording the look depends
 * on and is missing in the part, or is other there than in the whole.
 */
export function differences(
  { known, part }: Part,
  { whole, remoteId }: { readonly whole: Tree; readonly remoteId: ServiceId },
  { listings, closed }: Pick<Crawl, 'listings' | 'closed'>,
): readonly string[] {
  const there = [...whole.items.values()].filter(({ remote }) => remote !== null);
  const byId = new Map(there.flatMap(item => (item.remote === null ? [] : [[item.remote.id, item] as const])));
  const folderOf = (id: ServiceId): readonly ItemId[] => {
    const item = byId.get(id);
    return id === remoteId ? [whole.root] : item === undefined ? [] : [item.id];
  };
  const shown = new Set(listings.flatMap(({ folders, files }) => [...folders, ...files].map(({ id }) => id)));
  const listed = new Set(listings.flatMap(({ folder }) => folderOf(folder)));
  const below = belowOf(new Set([...closed.keys()].flatMap(folderOf)), there);
  const isShown = ({ remote }: Item): boolean => remote !== null && (shown.has(remote.id) || listed.has(remote.parent));
  const paths = [new Paths(part, 'there'), new Paths(whole, 'there')] as const;
  return [
    ...[...shown].flatMap(id => unlike(`of ${id}`, known.byRemoteId(id), byId.get(id) ?? null)),
    ...[...listed].flatMap(id => unlike(`inside ${id}`, known.childrenOf(id), there.filter(inFolder(id)))),
    ...[...there.filter(isShown), ...below].flatMap(({ id }) => (part.items.has(id) ? [] : `no item ${id}`)),
    ...[...part.items].flatMap(([id, item]) => [
      ...unlike(`item ${id}`, item, whole.items.get(id)),
      ...unlike(`the path of ${id}`, paths[0].of(id), paths[1].of(id)),
    ]),
  ];
}

/**
 * The same look as if some known file had moved to where it shows, and some known folder could not be seen: seldom enough
 * to be met by chance.
 */
export function stirred(
  look: Pick<Crawl, 'listings' | 'closed'>,
  whole: Tree,
  choice: number,
): Pick<Crawl, 'listings' | 'closed'> {
  const there = [...whole.items.values()].filter(({ remote }) => remote !== null);
  const some = (kind: Item['kind']): readonly ServiceId[] => {
    const all = there.filter(item => item.kind === kind);
    return all
      .slice(choice % Math.max(1, all.length))
      .flatMap(({ remote }) => remote?.id ?? [])
      .slice(0, 1);
  };
  const [first, ...others] = look.listings;
  if (first === undefined) return look;
  const files = some('file').map(id => ({ ...MOVED, id }));
  const closed = some('folder').map(id => [id, new FaultError({ kind: 'not-allowed', messages: [] })] as const);
  const listings = [{ ...first, files: [...first.files, ...files] }, ...others];
  return { listings, closed: new Map([...look.closed, ...closed]) };
}

const MOVED = {
  name: 'moved',
  folderId: null,
  sizeBytes: 1,
  createdAt: null,
  updatedAt: null,
  version: null,
  extraction: null,
  isGone: false,
} as const;

function inFolder(id: ItemId): (item: Item) => boolean {
  return ({ remote }) => remote?.parent === id;
}

function belowOf(folders: ReadonlySet<ItemId>, all: readonly Item[]): readonly Item[] {
  const below = new Set(folders);
  for (let size = -1; size !== below.size;) {
    size = below.size;
    for (const { id, remote } of all) if (remote !== null && below.has(remote.parent)) below.add(id);
  }
  return all.filter(({ id }) => below.has(id));
}

function unlike(what: string, found: unknown, expected: unknown): readonly string[] {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  return one === other ? [] : [`${what}: the part says ${one}, the whole ${other}`];
}
