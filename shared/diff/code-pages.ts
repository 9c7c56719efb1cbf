import { Decoder } from '../preview/decoder.ts';
import type { Encoding } from '../preview/encoding.ts';

/** The bytes of each sign of a code page, as one number with the first byte at its highest place. */
type Signs = ReadonlyMap<string, number>;

const tables = new Map<Encoding, Signs>();

/**
 * Writes a text in a code page; null when it has no bytes for one of the signs. What is read is the only thing that tells
 * how to write: no browser encodes other than UTF-8, so every sequence of bytes is decoded once and turned round.
 */
export function writeInCodePage(text: string, encoding: Encoding): Uint8Array | null {
  const signs = tables.get(encoding) ?? signsOf(encoding);
  tables.set(encoding, signs);
  const bytes = new Uint8Array(text.length * 4);
  let at = 0;
  for (const sign of text) {
    const code = signs.get(sign);
    if (code === undefined) return null;
    for (let place = lengthOf(code) - 1; place >= 0; place--) bytes[at++] = (code >>> (place * 8)) & 0xff;
  }
  return bytes.slice(0, at);
}

function lengthOf(code: number): number {
  return code < 0x1_00 ? 1 : code < 0x1_00_00 ? 2 : code < 0x1_00_00_00 ? 3 : 4;
}

/** Where two sequences mean one sign, the first of them is the usual one. */
function signsOf(encoding: Encoding): Signs {
  const signs = new Map<string, number>();
  // Some libraries take a few control signs for others, so ASCII is asked for, too.
  for (const code of between(0, 0x7f)) signs.set(new Decoder(encoding).decode(Uint8Array.of(code)), code);
  const codes = codesOf(encoding);
  const bytes = new Uint8Array(codes.length * 5);
  let at = 0;
  for (const code of codes) {
    for (let place = lengthOf(code) - 1; place >= 0; place--) bytes[at++] = (code >>> (place * 8)) & 0xff;
    // No sequence goes over a line end, so each is decoded alone.
    bytes[at++] = 10;
  }
  const texts = new Decoder(encoding).decode(bytes.subarray(0, at)).split('\n');
  for (const [index, code] of codes.entries()) {
    const text = texts[index] ?? '';
    const isOne = text.length === 1 || (text.length === 2 && text.codePointAt(0) !== text.charCodeAt(0));
    if (isOne && text !== '\uFFFD' && !signs.has(text)) signs.set(text, code);
  }
  return signs;
}

const WIDE: ReadonlySet<Encoding> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);

/** Every sequence of bytes that may be a sign, the usual ones first. */
function codesOf(encoding: Encoding): readonly number[] {
  const single = between(0x80, 0xff);
  if (!WIDE.has(encoding)) return single;
  const pairs = between(0x81, 0xfe).flatMap(lead => between(0x40, 0xfe).map(trail => lead * 0x100 + trail));
  const isUsual = (code: number): boolean => !isRepeated(code >> 8, encoding);
  return [...single, ...pairs.filter(isUsual), ...pairs.filter(code => !isUsual(code)), ...longCodes(encoding)];
}

/** Rows that repeat signs of other rows, which programs write there (WHATWG Encoding Standard, indexes Shift_JIS and Big5). */
function isRepeated(lead: number, encoding: Encoding): boolean {
  return encoding === 'shift_jis' ? lead === 0xed || lead === 0xee : encoding === 'big5' && lead < 0xa1;
}

function longCodes(encoding: Encoding): readonly number[] {
  const high = between(0xa1, 0xfe);
  if (encoding === 'euc-jp') return high.flatMap(second => high.map(third => 0x8f_00_00 + second * 0x1_00 + third));
  if (encoding !== 'gb18030') return [];
  // Signs above U+FFFF are left out: a version that has one is compared and not merged.
  return between(0x81, 0x84).flatMap(first =>
    between(0x30, 0x39).flatMap(second =>
      between(0x81, 0xfe).flatMap(third =>
        between(0x30, 0x39).map(last => ((first * 0x1_00 + second) * 0x1_00 + third) * 0x1_00 + last),
      ),
    ),
  );
}

function between(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}
