import { analyse } from 'chardet';

import { canDecode } from './decoder.ts';
import type { Encoding } from './encoding.ts';
import { plainForm, SAMPLE } from './plain-form.ts';

/** How bytes were found to be written. `binary`: they are no text. */
export interface FoundEncoding {
  readonly encoding: Encoding | 'binary';
  /** Whether a mark at the beginning says so; it is no part of the text. */
  readonly hasMark: boolean;
}

/** A few µ and ° among ASCII say nothing about a code page; whole words in other letters do. */
const TELLING_SHARE = 0.15;
/** Fewer such bytes are no words. */
const LEAST_TELLING = 24;

/** What the library of code pages calls those that are read here. */
const NAMED: ReadonlyMap<string, Encoding> = new Map([
  ['windows-1250', 'windows-1250'],
  ['ISO-8859-2', 'windows-1250'],
  ['windows-1251', 'windows-1251'],
  ['KOI8-R', 'koi8-r'],
  ['windows-1253', 'windows-1253'],
  ['ISO-8859-7', 'windows-1253'],
  ['windows-1254', 'windows-1254'],
  ['ISO-8859-9', 'windows-1254'],
  ['Shift_JIS', 'shift_jis'],
  ['EUC-JP', 'euc-jp'],
  ['EUC-KR', 'euc-kr'],
  ['GB18030', 'gb18030'],
  ['Big5', 'big5'],
]);

/**
 * How a text is written: by the mark at its beginning, else UTF-16 where every other byte is zero, else UTF-8 if it is valid,
 * else the code page that its words tell, else Windows-1252, which older instruments write. @param isCut whether more bytes
 * follow: the last sign may be cut then.
 */
export function findEncoding(bytes: Uint8Array, isCut = false): FoundEncoding {
  const { form, hasMark } = plainForm(bytes, isCut);
  return { encoding: form === 'code-page' ? codePageOf(bytes) : form, hasMark };
}

function codePageOf(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, SAMPLE);
  const high = sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  if (high < Math.max(LEAST_TELLING, sample.length * TELLING_SHARE)) return 'windows-1252';
  for (const { name } of analyse(sample)) {
    const encoding = NAMED.get(name);
    if (name === 'windows-1252' || name === 'ISO-8859-1') return 'windows-1252';
    if (encoding !== undefined && canDecode(sample, encoding, true)) return encoding;
  }
  return 'windows-1252';
}
