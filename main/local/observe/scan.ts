import type { ItemId } from '../../../shared/ids.ts';
import { parentPath } from '../../../shared/local-path.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { Tree } from '../../core/item.ts';
import { digestsAfter } from '../../core/scan/scan-result.ts';
import { matchInParts } from '../../core/scan/match-scan.ts';
import type { MatchResult, LocalObservation } from '../../core/scan/match-result.ts';
import { matchScope } from '../../core/scan/plan-scope.ts';
import type { ItemIndex } from '../../core/scan/plan-scope.ts';
import { inTurns } from '../../engine/context/in-turns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disk, DiskScan, Root } from '../../ports/disk.ts';
import { scannedFolders } from './scanned-folders.ts';
import type { ScannedFolders } from './scanned-folders.ts';

/** The recorded local side of a mirror, as far as a scan needs it. */
export interface Recorded {
  readonly root: ItemId;
  readonly index: ItemIndex;
  /** Whether there are so few items that loading all of them is quicker. */
  readonly isSmall: boolean;
  /** Every item, where single lookups do not suffice. */
  readonly whole: () => Promise<Tree>;
  readonly digests: {
    readonly all: () => ReadonlyMap<string, string>;
    /** The digests of some folders and of their direct subfolders. */
    readonly around: (paths: readonly string[]) => ReadonlyMap<string, string>;
  };
  /** Items with unknown sight whose local place another entry took, each with its last key. */
  readonly strays: () => ReadonlyMap<ItemId, string>;
}

/** Where and by which rules to scan. */
export interface ScanRequest {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly root: Root;
  readonly recorded: Recorded;
  readonly ignoring: Ignoring;
  /** The folders in which something may have changed, by path. */
  readonly where: readonly string[] | 'everywhere';
}

/** A scan matched to the items it concerns. */
export interface MatchedScan extends MatchResult {
  readonly tree: Tree;
  readonly folders: ScannedFolders;
}

/**
 * Scans the folders in which something may have changed, and the whole folder when that does not explain every change.
 * @throws FaultError `root-lost` when the folder cannot be trusted.
 */
export async function scanAndMatch(request: ScanRequest): Promise<MatchedScan> {
  if (request.where !== 'everywhere') {
    const some = await scanSome(request, request.where);
    if (some !== null) return some;
  }
  const { disk, root, recorded } = request;
  // An item without a local place may have been anywhere: only a listing of every folder proves that it is gone.
  const known = recorded.strays().size === 0 ? recorded.digests.all() : new Map<string, string>();
  const scan = await disk.scan(root, known);
  return interpret({ scan, known, part: (await partOf(scan, known, request)) ?? (await recorded.whole()) }, request);
}

/**
 * A scan of some folders explains edits in place and new entries. A missing or moved entry may be in, or come from, a
 * folder that was not scanned: then, null.
 */
async function scanSome(request: ScanRequest, where: readonly string[]): Promise<MatchedScan | null> {
  const { disk, root, recorded } = request;
  const known = recorded.digests.around(where);
  const scan = await disk.scan(root, known, { only: where });
  if (scan.unread.length > 0) return null;
  // After a recent change, names may still be changing. That only matters for missing entries, and they cause a full
  // scan anyway.
  const part = await partOf({ ...scan, isRestless: false }, known, request);
  if (part === null) return null;
  const matched = await interpret({ scan, known, part }, request);
  return isConclusive(matched, scan, recorded) ? matched : null;
}

interface Scanned {
  readonly scan: DiskScan;
  readonly known: ReadonlyMap<string, string>;
}

async function partOf(
  scan: DiskScan,
  known: Scanned['known'],
  { recorded, ignoring }: ScanRequest,
): Promise<Tree | null> {
  if (recorded.isSmall) return recorded.whole();
  const result = { ...scan, digests: digestsAfter(known, scan) };
  return matchScope(recorded.root, recorded.index, result, { ignoring, strays: recorded.strays() });
}

async function interpret(
  { scan, known, part }: Scanned & { part: Tree },
  { clock, recorded, ignoring }: ScanRequest,
): Promise<MatchedScan> {
  const result = { ...scan, digests: digestsAfter(known, scan) };
  // RACE: the journal may change while this is matched, as it may while files are read, which takes longer.
  const matched = await inTurns(clock, matchInParts(part, result, { ignoring, strays: recorded.strays() }));
  return { ...matched, tree: part, folders: scannedFolders(scan, known) };
}

/** Whether every entry found is at its recorded place, or new, in a folder that is known or new itself. */
function isConclusive(
  { observations, gone, unknown, tree }: MatchedScan,
  { changed }: DiskScan,
  recorded: Recorded,
): boolean {
  const listed = new Set(changed.map(({ path }) => path));
  const isInPlace = ({ scanId, parent, entry }: LocalObservation): boolean => {
    const local = tree.items.get(scanId as ItemId)?.local;
    return scanId < 0 || (local?.parent === parent && local.name === entry.name && local.key === entry.key);
  };
  const isReached = (path: string): boolean => listed.has(parentPath(path)) || isKnownFolder(recorded, path);
  return gone.length + unknown.length === 0 && observations.every(isInPlace) && [...listed].every(isReached);
}

function isKnownFolder({ root, index }: Recorded, path: string): boolean {
  let at: ItemId | undefined = root;
  for (const name of path === '' ? [] : path.split('/')) at = at && index.at(at, name)?.id;
  return at !== undefined;
}
