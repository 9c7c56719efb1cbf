import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { RemoteVersion } from '../../remote/api/shapes.ts';
import { confirmRefusal } from '../context/confirm-refusal.ts';
import { isFault } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** A version of ours, and the one it was made from. */
export interface Sent {
  readonly file: ServiceId;
  readonly version: VersionId;
  /** Null when nothing was known of an earlier one. */
  readonly base: VersionId | null;
}

/** The history of a file, or nothing when we may not read it: then nobody can tell what ours covered. */
export async function versionsOrNone(context: MirrorContext, file: ServiceId): Promise<readonly RemoteVersion[]> {
  try {
    return await confirmRefusal(() => context.api.versions(file));
  } catch (error) {
    if (!isFault(error, 'scope', 'not-allowed', 'refused', 'gone')) throw error;
    return [];
  }
}

/**
 * The version of somebody else that ours was put on top of without our knowing: the one right before ours when that is
 * not the one ours was made from. Null when there is none.
 */
export function overwrittenBy(
  versions: readonly RemoteVersion[],
  { version, base }: Omit<Sent, 'file'>,
): VersionId | null {
  if (base === null) return null;
  const history = oldestFirst(versions);
  const at = history.findIndex(({ id }) => id === version);
  const before = at <= 0 ? null : (history[at - 1]?.id ?? null);
  return before === base ? null : before;
}

/** GAP: the order of the history is not said. Numbers tell it, else times; of equal ones the list's own, newest first. */
export function oldestFirst(versions: readonly RemoteVersion[]): readonly RemoteVersion[] {
  const numbered = versions.every(({ number }) => number !== null);
  const compare = (a: RemoteVersion, b: RemoteVersion): number =>
    numbered ? (a.number ?? 0) - (b.number ?? 0) : (a.createdAt ?? '').localeCompare(b.createdAt ?? '');
  return versions.toReversed().toSorted(compare);
}

/** What was put on top of a version since; empty when the history does not have that one. */
export function since(versions: readonly RemoteVersion[], version: VersionId): readonly RemoteVersion[] {
  const history = oldestFirst(versions);
  const at = history.findIndex(({ id }) => id === version);
  return at === -1 ? [] : history.slice(at + 1);
}
