import { KIB } from '../../../shared/units.ts';
import type { HttpBody } from '../../ports/http.ts';

/**
 * The last piece of a streamed file is held back until the file proved unchanged, so that a mixture is never complete.
 */
export const HELD_BACK_BYTES = 64 * KIB;

/** A file's bytes to be sent, in chunks from start to end, each valid until the next one is requested. */
export interface Source {
  readonly sizeBytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * A new version's JSON with the bytes as base64, streamed with its exact length: memory does not grow with the file.
 * @param beforeTheEnd awaited before the last piece; what it throws ends the request.
 */
export function versionBody(
  frame: readonly [string, string],
  source: Source,
  beforeTheEnd: () => Promise<void>,
): HttpBody {
  const [head, tail] = frame.map(text => new TextEncoder().encode(text));
  const framing = (head?.length ?? 0) + (tail?.length ?? 0);
  const sizeBytes = framing + 4 * Math.ceil(source.sizeBytes / 3);
  return { sizeBytes, chunks: pieces({ head: head ?? EMPTY, tail: tail ?? EMPTY }, source, beforeTheEnd) };
}

const EMPTY = new Uint8Array(0);

async function* pieces(
  frame: { head: Uint8Array; tail: Uint8Array },
  source: Source,
  beforeTheEnd: () => Promise<void>,
): AsyncIterable<Uint8Array> {
  yield frame.head;
  const letters = new Letters();
  for await (const chunk of heldBack(source.chunks, beforeTheEnd)) {
    const more = letters.of(chunk);
    if (more.length > 0) yield more;
  }
  yield letters.end();
  yield frame.tail;
}

/** Base64 of a stream of bytes, chunk by chunk, in reused memory. */
class Letters {
  /** The rest of a chunk: three bytes become four characters. */
  #rest: Uint8Array = EMPTY;
  #room: Uint8Array = EMPTY;

  /** The complete characters so far, valid until the next call. */
  of(chunk: Uint8Array): Uint8Array {
    const missing = this.#rest.length === 0 ? 0 : Math.min(3 - this.#rest.length, chunk.length);
    const first = joined(this.#rest, chunk.subarray(0, missing));
    if (first.length > 0 && first.length < 3) {
      this.#rest = first;
      return EMPTY;
    }
    const whole = chunk.length - ((chunk.length - missing) % 3);
    const length = (4 * (first.length + whole - missing)) / 3;
    if (this.#room.length < length) this.#room = new Uint8Array(length);
    const at = write(first, this.#room, 0);
    write(chunk.subarray(missing, whole), this.#room, at);
    this.#rest = joined(chunk.subarray(whole), EMPTY);
    return this.#room.subarray(0, length);
  }

  end(): Uint8Array {
    return base64(this.#rest);
  }
}

/** The chunks, passed on as they come, the last 64 KiB of them only after `beforeTheEnd`. */
export async function* heldBack(
  chunks: AsyncIterable<Uint8Array>,
  beforeTheEnd: () => Promise<void>,
): AsyncIterable<Uint8Array> {
  let held: Uint8Array = EMPTY;
  let kept: Uint8Array | null = null;
  for await (const chunk of chunks) {
    if (chunk.length < HELD_BACK_BYTES) {
      const bytes = joined(held, chunk);
      const free = Math.max(0, bytes.length - HELD_BACK_BYTES);
      if (free > 0) yield bytes.subarray(0, free);
      held = bytes.subarray(free);
      continue;
    }
    if (held.length > 0) yield held;
    const free = chunk.length - HELD_BACK_BYTES;
    // A chunk is only valid until the next one, so the held back bytes are copied.
    kept ??= new Uint8Array(HELD_BACK_BYTES);
    kept.set(chunk.subarray(free));
    held = kept;
    if (free > 0) yield chunk.subarray(0, free);
  }
  await beforeTheEnd();
  if (held.length > 0) yield held;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Base64 as ASCII bytes. Padding only when the length is no multiple of three. */
export function base64(bytes: Uint8Array): Uint8Array {
  const letters = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  write(bytes, letters, 0);
  return letters;
}

/**
 * Bytes encoded at once, a multiple of three: longer strings are allocated separately by the garbage collector, and
 * cost twice as much.
 */
const AT_ONCE_BYTES = 24 * KIB;

/** Encodes bytes, and returns where the result ends. */
function write(bytes: Uint8Array, into: Uint8Array, at: number): number {
  let end = at;
  // `Buffer` only computes here, many times as fast as a loop would.
  /* oxlint-disable no-restricted-globals */
  const from = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const to = Buffer.from(into.buffer, into.byteOffset, into.byteLength);
  for (let done = 0; done < bytes.length; done += AT_ONCE_BYTES)
    end += to.write(from.toString('base64', done, done + AT_ONCE_BYTES), end, 'latin1');
  /* oxlint-enable no-restricted-globals */
  return end;
}
