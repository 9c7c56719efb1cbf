import { FaultError } from '../../shared/fault.ts';
import type { MirrorId, ServiceId, VersionId } from '../../shared/ids.ts';
import type { Item } from '../core/item.ts';
import type { Facts } from '../journal/history.ts';
import { isFault, tell } from './bench.ts';
import type { Bench } from './bench.ts';

/** A file whose head is a version that it had before, and that was replaced since. */
export interface SetBack {
  readonly item: Item;
  readonly head: VersionId;
}

/** A person restores an old version as a new one. So many old heads at once are nobody's edits. */
const TOO_MANY = 3;

/**
 * The heads that are older than what both sides agreed on: the service was set back to an earlier state (R13). Nothing of
 * that look may be recorded before a person decided, or old bytes would replace the only copies of newer ones.
 * @throws FaultError `set-back` when there are too many to be chance.
 */
export async function mustNotBeSetBack(bench: Bench, heads: ReadonlyMap<ServiceId, VersionId>): Promise<void> {
  const old: SetBack[] = [];
  for (const item of setBackItems(bench, heads)) if (await isGone(bench, item)) old.push(item);
  if (old.length < TOO_MANY && !isAllowed(bench)) return;
  if (!isAllowed(bench)) throw new FaultError({ kind: 'set-back', files: old.length });
  bench.journal.transaction(() => {
    for (const one of old) sendAgain(bench, one);
    bench.journal.facts.set(factOf(bench.mirror.id), null);
  });
}

/** A person said that what is here goes on top of the old versions. */
export function allowSendingAgain(facts: Facts, mirror: MirrorId): void {
  facts.set(factOf(mirror), 'yes');
}

/** Bytes of a head are known only when it was sent or received as one before. */
function setBackItems({ journal, mirror }: Bench, heads: ReadonlyMap<ServiceId, VersionId>): readonly SetBack[] {
  return [...heads].flatMap(([id, head]) => {
    const item = journal.items.byRemoteId(mirror.id, id);
    if (item === null || item.agreed === null || item.agreed.version === null || item.remote === null) return [];
    const isOther = head !== item.agreed.version && head !== item.remote.version;
    return isOther && journal.items.hashOf(head) !== null ? [{ item, head }] : [];
  });
}

/** Whether the history does not have the version any more that both sides agreed on. */
async function isGone(bench: Bench, { item }: SetBack): Promise<boolean> {
  if (item.remote === null) return false;
  try {
    return (await bench.api.versions(item.remote.id)).every(({ id }) => id !== item.agreed?.version);
  } catch (error) {
    if (!isFault(error, 'gone', 'not-allowed', 'scope', 'refused')) throw error;
    return false;
  }
}

/** What is here counts as an edit of the old version: it is sent on top of it, and nothing is written here. */
function sendAgain(bench: Bench, { item, head }: SetBack): void {
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
