import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { HashedEntry, ScanFindings } from './scan-and-hash.ts';
import type { RecordEntry, RecordingAttempt } from '../../engine/context/record-separately.ts';

/** What a scan is recorded from, and where. */
interface Recording {
  readonly journal: Journal;
  readonly mirror: MirrorId;
  readonly findings: ScanFindings;
  readonly now: number;
  /** How an entry is named: a known one by its item, a new one by its path. */
  readonly subjectOfFound: (found: HashedEntry) => string;
  /** The items of new folders. */
  readonly created: Map<number, ItemId>;
  /** Folders that the next scan lists again: something in them is not recorded as it is. */
  readonly mustScanAgain: Set<number>;
}

/**
 * The entries by which a scan is recorded (see `recordInSlices`): observations only. What could not be recorded is
 * scanned again.
 */
export function* localEntries(
  { journal, mirror }: { readonly journal: Journal; readonly mirror: MirrorId },
  { findings, now }: { readonly findings: ScanFindings; readonly now: number },
): Generator<RecordEntry> {
  const { found } = findings;
  const recording: Recording = {
    journal,
    mirror,
    findings,
    now,
    subjectOfFound: subjectsIn(journal, found),
    created: new Map(),
    mustScanAgain: new Set(found.filter(({ settled }) => !settled).map(({ parent }) => parent)),
  };
  const moved = new Set<HashedEntry>();
  for (const one of found) if (one.scanId > 0) yield () => void (isInPlace(journal, one) || moved.add(one));
  // RACE: the recording may end after each entry. What is in a folder goes before it, or it would lie in a folder that is none.
  for (const id of findings.gone.toReversed()) yield attempt => recordGone(recording, attempt, id);
  for (const id of findings.unknown)
    yield attempt =>
      attempt.each(subjectOf(id), () => {
        journal.items.setLocal(id, 'unknown');
        journal.items.setDigest(id, null);
      });
  // A moved item may be in a new folder, so those come with them.
  const together = moved.size === 0 ? [] : found.filter(one => moved.has(one) || isNewFolder(one));
  if (together.length > 0) yield attempt => recordMoved(recording, attempt, { together, moved });
  const isRecorded = new Set(together);
  for (const one of found) if (!isRecorded.has(one)) yield attempt => recordFound(recording, attempt, one);
  // A digest says that all of its folder is recorded.
  for (const { scanId, digest } of findings.digests)
    yield attempt => recordDigest(recording, attempt, { scanId, digest });
}

/** Known entries are named by item id, new ones by path. */
function subjectsIn(journal: Journal, all: readonly HashedEntry[]): (found: HashedEntry) => string {
  const folders = new Map(all.map(found => [found.scanId, found]));
  const pathOf = ({ parent, facts: { name } }: HashedEntry): string => {
    const folder = parent < 0 ? folders.get(parent) : undefined;
    const above = folder === undefined ? (parent < 0 ? '' : journal.pathOf(parent as ItemId)) : pathOf(folder);
    return above === '' ? name : `${above}/${name}`;
  };
  return found => (found.scanId > 0 ? subjectOf(found.scanId as ItemId) : `path:${pathOf(found)}`);
}

/** Whether a known entry is where its item is recorded: then no other item can want its place. */
function isInPlace(journal: Journal, { scanId, parent, facts }: HashedEntry): boolean {
  const local = journal.items.get(scanId as ItemId)?.local ?? null;
  return local !== null && local.parent === parent && local.name === facts.name;
}

function isNewFolder({ kind, scanId }: HashedEntry): boolean {
  return kind === 'folder' && scanId < 0;
}

/** Moved items may exchange their places: all are vacated before any is taken, in one transaction. */
function recordMoved(
  recording: Recording,
  attempt: RecordingAttempt,
  { together, moved }: { together: readonly HashedEntry[]; moved: ReadonlySet<HashedEntry> },
): void {
  const { items } = recording.journal;
  for (const found of moved) attempt.each(recording.subjectOfFound(found), () => items.vacate(found.scanId as ItemId));
  for (const found of together) recordFound(recording, attempt, found);
}

function recordFound(recording: Recording, attempt: RecordingAttempt, found: HashedEntry): void {
  const { created, mustScanAgain, subjectOfFound } = recording;
  // An earlier attempt that was undone may have made it.
  created.delete(found.scanId);
  if (!attempt.each(subjectOfFound(found), () => record(recording, found))) mustScanAgain.add(found.parent);
}

function record(
  { journal, mirror, created }: Recording,
  { scanId, parent: above, kind, facts, settled }: HashedEntry,
): void {
  const parent = created.get(above) ?? (above as ItemId);
  if (parent < 0) return;
  const local = { presence: settled ? ('present' as const) : ('unknown' as const), facts: { ...facts, parent } };
  // What is in a folder that was just made has no holder.
  if (above > 0) vacateHolder(journal, { scanId, parent, name: facts.name });
  if (scanId > 0) {
    journal.items.setLocal(scanId as ItemId, local.presence, local.facts);
    journal.missing.clear(scanId as ItemId, 'local');
    return;
  }
  const id = journal.items.create(mirror, kind, { local });
  if (kind === 'folder') created.set(scanId, id);
}

/**
 * An item that is not visible (its new name is skipped, say) may still be recorded at a path where another entry is
 * now: its sight stays unknown, and it loses its local place.
 */
function vacateHolder(
  journal: Journal,
  { scanId, parent, name }: { scanId: number; parent: ItemId; name: string },
): void {
  const holder = journal.items.byLocalPlace(parent, name);
  if (holder !== null && holder.id !== scanId && holder.localPresence === 'unknown') journal.items.vacate(holder.id);
}

/**
 * An item without a base is forgotten; for others, the time since when they are missing is recorded. So it is for a new
 * file that was announced: it may have arrived, and without its record it would come back.
 */
function recordGone({ journal, now, mustScanAgain }: Recording, attempt: RecordingAttempt, id: ItemId): void {
  const isRecorded = attempt.each(subjectOf(id), () => {
    const item = journal.items.get(id);
    if (item === null) return;
    journal.items.setLocal(id, 'absent', null);
    journal.items.setDigest(id, null);
    const isOnlyHere = item.base === null && item.remote === null;
    if (isOnlyHere && !journal.intents.isOpen(id)) journal.items.remove(id);
    else journal.missing.note(id, 'local', now, item.local?.key ?? null);
  });
  const parent = isRecorded ? undefined : journal.items.get(id)?.local?.parent;
  if (parent !== undefined) mustScanAgain.add(parent);
}

function recordDigest(
  { journal, created, mustScanAgain }: Recording,
  attempt: RecordingAttempt,
  { scanId, digest }: { scanId: number; digest: string },
): void {
  const id = created.get(scanId) ?? (scanId as ItemId);
  // A folder without its digest is listed once more, which is harmless.
  if (id > 0)
    attempt.each(`digest:${id}`, () => journal.items.setDigest(id, mustScanAgain.has(scanId) ? null : digest));
}
