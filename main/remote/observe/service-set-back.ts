import { FaultError } from '../../../shared/fault.ts';
import type { MirrorId, VersionId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/units.ts';
import type { Item } from '../../core/item.ts';
import { isEarlierTime } from '../../core/policy/service-time.ts';
import type { Facts } from '../../journal/records/history.ts';
import { addHistory } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { isBaseVersionGone, noteOlderHead } from '../../engine/content/older-heads.ts';

/** A file whose head differs from the recorded one. */
export interface NewHead {
  readonly item: Item;
  readonly head: VersionId;
  /** The service's time of the head; null when it does not tell. */
  readonly updatedAt: string | null;
}

/** A person restores an old version as a new one, so this many older heads at once are not edits by people. */
const TOO_MANY = 3;

/**
 * Finds heads that are older than the base: the service was restored to an earlier state (R13). If there are many,
 * nothing of this poll may be recorded before a person decided, or old bytes would replace the only copies of newer
 * ones. If there are few, each is marked, and a person is asked about it before its bytes replace anything.
 * @returns whether the poll may be recorded: a poll of some folders may show fewer older heads than there are, so a
 * poll of everything must count them first.
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

/** A person decided that the local bytes go on top of the older versions. */
export function allowSendingAgain(facts: Facts, mirror: MirrorId): void {
  facts.set(factOf(mirror), 'yes');
}

/** Whether the service recently showed older heads in this mirror, and no longer had the versions after them. */
export function wasSetBackLately({ journal, mirror, world }: MirrorContext): boolean {
  const seenAt = journal.facts.get(seenOf(mirror.id));
  return seenAt !== null && Math.abs(world.clock.now() - Number(seenAt)) < RECENT_MS;
}

/**
 * Files whose head may be older than the base: a version that was sent or received as a head before (only those have a
 * known hash), or one with an earlier time than the last seen head. This only selects suspects: the history decides.
 */
function suspectHeads({ journal }: MirrorContext, heads: Iterable<NewHead>): readonly NewHead[] {
  // A file that moves during a poll may be shown twice.
  const each = new Map(Array.from(heads, one => [one.item.id, one]));
  return [...each.values()].filter(({ item, head, updatedAt }) => {
    if (item.base === null || item.base.version === null || head === item.base.version) return false;
    return isEarlierTime(updatedAt, item.remote?.updatedAt ?? null) || journal.items.hashOf(head) !== null;
  });
}

/** The local bytes count as an edit of the old version: they are sent on top of it, and no local file is written. */
function sendAgain(context: MirrorContext, { item, head }: NewHead): void {
  const { items } = context.journal;
  if (item.base === null) return;
  items.setBase(item.id, { ...item.base, version: head, sha256: items.hashOf(head) });
  addHistory(context, { item: item.id, verb: 'kept', cause: 'the service was set back; sent again', version: head });
}

function isAllowed({ journal, mirror }: MirrorContext): boolean {
  return journal.facts.get(factOf(mirror.id)) !== null;
}

function factOf(mirror: MirrorId): string {
  return `setBack.${mirror}`;
}

/** Items that were lost with an older head are found missing within this time, in milliseconds. */
const RECENT_MS = DAY;

function seenOf(mirror: MirrorId): string {
  return `setBackSeen.${mirror}`;
}
