/** How a text is written as bytes. */
export type Encoding = 'ascii' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file read as text in a way that gives the same bytes back; a byte-order mark is its first character. */
export interface Written {
  readonly text: string;
  readonly encoding: Encoding;
}

/** What browsers and Node both have, and the library of the language does not know. */
interface Coding {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label: string,
    options?: { readonly fatal: boolean; readonly ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string };
}

const { TextDecoder, TextEncoder } = globalThis as unknown as Coding;

/** The mark that some programs begin a text with. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads bytes as text: by the byte-order mark, else as UTF-8 where that is what they are, else as Windows-1252 (spec 2.2).
 * Null when they are no text, or when writing it again would give other bytes.
 */
export function readText(bytes: Uint8Array): Written | null {
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  if (text === null || text.includes('\0')) return null;
  const again = writeText(text, encoding);
  return again !== null && isSameBytes(again, bytes) ? { text, encoding } : null;
}

/** Writes a text as bytes; null when the encoding has no bytes for one of its characters. */
export function writeText(text: string, encoding: Encoding): Uint8Array | null {
  switch (encoding) {
    case 'ascii':
    case 'utf-8':
      return new TextEncoder().encode(text);
    case 'utf-16le':
    case 'utf-16be':
      return inPairs(text, encoding === 'utf-16le');
    case 'windows-1252':
      return inSingleBytes(text);
  }
}

/**
 * The encoding in which all of these texts can be written together; null when they are written in different ones.
 * What is nothing but ASCII fits into every encoding of single bytes.
 */
export function commonEncoding(all: readonly Encoding[]): Encoding | null {
  const wanted = new Set(all.filter(each => each !== 'ascii'));
  const [first, second] = wanted;
  if (first === undefined) return 'ascii';
  if (second !== undefined) return null;
  return first.startsWith('utf-16') && all.includes('ascii') ? null : first;
}

/** Whether two byte sequences are the same. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.every(byte => byte < 0x80)) return 'ascii';
  return decoded(bytes, 'utf-8') === null ? 'windows-1252' : 'utf-8';
}

function decoded(bytes: Uint8Array, encoding: Encoding): string | null {
  const name = encoding === 'ascii' ? 'utf-8' : encoding;
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function inPairs(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[at * 2] = isLittle ? unit & 0xff : unit >> 8;
    bytes[at * 2 + 1] = isLittle ? unit >> 8 : unit & 0xff;
  }
  return bytes;
}

let codes: ReadonlyMap<string, number> | null = null;

/** Each of the 256 bytes has a character of its own in this encoding (WHATWG Encoding Standard). */
function singleByteCodes(): ReadonlyMap<string, number> {
  const all = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  codes ??= new Map([...all].map((character, byte) => [character, byte]));
  return codes;
}

function inSingleBytes(text: string): Uint8Array | null {
  const known = singleByteCodes();
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = known.get(text.charAt(at));
    if (code === undefined) return null;
    bytes[at] = code;
  }
  return bytes;
}
