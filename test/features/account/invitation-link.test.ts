import fc from 'fast-check';
import { expect, test } from 'vitest';

import { tokenIn } from '../../../main/features/account/invitation-link.ts';

const TOKEN = 'Zk3_9-abcdefGHIJ';

test.each([
  ['the token itself', TOKEN],
  ['the token with space around it', `  ${TOKEN}\n`],
  ['our own link', `benchtop://invitation/${TOKEN}`],
  ['our own link in its other form', `benchtop:///invitation/${TOKEN}`],
  ['a web page of an invitation', `https://kb.example.org/invitations/${TOKEN}`],
  ['a web page with more behind it', `https://kb.example.org/app/invite/${TOKEN}/accept?lang=en`],
  ['a web page that carries it by name', `https://kb.example.org/join?token=${TOKEN}`],
])('%s leads to the token', (_, pasted) => expect(tokenIn(pasted)).toBe(TOKEN));

test.each([
  ['nothing', ''],
  ['another verb of ours', `benchtop://delete/${TOKEN}`],
  ['more than a token', `benchtop://invitation/${TOKEN}/accept`],
  ['a way out of the address', 'benchtop://invitation/..%2F..%2Fadmin'],
  ['a script', `javascript:${TOKEN}//invitation/${TOKEN}`],
  ['a file', `file:///invitation/${TOKEN}`],
  ['a page that is no invitation', 'https://kb.example.org/about-the-lab'],
])('%s is no invitation', (_, pasted) => {
  expect(() => tokenIn(pasted)).toThrow(/no link of an invitation/);
});

test('whatever is pasted, what comes out could stand in an address as it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), pasted => {
      let token: string;
      try {
        token = tokenIn(pasted);
      } catch {
        return;
      }
      expect(encodeURIComponent(token)).toBe(token);
    }),
  );
});
