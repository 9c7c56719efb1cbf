import { FaultError, type FaultOf } from '../../../shared/fault.ts';
import type { ItemId, MirrorId, VersionId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/units.ts';
import type { Item } from '../../core/item.ts';
import { isEarlierTime } from '../../core/policy/service-time.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Journal } from '../../journal/journal.ts';
import { isFault, localPath, tell } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

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
  for (const one of suspectHeads(context, heads)) if (await isGone(context, one.item)) old.push(one);
  if (old.length > 0) facts.set(seenOf(context.mirror.id), String(context.world.clock.now()));
  if (!isAllowed(context)) {
    if (old.length >= TOO_MANY) throw new FaultError({ kind: 'set-back', files: old.length });
    if (old.length > 0 && !isEverything) return false;
    context.journal.transaction(() => {
      for (const { item, head } of old) facts.set(markOf(item.id), head);
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

/**
 * What to ask before a head replaces the bytes of a file here: nothing, unless it is older than what both sides agreed on
 * and the service no longer has that version. What a person answered about this very head holds.
 */
export async function questionOfOld(
  context: MirrorContext,
  item: Item,
  head: VersionId,
): Promise<FaultOf<'old-version'> | null> {
  const { facts, history, items } = context.journal;
  if (item.local === null || item.remote === null || item.base === null || item.base.version === null) return null;
  const isSuspect = facts.get(markOf(item.id)) === head || items.hashOf(head) !== null;
  if (head === item.base.version || !isSuspect || isTakenOld(context.journal, item.id, head)) return null;
  if (!(await isGone(context, item))) return null;
  const at = history.cameAt(item.remote.id, item.base.version);
  return { kind: 'old-version', path: localPath(context, item.id), at };
}

/** Whether a person let this older head replace what is here, whose bytes the service does not have. */
export function isTakenOld({ facts }: Pick<Journal, 'facts'>, item: ItemId, head: VersionId): boolean {
  return facts.get(markOf(item)) === taken(head);
}

/** A person lets the older version that the service has replace what is here. */
export function takeOlder({ facts }: Journal, { id, remote }: Item): void {
  if (remote !== null && remote.version !== null) facts.set(markOf(id), taken(remote.version));
}

/** A person wants what is here on top: it counts as an edit of the old version, and nothing is written here. */
export function sendOnTop({ items }: Journal, { id, base, remote }: Item): void {
  const head = remote?.version ?? null;
  if (base !== null && head !== null) items.setBase(id, { ...base, version: head, sha256: items.hashOf(head) });
}

/** Whether the service showed older heads in this mirror lately, and no longer had the versions that replaced them. */
export function wasSetBackLately({ journal, mirror, world }: MirrorContext): boolean {
  const seenAt = journal.facts.get(seenOf(mirror.id));
  return seenAt !== null && Math.abs(world.clock.now() - Number(seenAt)) < LATELY_MS;
}

/** Forgets what was noted about heads that are no more, or that both sides agree on by now. */
export function forgetOldHeads({ journal }: Pick<MirrorContext, 'journal'>): void {
  for (const { name, value } of journal.facts.under(MARKS)) {
    const item = journal.items.get(Number(name.slice(MARKS.length)) as ItemId);
    const head = item?.remote?.version ?? null;
    const isAbout = head !== null && (value === head || value === taken(head));
    if (!isAbout || item?.base?.version === head) journal.facts.set(name, null);
  }
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
    if (item.base === null || item.base.version === null || head === item.base.version) return false;
    return isEarlierTime(updatedAt, item.remote?.updatedAt ?? null) || journal.items.hashOf(head) !== null;
  });
}

/** Whether the history does not have the version any more that both sides agreed on. */
async function isGone(context: MirrorContext, { base, remote }: Item): Promise<boolean> {
  if (remote === null) return false;
  try {
    return (await context.api.versions(remote.id)).every(({ id }) => id !== base?.version);
  } catch (error) {
    if (!isFault(error, 'gone', 'not-allowed', 'scope', 'refused')) throw error;
    return false;
  }
}

/** What is here counts as an edit of the old version: it is sent on top of it, and nothing is written here. */
function sendAgain(context: MirrorContext, { item, head }: NewHead): void {
  const { items } = context.journal;
  if (item.base === null) return;
  items.setBase(item.id, { ...item.base, version: head, sha256: items.hashOf(head) });
  tell(context, { item: item.id, verb: 'kept', cause: 'the service was set back; sent again', version: head });
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

const MARKS = 'oldHead.';

/** The fact that holds the older head of a file. */
function markOf(item: ItemId): string {
  return `${MARKS}${item}`;
}

function taken(head: VersionId): string {
  return `${head} taken`;
}
