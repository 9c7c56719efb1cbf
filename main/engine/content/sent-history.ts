import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { RemoteVersion } from '../../remote/api/shapes.ts';
import { confirmRefusal } from '../context/confirm-refusal.ts';
import { isFault } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** A version sent from here, and the version it was made from. */
export interface SentVersionEntry {
  readonly file: ServiceId;
  readonly version: VersionId;
  /** Null when no earlier one was known. */
  readonly base: VersionId | null;
}

/** The history of a file, or nothing when it may not be read: then it is unknown what ours overwrote. */
export async function versionsOrNone(context: MirrorContext, file: ServiceId): Promise<readonly RemoteVersion[]> {
  try {
    return await confirmRefusal(() => context.api.versions(file));
  } catch (error) {
    if (!isFault(error, 'scope', 'not-allowed', 'refused', 'gone')) throw error;
    return [];
  }
}

/**
 * The other person's version that ours was put on top of without knowing it: the one right before ours, unless ours was
 * made from that. Null when there is none.
 */
export function overwrittenBy(
  versions: readonly RemoteVersion[],
  { version, base }: Omit<SentVersionEntry, 'file'>,
): VersionId | null {
  if (base === null) return null;
  const history = oldestFirst(versions);
  const at = history.findIndex(({ id }) => id === version);
  const before = at <= 0 ? null : (history[at - 1]?.id ?? null);
  return before === base ? null : before;
}

/**
 * GAP: the specification does not say the order of the history. Version numbers decide it, else times; for equal times
 * the list's own order, newest first.
 */
export function oldestFirst(versions: readonly RemoteVersion[]): readonly RemoteVersion[] {
  const numbered = versions.every(({ number }) => number !== null);
  const compare = (a: RemoteVersion, b: RemoteVersion): number =>
    numbered ? (a.number ?? 0) - (b.number ?? 0) : (a.createdAt ?? '').localeCompare(b.createdAt ?? '');
  return versions.toReversed().toSorted(compare);
}

/** The versions after a given one; empty when the history does not have that one. */
export function versionsAfter(versions: readonly RemoteVersion[], version: VersionId): readonly RemoteVersion[] {
  const history = oldestFirst(versions);
  const at = history.findIndex(({ id }) => id === version);
  return at === -1 ? [] : history.slice(at + 1);
}
