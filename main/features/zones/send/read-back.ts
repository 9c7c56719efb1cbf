import { FaultError } from '../../../../shared/fault.ts';
import type { ServiceId, Sha256, VersionId } from '../../../../shared/ids.ts';
import type { Hasher } from '../../../ports/source.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import type { Storage } from '../../../remote/transfer/storage.ts';

/** What reading from the service needs. */
export interface Reader {
  readonly api: ServiceApi;
  readonly storage: Storage;
  readonly hasher: () => Hasher;
}

/** One version of a file. */
export interface Wanted {
  readonly file: ServiceId;
  readonly version: VersionId;
}

/** Streams the bytes of a version. @throws FaultError, `offline` when the download broke off. */
export async function* bytesOf({ api, storage }: Reader, { file, version }: Wanted): AsyncIterable<Uint8Array> {
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

/** SHA-256 and length of a version, read without storing it. @throws FaultError. */
export async function hashThere(reader: Reader, wanted: Wanted): Promise<{ sha256: Sha256; sizeBytes: number }> {
  const hash = reader.hasher();
  let sizeBytes = 0;
  for await (const chunk of bytesOf(reader, wanted)) {
    hash.add(chunk);
    sizeBytes += chunk.byteLength;
  }
  return { sha256: hash.end(), sizeBytes };
}

/**
 * Whether a version has these bytes. A mismatch counts only when two reads agree: a proxy may have answered in place of
 * the storage. @throws FaultError when that could not be determined.
 */
export async function hasBytes(reader: Reader, wanted: Wanted, sha256: Sha256): Promise<boolean> {
  const first = await hashThere(reader, wanted);
  if (first.sha256 === sha256) return true;
  const second = await hashThere(reader, wanted);
  if (second.sha256 === sha256) return true;
  if (second.sha256 === first.sha256) return false;
  throw new FaultError({ kind: 'failing', status: 200, messages: ['It was read twice, and was not the same.'] });
}

/** Reads a text file; null when it is longer than `mostBytes`. @throws FaultError. */
export async function textThere(reader: Reader, wanted: Wanted, mostBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of bytesOf(reader, wanted)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > mostBytes) return null;
    chunks.push(chunk.slice());
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
