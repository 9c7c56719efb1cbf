import fc from 'fast-check';
import { expect, test } from 'vitest';

import { commonEncoding, isSameBytes, readText, writeText } from '../../../shared/diff/written.ts';

test('whatever is read as text is written as the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      const read = readText(bytes);
      if (read === null) return;
      const again = writeText(read.text, read.encoding);
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
  expect(writeText('Ω', 'windows-1252')).toBeNull();
});
