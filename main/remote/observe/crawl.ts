import { FaultError } from '../../../shared/fault.ts';
import type { FaultKind } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { Kind } from '../../core/item.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { ServiceApi } from '../api/service.ts';
import type { RemoteFile, RemoteFolder } from '../api/shapes.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

/** One folder of the service with its direct children. */
export interface FolderListing {
  readonly folder: ServiceId;
  readonly folders: readonly RemoteFolder[];
  readonly files: readonly RemoteFile[];
}

/** A remote item that a rule hides, by its folder's path and the local name it would have. */
export interface HiddenRemote {
  readonly id: ServiceId;
  readonly folder: string;
  readonly name: string;
  readonly kind: Kind;
}

/** The result of a complete crawl of a mirror's remote folder. */
export interface Crawl {
  /** Parents before children. */
  readonly listings: readonly FolderListing[];
  /** Folders whose contents may not, or no longer, be read: their descendants are unknown, not absent. */
  readonly closed: ReadonlyMap<ServiceId, FaultError>;
  /** Items hidden by rules; hidden folders are not crawled. */
  readonly hidden: readonly HiddenRemote[];
}

/** Where a crawl begins and what it skips. */
export interface Walk {
  readonly root: ServiceId;
  /** The path of that folder inside the mirror; empty for the mirror's root. */
  readonly path: string;
  readonly ignoring: Ignoring;
  /** Folders for which an empty list counts only when it comes twice: no later poll would reveal a stray answer. */
  readonly isUnsure?: (folder: ServiceId) => boolean;
  /** Called with the number of folders listed so far. */
  readonly onFolder: (seen: number) => void;
}

/** Folders listed in parallel; the request gate decides how many calls really run. */
const FOLDERS_AT_ONCE = 8;

/** A folder to list, and its path inside the mirror. */
export interface FolderToList {
  readonly id: ServiceId;
  readonly path: string;
}

/**
 * Lists a folder and all its descendants. The service has no change feed: a crawl is the only proof of absence. A
 * folder that answers 403 or 404 is closed, and so is one whose list fails twice while others answer. Any other fault
 * ends the crawl, and none of it counts.
 */
export async function crawl(api: ServiceApi, walk: Walk): Promise<Crawl> {
  const listings: FolderListing[] = [];
  const hidden: HiddenRemote[] = [];
  const closed = new Map<ServiceId, FaultError>();
  const tally = { answered: 0, failing: 0 };
  const seen = new Set<ServiceId>([walk.root]);
  let level: readonly FolderToList[] = [{ id: walk.root, path: walk.path }];
  while (level.length > 0) {
    const found = await inGroups(level, folder => list(api, folder.id, { closed, tally, isUnsure: walk.isUnsure }));
    const next: FolderToList[] = [];
    found.forEach((listing, index) => {
      const path = level[index]?.path ?? '';
      if (listing === null) return;
      const shown = withoutHidden(listing, { path, ignoring: walk.ignoring, hidden });
      listings.push(shown);
      for (const each of unseen(shown, path, seen)) next.push(each);
    });
    walk.onFolder(listings.length);
    level = next;
  }
  return { listings, closed, hidden };
}

/** Lists some folders with their paths inside the mirror, without their descendants. */
export async function listFolders(
  api: ServiceApi,
  folders: readonly FolderToList[],
  { ignoring, isUnsure }: Pick<Walk, 'ignoring' | 'isUnsure'>,
): Promise<Crawl> {
  const closed = new Map<ServiceId, FaultError>();
  const hidden: HiddenRemote[] = [];
  const found = await inGroups(folders, folder => list(api, folder.id, { closed, tally: null, isUnsure }));
  const listings = found.flatMap((listing, index) => {
    const path = folders[index]?.path ?? '';
    return listing === null ? [] : [withoutHidden(listing, { path, ignoring, hidden })];
  });
  return { listings, closed, hidden };
}

/** The subfolders that no listing showed before; they count as seen from now on. */
function unseen(listing: FolderListing, path: string, seen: Set<ServiceId>): FolderToList[] {
  const next: FolderToList[] = [];
  for (const { id, name } of listing.folders) {
    if (seen.has(id)) continue;
    seen.add(id);
    next.push({ id, path: joinPath(path, name) });
  }
  return next;
}

function withoutHidden(
  listing: FolderListing,
  { path, ignoring, hidden }: { path: string; ignoring: Ignoring; hidden: HiddenRemote[] },
): FolderListing {
  const isShown = (kind: Kind, { id, name }: { id: ServiceId; name: string }): boolean => {
    if (!ignoring.ignores(joinPath(path, name), kind)) return true;
    hidden.push({ id, folder: path, name: toLocalName(name, EXACT_NAMES), kind });
    return false;
  };
  return {
    folder: listing.folder,
    folders: listing.folders.filter(folder => isShown('folder', folder)),
    files: listing.files.filter(file => isShown('file', file)),
  };
}

/** The path inside the mirror of a remote name, on a volume that accepts all names: rules are matched against it. */
export function joinPath(folder: string, name: string): string {
  const local = toLocalName(name, EXACT_NAMES);
  return folder === '' ? local : `${folder}/${local}`;
}

/** When at least this many lists fail, and more than succeed, the service itself is failing. */
const FAILING_TOGETHER = 3;

/** State shared by the listings of a crawl. */
interface Listing {
  readonly closed: Map<ServiceId, FaultError>;
  /** Counts of a crawl; null: only a few folders are listed, and no fault of one ends it. */
  readonly tally: { answered: number; failing: number } | null;
  readonly isUnsure: Walk['isUnsure'];
}

async function list(
  api: ServiceApi,
  folder: ServiceId,
  { closed, tally, isUnsure }: Listing,
): Promise<FolderListing | null> {
  const surely = async <Row>(ask: () => Promise<readonly Row[]>): Promise<readonly Row[]> => {
    const rows = await ask();
    return rows.length === 0 && isUnsure?.(folder) === true ? ask() : rows;
  };
  const both = (): Promise<[readonly RemoteFolder[], readonly RemoteFile[]]> =>
    Promise.all([surely(() => api.children(folder)), surely(() => api.filesIn(folder))]);
  try {
    // A single failure does not count: the second one does.
    const [folders, files] = await both().catch((error: unknown) =>
      isOf(error, ['failing']) ? both() : throwing(error),
    );
    if (tally !== null) tally.answered += 1;
    return {
      folder,
      folders: folders.filter(child => !child.isGone),
      files: files.filter(file => !file.isGone),
    };
  } catch (error) {
    if (!isOf(error, ['not-allowed', 'gone', 'scope', 'failing'])) throw error;
    if (tally !== null && error.fault.kind === 'failing') tally.failing += 1;
    if (tally !== null && tally.failing >= FAILING_TOGETHER && tally.failing > tally.answered) throw error;
    closed.set(folder, error);
    return null;
  }
}

function isOf(error: unknown, kinds: readonly FaultKind[]): error is FaultError {
  return error instanceof FaultError && kinds.includes(error.fault.kind);
}

function throwing(error: unknown): never {
  throw error;
}

async function inGroups<A, B>(all: readonly A[], work: (one: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (let from = 0; from < all.length; from += FOLDERS_AT_ONCE)
    for (const each of await Promise.all(all.slice(from, from + FOLDERS_AT_ONCE).map(work))) results.push(each);
  return results;
}
