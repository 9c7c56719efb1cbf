import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { LocalFacts } from '../../core/item.ts';
import type { MatchResult, LocalObservation } from '../../core/scan/match-result.ts';
import type { ScannedFolders } from './scanned-folders.ts';
import { scanAndMatch } from './scan.ts';
import type { ScanRequest } from './scan.ts';
import type { Settling } from './settling.ts';
import { whenReady } from './stability.ts';

/** The result of a scan, ready to be recorded in one transaction. */
export interface ScanFindings {
  /** Changed or new entries, parents before children. The handle of a new entry is negative. */
  readonly found: readonly HashedEntry[];
  /** Folders before what was in them. */
  readonly gone: readonly ItemId[];
  readonly unknown: readonly ItemId[];
  readonly digests: MatchResult['digests'];
  readonly odd: readonly SkippedEntry[];
  readonly hidden: MatchResult['hidden'];
  readonly folders: ScannedFolders;
  /** An item that was visible before could not be judged now; another scan of its folder may tell. */
  readonly isUncertain: boolean;
  /** Files that are still changing, by path, and when they may be read. */
  readonly settling: ReadonlyMap<string, number>;
}

/** An entry that cannot be read, or is skipped, by its path inside the mirror. */
export interface SkippedEntry {
  readonly path: string;
  readonly code: string;
  /** When it is tried again, ms since the epoch; none: when it changes. */
  readonly retryAt?: number;
}

export interface HashedEntry {
  readonly scanId: number;
  readonly parent: number;
  readonly kind: 'file' | 'folder';
  readonly facts: Omit<LocalFacts, 'parent'>;
  /** False while it is still changing: then no step is begun for it. */
  readonly settled: boolean;
}

/** The input of scanning and hashing. */
export interface Observing extends ScanRequest {
  readonly settling: Settling;
  readonly now: number;
  readonly settleMs: number;
}

/** Files hashed in parallel. Many small files queue for the threads that read, which take several at a time and never wait. */
const HASHES_AT_ONCE = 64;
/** A file that did not change for this long is read even if a program has it open. */
const ASK_OPEN_MS = 30 * MINUTE;

/** Scans, and hashes what changed. @throws FaultError `root-lost` when the folder cannot be trusted. */
export async function scanAndHash(observing: Observing): Promise<ScanFindings> {
  const { tree, ...matched } = await scanAndMatch(observing);
  const readyAt = whenReady(tree, matched.observations, observing, await openFiles(matched.observations, observing));
  const settling = new Map<string, number>();
  const found: HashedEntry[] = [];
  const queue = matched.observations.values();
  const results = new Map<LocalObservation, HashedEntry>();
  const work = async (): Promise<void> => {
    // All workers share one iterator: each takes the next file.
    for (const sighting of queue)
      results.set(sighting, await read(sighting, observing, { readyAt: readyAt.get(sighting) ?? 0, settling }));
  };
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, work));
  for (const sighting of matched.observations) {
    const result = results.get(sighting);
    if (result !== undefined) found.push(result);
  }
  observing.settling.forgetOld(observing.now);
  const odd = [...matched.odd, ...refused(matched.observations, found, observing)];
  const isUncertain = matched.unknown.some(id => tree.items.get(id)?.localPresence === 'present');
  return { ...matched, odd, found, settling, isUncertain };
}

/** The files that programs have open for writing; read only when a file changed recently. */
async function openFiles(
  observations: readonly LocalObservation[],
  observing: Observing,
): Promise<ReadonlySet<string>> {
  const { disk, root, now, settleMs } = observing;
  const isFresh = ({ entry }: LocalObservation): boolean =>
    entry.kind === 'file' && now - entry.changedMs < ASK_OPEN_MS;
  if (settleMs === 0 || !observations.some(isFresh)) return new Set();
  return (await disk.openForWriting(root)) ?? new Set();
}

async function read(
  sighting: LocalObservation,
  observing: Observing,
  { readyAt, settling }: { readyAt: number; settling: Map<string, number> },
): Promise<HashedEntry> {
  const { entry, scanId, parent, path } = sighting;
  const known = { name: entry.name, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs, key: entry.key };
  if (entry.kind === 'folder')
    return {
      scanId,
      parent,
      kind: 'folder',
      facts: { ...known, fingerprint: entry.fingerprint, sha256: null },
      settled: true,
    };
  const sha256 = readyAt > observing.now ? null : await hash(path, entry, observing);
  if (sha256 !== null) observing.settling.rest(path, observing.now);
  // An unreadable file is not still changing, so its settling is not waited for.
  else if (observing.settling.refusalOf(path) === null) settling.set(path, Math.max(readyAt, observing.now + 1));
  return {
    scanId,
    parent,
    kind: 'file',
    facts: { ...known, fingerprint: entry.fingerprint, sha256 },
    settled: sha256 !== null,
  };
}

/**
 * The hash, if the file is still what the scan found; a file that changed since is still being written (W7). An
 * unreadable file waits, and does not hold up others.
 */
async function hash(
  path: string,
  { fingerprint, sizeBytes }: LocalObservation['entry'],
  { disk, root, settling, now }: Observing,
): Promise<Sha256 | null> {
  try {
    const hashed = await disk.hash(root, path, sizeBytes);
    return hashed !== null && hashed.entry.fingerprint === fingerprint ? hashed.sha256 : null;
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.kind !== 'disk-refused') throw error;
    settling.refuse(path, error.fault.code, now);
    return null;
  }
}

/** The files that could not be read when they were last tried, and have not changed since. */
function refused(
  observations: readonly LocalObservation[],
  found: readonly HashedEntry[],
  { settling }: Observing,
): readonly SkippedEntry[] {
  const unread = new Set(found.filter(({ settled }) => !settled).map(({ scanId }) => scanId));
  return observations.flatMap(({ scanId, path }) => {
    const refusal = unread.has(scanId) ? settling.refusalOf(path) : null;
    return refusal === null ? [] : [{ path, code: refusal.code, retryAt: refusal.until }];
  });
}
