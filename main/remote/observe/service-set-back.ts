import { FaultError } from '../../../shared/fault.ts';
import type { MirrorId, VersionId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/units.ts';
import type { Item } from '../../core/item.ts';
import { isEarlierTime } from '../../core/policy/service-time.ts';
import type { Facts } from '../../journal/records/history.ts';
import { addHistory } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { isBaseVersionGone, noteOlderHead } from '../../engine/content/older-heads.ts';

/** A file that had another head when it was last looked at. */
export interface NewHead {
  readonly item: Item;
  readonly head: VersionId;
  /** The service's time of it; null when it does not tell. */
  readonly updatedAt: string | null;
}

/** A person restores an old version as a new one. So many old heads at once are nobody's edits. */
const TOO_MANY = 3;

/**
 * The heads that are older than what both sides agreed on: the service was set back to an earlier state (R13). Of many,
 * nothing of that look may be recorded before a person decided, or old bytes would replace the only copies of newer ones.
 * Few are marked, and each is asked about by itself before its bytes replace anything here.
 * @returns whether the look tells: of some folders it may show fewer old heads than there are, and nothing is recorded
 * before a look at everything has counted them.
 * @throws FaultError `set-back` when there are too many to be chance.
 */
export async function mustNotBeSetBack(
  context: MirrorContext,
  { heads, isEverything }: { readonly heads: Iterable<NewHead>; readonly isEverything: boolean },
): Promise<boolean> {
  const { facts } = context.journal;
  const old: NewHead[] = [];
  for (const one of suspectHeads(context, heads)) if (await isBaseVersionGone(context, one.item)) old.push(one);
  if (old.length > 0) facts.set(seenOf(context.mirror.id), String(context.world.clock.now()));
  if (!isAllowed(context)) {
    if (old.length >= TOO_MANY) throw new FaultError({ kind: 'set-back', files: old.length });
    if (old.length > 0 && !isEverything) return false;
    context.journal.transaction(() => {
      for (const { item, head } of old) noteOlderHead(facts, item.id, head);
    });
    return true;
  }
  context.journal.transaction(() => {
    for (const one of old) sendAgain(context, one);
    facts.set(factOf(context.mirror.id), null);
  });
  return true;
}

/** A person said that what is here goes on top of the old versions. */
export function allowSendingAgain(facts: Facts, mirror: MirrorId): void {
  facts.set(factOf(mirror), 'yes');
}

/** Whether the service showed older heads in this mirror lately, and no longer had the versions that replaced them. */
export function wasSetBackLately({ journal, mirror, world }: MirrorContext): boolean {
  const seenAt = journal.facts.get(seenOf(mirror.id));
  return seenAt !== null && Math.abs(world.clock.now() - Number(seenAt)) < LATELY_MS;
}

/**
 * Those whose head may be from before the one that both sides agreed on: a version that was sent or received as a head
 * before (only of those the bytes are known), or one with an earlier time than the head that was seen last. That only
 * says where to look: the history decides.
 */
function suspectHeads({ journal }: MirrorContext, heads: Iterable<NewHead>): readonly NewHead[] {
  // What moves while one looks may be shown twice.
  const each = new Map(Array.from(heads, one => [one.item.id, one]));
  return [...each.values()].filter(({ item, head, updatedAt }) => {
    if (item.agreed === null || item.agreed.version === null || head === item.agreed.version) return false;
    return isEarlierTime(updatedAt, item.remote?.updatedAt ?? null) || journal.items.hashOf(head) !== null;
  });
}

/** What is here counts as an edit of the old version: it is sent on top of it, and nothing is written here. */
function sendAgain(context: MirrorContext, { item, head }: NewHead): void {
  const { items } = context.journal;
  if (item.agreed === null) return;
  items.setAgreed(item.id, { ...item.agreed, version: head, sha256: items.hashOf(head) });
  addHistory(context, { item: item.id, verb: 'kept', cause: 'the service was set back; sent again', version: head });
}

function isAllowed({ journal, mirror }: MirrorContext): boolean {
  return journal.facts.get(factOf(mirror.id)) !== null;
}

function factOf(mirror: MirrorId): string {
  return `setBack.${mirror}`;
}

/** What was lost with an older head is missed within this time, in milliseconds. */
const LATELY_MS = DAY;

function seenOf(mirror: MirrorId): string {
  return `setBackSeen.${mirror}`;
}
