import { expect, test } from 'vitest';

import { authorizeAddress, mayAsk } from '../../../../main/remote/account/oauth.ts';

const SERVICE = 'https://kb.example.org/api/v1';
const HERE = 'http://127.0.0.1:4810/api/v1';

test.each([
  ['https://login.example.org/oauth/token', SERVICE, true],
  ['http://login.example.org/oauth/token', SERVICE, false],
  ['http://127.0.0.1:9/token', SERVICE, false],
  ['https://localhost/token', SERVICE, false],
  ['https://ada:pw@login.example.org/', SERVICE, false],
  ['javascript:alert(1)', SERVICE, false],
  ['file:///etc/passwd', SERVICE, false],
  ['nonsense', SERVICE, false],
  ['http://127.0.0.1:4810/oauth/token', HERE, true],
  ['https://login.example.org/oauth/token', HERE, true],
  ['http://login.example.org/oauth/token', HERE, false],
] as const)('%s may be asked for a service at %s: %s', (url, service, expected) =>
  expect(mayAsk(url, service)).toBe(expected),
);

test('the address to open carries everything that was agreed, and what it had before [S48]', () => {
  const authorizer = {
    authorizeUrl: 'https://login.example.org/authorize?tenant=lab',
    tokenUrl: 'https://login.example.org/token',
    registerUrl: null,
    revokeUrl: null,
    resource: SERVICE,
    scopes: ['files', 'tasks'],
  };
  const asked = { clientId: 'c', redirectUri: 'http://127.0.0.1:5/return', state: 's', challenge: 'x' };
  expect(Object.fromEntries(new URL(authorizeAddress(authorizer, asked)).searchParams)).toEqual({
    tenant: 'lab',
    response_type: 'code',
    client_id: 'c',
    redirect_uri: 'http://127.0.0.1:5/return',
    state: 's',
    code_challenge: 'x',
    code_challenge_method: 'S256',
    resource: SERVICE,
    scope: 'files tasks',
  });
});
