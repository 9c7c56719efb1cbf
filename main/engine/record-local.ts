import type { ItemId, MirrorId } from '../../shared/ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { Found, LocalNews } from '../local/observe.ts';

/** Records a look at the folder: one transaction, observations only. */
export function recordLocal(journal: Journal, mirror: MirrorId, { news, now }: { news: LocalNews; now: number }): void {
  journal.transaction(() => {
    // Places are freed before they are taken, so that two items can change places.
    for (const { handle } of news.found) if (handle > 0) journal.items.vacate(handle as ItemId);
    for (const id of news.gone) recordGone(journal, id, now);
    const created = new Map<number, ItemId>();
    for (const id of news.unknown) {
      journal.items.setLocal(id, 'unknown');
      journal.items.setDigest(id, null);
    }
    for (const found of news.found) recordFound(journal, mirror, { found, created });
    const unsettled = new Set(news.found.filter(({ settled }) => !settled).map(({ parent }) => parent));
    for (const { handle, digest } of news.digests) {
      const id = created.get(handle) ?? (handle as ItemId);
      if (id > 0) journal.items.setDigest(id, unsettled.has(handle) ? null : digest);
    }
  });
}

function recordFound(
  journal: Journal,
  mirror: MirrorId,
  { found, created }: { found: Found; created: Map<number, ItemId> },
): void {
  const parent = created.get(found.parent) ?? (found.parent as ItemId);
  if (parent < 0) return;
  vacateHolder(journal, { ...found, parent });
  const id = found.handle > 0 ? (found.handle as ItemId) : journal.items.create(mirror, found.kind);
  if (found.handle < 0) created.set(found.handle, id);
  journal.items.setLocal(id, found.settled ? 'present' : 'unknown', { ...found.facts, parent });
  journal.missing.clear(id, 'local');
}

/**
 * Something out of sight (it has a name now that is skipped, say) may still be recorded where another thing stands by
 * now: it keeps being unknown, without a place here.
 */
function vacateHolder(journal: Journal, { handle, parent, facts }: Found & { parent: ItemId }): void {
  const holder = journal.items.byLocalPlace(parent, facts.name);
  if (holder !== null && holder.id !== handle && holder.localSight === 'unknown') journal.items.vacate(holder.id);
}

/** A thing that was never agreed leaves nothing behind; of others we remember since when they are missed. */
function recordGone(journal: Journal, id: ItemId, now: number): void {
  const item = journal.items.get(id);
  if (item === null) return;
  journal.items.setLocal(id, 'absent', null);
  journal.items.setDigest(id, null);
  if (item.agreed === null && item.remote === null) journal.items.remove(id);
  else journal.missing.note(id, 'local', now, item.local?.key ?? null);
}
