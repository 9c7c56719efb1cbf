import { FaultError } from '../../shared/fault.ts';
import type { MirrorId, VersionId } from '../../shared/ids.ts';
import type { Item } from '../core/item.ts';
import type { Facts } from '../journal/history.ts';
import { isFault, tell } from './bench.ts';
import type { Bench } from './bench.ts';

/** A file that had another head when it was last looked at. */
export interface NewHead {
  readonly item: Item;
  readonly head: VersionId;
}

/** A person restores an old version as a new one. So many old heads at once are nobody's edits. */
const TOO_MANY = 3;

/**
 * The heads that are older than what both sides agreed on: the service was set back to an earlier state (R13). Nothing of
 * that look may be recorded before a person decided, or old bytes would replace the only copies of newer ones.
 * @returns whether the look tells: of some folders it may show fewer old heads than there are, and nothing is recorded
 * before a look at everything has counted them.
 * @throws FaultError `set-back` when there are too many to be chance.
 */
export async function mustNotBeSetBack(
  bench: Bench,
  { heads, isEverything }: { readonly heads: Iterable<NewHead>; readonly isEverything: boolean },
): Promise<boolean> {
  const old: NewHead[] = [];
  for (const item of setBackItems(bench, heads)) if (await isGone(bench, item)) old.push(item);
  if (!isAllowed(bench)) {
    if (old.length >= TOO_MANY) throw new FaultError({ kind: 'set-back', files: old.length });
    return old.length === 0 || isEverything;
  }
  bench.journal.transaction(() => {
    for (const one of old) sendAgain(bench, one);
    bench.journal.facts.set(factOf(bench.mirror.id), null);
  });
  return true;
}

/** A person said that what is here goes on top of the old versions. */
export function allowSendingAgain(facts: Facts, mirror: MirrorId): void {
  facts.set(factOf(mirror), 'yes');
}

/**
 * Those whose head is a version that they had before, and that was replaced since: bytes of a head are known only when it
 * was sent or received as one before.
 */
function setBackItems({ journal }: Bench, heads: Iterable<NewHead>): readonly NewHead[] {
  // What moves while one looks may be shown twice.
  const each = new Map(Array.from(heads, one => [one.item.id, one]));
  return [...each.values()].filter(({ item, head }) => {
    if (item.agreed === null || item.agreed.version === null || head === item.agreed.version) return false;
    return journal.items.hashOf(head) !== null;
  });
}

/** Whether the history does not have the version any more that both sides agreed on. */
async function isGone(bench: Bench, { item }: NewHead): Promise<boolean> {
  if (item.remote === null) return false;
  try {
    return (await bench.api.versions(item.remote.id)).every(({ id }) => id !== item.agreed?.version);
  } catch (error) {
    if (!isFault(error, 'gone', 'not-allowed', 'scope', 'refused')) throw error;
    return false;
  }
}

/** What is here counts as an edit of the old version: it is sent on top of it, and nothing is written here. */
function sendAgain(bench: Bench, { item, head }: NewHead): void {
  const { items } = bench.journal;
  if (item.agreed === null) return;
  items.setAgreed(item.id, { ...item.agreed, version: head, sha256: items.hashOf(head) });
  tell(bench, { item: item.id, verb: 'kept', cause: 'the service was set back; sent again', version: head });
}

function isAllowed({ journal, mirror }: Bench): boolean {
  return journal.facts.get(factOf(mirror.id)) !== null;
}

function factOf(mirror: MirrorId): string {
  return `setBack.${mirror}`;
}
