import { type FaultOf } from '../../../shared/fault.ts';
import type { ItemId, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Journal } from '../../journal/journal.ts';
import { isFault, localPath } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/**
 * The question to ask before a head replaces local bytes: none, unless the head is older than the base and the service
 * no longer has the base version. A person's answer about this very head counts.
 */
export async function questionOfOlderHead(
  context: MirrorContext,
  item: Item,
  head: VersionId,
): Promise<FaultOf<'old-version'> | null> {
  const { facts, history, items } = context.journal;
  if (item.local === null || item.remote === null || item.base === null || item.base.version === null) return null;
  const isSuspect = facts.get(markOf(item.id)) === head || items.hashOf(head) !== null;
  if (head === item.base.version || !isSuspect || isOlderHeadAccepted(context.journal, item.id, head)) return null;
  if (!(await isBaseVersionGone(context, item))) return null;
  const at = history.cameAt(item.remote.id, item.base.version);
  return { kind: 'old-version', path: localPath(context, item.id), at };
}

/** Marks a head that is older than the base: its file is asked about before its bytes replace anything here. */
export function noteOlderHead(facts: Facts, item: ItemId, head: VersionId): void {
  facts.set(markOf(item), head);
}

/** Whether a person let this older head replace the local bytes, which the service does not have. */
export function isOlderHeadAccepted({ facts }: Pick<Journal, 'facts'>, item: ItemId, head: VersionId): boolean {
  return facts.get(markOf(item)) === taken(head);
}

/** A person lets the service's older version replace the local bytes. */
export function acceptOlderHead({ facts }: Journal, { id, remote }: Item): void {
  if (remote !== null && remote.version !== null) facts.set(markOf(id), taken(remote.version));
}

/** A person wants the local bytes on top: they count as an edit of the older version, and no local file is written. */
export function sendOnTop({ items }: Journal, { id, base, remote }: Item): void {
  const head = remote?.version ?? null;
  if (base !== null && head !== null) items.setBase(id, { ...base, version: head, sha256: items.hashOf(head) });
}

/** Forgets marks of heads that are no longer current, or that became the base. */
export function forgetOlderHeads({ journal }: Pick<MirrorContext, 'journal'>): void {
  for (const { name, value } of journal.facts.withPrefix(MARKS)) {
    const item = journal.items.get(Number(name.slice(MARKS.length)) as ItemId);
    const head = item?.remote?.version ?? null;
    const isAbout = head !== null && (value === head || value === taken(head));
    if (!isAbout || item?.base?.version === head) journal.facts.set(name, null);
  }
}

/** Whether the history no longer has the base version. */
export async function isBaseVersionGone(context: MirrorContext, { base, remote }: Item): Promise<boolean> {
  if (remote === null) return false;
  try {
    return (await context.api.versions(remote.id)).every(({ id }) => id !== base?.version);
  } catch (error) {
    if (!isFault(error, 'gone', 'not-allowed', 'scope', 'refused')) throw error;
    return false;
  }
}

const MARKS = 'oldHead.';

/** The name of the fact with the older head of a file. */
function markOf(item: ItemId): string {
  return `${MARKS}${item}`;
}

function taken(head: VersionId): string {
  return `${head} taken`;
}
