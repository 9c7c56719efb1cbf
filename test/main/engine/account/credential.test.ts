import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  type Credential,
  credentialOf,
  credentialText,
  endOf,
  secretOf,
} from '../../../../main/engine/account/credential.ts';

const SESSION: Credential = { kind: 'session', token: 'aaa.bbb.ccc', since: 1, until: 2, organization: 'o1' };
const OAUTH: Credential = {
  kind: 'oauth',
  token: 'svc_oauth_x',
  since: 1,
  until: null,
  refresh: 'r',
  tokenUrl: 'https://kb.example.org/oauth/token',
  clientId: 'c',
  resource: 'https://kb.example.org/api/v1',
};

test.each([
  ['a key', { kind: 'key', key: 'svc_live_0123456789' }],
  ['a session', SESSION],
  ['an authorization', OAUTH],
] as const)('%s is the same after it was kept', (_, credential) => {
  expect(credentialOf(credentialText(credential))).toEqual(credential);
});

test('a key is kept as it always was, so that older records go on', () => {
  expect(credentialText({ kind: 'key', key: 'svc_live_0123456789' })).toBe('svc_live_0123456789');
});

test('whatever text is kept, it is some credential, and nothing but the token goes with a request', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => typeof secretOf(credentialOf(text)) === 'string'));
  expect(secretOf(OAUTH)).toBe('svc_oauth_x');
});

test('of a key only its last four characters are told, of a short one none', () => {
  expect(endOf({ kind: 'key', key: 'svc_live_0123456789' })).toBe('6789');
  expect(endOf({ kind: 'key', key: 'svc_live_ab' })).toBeNull();
  expect(endOf(SESSION)).toBeNull();
});
