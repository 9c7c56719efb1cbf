import { FaultError } from '../../shared/fault.ts';
import type { ServiceId } from '../../shared/ids.ts';
import { isIgnored } from '../core/ignore.ts';
import type { ServiceApi } from './api/service.ts';
import type { RemoteFile, RemoteFolder } from './api/shapes.ts';

/** One folder of the service with everything that is directly in it. */
export interface FolderListing {
  readonly folder: ServiceId;
  readonly folders: readonly RemoteFolder[];
  readonly files: readonly RemoteFile[];
}

/** What a complete walk over a mirror's folder at the service showed. */
export interface Crawl {
  /** Parents before children. */
  readonly listings: readonly FolderListing[];
  /** Folders whose contents we may not or no longer see: what is below is unknown, not absent. */
  readonly closed: ReadonlyMap<ServiceId, FaultError>;
}

/** Folders listed side by side; the gate decides how many calls really run. */
const FOLDERS_AT_ONCE = 8;

/**
 * Lists a folder and everything below it. There is no change feed (spec 6): this is the only truth about absence.
 * A folder that answers 403 or 404 is closed; any other fault ends the crawl, and nothing of it counts.
 */
export async function crawl(api: ServiceApi, root: ServiceId, onFolder: (seen: number) => void): Promise<Crawl> {
  const listings: FolderListing[] = [];
  const closed = new Map<ServiceId, FaultError>();
  const seen = new Set<ServiceId>([root]);
  let level: readonly ServiceId[] = [root];
  while (level.length > 0) {
    const found = await inGroups(level, folder => list(api, folder, closed));
    const read = found.filter(listing => listing !== null);
    listings.push(...read);
    onFolder(listings.length);
    level = unseen(read, seen);
  }
  return { listings, closed };
}

/** Lists some folders, not what is below them. */
export async function listFolders(api: ServiceApi, folders: readonly ServiceId[]): Promise<Crawl> {
  const closed = new Map<ServiceId, FaultError>();
  const found = await inGroups(folders, folder => list(api, folder, closed));
  return { listings: found.filter(listing => listing !== null), closed };
}

/** The folders inside these that no listing showed before; they are seen from now on. */
function unseen(listings: readonly FolderListing[], seen: Set<ServiceId>): ServiceId[] {
  const next: ServiceId[] = [];
  for (const { id } of listings.flatMap(({ folders }) => folders)) {
    if (seen.has(id)) continue;
    seen.add(id);
    next.push(id);
  }
  return next;
}

async function list(
  api: ServiceApi,
  folder: ServiceId,
  closed: Map<ServiceId, FaultError>,
): Promise<FolderListing | null> {
  try {
    const [folders, files] = await Promise.all([api.children(folder), api.filesIn(folder)]);
    return {
      folder,
      folders: folders.filter(child => !child.isGone && !isIgnored(child.name)),
      files: files.filter(file => !file.isGone && !isIgnored(file.name)),
    };
  } catch (error) {
    if (!(error instanceof FaultError) || !['not-allowed', 'gone', 'scope'].includes(error.fault.kind)) throw error;
    closed.set(folder, error);
    return null;
  }
}

async function inGroups<A, B>(all: readonly A[], work: (one: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  for (let from = 0; from < all.length; from += FOLDERS_AT_ONCE)
    results.push(...(await Promise.all(all.slice(from, from + FOLDERS_AT_ONCE).map(work))));
  return results;
}
