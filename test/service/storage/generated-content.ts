import { Readable } from 'node:stream';

import type { ByteRange } from '../rules/files/storage.ts';
import { overlap } from './generated-key.ts';
import type { GeneratedObject } from './generated-key.ts';
import { lineOf, LINE_BYTES, pdfFrame, tiffHeader } from './generated-forms.ts';

/** So much is made at a time; a range never makes more than it touches. */
const BLOCK_BYTES = 64 * 1024;

/** A stretch of a generated object: fixed bytes, or bytes that are made where they are read. */
type Stretch =
  | { readonly bytes: Uint8Array }
  | { readonly sizeBytes: number; fill(target: Uint8Array, offset: number): void };

/** Streams a generated object, or a part of it; the same bytes every time. */
export function readGenerated(object: GeneratedObject, range?: ByteRange): Readable {
  const wanted = range ?? { start: 0, end: object.sizeBytes - 1 };
  return Readable.from(pieces(object, wanted), { objectMode: false });
}

/** At most the first `limitBytes` of a generated object. */
export function firstGenerated(object: GeneratedObject, limitBytes: number): Uint8Array {
  return Buffer.concat([...pieces(object, { start: 0, end: Math.min(object.sizeBytes, limitBytes) - 1 })]);
}

function* pieces(object: GeneratedObject, range: ByteRange): Generator<Uint8Array> {
  let at = 0;
  for (const stretch of stretchesOf(object)) {
    const sizeBytes = 'bytes' in stretch ? stretch.bytes.length : stretch.sizeBytes;
    const part = overlap(range, at, at + sizeBytes);
    at += sizeBytes;
    if (part === null) continue;
    if ('bytes' in stretch) yield stretch.bytes.subarray(part.start, part.end + 1);
    else yield* filled(stretch, part);
  }
}

function* filled(stretch: Extract<Stretch, { sizeBytes: number }>, part: ByteRange): Generator<Uint8Array> {
  for (let offset = part.start; offset <= part.end; offset += BLOCK_BYTES) {
    const piece = new Uint8Array(Math.min(BLOCK_BYTES, part.end + 1 - offset));
    stretch.fill(piece, offset);
    yield piece;
  }
}

function stretchesOf(object: GeneratedObject): readonly Stretch[] {
  const { kind, seed, sizeBytes } = object;
  switch (kind) {
    case 'text':
    case 'table':
      return [lines(object, sizeBytes)];
    case 'json':
      return jsonStretches(object);
    case 'pdf': {
      const frame = pdfFrame(seed, sizeBytes);
      return frame === null
        ? [noise(seed, sizeBytes)]
        : [{ bytes: frame.head }, noise(seed, frame.fillBytes), { bytes: frame.tail }];
    }
    case 'tiff': {
      const header = tiffHeader(sizeBytes);
      return header === null ? [noise(seed, sizeBytes)] : [{ bytes: header }, noise(seed, sizeBytes - header.length)];
    }
    case 'bytes':
      return [noise(seed, sizeBytes)];
  }
}

/** One array with a record per line, filled up with blanks, so that every size is valid JSON. */
function jsonStretches(object: GeneratedObject): readonly Stretch[] {
  const { sizeBytes } = object;
  const [head, tail] = ['[\n', 'null]\n'];
  const room = sizeBytes - head.length - tail.length;
  if (room < 0) return [{ bytes: Buffer.from(sizeBytes === 0 ? '' : '0'.padEnd(sizeBytes, ' ')) }];
  const whole = room - (room % LINE_BYTES);
  return [{ bytes: Buffer.from(head) }, lines(object, whole), { bytes: Buffer.from(' '.repeat(room - whole) + tail) }];
}

/** Lines of one length each; the last one breaks off where the size says. */
function lines(object: GeneratedObject, sizeBytes: number): Stretch {
  const fill = (target: Uint8Array, offset: number): void => {
    const first = Math.floor(offset / LINE_BYTES);
    const last = Math.floor((offset + target.length - 1) / LINE_BYTES);
    let text = '';
    for (let line = first; line <= last; line += 1) text += lineOf(object, line);
    const start = offset - first * LINE_BYTES;
    target.set(Buffer.from(text.slice(start, start + target.length), 'latin1'));
  };
  return { sizeBytes, fill };
}

/** Bytes that look like measured values: every four of them follow from the seed and their place. */
function noise(seed: number, sizeBytes: number): Stretch {
  const low = (seed % 2 ** 32) | 0;
  const high = Math.floor(seed / 2 ** 32) | 0;
  const wordAt = (place: number): number => {
    const near = (place % 2 ** 32) | 0;
    let word = Math.imul(near ^ low, 0x9e3779b1) ^ Math.imul((Math.floor(place / 2 ** 32) + high) | 0, 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d);
    word = Math.imul(word ^ (word >>> 12), 0x297a2d39);
    return word ^ (word >>> 15);
  };
  const fill = (target: Uint8Array, offset: number): void => {
    const before = offset % 4;
    const words = new Int32Array(Math.ceil((before + target.length) / 4));
    const first = (offset - before) / 4;
    for (let at = 0; at < words.length; at += 1) words[at] = wordAt(first + at);
    target.set(new Uint8Array(words.buffer, before, target.length));
  };
  return { sizeBytes, fill };
}
