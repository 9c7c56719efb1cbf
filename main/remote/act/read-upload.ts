import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { KIB, MIB } from '../../../shared/units.ts';
import type { OpenFile } from '../../ports/disk.ts';
import type { HttpBody } from '../../ports/http.ts';
import type { PutTo } from '../transfer/storage.ts';
import { heldBack } from '../transfer/version-body.ts';
import { localPath } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import { inChunks } from '../transfer/byte-chunks.ts';

/**
 * Files up to this size are read into memory before sending, so that they cannot change during it: at most sixteen of
 * them at a time. Of larger files, the end is held back until they proved unchanged.
 */
const IN_MEMORY_BYTES = 2 * MIB;
const CHUNK_BYTES = MIB;
/** Up to this size they are sent as one piece: there is no progress to show. */
const AT_ONCE_BYTES = 256 * KIB;

/** A file opened for sending, known to be what the plan saw. */
export interface Reading {
  readonly sizeBytes: number;
  /** Each chunk is valid until the next one is requested. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** All bytes of a small file, known to be unchanged when they were read; null: only `chunks` has them. */
  readonly whole: Uint8Array | null;
  /** @throws FaultError `stale` when the file changed since it was opened. */
  readonly mustBeUnchanged: () => Promise<void>;
}

/**
 * Opens an item's file, or the file of the trash that is sent for it (`stored`), gives it to `send`, and closes it.
 * Refuses a file that changed since it was hashed.
 * @throws FaultError `stale`, and what `send` throws.
 */
export async function withOpenFile<T>(
  context: MirrorContext,
  id: ItemId,
  use: { fingerprint: string; sha256: Sha256; stored?: string | null; send: (file: Reading) => Promise<T> },
): Promise<T> {
  const path = localPath(context, id);
  const { disk } = context.world;
  const stored = use.stored ?? null;
  const file = await (stored === null ? disk.open(context.mirror.root, path) : disk.openStored(stored));
  try {
    const mustBeUnchanged = async (): Promise<void> => {
      if (!(await file.unchanged())) throw changedMeanwhile(path);
    };
    // Files in the trash never change.
    if (stored === null && file.entry.fingerprint !== use.fingerprint) throw changedMeanwhile(path);
    const bytes = await inMemory(file, mustBeUnchanged);
    const sizeBytes = bytes?.length ?? file.entry.sizeBytes;
    const counted = counting(context, id, {
      sizeBytes,
      chunks: bytes === null ? file.lend() : inChunks(bytes, CHUNK_BYTES),
    });
    const whole = sizeBytes <= AT_ONCE_BYTES ? bytes : null;
    if (whole !== null) context.progress.transfer(id, { direction: 'up', doneBytes: 0, sizeBytes });
    return await use.send({ sizeBytes, chunks: counted, whole, mustBeUnchanged });
  } finally {
    context.progress.transfer(id, null);
    await file.close();
  }
}

/** Which bytes are put: those of an item's file, or those of the trash that are sent for it (`stored`). */
interface FileBytes {
  readonly stored: string | null;
  /** The fingerprint of the item's file. */
  readonly fingerprint: string;
  readonly sha256: Sha256;
  readonly sizeBytes: number;
}

/**
 * Puts the bytes of an item's file at a presigned address. The disk itself sends a small file, where it can.
 * @throws FaultError `stale` when it changed since it was hashed, and as `Storage.put`.
 */
export async function putFile(context: MirrorContext, id: ItemId, file: FileBytes, to: PutTo): Promise<void> {
  const { world, mirror, storage, progress } = context;
  const { stored, fingerprint, sizeBytes } = file;
  const here = { root: mirror.root, path: localPath(context, id), fingerprint, sizeBytes };
  const putting = stored === null ? storage.putFrom(world.disk, here, to) : null;
  if (putting === null) return withOpenFile(context, id, { ...file, send: read => storage.put(to, putBody(read)) });
  progress.transfer(id, { direction: 'up', doneBytes: 0, sizeBytes });
  return putting.finally(() => progress.transfer(id, null));
}

/** The body for a presigned PUT: of a larger file, the end is held back until it proved unchanged (T8). */
function putBody(file: Reading): HttpBody {
  if (file.whole !== null) return file.whole;
  return { sizeBytes: file.sizeBytes, chunks: heldBack(file.chunks, file.mustBeUnchanged) };
}

function changedMeanwhile(path: string): FaultError {
  return new FaultError({ kind: 'stale', detail: `'${path}' changed while it was being sent` });
}

/** All bytes of a file that is not large, known to be unchanged when they were read; null: it is large. */
async function inMemory(file: OpenFile, mustBeUnchanged: () => Promise<void>): Promise<Uint8Array | null> {
  const whole = file.whole ?? null;
  if (whole !== null || file.entry.sizeBytes > IN_MEMORY_BYTES) return whole;
  const bytes = await readAll(file);
  await mustBeUnchanged();
  return bytes;
}

async function readAll(file: OpenFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.chunks()) {
    chunks.push(chunk);
    size += chunk.length;
  }
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

async function* counting(
  context: MirrorContext,
  id: ItemId,
  source: { sizeBytes: number; chunks: AsyncIterable<Uint8Array> },
): AsyncIterable<Uint8Array> {
  let doneBytes = 0;
  for await (const chunk of source.chunks) {
    yield chunk;
    doneBytes += chunk.length;
    context.progress.transfer(id, { direction: 'up', doneBytes, sizeBytes: source.sizeBytes });
  }
}
