import { dropTexts } from '../../../shared/features/drops/text.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import type { Dropping } from '../../items/app-context.ts';

/** One part of a file. */
interface Part {
  readonly ticket: string;
  readonly path: string;
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

interface Open {
  cameBytes: number;
  /** Resolves when it was read. */
  readonly give: (chunk: Uint8Array | null) => Promise<void>;
  readonly taken: Promise<string>;
}

/** Joins files that come in parts over the pipe. A file without its last part stays incomplete and unnamed. */
export class PartialUploads {
  readonly #drops: Dropping;
  readonly #open = new Map<string, Open>();

  constructor(drops: Dropping) {
    this.#drops = drops;
  }

  /** @returns the file's path after its last part; null before. @throws FaultError. */
  async add({ ticket, path, at, bytes, isLast }: Part): Promise<string | null> {
    const key = `${ticket}/${path}`;
    const file = at === 0 ? this.#begin(key, ticket, path) : this.#open.get(key);
    if (file === undefined || file.cameBytes !== at) throw badRequest(dropTexts.outOfOrder(path));
    file.cameBytes += bytes.byteLength;
    // Waits for the disk, or for the failure after which nothing is read.
    await Promise.race([file.give(bytes), file.taken.catch(() => undefined)]);
    if (!isLast) return null;
    this.#open.delete(key);
    void file.give(null);
    return file.taken;
  }

  #begin(key: string, ticket: string, path: string): Open {
    const { give, chunks } = pushed();
    const taken = this.#drops.take(ticket, path.split('/'), { sizeBytes: null, chunks });
    // Only the sender of the last part receives the error; before that no call awaits it.
    taken.catch(() => undefined);
    const file = { cameBytes: 0, give, taken };
    this.#open.set(key, file);
    return file;
  }
}

/** Connects a producer to a consumer of chunks; null ends the stream. */
function pushed(): { give: Open['give']; chunks: AsyncIterable<Uint8Array> } {
  const waiting: { readonly chunk: Uint8Array | null; readonly read: () => void }[] = [];
  let wake = (): void => undefined;
  const give = (chunk: Uint8Array | null): Promise<void> =>
    new Promise(read => {
      waiting.push({ chunk, read });
      wake();
    });
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (;;) {
      const next = waiting.shift();
      next?.read();
      if (next?.chunk === null) return;
      if (next !== undefined) yield next.chunk;
      else await new Promise<void>(resolve => (wake = resolve));
    }
  }
  return { give, chunks: chunks() };
}

/** A file that ended before its announced size. */
function brokeOff(came: number, announced: number): FaultError {
  return new FaultError({ kind: 'offline', detail: `the file broke off after ${came} of ${announced} bytes` });
}

/** `sizeBytes` null: not announced. */
interface ComingFile {
  readonly sizeBytes: number | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Passes on a file piece by piece. @returns the number of bytes. @throws FaultError when it ends too early. */
export async function passOn(
  { sizeBytes, chunks }: ComingFile,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<number> {
  let came = 0;
  try {
    for await (const chunk of chunks) {
      await write(chunk);
      came += chunk.byteLength;
    }
  } catch (error) {
    // The sender disconnected; errors of the disk are faults already.
    throw error instanceof FaultError ? error : brokeOff(came, sizeBytes ?? came);
  }
  if (sizeBytes !== null && came !== sizeBytes) throw brokeOff(came, sizeBytes);
  return came;
}

/** State and callbacks of an incoming file. */
interface Course {
  readonly signal: AbortSignal;
  /** Whether it waits for the next piece, or handles the last one. */
  readonly setWaiting: (isWaiting: boolean) => void;
}

/**
 * Yields the same pieces until the signal aborts, even while waiting for the next piece. @throws Error when it aborts.
 */
export async function* untilStopped(
  chunks: AsyncIterable<Uint8Array>,
  { signal, setWaiting }: Course,
): AsyncGenerator<Uint8Array> {
  const pieces = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      setWaiting(true);
      const next = await unlessAborted(pieces.next(), signal).finally(() => setWaiting(false));
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: if the next piece never comes, `return` does not resolve either.
    void pieces.return?.().catch(() => undefined);
  }
}

/** Removes its listener again: with `Promise.race` each piece of a file would leave one behind. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject);
  });
}
