import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ENCODINGS } from '../../../shared/preview/encoding.ts';
import { commonEncoding, isSameBytes, readText, readTexts, writeText } from '../../../shared/diff/written.ts';

const SHIFT_JIS = [
  0x8e, 0x8e, 0x97, 0xbf, 0x2c, 0x94, 0x5a, 0x93, 0x78, 0x2c, 0x89, 0xb7, 0x93, 0x78, 0xa, 0x83, 0x54, 0x83, 0x93, 0x83,
  0x76, 0x83, 0x8b, 0x88, 0xea, 0x2c, 0x30, 0x2e, 0x35, 0x2c, 0x32, 0x35, 0xa, 0x83, 0x54, 0x83, 0x93, 0x83, 0x76, 0x83,
  0x8b, 0x93, 0xf1, 0x2c, 0x30, 0x2e, 0x37, 0x2c, 0x32, 0x36, 0xa,
];
const WINDOWS_1251 = [
  0xcf, 0xf0, 0xee, 0xe1, 0xe0, 0x2c, 0xcf, 0xeb, 0xe0, 0xed, 0xf8, 0xe5, 0xf2, 0x2c, 0xf2, 0xe5, 0xec, 0xef, 0xe5,
  0xf0, 0xe0, 0xf2, 0xf3, 0xf0, 0xe0, 0x0a, 0xcf, 0xf0, 0xee, 0xe1, 0xe0, 0x0a,
];

test('whatever is read as text is written as the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      const read = readText(bytes);
      if (read === null) return;
      const again = read.encoding === null ? bytes : writeText(read.text, read.encoding);
      expect(again !== null && isSameBytes(again, bytes)).toBe(true);
    }),
  );
});

test.each([
  ['UTF-8', new TextEncoder().encode('µL'), 'utf-8', 'µL'],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFµL'), 'utf-8', '\uFEFFµL'],
  ['Windows-1252', Uint8Array.of(0xb5, 0x4c), 'windows-1252', 'µL'],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0xb5, 0x00, 0x4c, 0x00), 'utf-16le', '\uFEFFµL'],
  ['UTF-16, the other way round', Uint8Array.of(0xfe, 0xff, 0x00, 0xb5), 'utf-16be', '\uFEFFµ'],
  ['UTF-16 without a mark', Uint8Array.of(0xb5, 0, 0x4c, 0, 0x4c, 0, 10, 0), 'utf-16le', 'µLL\n'],
  ['Shift-JIS', Uint8Array.from(SHIFT_JIS), 'shift_jis', '試料,濃度,温度\nサンプル一,0.5,25\nサンプル二,0.7,26\n'],
  ['Windows-1251', Uint8Array.from(WINDOWS_1251), 'windows-1251', 'Проба,Планшет,температура\nПроба\n'],
  ['with zeros in its last block', Uint8Array.of(0x4c, 10, 0, 0, 0), 'ascii', 'L\n\0\0\0'],
  [
    'UTF-16 with zeros in its last block',
    Uint8Array.of(0xff, 0xfe, 0x4c, 4, 10, 0, 0, 0, 0, 0),
    'utf-16le',
    '\uFEFFь\n\0\0',
  ],
  ['ASCII', Uint8Array.of(0x4c), 'ascii', 'L'],
])('%s is read as what it is', (_, bytes, encoding, text) => {
  expect(readText(bytes)).toEqual({ text, encoding });
});

test.each([
  ['a zero byte', Uint8Array.of(65, 0, 66)],
  ['an odd byte at the end of UTF-16', Uint8Array.of(0xff, 0xfe, 0x41)],
  ['half a pair in UTF-16', Uint8Array.of(0xff, 0xfe, 0x00, 0xd8)],
])('%s makes it no text', (_, bytes) => {
  expect(readText(bytes)).toBeNull();
});

test('texts are only joined in an encoding that all of them have', () => {
  expect(commonEncoding(['ascii', 'windows-1252'])).toBe('windows-1252');
  expect(commonEncoding(['utf-8', 'ascii'])).toBe('utf-8');
  expect(commonEncoding(['utf-8', 'windows-1252'])).toBeNull();
  expect(commonEncoding(['utf-16le', 'ascii'])).toBeNull();
  expect(commonEncoding(['shift_jis', 'ascii'])).toBe('shift_jis');
  expect(commonEncoding(['shift_jis', null])).toBeNull();
  expect(writeText('Ω', 'windows-1252')).toBeNull();
});

test.each(ENCODINGS)('signs of %s are written as they were read, or it is said that they cannot be', encoding => {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const words = { shift_jis: '試料ｱ', 'euc-jp': '試料', gb18030: '样品', big5: '樣品', 'euc-kr': '시료' };
  const texts = Object.entries(words).flatMap(([name, word]) => (name === encoding ? [`${word} 1\r\n`] : []));
  for (const text of [...texts, 'a\\~\r\n']) {
    const bytes = writeText(text, encoding);
    expect(bytes === null ? null : decoder.decode(bytes)).toBe(text);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
      const text = safely(() => decoder.decode(bytes));
      const again = text === null ? null : writeText(text, encoding);
      expect(again === null ? text : decoder.decode(again)).toBe(text);
    }),
  );
});

function safely<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}

test('a version too short to tell its code page is read like the other', () => {
  const short = Uint8Array.of(0xcf, 0xf0, 10);
  expect(readText(short)?.encoding).toBe('windows-1252');
  const all = [Uint8Array.from(WINDOWS_1251), short, Uint8Array.of(0x41, 10)];
  expect(readTexts(all).map(each => each?.encoding)).toEqual(['windows-1251', 'windows-1251', 'ascii']);
  expect(readTexts(all)[1]?.text).toBe('Пр\n');
});

test('versions that write one sign in two ways are not the same', () => {
  // Both sequences are U+2252 in Shift-JIS.
  const [one, other] = [0x81e0, 0x8790].map(sign => Uint8Array.from([...SHIFT_JIS, sign >> 8, sign & 0xff, 10]));
  if (one === undefined || other === undefined) throw new Error('there are two');
  expect(readText(one)?.text).toContain('≒');
  const [first, second] = readTexts([one, other]);
  expect(first?.text).not.toBe(second?.text);
});

test('what is damaged for its code page keeps every byte', () => {
  const bytes = Uint8Array.from([...SHIFT_JIS, 0xfd, 0xff, 10]);
  const read = readText(bytes);
  expect(writeText(read?.text ?? '', read?.encoding ?? 'utf-8')).toEqual(bytes);
});
