import { KIB } from '../../shared/units.ts';
import type { HttpBody } from '../ports/http.ts';

/** The last piece of a streamed file is held back until the file proved unchanged, so a mixture is never complete. */
export const HELD_BACK_BYTES = 64 * KIB;

/** A file's bytes to be sent, in chunks from start to end. */
export interface Source {
  readonly sizeBytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * A new version's JSON with the bytes as base64, streamed with its exact length: memory does not grow with the file.
 * @param beforeTheEnd awaited before the last piece; what it throws breaks the request off.
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
  let rest: Uint8Array = EMPTY;
  for await (const chunk of heldBack(source.chunks, beforeTheEnd)) {
    const bytes = rest.length === 0 ? chunk : joined(rest, chunk);
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield base64(bytes.subarray(0, whole));
    rest = bytes.slice(whole);
  }
  if (rest.length > 0) yield base64(rest);
  yield frame.tail;
}

/** The chunks, the last 64 KiB of them only after `beforeTheEnd`. */
export async function* heldBack(
  chunks: AsyncIterable<Uint8Array>,
  beforeTheEnd: () => Promise<void>,
): AsyncIterable<Uint8Array> {
  let held: Uint8Array = EMPTY;
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : joined(held, chunk);
    const free = Math.max(0, bytes.length - HELD_BACK_BYTES);
    if (free > 0) yield bytes.subarray(0, free);
    held = bytes.slice(free);
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

const DIGITS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 61;

/** Base64 as ASCII bytes. Padding only when the length is no multiple of three. */
export function base64(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  for (let from = 0, to = 0; from < bytes.length; from += 3) {
    const left = bytes.length - from;
    const triple = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[to++] = DIGITS[triple >> 18] ?? 0;
    text[to++] = DIGITS[(triple >> 12) & 63] ?? 0;
    text[to++] = left > 1 ? (DIGITS[(triple >> 6) & 63] ?? 0) : PADDING;
    text[to++] = left > 2 ? (DIGITS[triple & 63] ?? 0) : PADDING;
  }
  return text;
}
