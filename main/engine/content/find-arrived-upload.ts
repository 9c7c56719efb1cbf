import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import type { Root } from '../../ports/disk.ts';
import type { World } from '../../ports/world.ts';
import type { RemoteFile } from '../../remote/api/shapes.ts';
import { confirmRefusal } from '../context/confirm-refusal.ts';
import { isFault } from '../context/mirror-context.ts';
import { oldestFirst } from './sent-history.ts';
import { dropStaged, fetchVersion, type Fetcher } from './fetch-version.ts';

/** What the search needs: bytes are read back into the staging folder of a root of ours. */
export type Finder = Fetcher & {
  readonly world: Pick<World, 'disk' | 'random'>;
  readonly mirror: { readonly root: Root };
};

/** A new file that was announced, and whose bytes were probably put. */
export interface Announced {
  /** Null when it belongs to no mirror. */
  readonly item: ItemId | null;
  readonly file: ServiceId;
  /** From the announcement; null when it named none. */
  readonly version: VersionId | null;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  /** Whether no confirmation was sent before, as far as the records tell. */
  readonly isFirst: boolean;
}

/**
 * A file that arrived, with its current detail, and the version with our bytes: the head may be another person's by
 * now.
 */
export interface Arrival {
  readonly detail: RemoteFile;
  readonly version: VersionId | null;
}

/**
 * Confirms a file, and makes sure that it arrived. An answer that names the file is the service's. One that names
 * nothing may come from anywhere, and the file's detail may be from before the confirmation: then only our own bytes,
 * read back from the service, are proof (T26).
 * @throws FaultError `failing` when they are not there; the file is confirmed once more later. What `confirm` throws,
 * too.
 */
export async function confirmArrival(finder: Finder, sent: Announced): Promise<Arrival> {
  const answer = await finder.api.confirm(sent.file, sent.version);
  const isAnswered = answer?.id === sent.file;
  // At the first confirmation no other person can have put a version on top yet.
  const version = sent.version ?? (sent.isFirst ? (answer?.version ?? null) : null);
  if (isAnswered && answer.version !== null && version !== null) {
    await mustBeOurs(finder, { ...sent, version }, answer);
    return { detail: answer, version };
  }
  const detail = await finder.api.file(sent.file);
  if (isAnswered && (detail.version !== null || detail.isGone))
    return { detail, version: sent.version ?? (await oldestVersion(finder, sent.file)) };
  if (detail.isGone) throw new FaultError({ kind: 'gone', messages: [] });
  const readBack = await versionWithOurs(finder, sent, detail);
  if (readBack !== null) return { detail, version: readBack };
  throw new FaultError({ kind: 'failing', status: 200, messages: ['The service does not say that the file arrived.'] });
}

/**
 * The version's size tells whether it can be ours: the bytes of another file may have arrived there. Then our own
 * bytes, read back, are proof.
 * @throws FaultError `refused` when other bytes are there.
 */
async function mustBeOurs(
  finder: Finder,
  sent: Announced & { readonly version: VersionId },
  { version, sizeBytes, ...detail }: RemoteFile,
): Promise<void> {
  if (version !== sent.version || sizeBytes === null || sizeBytes === sent.sizeBytes) return;
  if ((await versionWithOurs(finder, sent, { ...detail, version, sizeBytes })) !== null) return;
  throw new FaultError({ kind: 'refused', status: 200, messages: [oddAnswers.otherBytes(sent.sizeBytes, sizeBytes)] });
}

/**
 * The file, confirmed now or before; null when there is nothing to confirm.
 * GAP: a second confirmation may be refused like one of nothing, and a single refusal may not come from the service;
 * the file was confirmed if its bytes are there. A refusal to read them is believed when it comes twice: otherwise an
 * arrived file would be sent again.
 * @param onRefused called when a file that was confirmed before may not be confirmed again.
 */
export async function confirmAgain(finder: Finder, sent: Announced, onRefused?: () => void): Promise<Arrival | null> {
  let isRefused = false;
  try {
    return await confirmArrival(finder, sent);
  } catch (error) {
    if (!isFault(error, 'refused', 'stale', 'not-allowed')) throw error;
    isRefused = !isFault(error, 'not-allowed');
  }
  const found = await confirmRefusal(() => findArrived(finder, sent));
  if (found !== null && isRefused) onRefused?.();
  return found;
}

async function findArrived(finder: Finder, sent: Announced): Promise<Arrival | null> {
  const detail = await finder.api.file(sent.file);
  const version = await versionWithOurs(finder, sent, detail);
  return version === null ? null : { detail, version };
}

/**
 * The version of this file with our bytes; null when there is none.
 * @throws FaultError when that could not be found out.
 */
async function versionWithOurs(finder: Finder, sent: Announced, detail: RemoteFile): Promise<VersionId | null> {
  if (detail.isGone || detail.version === null) return null;
  const { item, file } = sent;
  try {
    const version = sent.version ?? (await oldestVersion(finder, file)) ?? detail.version;
    const sha256 = await hashOfVersion(finder, { item, file, version, sizeBytes: null });
    return sha256 === sent.sha256 ? version : null;
  } catch (error) {
    if (isFault(error, 'gone', 'refused')) return null;
    throw error;
  }
}

/** The first version of a file that we announced has our bytes, also when others edited it since. */
async function oldestVersion(finder: Finder, file: ServiceId): Promise<VersionId | null> {
  return oldestFirst(await finder.api.versions(file))[0]?.id ?? null;
}

/** The hash of a version's bytes, which are read once and not kept: the service gives no hash. */
export async function hashOfVersion(
  finder: Finder,
  wanted: { item: ItemId | null; file: ServiceId; version: VersionId; sizeBytes: number | null },
): Promise<Sha256> {
  const into = await finder.world.disk.stage(finder.mirror.root, finder.world.random.uuid(), 'hash');
  const { sha256 } = await fetchVersion(finder, { ...wanted, into });
  await dropStaged(into);
  return sha256;
}
