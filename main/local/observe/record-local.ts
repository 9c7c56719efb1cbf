import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import type { Journal } from '../../journal/journal.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Found, ScanFindings } from './scan-and-hash.ts';
import type { RecordingAttempt } from '../../engine/context/record-separately.ts';

/** Records a scan: observations only. Part of a transaction; entries that cannot be recorded are scanned again. */
export function recordLocal(
  { journal, mirror }: { readonly journal: Journal; readonly mirror: MirrorId },
  { findings, now }: { readonly findings: ScanFindings; readonly now: number },
  attempt: RecordingAttempt,
): void {
  const { items } = journal;
  const subjectOfFound = subjectsIn(journal, findings.found);
  // Places are vacated before they are taken, so that two items can exchange places.
  for (const found of findings.found)
    if (found.scanId > 0) attempt.each(subjectOfFound(found), () => items.vacate(found.scanId as ItemId));
  const scanAgain = new Set(findings.found.filter(({ settled }) => !settled).map(({ parent }) => parent));
  for (const id of findings.gone) {
    const isRecorded = attempt.each(subjectOf(id), () => recordGone(journal, id, now));
    const parent = isRecorded ? undefined : items.get(id)?.local?.parent;
    if (parent !== undefined) scanAgain.add(parent);
  }
  const created = new Map<number, ItemId>();
  for (const id of findings.unknown)
    attempt.each(subjectOf(id), () => {
      items.setLocal(id, 'unknown');
      items.setDigest(id, null);
    });
  for (const found of findings.found)
    if (!attempt.each(subjectOfFound(found), () => recordFound(journal, mirror, { found, created })))
      scanAgain.add(found.parent);
  for (const { scanId, digest } of findings.digests) {
    const id = created.get(scanId) ?? (scanId as ItemId);
    // A folder without its digest is listed once more, which is harmless.
    if (id > 0) attempt.each(`digest:${id}`, () => items.setDigest(id, scanAgain.has(scanId) ? null : digest));
  }
}

/** Known entries are named by item id, new ones by path. */
function subjectsIn(journal: Journal, all: readonly Found[]): (found: Found) => string {
  const folders = new Map(all.map(found => [found.scanId, found]));
  const pathOf = ({ parent, facts: { name } }: Found): string => {
    const folder = parent < 0 ? folders.get(parent) : undefined;
    const above = folder === undefined ? (parent < 0 ? '' : journal.pathOf(parent as ItemId)) : pathOf(folder);
    return above === '' ? name : `${above}/${name}`;
  };
  return found => (found.scanId > 0 ? subjectOf(found.scanId as ItemId) : `path:${pathOf(found)}`);
}

function recordFound(
  journal: Journal,
  mirror: MirrorId,
  { found, created }: { found: Found; created: Map<number, ItemId> },
): void {
  const parent = created.get(found.parent) ?? (found.parent as ItemId);
  if (parent < 0) return;
  vacateHolder(journal, { ...found, parent });
  const id = found.scanId > 0 ? (found.scanId as ItemId) : journal.items.create(mirror, found.kind);
  if (found.scanId < 0) created.set(found.scanId, id);
  journal.items.setLocal(id, found.settled ? 'present' : 'unknown', { ...found.facts, parent });
  journal.missing.clear(id, 'local');
}

/**
 * An item that is not visible (its new name is skipped, say) may still be recorded at a path where another entry is
 * now: its sight stays unknown, and it loses its local place.
 */
function vacateHolder(journal: Journal, { scanId, parent, facts }: Found & { parent: ItemId }): void {
  const holder = journal.items.byLocalPlace(parent, facts.name);
  if (holder !== null && holder.id !== scanId && holder.localPresence === 'unknown') journal.items.vacate(holder.id);
}

/** An item without a base is forgotten; for others, the time since when they are missing is recorded. */
function recordGone(journal: Journal, id: ItemId, now: number): void {
  const item = journal.items.get(id);
  if (item === null) return;
  journal.items.setLocal(id, 'absent', null);
  journal.items.setDigest(id, null);
  if (item.base === null && item.remote === null) journal.items.remove(id);
  else journal.missing.note(id, 'local', now, item.local?.key ?? null);
}
