import { canDecode } from './decoder.ts';

/** How bytes are written, as far as their form tells it. `code-page`: text of a code page that only its words tell. */
export type PlainForm = 'utf-8' | 'utf-16le' | 'utf-16be' | 'code-page' | 'binary';

/** As much as is looked at to tell an encoding without a mark. */
export const SAMPLE = 65_536;

/** How bytes are written by their mark, their zeros or their validity. `hasMark`: a mark at the beginning says it. */
export function plainForm(bytes: Uint8Array, isCut: boolean): { readonly form: PlainForm; readonly hasMark: boolean } {
  const marked = markOf(bytes);
  if (marked !== null) return { form: marked, hasMark: true };
  const sample = withoutZeros(bytes.subarray(0, SAMPLE));
  const wide = wideOf(sample);
  if (wide !== null) return { form: wide, hasMark: false };
  if (isBinary(sample)) return { form: 'binary', hasMark: false };
  return { form: canDecode(withoutZeros(bytes), 'utf-8', isCut) ? 'utf-8' : 'code-page', hasMark: false };
}

/**
 * Some instruments fill the last block of a file with zeros, behind its last line end; they are no text. One zero may be
 * half a sign of UTF-16: of a line end that is written with its zero last, that one stays.
 */
export function withoutZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  const isBehindLine = bytes[end - 1] === 10 || bytes[end - 1] === 13;
  if (!isBehindLine || bytes.length - end < 2) return bytes;
  const isHalf = end % 2 === 1 && bytes.subarray(0, end).includes(0);
  return bytes.subarray(0, isHalf ? end + 1 : end);
}

/** Whether the end of a text, from the sign before its first zero on, is such filling. */
export function isPadding(end: string): boolean {
  return /^[\n\r]\0+$/.test(end);
}

function markOf([first, second, third]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** UTF-16 without a mark: of mostly Latin text nearly every other byte is zero, always the same of each two. */
function wideOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
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
