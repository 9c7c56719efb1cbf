import { type FaultOf } from '../../../shared/fault.ts';
import type { ItemId, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Journal } from '../../journal/journal.ts';
import { isFault, localPath } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/**
 * What to ask before a head replaces the bytes of a file here: nothing, unless it is older than what both sides agreed on
 * and the service no longer has that version. What a person answered about this very head holds.
 */
export async function questionOfOlderHead(
  context: MirrorContext,
  item: Item,
  head: VersionId,
): Promise<FaultOf<'old-version'> | null> {
  const { facts, history, items } = context.journal;
  if (item.local === null || item.remote === null || item.agreed === null || item.agreed.version === null) return null;
  const isSuspect = facts.get(markOf(item.id)) === head || items.hashOf(head) !== null;
  if (head === item.agreed.version || !isSuspect || isOlderHeadAccepted(context.journal, item.id, head)) return null;
  if (!(await isBaseVersionGone(context, item))) return null;
  const at = history.cameAt(item.remote.id, item.agreed.version);
  return { kind: 'old-version', path: localPath(context, item.id), at };
}

/** Marks a head that is older than the base: its file is asked about before its bytes replace anything here. */
export function noteOlderHead(facts: Facts, item: ItemId, head: VersionId): void {
  facts.set(markOf(item), head);
}

/** Whether a person let this older head replace what is here, whose bytes the service does not have. */
export function isOlderHeadAccepted({ facts }: Pick<Journal, 'facts'>, item: ItemId, head: VersionId): boolean {
  return facts.get(markOf(item)) === taken(head);
}

/** A person lets the older version that the service has replace what is here. */
export function acceptOlderHead({ facts }: Journal, { id, remote }: Item): void {
  if (remote !== null && remote.version !== null) facts.set(markOf(id), taken(remote.version));
}

/** A person wants what is here on top: it counts as an edit of the old version, and nothing is written here. */
export function sendOnTop({ items }: Journal, { id, agreed, remote }: Item): void {
  const head = remote?.version ?? null;
  if (agreed !== null && head !== null) items.setAgreed(id, { ...agreed, version: head, sha256: items.hashOf(head) });
}

/** Forgets what was noted about heads that are no more, or that both sides agree on by now. */
export function forgetOlderHeads({ journal }: Pick<MirrorContext, 'journal'>): void {
  for (const { name, value } of journal.facts.under(MARKS)) {
    const item = journal.items.get(Number(name.slice(MARKS.length)) as ItemId);
    const head = item?.remote?.version ?? null;
    const isAbout = head !== null && (value === head || value === taken(head));
    if (!isAbout || item?.agreed?.version === head) journal.facts.set(name, null);
  }
}

/** Whether the history does not have the version any more that both sides agreed on. */
export async function isBaseVersionGone(context: MirrorContext, { agreed, remote }: Item): Promise<boolean> {
  if (remote === null) return false;
  try {
    return (await context.api.versions(remote.id)).every(({ id }) => id !== agreed?.version);
  } catch (error) {
    if (!isFault(error, 'gone', 'not-allowed', 'scope', 'refused')) throw error;
    return false;
  }
}

const MARKS = 'oldHead.';

/** The fact that holds the older head of a file. */
function markOf(item: ItemId): string {
  return `${MARKS}${item}`;
}

function taken(head: VersionId): string {
  return `${head} taken`;
}
