import { Decoder, Encoder } from '../preview/decoder.ts';
import type { Encoding } from '../preview/encoding.ts';
import { findEncoding } from '../preview/find-encoding.ts';
import { isPadding } from '../preview/plain-form.ts';
import { writeInCodePage } from './code-pages.ts';

/** How a text is written as bytes. `ascii`: in nothing but ASCII, which nearly every encoding has. */
export type WrittenAs = Encoding | 'ascii';

/** A file read as text; a byte-order mark is its first character, and zeros that fill its last block are its last. */
export interface Written {
  readonly text: string;
  /** Null: writing the text again would give other bytes. */
  readonly encoding: WrittenAs | null;
}

/** The mark that some programs begin a text with. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads versions of one file as texts, in the encodings that the preview finds; null for each that is no text. A version too
 * short to tell its code page is written in that of the others.
 */
export function readTexts(versions: readonly Uint8Array[]): (Written | null)[] {
  const found = versions.map(bytes => ({ bytes, encoding: encodingOf(bytes) }));
  const paged = found.filter(({ encoding }) => encoding !== null && !isPlain(encoding));
  const told = new Set(paged.flatMap(({ encoding }) => (encoding === 'windows-1252' ? [] : [encoding])));
  const [page = null] = told.size === 1 ? told : [];
  const shared = page !== null && paged.every(({ bytes }) => decoded(bytes, page) !== null) ? page : null;
  const read = (own: WrittenAs | null): (Written | null)[] =>
    found.map(({ bytes, encoding }) => {
      if (encoding === null) return null;
      const wanted = isPlain(encoding) ? encoding : (own ?? encoding);
      // What is damaged for its code page is still read whole: Windows-1252 has a sign for every byte.
      return readAs(bytes, wanted) ?? (isPlain(encoding) ? null : readAs(bytes, 'windows-1252'));
    });
  const texts = read(shared);
  return hidesDifference(versions, texts) ? read('windows-1252') : texts;
}

/** Reads one file as text; null when it is none. */
export function readText(bytes: Uint8Array): Written | null {
  return readTexts([bytes])[0] ?? null;
}

/** Writes a text as bytes; null when the encoding has no bytes for one of its characters. */
export function writeText(text: string, encoding: WrittenAs): Uint8Array | null {
  if (encoding === 'ascii' || encoding === 'utf-8') return new Encoder().encode(text);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return inPairs(text, encoding === 'utf-16le');
  return writeInCodePage(text, encoding);
}

/**
 * The encoding in which all of these texts can be written together; null when they are written in different ones, or one of
 * them cannot be written as it is. What is nothing but ASCII fits into every encoding but UTF-16.
 */
export function commonEncoding(all: readonly (WrittenAs | null)[]): WrittenAs | null {
  const wanted = new Set(all.filter(each => each !== 'ascii'));
  const [first, second] = wanted;
  if (first === undefined) return 'ascii';
  if (first === null || second !== undefined) return null;
  return first.startsWith('utf-16') && all.includes('ascii') ? null : first;
}

/** Whether two byte sequences are the same. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Null: it is no text. */
function encodingOf(bytes: Uint8Array): WrittenAs | null {
  const { encoding } = findEncoding(bytes);
  if (encoding === 'utf-8' && bytes.every(byte => byte < 0x80)) return 'ascii';
  return encoding === 'binary' ? null : encoding;
}

/** Whether the bytes themselves tell the encoding, and no words have to. */
function isPlain(encoding: WrittenAs): boolean {
  return encoding === 'ascii' || encoding === 'utf-8' || encoding.startsWith('utf-16');
}

function readAs(bytes: Uint8Array, encoding: WrittenAs): Written | null {
  const text = decoded(bytes, encoding);
  if (text === null) return null;
  const zeros = text.indexOf('\0');
  if (zeros !== -1 && !isPadding(text.slice(Math.max(0, zeros - 1)))) return null;
  const again = writeText(text, encoding);
  return { text, encoding: again !== null && isSameBytes(again, bytes) ? encoding : null };
}

const EMPTY = new Uint8Array();

/** Some code pages write one sign in two ways: versions that differ only in that are not shown as the same. */
function hidesDifference(versions: readonly Uint8Array[], texts: readonly (Written | null)[]): boolean {
  return texts.some((read, at) =>
    texts.some((other, before) => {
      if (before >= at || read?.encoding !== null || read.text !== other?.text) return false;
      return !isSameBytes(versions[at] ?? EMPTY, versions[before] ?? EMPTY);
    }),
  );
}

function decoded(bytes: Uint8Array, encoding: WrittenAs): string | null {
  const name = encoding === 'ascii' ? 'utf-8' : encoding;
  try {
    return new Decoder(name, { fatal: true, ignoreBOM: true }).decode(bytes);
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
