import { keptBytes } from '../../../../shared/kept-bytes.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import type { Hasher } from '../../../ports/read-only-folder.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import type { Storage } from '../../../remote/transfer/storage.ts';
import type { RemoteVersion } from '../../../remote/api/shapes.ts';

/** What reading from the service needs. */
export interface Reader {
  readonly api: ServiceApi;
  readonly storage: Storage;
  readonly hasher: () => Hasher;
}

/** One version of a file. */
interface VersionRef {
  readonly file: ServiceId;
  readonly version: VersionId;
}

/** Streams the bytes of a version. @throws FaultError, `offline` when the download broke off. */
async function* bytesOf({ api, storage }: Reader, { file, version }: VersionRef): AsyncIterable<Uint8Array> {
  const content = await api.versionContent(file, version);
  if (content.url === null) {
    yield new TextEncoder().encode(content.inline ?? '');
    return;
  }
  const response = await storage.getCounted(content.url);
  let cameBytes = 0;
  for await (const chunk of response.body) {
    cameBytes += chunk.byteLength;
    yield chunk;
  }
  const promised = response.totalBytes ?? Number(response.headers.get('content-length') ?? cameBytes);
  if (promised === cameBytes) return;
  throw new FaultError({ kind: 'offline', detail: `a download broke off after ${cameBytes} of ${promised} bytes` });
}

/** What was sent. */
export interface SentBytes {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/**
 * SHA-256 of a version, read without storing it; null when it is longer than `mostBytes`: an answer without end would be read for
 * ever. @throws FaultError.
 */
async function hashOfVersion(reader: Reader, wanted: VersionRef, mostBytes: number): Promise<Sha256 | null> {
  const hash = reader.hasher();
  let cameBytes = 0;
  for await (const chunk of bytesOf(reader, wanted)) {
    cameBytes += chunk.byteLength;
    if (cameBytes > mostBytes) return null;
    hash.add(chunk);
  }
  return hash.end();
}

/**
 * Whether a version has these bytes. A mismatch counts only when two reads agree: a proxy may have answered in place of
 * the storage. @throws FaultError when that could not be determined.
 */
export async function hasBytes(reader: Reader, wanted: VersionRef, { sha256, sizeBytes }: SentBytes): Promise<boolean> {
  const first = await hashOfVersion(reader, wanted, sizeBytes);
  if (first === sha256) return true;
  const second = await hashOfVersion(reader, wanted, sizeBytes);
  if (second === sha256) return true;
  if (second === first) return false;
  throw new FaultError({ kind: 'failing', status: 200, messages: ['It was read twice, and was not the same.'] });
}

/** Reads a text file; null when it is longer than `mostBytes`. @throws FaultError. */
export async function textOfVersion(reader: Reader, wanted: VersionRef, mostBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of bytesOf(reader, wanted)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > mostBytes) return null;
    chunks.push(keptBytes(chunk));
  }
  const all = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(all);
}

/** Whether an error is a fault of one of these kinds. */
export function isFault(thrown: unknown, ...kinds: readonly FaultError['fault']['kind'][]): thrown is FaultError {
  return thrown instanceof FaultError && kinds.includes(thrown.fault.kind);
}

/** A complete upload to an announced file. */
interface CompletedUpload extends SentBytes {
  readonly file: ServiceId;
  /** As announced; null when the service named none. */
  readonly version: VersionId | null;
}

/** The file and version that hold the bytes. */
interface ArrivedVersion {
  readonly file: ServiceId;
  readonly version: VersionId;
}

/**
 * Confirms an upload and verifies that it arrived. An answer that names the file and its version is trusted; for any
 * other answer our bytes are read back (T26). @returns null when it did not arrive and has to be sent again.
 * @throws FaultError when that could not be determined.
 */
export async function confirmUpload(reader: Reader, put: CompletedUpload): Promise<ArrivedVersion | null> {
  try {
    const answer = await reader.api.confirm(put.file, put.version);
    const version = put.version ?? answer?.version ?? null;
    if (answer?.id === put.file && answer.version !== null && version !== null) return { file: put.file, version };
  } catch (error) {
    // A repeated confirmation may be refused like an invalid one: the upload was confirmed if our bytes are readable.
    if (!isFault(error, 'refused', 'stale', 'not-allowed', 'gone')) throw error;
    const found = await findUpload(reader, put);
    if (found === null && isFault(error, 'not-allowed')) throw error;
    return found;
  }
  const found = await findUpload(reader, put);
  if (found !== null) return found;
  throw new FaultError({ kind: 'failing', status: 200, messages: ['The service does not say that the file arrived.'] });
}

async function findUpload(reader: Reader, put: CompletedUpload): Promise<ArrivedVersion | null> {
  try {
    const detail = await reader.api.file(put.file);
    if (detail.isGone) return null;
    const version = put.version ?? oldest(await reader.api.versions(put.file))?.id ?? detail.version;
    if (version === null) return null;
    return (await hasBytes(reader, { file: put.file, version }, put)) ? { file: put.file, version } : null;
  } catch (error) {
    if (isFault(error, 'gone', 'refused')) return null;
    throw error;
  }
}

/**
 * The version after `base` that has these bytes, when the answer to its creation was lost; null: none.
 * @throws FaultError.
 */
export async function findArrivedVersion(
  reader: Reader,
  { file, base, sha256, sizeBytes }: SentBytes & { file: ServiceId; base: VersionId | null },
): Promise<ArrivedVersion | null> {
  try {
    const all = byTime(await reader.api.versions(file));
    const since = all.slice(all.findIndex(({ id }) => id === base) + 1);
    for (const version of since) {
      if (version.sizeBytes !== null && version.sizeBytes !== sizeBytes) continue;
      if (await hasBytes(reader, { file, version: version.id }, { sha256, sizeBytes }))
        return { file, version: version.id };
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
