import type { ItemId } from '../../../shared/ids.ts';
import { parentPath } from '../../../shared/local-path.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import { recordPathProblem, recordUnrecordedPath, UNRECORDED_REMOTE } from '../../engine/context/path-problems.ts';
import { quarantine } from '../../engine/context/quarantine.ts';
import { itemsLeftOut, recordInSlices } from '../../engine/context/record-separately.ts';
import type { RecordEntry, RecordingAttempt } from '../../engine/context/record-separately.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { wholeTreeInTurns } from '../../engine/context/tree-to-plan.ts';
import { recordHiddenLocal } from './hidden-local.ts';
import { localEntries } from './record-local.ts';
import type { Recorded } from './scan.ts';
import { scanAndHash } from './scan-and-hash.ts';
import type { ScanFindings } from './scan-and-hash.ts';
import type { Settling } from './settling.ts';

/** The input of a scan of a mirror's folder. */
export interface Scanning {
  /**
   * The folders in which something may have changed since the last scan, by path. Folders without a recorded digest are
   * scanned as well, and need not be named.
   */
  readonly folders: readonly string[] | 'everything';
  readonly settling: Settling;
  readonly expected: ExpectedFiles;
  /** Called with the result of the scan after it was recorded. */
  readonly onScanned: (findings: ScanFindings) => void;
}

/** Files that recovery expects somewhere in the folder, under any name. */
export interface ExpectedFiles {
  /** Each item with the key that its file has. */
  readonly items: ReadonlyMap<ItemId, string>;
  /** Settles their open intents, in the transaction that records the scan. */
  readonly settle: (attempt: RecordingAttempt) => void;
}

/**
 * Scans the mirror's folder and records what was found: observations only.
 * @throws FaultError `root-lost` when the folder cannot be trusted.
 */
export async function observeLocal(
  context: MirrorContext,
  { folders, settling, expected, onScanned }: Scanning,
  ignoring: Ignoring,
): Promise<ScanFindings> {
  const { journal, mirror, settings, world } = context;
  const now = world.clock.now();
  settling.keepRefused(new Set(journal.problems.all(mirror.id).map(({ path }) => path)));
  const { clock, disk } = world;
  const recorded = recordedLocal(context, expected);
  const where = foldersToScan(context, folders);
  const { settleMs } = settings;
  const request = { clock, disk, root: mirror.root, recorded, where, ignoring };
  const findings = await scanAndHash({ ...request, settling, now, settleMs });
  const entries = localEntries({ journal, mirror: mirror.id }, { findings, now });
  const leftOut =
    expected.items.size === 0
      ? await recordInSlices({ journal, clock }, entries)
      : await recordWithExpected(context, { entries, settle: expected.settle });
  recordSkipped(context, findings, leftOut);
  for (const [id, error] of itemsLeftOut(leftOut)) quarantine(context, id, error);
  recordHiddenLocal(context, findings);
  onScanned(findings);
  return findings;
}

/**
 * What is expected was left by a death or a lost answer, and the scan is the proof of what became of it: the two are
 * recorded in one transaction.
 */
function recordWithExpected(
  { journal, world }: MirrorContext,
  { entries, settle }: { entries: Iterable<RecordEntry>; settle: RecordEntry },
): Promise<ReadonlyMap<string, unknown>> {
  const all = function* (): Iterable<RecordEntry> {
    yield* entries;
    yield settle;
  };
  return recordInSlices({ journal, clock: world.clock }, all(), Infinity);
}

function recordedLocal(context: MirrorContext, expected: ExpectedFiles): Recorded {
  const { journal, mirror } = context;
  const { id, rootItem: root } = mirror;
  return {
    root,
    index: journal.items.index(id, root),
    isSmall: journal.items.isSmall(id),
    whole: () => wholeTreeInTurns(context),
    digests: journal.items.digests(id, root),
    strays: () => new Map([...journal.items.strays(id), ...expected.items]),
  };
}

/** Above this many folders, a full scan is simpler. */
const MOST_FOLDERS = 64;

/** The reported folders, and those whose digest the last scan or a step of ours dropped. */
function foldersToScan(
  { journal, mirror }: MirrorContext,
  hinted: Scanning['folders'],
): readonly string[] | 'everywhere' {
  if (hinted === 'everything') return 'everywhere';
  const unlisted = journal.items.digests(mirror.id, mirror.rootItem).missing();
  if (unlisted.length + hinted.length > MOST_FOLDERS) return 'everywhere';
  return [...new Set([...hinted, ...unlisted.map(id => journal.pathOf(id))])];
}

/** Records skipped entries as problems of their paths, once, until a scan of their folder no longer finds them. */
function recordSkipped(context: MirrorContext, findings: ScanFindings, leftOut: ReadonlyMap<string, unknown>): void {
  const { journal, mirror } = context;
  const reported = new Set(findings.odd.map(({ path }) => path));
  for (const { path, subject, fingerprint } of journal.problems.all(mirror.id)) {
    const wasListed = !findings.folders.hasSameEntries(parentPath(path)) || findings.folders.wasRead(path);
    const isFromScan = subject.startsWith('path:') && fingerprint !== UNRECORDED_REMOTE;
    if (isFromScan && wasListed && !reported.has(path) && !leftOut.has(subject))
      journal.problems.clear(mirror.id, subject);
  }
  for (const { path, code, retryAt = null } of findings.odd)
    recordPathProblem(context, path, { fault: { kind: 'disk-refused', path, code }, fingerprint: code, retryAt });
  for (const [subject, error] of leftOut)
    if (subject.startsWith('path:'))
      recordUnrecordedPath(context, subject.slice('path:'.length), { error, fingerprint: 'here' });
}
