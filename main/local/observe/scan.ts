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
export interface Looking {
  readonly disk: Disk;
  readonly root: Root;
  readonly recorded: Recorded;
  readonly ignoring: Ignoring;
  /** The folders in which something may have happened, by path. */
  readonly where: readonly string[] | 'everywhere';
}

/** What a look means, with the items that it is about. */
export interface Understood extends Matched {
  readonly tree: Tree;
  readonly folders: ScannedFolders;
}

/**
 * Looks where something may have happened, and at everything when that does not tell all of what happened.
 * @throws FaultError `root-lost` when the folder cannot be trusted.
 */
export async function scanAndMatch(looking: Looking): Promise<Understood> {
  if (looking.where !== 'everywhere') {
    const some = await scanSome(looking, looking.where);
    if (some !== null) return some;
  }
  const { disk, root, recorded } = looking;
  // Whoever is out of sight without a place may have been anywhere: only a list of every folder tells that it is gone.
  const known = recorded.strays().size === 0 ? recorded.digests.all() : new Map<string, string>();
  const look = await disk.look(root, known);
  return understand({ look, known, part: partOf(look, known, looking) ?? recorded.whole() }, looking);
}

/**
 * Some folders tell of edits in place and of new things. What is missing or came from elsewhere may be, or may have been,
 * in a folder that was not looked at: then, null.
 */
async function scanSome(looking: Looking, where: readonly string[]): Promise<Understood | null> {
  const { disk, root, recorded } = looking;
  const known = recorded.digests.around(where);
  const look = await disk.look(root, known, { only: where });
  if (look.unread.length > 0) return null;
  // Right after a save nobody knows whether names go on changing. That only matters for what is missing, and then all is
  // looked at anyway.
  const part = partOf({ ...look, isRestless: false }, known, looking);
  if (part === null) return null;
  const understood = understand({ look, known, part }, looking);
  return isConclusive(understood, look, recorded) ? understood : null;
}

interface Seen {
  readonly look: Look;
  readonly known: ReadonlyMap<string, string>;
}

function partOf(look: Look, known: Seen['known'], { recorded, ignoring }: Looking): Tree | null {
  if (recorded.isSmall) return recorded.whole();
  const result = { ...look, digests: digestsAfter(known, look) };
  return partToMatch(recorded.root, recorded.index, result, { ignoring, strays: recorded.strays() });
}

function understand({ look, known, part }: Seen & { part: Tree }, { recorded, ignoring }: Looking): Understood {
  const result = { ...look, digests: digestsAfter(known, look) };
  const matched = matchLook(part, result, { ignoring, strays: recorded.strays() });
  return { ...matched, tree: part, folders: scannedFolders(look, known) };
}

/** Whether everything found is where it was, or new, in folders that are known or new themselves. */
function isConclusive({ sightings, gone, unknown, tree }: Understood, { changed }: Look, recorded: Recorded): boolean {
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
