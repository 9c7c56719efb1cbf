import { expect, test } from 'vitest';

import { decodeText } from '../../../main/node/files/decode-text.ts';

const KEY = 'svc_live_Ü🧪\r\n';
const utf16 = Buffer.from(`\ufeff${KEY}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(KEY)],
  ['UTF-8 with a mark, as Notepad writes it', Buffer.from(`\ufeff${KEY}`)],
  ['UTF-16, as > in Windows writes it', utf16],
  ['UTF-16 with its bytes the other way round', Buffer.from(utf16).swap16()],
])('a text in %s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe(KEY);
});

test('nothing is a text without anything in it', () => {
  expect([decodeText(new Uint8Array()), decodeText(Buffer.from('\ufeff'))]).toEqual(['', '']);
});

test.each([
  ['UTF-16 without a mark', Buffer.from('svc_live_1', 'utf16le')],
  ['half a sign of UTF-16', utf16.subarray(0, 5)],
  ['letters of Windows-1252', Buffer.from('Schlüssel', 'latin1')],
  ['no text at all', Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff])],
])('%s is not guessed at', (_, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});
