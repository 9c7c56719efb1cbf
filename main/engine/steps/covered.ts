import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { RemoteVersion } from '../../remote/api/shapes.ts';
import { isFault, itemOf, localPath, storeName, tell } from '../bench.ts';
import type { Bench } from '../bench.ts';
import { learn } from '../capabilities.ts';
import { fetchIntoStore } from './fetch.ts';
import { bringBack } from './late.ts';
import { listAsFound } from './stored.ts';
import type { SentVersion } from './version.ts';

/** A version of ours, and the one it was made from. */
export interface Sent {
  readonly file: ServiceId;
  readonly version: VersionId;
  /** Null when nothing was known of an earlier one. */
  readonly base: VersionId | null;
}

/**
 * The version of somebody else that ours was put on top of without our knowing: the one right before ours when that is
 * not the one ours was made from. Null when there is none.
 */
export function coveredBy(versions: readonly RemoteVersion[], { version, base }: Omit<Sent, 'file'>): VersionId | null {
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

/**
 * A service that does not look at the base let our version go over a colleague's (T25). Theirs is made the latest again, so
 * that the next plan finds what it would have found if the service had refused: two edits, both of which are kept. Ours
 * stays in the history. False: the service does not do that, ours stays the latest.
 * RACE: a third version that comes between our look and the restoring is covered in turn; it too is in the history.
 */
export async function uncover(bench: Bench, sent: SentVersion, theirs: VersionId): Promise<boolean> {
  const { journal } = bench;
  learn(bench, 'baseVersionEnforced', 'no');
  const restored = await putBack(bench, sent.file, theirs);
  const what = restored === null ? 'that version is in the history' : 'both versions are kept';
  journal.transaction(() => {
    recordCovered(bench, sent, restored);
    tell(bench, {
      item: sent.item,
      verb: 'conflict',
      cause: `a colleague edited it at the same moment; ${what}`,
      file: sent.file,
      version: theirs,
    });
  });
  return restored !== null;
}

/**
 * Ours went over a colleague's, and somebody put another one on top of it by now, who has not seen the colleague's. It
 * comes back out of the history as a conflict copy beside the file, once.
 */
export async function keepCovered(
  bench: Bench,
  sent: SentVersion,
  covered: { theirs: VersionId; head: VersionId },
): Promise<void> {
  const { journal } = bench;
  const { theirs: version, head } = covered;
  const item = itemOf(bench, sent.item);
  // What was here before is in a history that somebody here has seen.
  if (item !== null && journal.items.hashOf(version) === null) {
    const name = storeName(bench);
    const path = localPath(bench, item.id);
    listAsFound(bench, { name, path, sizeBytes: null });
    const wanted = { item: item.id, file: sent.file, version, sizeBytes: null };
    const sha256 = await fetchIntoStore(bench, { ...wanted, name, path });
    await bringBack(bench, item, name);
    journal.items.recordHash(version, sha256);
  }
  journal.transaction(() => recordCovered(bench, sent, head));
}

/** Ours is in the history, another one is the head: what both sides agreed on stays as it was. */
export function recordCovered({ journal }: Bench, sent: SentVersion, head: VersionId | null): void {
  // With its bytes known, ours would pass for an old state that was brought back, and would give way to theirs.
  journal.items.forgetHash(sent.version);
  const item = journal.items.get(sent.item);
  if (head === null || item === null || item.remote === null) return;
  journal.intents.end(sent.intent);
  journal.items.setRemote(sent.item, item.remoteSight, { ...item.remote, version: head, updatedAt: null });
}

/** Null when the service does not do it: then theirs is in the history only. */
async function putBack(bench: Bench, file: ServiceId, version: VersionId): Promise<VersionId | null> {
  try {
    return (await bench.api.restoreVersion(file, version)).id;
  } catch (error) {
    if (!isFault(error, 'refused', 'not-allowed', 'scope', 'gone', 'stale')) throw error;
    return null;
  }
}
