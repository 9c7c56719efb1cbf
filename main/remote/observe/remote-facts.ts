import type { ItemId } from '../../../shared/ids.ts';
import type { Item, RemoteFacts } from '../../core/item.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/** What a folder has instead of bytes. */
export const NO_CONTENT = { sizeBytes: null, version: null, sha256: null, updatedAt: null } as const;

/** Times of creation that are still to be recorded, by item. */
export type CreatedTimes = Map<ItemId, string | null>;

/**
 * Records one row of a listing, except a time of creation that is all that is new: that goes to `times`.
 * @returns whether it changed at the service; learning its time alone is no change.
 */
export function recordFacts(
  { journal }: Pick<MirrorContext, 'journal'>,
  { id, before, times }: { id: ItemId; before: Item | null; times: CreatedTimes },
  facts: RemoteFacts,
): boolean {
  const isChanged = !isAsRecorded(before, facts);
  if (isChanged || before?.remote?.id !== facts.id) journal.items.setRemote(id, 'present', facts);
  // The first listing of a file that was sent from here tells its time: no index of the row has to follow.
  else if (before.remote.createdAt !== facts.createdAt) times.set(id, facts.createdAt ?? null);
  return isChanged;
}

function isAsRecorded(before: Item | null, facts: RemoteFacts): boolean {
  if (before === null || before.remote === null || before.remotePresence !== 'present') return false;
  const { parent, name, sizeBytes, version, updatedAt } = before.remote;
  const isInPlace = parent === facts.parent && name === facts.name;
  return isInPlace && sizeBytes === facts.sizeBytes && version === facts.version && updatedAt === facts.updatedAt;
}
