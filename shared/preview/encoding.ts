import { Decoder, Encoder } from './decoder.ts';
import { withoutZeros } from './plain-form.ts';

/** Encodings that lab files come in, as `TextDecoder` names them. */
export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'koi8-r',
  'windows-1253',
  'windows-1254',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The text in some bytes, without the mark. What is no sign of the encoding becomes U+FFFD. @param isCut whether more bytes
 * follow: then half a sign at the end is left out.
 */
export function decode(bytes: Uint8Array, encoding: Encoding, isCut = false): string {
  return new Decoder(encoding).decode(isCut ? bytes : withoutZeros(bytes), { stream: isCut });
}

/** A text as the bytes of UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return new Encoder().encode(text);
}
