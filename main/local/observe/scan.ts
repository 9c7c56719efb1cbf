import type { ItemId } from '../../../shared/ids.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { Tree } from '../../core/item.ts';
import { digestsAfter } from '../../core/scan/scan-result.ts';
import { matchLook } from '../../core/scan/match-scan.ts';
import type { Matched, Sighting } from '../../core/scan/match-scan.ts';
import { partToMatch } from '../../core/scan/plan-scope.ts';
import type { ItemIndex } from '../../core/scan/plan-scope.ts';
import type { Disk, Look, Root } from '../../ports/disk.ts';
import { scannedFolders } from './scanned-folders.ts';
import type { ScannedFolders } from './scanned-folders.ts';

/** What is recorded of a folder here, as far as looking at it needs. */
export interface Recorded {
  readonly root: ItemId;
  readonly index: ItemIndex;
  /** Whether there are so few items that having all of them is quicker. */
  readonly isSmall: boolean;
  /** Every item, where single ones will not do. */
  readonly whole: () => Tree;
  readonly digests: {
    readonly all: () => ReadonlyMap<string, string>;
    /** Of some folders and of those directly in them. */
    readonly around: (paths: readonly string[]) => ReadonlyMap<string, string>;
  };
  /** Items out of sight whose place here something else took, each with the key it had. */
  readonly strays: () => ReadonlyMap<ItemId, string>;
}

/** Where and by what rules to look. */
export interface ScanRequest {
  readonly disk: Disk;
  readonly root: Root;
  readonly recorded: Recorded;
  readonly ignoring: Ignoring;
  /** The folders in which something may have happened, by path. */
  readonly where: readonly string[] | 'everywhere';
}

/** What a look means, with the items that it is about. */
export interface MatchedScan extends Matched {
  readonly tree: Tree;
  readonly folders: ScannedFolders;
}

/**
 * Looks where something may have happened, and at everything when that does not tell all of what happened.
 * @throws FaultError `root-lost` when the folder cannot be trusted.
 */
export async function scanAndMatch(request: ScanRequest): Promise<MatchedScan> {
  if (request.where !== 'everywhere') {
    const some = await scanSome(request, request.where);
    if (some !== null) return some;
  }
  const { disk, root, recorded } = request;
  // Whoever is out of sight without a place may have been anywhere: only a list of every folder tells that it is gone.
  const known = recorded.strays().size === 0 ? recorded.digests.all() : new Map<string, string>();
  const look = await disk.look(root, known);
  return interpret({ look, known, part: partOf(look, known, request) ?? recorded.whole() }, request);
}

/**
 * Some folders tell of edits in place and of new things. What is missing or came from elsewhere may be, or may have been,
 * in a folder that was not looked at: then, null.
 */
async function scanSome(request: ScanRequest, where: readonly string[]): Promise<MatchedScan | null> {
  const { disk, root, recorded } = request;
  const known = recorded.digests.around(where);
  const look = await disk.look(root, known, { only: where });
  if (look.unread.length > 0) return null;
  // Right after a save nobody knows whether names go on changing. That only matters for what is missing, and then all is
  // looked at anyway.
  const part = partOf({ ...look, isRestless: false }, known, request);
  if (part === null) return null;
  const matched = interpret({ look, known, part }, request);
  return isConclusive(matched, look, recorded) ? matched : null;
}

interface Scanned {
  readonly look: Look;
  readonly known: ReadonlyMap<string, string>;
}

function partOf(look: Look, known: Scanned['known'], { recorded, ignoring }: ScanRequest): Tree | null {
  if (recorded.isSmall) return recorded.whole();
  const result = { ...look, digests: digestsAfter(known, look) };
  return partToMatch(recorded.root, recorded.index, result, { ignoring, strays: recorded.strays() });
}

function interpret({ look, known, part }: Scanned & { part: Tree }, { recorded, ignoring }: ScanRequest): MatchedScan {
  const result = { ...look, digests: digestsAfter(known, look) };
  const matched = matchLook(part, result, { ignoring, strays: recorded.strays() });
  return { ...matched, tree: part, folders: scannedFolders(look, known) };
}

/** Whether everything found is where it was, or new, in folders that are known or new themselves. */
function isConclusive({ sightings, gone, unknown, tree }: MatchedScan, { changed }: Look, recorded: Recorded): boolean {
  const listed = new Set(changed.map(({ path }) => path));
  const isInPlace = ({ handle, parent, entry }: Sighting): boolean => {
    const local = tree.items.get(handle as ItemId)?.local;
    return handle < 0 || (local?.parent === parent && local.name === entry.name && local.key === entry.key);
  };
  const isReached = (path: string): boolean => listed.has(parentOf(path)) || isKnownFolder(recorded, path);
  return gone.length + unknown.length === 0 && sightings.every(isInPlace) && [...listed].every(isReached);
}

function isKnownFolder({ root, index }: Recorded, path: string): boolean {
  let at: ItemId | undefined = root;
  for (const name of path === '' ? [] : path.split('/')) at = at && index.at(at, name)?.id;
  return at !== undefined;
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}
