import { FaultError } from '../../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import type { RemoteVersion } from '../../../remote/api/shapes.ts';
import { hasBytes, isFault } from './read-back.ts';
import type { Reader } from './read-back.ts';

/** A complete upload to an announced file. */
export interface Put {
  readonly file: ServiceId;
  /** As announced; null when the service named none. */
  readonly version: VersionId | null;
  readonly sha256: Sha256;
}

/** The file and version that hold the bytes. */
export interface There {
  readonly file: ServiceId;
  readonly version: VersionId;
}

/**
 * Confirms an upload and verifies that it arrived. An answer that names the file and its version is trusted; for any
 * other answer our bytes are read back (T26). @returns null when it did not arrive and has to be sent again.
 * @throws FaultError when that could not be determined.
 */
export async function confirmed(reader: Reader, put: Put): Promise<There | null> {
  try {
    const answer = await reader.api.confirm(put.file, put.version);
    const version = put.version ?? answer?.version ?? null;
    if (answer?.id === put.file && answer.version !== null && version !== null) return { file: put.file, version };
  } catch (error) {
    // A repeated confirmation may be refused like an invalid one: the upload was confirmed if our bytes are readable.
    if (!isFault(error, 'refused', 'stale', 'not-allowed', 'gone')) throw error;
    const found = await foundThere(reader, put);
    if (found === null && isFault(error, 'not-allowed')) throw error;
    return found;
  }
  const found = await foundThere(reader, put);
  if (found !== null) return found;
  throw new FaultError({ kind: 'failing', status: 200, messages: ['The service does not say that the file arrived.'] });
}

async function foundThere(reader: Reader, put: Put): Promise<There | null> {
  try {
    const detail = await reader.api.file(put.file);
    if (detail.isGone) return null;
    const version = put.version ?? oldest(await reader.api.versions(put.file))?.id ?? detail.version;
    if (version === null) return null;
    return (await hasBytes(reader, { file: put.file, version }, put.sha256)) ? { file: put.file, version } : null;
  } catch (error) {
    if (isFault(error, 'gone', 'refused')) return null;
    throw error;
  }
}

/**
 * The version after `base` that has these bytes, when the answer to its creation was lost; null: none.
 * @throws FaultError.
 */
export async function versionArrived(
  reader: Reader,
  { file, base, sha256, sizeBytes }: { file: ServiceId; base: VersionId | null; sha256: Sha256; sizeBytes: number },
): Promise<There | null> {
  try {
    const all = byTime(await reader.api.versions(file));
    const since = all.slice(all.findIndex(({ id }) => id === base) + 1);
    for (const version of since) {
      if (version.sizeBytes !== null && version.sizeBytes !== sizeBytes) continue;
      if (await hasBytes(reader, { file, version: version.id }, sha256)) return { file, version: version.id };
    }
    return null;
  } catch (error) {
    if (isFault(error, 'gone')) return null;
    throw error;
  }
}

function oldest(versions: readonly RemoteVersion[]): RemoteVersion | undefined {
  return byTime(versions)[0];
}

function byTime(versions: readonly RemoteVersion[]): readonly RemoteVersion[] {
  return versions.toSorted(
    (one, other) =>
      (one.number ?? 0) - (other.number ?? 0) || (one.createdAt ?? '').localeCompare(other.createdAt ?? ''),
  );
}
