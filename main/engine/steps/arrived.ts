import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { RemoteFile } from '../../remote/api/shapes.ts';
import { isFault } from '../bench.ts';
import type { Bench } from '../bench.ts';
import { oldestFirst } from './covered.ts';
import { dropStaged, fetchVersion } from './fetch.ts';

/** A new file that was announced and put, as far as we know. */
export interface Announced {
  readonly item: ItemId;
  readonly file: ServiceId;
  /** As the announcement named it; null when it did not. */
  readonly version: VersionId | null;
  readonly sha256: Sha256;
  /** Whether it was never confirmed before, as far as we know. */
  readonly isFirst: boolean;
}

/** A file that arrived, as it is now, and the version with our bytes: the head may be somebody else's by now. */
export interface Arrival {
  readonly detail: RemoteFile;
  readonly version: VersionId | null;
}

/**
 * Confirms a file, and makes sure that it arrived. An answer that names the file is the service's word. One that names
 * nothing may be anybody's, and what the detail says of the file may have been true before it was confirmed: then only our
 * own bytes, read back from the service, are proof (T26).
 * @throws FaultError `failing` when they are not there; the file is confirmed once more then. What `confirm` throws, too.
 */
export async function confirmArrival(bench: Bench, sent: Announced): Promise<Arrival> {
  const answer = await bench.api.confirm(sent.file, sent.version);
  const isAnswered = answer?.id === sent.file;
  // At the first confirmation nobody else can have put a version on top yet.
  const version = sent.version ?? (sent.isFirst ? (answer?.version ?? null) : null);
  if (isAnswered && answer.version !== null && version !== null) return { detail: answer, version };
  const detail = await bench.api.file(sent.file);
  if (isAnswered && (detail.version !== null || detail.isGone))
    return { detail, version: sent.version ?? (await oldestVersion(bench, sent.file)) };
  if (detail.isGone) throw new FaultError({ kind: 'gone', messages: [] });
  const readBack = await versionWithOurs(bench, sent, detail);
  if (readBack !== null) return { detail, version: readBack };
  throw new FaultError({ kind: 'failing', status: 200, messages: ['The service does not say that the file arrived.'] });
}

/**
 * The version of this file that our bytes can be read from; null when they are not there.
 * @throws FaultError when that could not be found out.
 */
export async function versionWithOurs(bench: Bench, sent: Announced, detail: RemoteFile): Promise<VersionId | null> {
  if (detail.isGone || detail.version === null) return null;
  const { item, file } = sent;
  try {
    const version = sent.version ?? (await oldestVersion(bench, file)) ?? detail.version;
    const sha256 = await hashOfVersion(bench, { item, file, version, sizeBytes: null });
    return sha256 === sent.sha256 ? version : null;
  } catch (error) {
    if (isFault(error, 'gone', 'refused')) return null;
    throw error;
  }
}

/** The first version of a file that we announced is the one with our bytes, whoever edited it since. */
async function oldestVersion(bench: Bench, file: ServiceId): Promise<VersionId | null> {
  return oldestFirst(await bench.api.versions(file))[0]?.id ?? null;
}

/** The hash of a version's bytes, read once and not kept: the service tells none. */
export async function hashOfVersion(
  bench: Bench,
  wanted: { item: ItemId; file: ServiceId; version: VersionId; sizeBytes: number | null },
): Promise<Sha256> {
  const into = await bench.world.disk.stage(bench.mirror.root, bench.world.random.uuid());
  const { sha256 } = await fetchVersion(bench, { ...wanted, into });
  await dropStaged(into);
  return sha256;
}
