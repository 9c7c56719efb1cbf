import { FaultError } from '../../../shared/fault.ts';
import type { FaultKind } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { Kind } from '../../core/item.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import type { ServiceApi } from '../api/service.ts';
import type { RemoteFile, RemoteFolder } from '../api/shapes.ts';
import { EXACT_NAMES } from '../../core/names/volume-names.ts';

/** One folder of the service with everything that is directly in it. */
export interface FolderListing {
  readonly folder: ServiceId;
  readonly folders: readonly RemoteFolder[];
  readonly files: readonly RemoteFile[];
}

/** Something at the service that a rule hides, by the folder it is in and the name it would have on this computer. */
export interface HiddenThere {
  readonly id: ServiceId;
  readonly folder: string;
  readonly name: string;
  readonly kind: Kind;
}

/** What a complete walk over a mirror's folder at the service showed. */
export interface Crawl {
  /** Parents before children. */
  readonly listings: readonly FolderListing[];
  /** Folders whose contents we may not or no longer see: what is below is unknown, not absent. */
  readonly closed: ReadonlyMap<ServiceId, FaultError>;
  /** What rules hide; hidden folders are not walked into. */
  readonly hidden: readonly HiddenThere[];
}

/** Where a walk begins and what it passes over. */
export interface Walk {
  readonly root: ServiceId;
  /** The path of that folder inside the mirror; empty for the mirror's own. */
  readonly path: string;
  readonly ignoring: Ignoring;
  /** Of which folders an empty list counts only when it comes twice: no other look would tell that it was a stray answer. */
  readonly isUnsure?: (folder: ServiceId) => boolean;
  /** Told how many folders were listed so far. */
  readonly onFolder: (seen: number) => void;
}

/** Folders listed side by side; the gate decides how many calls really run. */
const FOLDERS_AT_ONCE = 8;

/** A folder to list, and its path inside the mirror. */
export interface Ahead {
  readonly id: ServiceId;
  readonly path: string;
}

/**
 * Lists a folder and everything below it. There is no change feed (spec 6): this is the only truth about absence.
 * A folder that answers 403 or 404 is closed, and so is one whose list fails twice, while others answer. Any other fault
 * ends the crawl, and nothing of it counts.
 */
export async function crawl(api: ServiceApi, walk: Walk): Promise<Crawl> {
  const listings: FolderListing[] = [];
  const hidden: HiddenThere[] = [];
  const closed = new Map<ServiceId, FaultError>();
  const tally = { answered: 0, failing: 0 };
  const seen = new Set<ServiceId>([walk.root]);
  let level: readonly Ahead[] = [{ id: walk.root, path: walk.path }];
  while (level.length > 0) {
    const found = await inGroups(level, folder => list(api, folder.id, { closed, tally, isUnsure: walk.isUnsure }));
    const next: Ahead[] = [];
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

/** Lists some folders with their paths inside the mirror, not what is below them. */
export async function listFolders(
  api: ServiceApi,
  folders: readonly Ahead[],
  { ignoring, isUnsure }: Pick<Walk, 'ignoring' | 'isUnsure'>,
): Promise<Crawl> {
  const closed = new Map<ServiceId, FaultError>();
  const hidden: HiddenThere[] = [];
  const found = await inGroups(folders, folder => list(api, folder.id, { closed, tally: null, isUnsure }));
  const listings = found.flatMap((listing, index) => {
    const path = folders[index]?.path ?? '';
    return listing === null ? [] : [withoutHidden(listing, { path, ignoring, hidden })];
  });
  return { listings, closed, hidden };
}

/** The folders inside this one that no listing showed before; they are seen from now on. */
function unseen(listing: FolderListing, path: string, seen: Set<ServiceId>): Ahead[] {
  const next: Ahead[] = [];
  for (const { id, name } of listing.folders) {
    if (seen.has(id)) continue;
    seen.add(id);
    next.push({ id, path: joined(path, name) });
  }
  return next;
}

function withoutHidden(
  listing: FolderListing,
  { path, ignoring, hidden }: { path: string; ignoring: Ignoring; hidden: HiddenThere[] },
): FolderListing {
  const isShown = (kind: Kind, { id, name }: { id: ServiceId; name: string }): boolean => {
    if (!ignoring.ignores(joined(path, name), kind)) return true;
    hidden.push({ id, folder: path, name: toLocalName(name, EXACT_NAMES), kind });
    return false;
  };
  return {
    folder: listing.folder,
    folders: listing.folders.filter(folder => isShown('folder', folder)),
    files: listing.files.filter(file => isShown('file', file)),
  };
}

/** The path inside the mirror of a thing of this name at the service, on a volume that holds all names: rules go by it. */
export function joined(folder: string, name: string): string {
  const local = toLocalName(name, EXACT_NAMES);
  return folder === '' ? local : `${folder}/${local}`;
}

/** So many lists that fail, and more than those that do not, mean that the service itself is in trouble. */
const FAILING_TOGETHER = 3;

/** What is kept while folders are listed. */
interface Listing {
  readonly closed: Map<ServiceId, FaultError>;
  /** How the lists of a walk went; null: it is at few folders, and none of them ends it. */
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
    // A single failure is nothing: the second one counts.
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
