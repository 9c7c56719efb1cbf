import { unzlibSync } from 'fflate';

import { stackTexts as texts } from '../../features/preview/files-text.ts';
import { UnreadableError } from '../unreadable.ts';

/** How a piece may be packed, by the file format's numbers. */
const NAMES: { readonly [compression: number]: string } = {
  1: 'not packed',
  5: 'LZW',
  8: 'Deflate',
  32773: 'PackBits',
  32946: 'Deflate',
  2: 'CCITT',
  3: 'CCITT fax',
  4: 'CCITT fax',
  6: 'JPEG',
  7: 'JPEG',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  34676: 'SGI LogLuv',
  34677: 'SGI LogLuv',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'Zstandard',
  50001: 'WebP',
  50002: 'JPEG XL',
};

/** What browsers unpack themselves: JPEG and WebP. */
export const DRAWN: { readonly [compression: number]: 'image/jpeg' | 'image/webp' } = {
  7: 'image/jpeg',
  50001: 'image/webp',
};

/** @throws UnreadableError when it is packed in a way that is not read here. */
export function checkCompression(compression: number, isDrawn: boolean): void {
  if (![1, 5, 8, 32946, 32773].includes(compression) && !(isDrawn && compression in DRAWN))
    throw new UnreadableError(texts.packed(compressionName(compression)));
}

/** How it is packed, for people. */
export function compressionName(compression: number): string {
  return NAMES[compression] ?? String(compression);
}

/** Unpacks a piece. What it holds beyond its size is left out; what it lacks stays 0. @param size in bytes. */
export function unpack(piece: Uint8Array, compression: number, size: number): Uint8Array {
  switch (compression) {
    case 1:
      return piece;
    case 5:
      return unpackLzw(piece, size);
    case 32773:
      return unpackBits(piece, size);
    default:
      return inflate(piece, size);
  }
}

function inflate(piece: Uint8Array, size: number): Uint8Array {
  try {
    return unzlibSync(piece, { out: new Uint8Array(size) });
  } catch {
    throw new UnreadableError(texts.damaged);
  }
}

/** A count, then so many bytes as they are, or one byte so many times. */
function unpackBits(piece: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  let to = 0;
  for (let at = 0; at < piece.length && to < size;) {
    const count = piece[at] ?? 128;
    at += 1;
    if (count < 128) {
      const run = piece.subarray(at, at + Math.min(count + 1, size - to));
      out.set(run, to);
      at += count + 1;
      to += run.length;
    } else if (count > 128) {
      const end = Math.min(size, to + 257 - count);
      out.fill(piece[at] ?? 0, to, end);
      at += 1;
      to = end;
    }
  }
  return out;
}

const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

/** Codes of a growing number of bits; at its end it says so. */
class CodeReader {
  readonly #piece: Uint8Array;
  /** Whether a code begins with the lowest bit of a byte; else with the highest. */
  readonly #lowestFirst: boolean;
  #at = 0;
  #held = 0;
  #bits = 0;

  constructor(piece: Uint8Array, lowestFirst: boolean) {
    this.#piece = piece;
    this.#lowestFirst = lowestFirst;
  }

  next(width: number): number {
    while (this.#bits < width && this.#at < this.#piece.length) {
      const byte = this.#piece[this.#at] ?? 0;
      this.#held = this.#lowestFirst ? this.#held | (byte << this.#bits) : ((this.#held << 8) | byte) & 0xffffff;
      this.#at += 1;
      this.#bits += 8;
    }
    if (this.#bits < width) return END;
    this.#bits -= width;
    const mask = (1 << width) - 1;
    if (!this.#lowestFirst) return (this.#held >> this.#bits) & mask;
    const code = this.#held & mask;
    this.#held >>= width;
    return code;
  }
}

/**
 * Whether this is LZW as TIFF had it before version 6: codes begin with the lowest bit, and widen one later. Each piece begins with
 * CLEAR, whose nine bits tell the two forms apart.
 */
function isOlderLzw(piece: Uint8Array): boolean {
  return piece[0] === 0 && ((piece[1] ?? 0) & 1) === 1;
}

/** Words of a table that both sides build as they go; each is a shorter one with a byte behind it. */
function unpackLzw(piece: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  const before = new Uint16Array(MOST_CODES);
  const last = new Uint8Array(MOST_CODES);
  const lengths = new Uint16Array(MOST_CODES);
  for (let code = 0; code < CLEAR; code++) {
    last[code] = code;
    lengths[code] = 1;
  }
  let count = END + 1;
  let width = 9;
  let previous = -1;
  const isOlder = isOlderLzw(piece);
  const codes = new CodeReader(piece, isOlder);
  // Since version 6 codes widen one before the table needs it.
  const early = isOlder ? 0 : 1;
  let to = 0;
  while (to < size) {
    const code = codes.next(width);
    if (code === END) break;
    if (code === CLEAR) {
      [count, width, previous] = [END + 1, 9, -1];
      continue;
    }
    // Only the word that is just being made may be named before it is there.
    if (code > count || (code === count && previous === -1)) throw new UnreadableError(texts.damaged);
    const isNew = code === count;
    const word = isNew ? previous : code;
    const end = to + (lengths[word] ?? 0);
    const first = writeWord(out, end, word, { before, last, lengths });
    to = end;
    if (isNew && to < size) out[to++] = first;
    else if (isNew) to += 1;
    if (previous !== -1 && count < MOST_CODES) {
      before[count] = previous;
      last[count] = first;
      lengths[count] = (lengths[previous] ?? 0) + 1;
      count += 1;
      if (count + early >= 1 << width && width < 12) width += 1;
    }
    previous = code;
  }
  return out;
}

interface Words {
  readonly before: Uint16Array;
  readonly last: Uint8Array;
  readonly lengths: Uint16Array;
}

/** Writes a word backwards from its end. @returns its first byte. */
function writeWord(out: Uint8Array, end: number, word: number, { before, last, lengths }: Words): number {
  let code = word;
  let at = end - 1;
  for (let left = lengths[word] ?? 0; left > 1; left--) {
    if (at < out.length) out[at] = last[code] ?? 0;
    at -= 1;
    code = before[code] ?? 0;
  }
  const first = last[code] ?? 0;
  if (at < out.length) out[at] = first;
  return first;
}
