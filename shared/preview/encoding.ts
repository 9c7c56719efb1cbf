/** Encodings that lab files come in, as `TextDecoder` names them. */
export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How bytes were found to be written. `binary`: they are no text. */
export interface FoundEncoding {
  readonly encoding: Encoding | 'binary';
  /** Whether a mark at the beginning says so; it is no part of the text. */
  readonly hasMark: boolean;
}

/** As much as is looked at to tell an encoding without a mark. */
const SAMPLE = 65_536;

/**
 * How a text is written: by the mark at its beginning, else UTF-16 where every other byte is zero, else UTF-8 if it is valid,
 * else Windows-1252, which older instruments write. @param isCut whether more bytes follow: the last sign may be cut then.
 */
export function findEncoding(bytes: Uint8Array, isCut = false): FoundEncoding {
  const marked = markOf(bytes);
  if (marked !== null) return { encoding: marked, hasMark: true };
  const sample = bytes.subarray(0, SAMPLE);
  const wide = wideOf(sample);
  if (wide !== null) return { encoding: wide, hasMark: false };
  if (isBinary(sample)) return { encoding: 'binary', hasMark: false };
  return { encoding: isUtf8(bytes, isCut) ? 'utf-8' : 'windows-1252', hasMark: false };
}

/**
 * The text in some bytes, without the mark. What is no sign of the encoding becomes U+FFFD. @param isCut whether more bytes
 * follow: then half a sign at the end is left out.
 */
export function decode(bytes: Uint8Array, encoding: Encoding, isCut = false): string {
  return new Decoder(encoding).decode(bytes, { stream: isCut });
}

/** A text as the bytes of UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return new Encoder().encode(text);
}

function markOf([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** UTF-16 without a mark: of mostly Latin text nearly every other byte is zero, always the same of each two. */
function wideOf(bytes: Uint8Array): Encoding | null {
  if (bytes.length < 4) return null;
  const zeros: [number, number] = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[(at % 2) as 0 | 1] += 1;
  const [even, odd] = zeros;
  const half = bytes.length / 2;
  if (odd > half * 0.6 && even < half * 0.05) return 'utf-16le';
  return even > half * 0.6 && odd < half * 0.05 ? 'utf-16be' : null;
}

/** Text has no zeros, and of the other control signs few. */
function isBinary(bytes: Uint8Array): boolean {
  let odd = 0;
  for (const byte of bytes) {
    if (byte === 0) return true;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) odd += 1;
  }
  return odd > bytes.length / 50;
}

function isUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  try {
    new Decoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

interface AnyDecoder {
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** Every place where this runs has one; none of its own type descriptions is ours to choose. */
const { TextDecoder: Decoder, TextEncoder: Encoder } = globalThis as unknown as {
  readonly TextDecoder: new (encoding: string, options?: { readonly fatal?: boolean }) => AnyDecoder;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
};
