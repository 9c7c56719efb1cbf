import { expect, test } from 'vitest';

import {
  Application,
  REDIRECT_URI,
  VERIFIER,
  backFrom,
  challengeOf,
  personOn,
  register,
  tokensIn,
} from './application.ts';
import { asking, labOf, mailTo, membershipOf, secretTo, signedIn } from './people-steps.ts';
import { MEMBER, STRANGER, refusal } from '../subject.ts';
import type { Reply, Tester } from '../subject.ts';

const JONAS = 'Jonas Brandt';
const ENDED = { status: 403, json: { errorCode: 'ORGANIZATION_ACCESS_REVOKED' } };

/** Section 5.2: OAuth 2.1 for applications that sign people in with the browser. */
export function oauth(service: Tester): void {
  const get = (path: string): Promise<Reply> => {
    const url = new URL(path, service.subject.baseUrl).href;
    return service.raw({ method: 'GET', url, headers: {}, body: '' });
  };
  const removeJonas = async (): Promise<void> => {
    const path = `/organizations/${await labOf(service)}/members/${await membershipOf(service, MEMBER)}`;
    await service.expectStatus(204, service.ask('DELETE', path));
  };

  test('sign in with the browser works, access ends, authorizing again works after being invited again', async () => {
    const application = await Application.register(service);
    const before = await application.signIn(JONAS);
    const first = asking(service, before.access_token);
    expect((await first('GET', '/account/user/2')).json).toMatchObject({ displayName: JONAS });

    await removeJonas();
    const ended = await first('GET', '/folders/roots');
    expect(ended).toMatchObject(ENDED);
    expect(Object.keys(ended.json)).toEqual(['errorCode', 'messages']);
    expect(await application.refresh(before.refresh_token)).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant', error_description: expect.stringMatching(/Access .* has ended/) },
    });
    expect((await application.open()).html).not.toContain(JONAS);

    const email = service.subject.users[MEMBER]?.email ?? '';
    await service.ask('POST', `/organizations/${await labOf(service)}/invitations`, { email });
    const token = await secretTo(service, email);
    const jonas = await signedIn(service, MEMBER);
    await service.expectStatus(200, jonas('POST', `/invitations/${token}/accept`));
    expect(await first('GET', '/folders/roots')).toMatchObject(ENDED);

    const page = await application.open();
    const lab = await labOf(service);
    const again = await application.send(page, { decision: 'allow', person: `2 ${lab}` });
    const tokens = tokensIn(await application.trade(backFrom(again).searchParams.get('code') ?? ''));
    const second = asking(service, tokens.access_token);
    expect((await second('GET', '/folders/roots')).json).toMatchObject([{ name: 'Knowledge Base' }]);
    const mine = { name: 'After coming back', visibility: 'private', parentFolderId: await service.knowledgeBase() };
    expect((await second('POST', '/folders', mine)).status).toBe(201);
  });

  test('an application finds everything from a 401 on', async () => {
    const refused = await asking(service, null)('GET', '/organizations');
    const named = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? '';
    const resource = (await get(named)).json as unknown as { resource: string; authorization_servers: string[] };
    expect(resource.resource).toBe(service.subject.baseUrl);
    expect((await get('/.well-known/oauth-protected-resource/api/v1')).json).toEqual(resource);
    const server = (await get(`${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`)).json;
    const { origin } = new URL(service.subject.baseUrl);
    expect(server).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  test('only applications on this computer register', async () => {
    const good = await register(service, {
      redirect_uris: [REDIRECT_URI, 'http://[::1]/back'],
      grant_types: ['password'],
    });
    expect(good.status).toBe(201);
    expect(good.json).toMatchObject({
      redirect_uris: [REDIRECT_URI, 'http://[::1]/back'],
      token_endpoint_auth_method: 'none',
    });
    const away = ['https://app.example.org/back', 'http://127.0.0.1.example.org/', 'http://a@127.0.0.1/', 'app:/back'];
    for (const uri of [...away, `${REDIRECT_URI}#part`, '/back', '']) {
      const reply = await register(service, { redirect_uris: [REDIRECT_URI, uri] });
      expect(reply).toMatchObject({ status: 400, json: { error: 'invalid_redirect_uri' } });
    }
    for (const metadata of ['{', '[]', {}, { redirect_uris: [] }, { redirect_uris: [5] }]) {
      expect(await register(service, metadata)).toMatchObject({
        status: 400,
        json: { error: 'invalid_client_metadata' },
      });
    }
  });

  test('nobody is sent to an address that was not registered, not even with a refusal', async () => {
    const application = await Application.register(service);
    for (const redirect_uri of [
      'http://127.0.0.1:47110/other',
      `${REDIRECT_URI}?more`,
      'https://elsewhere.example.org/',
      '',
    ]) {
      const reply = await application.authorize({ redirect_uri, response_type: 'token' });
      expect(reply.status).toBe(400);
      expect(reply.headers.get('location')).toBeUndefined();
    }
    expect((await application.authorize({ client_id: 'unknown' })).status).toBe(400);
    const free = await application.authorize({ redirect_uri: 'http://127.0.0.1:50123/callback' });
    expect(free.status).toBe(200);
    expect((await application.authorize({ redirect_uri: null })).status).toBe(200);
  });

  test.each([
    ['no PKCE', { code_challenge: null }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'api admin' }, 'invalid_scope'],
    ['another resource', { resource: 'https://elsewhere.example.org/' }, 'invalid_target'],
  ] as const)('a request with %s is sent back with its error', async (_, changes, error) => {
    const application = await Application.register(service);
    const back = backFrom(await application.authorize(changes));
    expect(back.origin + back.pathname).toBe(REDIRECT_URI);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error,
      state: 'a state',
      iss: new URL(service.subject.baseUrl).origin,
    });
    expect(back.searchParams.has('code')).toBe(false);
  });

  test('the page names the application and the people, is not framed, runs nothing and is not kept', async () => {
    const application = await Application.register(service);
    const { text, headers } = await application.authorize();
    expect(text).toContain('Benchtop &#60;test&#62;');
    expect(text).not.toContain('<script');
    for (const { email } of service.subject.users) expect(text).toContain(nameOf(email));
    expect(text).toContain(REDIRECT_URI);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('cache-control')).toBe('no-store');
    // A browser sends `Origin: null` with a form whose page says no-referrer, which would read like a forgery.
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('set-cookie')).toMatch(/^svc_authorize=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/oauth;/);
  });

  test('who denies is sent back without a code, and the page is spent', async () => {
    const application = await Application.register(service);
    const page = await application.open();
    const back = backFrom(await application.send(page, { decision: 'deny', person: personOn(page, JONAS) }));
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a state' });
    expect((await application.send(page, { decision: 'allow', person: personOn(page, JONAS) })).status).toBe(403);
  });

  test('a form from elsewhere is refused: without the cookie, with another, from another origin, or late', async () => {
    const application = await Application.register(service);
    const page = await application.open();
    const person = { decision: 'allow', person: personOn(page, JONAS) };
    const other = await application.open();
    const forged = [
      application.send(page, person, {}),
      application.send(page, person, { cookie: other.cookie }),
      application.send(page, person, { cookie: page.cookie, origin: 'http://127.0.0.1:1234' }),
      application.send(page, person, { cookie: page.cookie, origin: 'null' }),
      application.send({ ...page, visit: 'guessed' }, person),
    ];
    for (const reply of await Promise.all(forged)) expect(reply.status).toBe(403);
    service.subject.advance(11 * 60_000);
    expect((await application.send(page, person)).status).toBe(403);
  });

  test('nobody is let in without a choice, as somebody unknown, or in an organization of others', async () => {
    const application = await Application.register(service);
    const page = await application.open();
    const strangersLab = await labOf(service, STRANGER);
    for (const person of ['', '99 x', `2 ${strangersLab}`, 'x', '__proto__ constructor']) {
      const reply = await application.send(page, { decision: 'allow', person });
      expect(reply).toMatchObject({ status: 200 });
      expect(reply.text).toContain('Choose who you are');
    }
    expect((await application.send(page, { decision: 'other' })).text).toContain('Choose to allow or to deny');
  });

  test('a code by mail lets a person in on the page', async () => {
    const application = await Application.register(service);
    const page = await application.open();
    const email = 'aiko.tanabe@example.org';
    expect((await application.send(page, { decision: 'send-code', email: 'aiko' })).text).toContain('which address');
    const sent = await application.send(page, { decision: 'send-code', email });
    expect(sent.text).toContain('A code was sent');
    const code = await secretTo(service, email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect((await application.send(page, { decision: 'allow', email, code: wrong })).text).toContain(
      'The code is wrong',
    );
    const back = backFrom(await application.send(page, { decision: 'allow', email, code }));
    const tokens = tokensIn(await application.trade(back.searchParams.get('code') ?? ''));
    expect((await asking(service, tokens.access_token)('GET', '/account/user/3')).status).toBe(200);
    const unknown = await application.open();
    await application.send(unknown, { decision: 'send-code', email: 'noor.silva@example.org' });
    const [mail] = await mailTo(service, 'noor.silva@example.org');
    const none = await application.send(unknown, {
      decision: 'allow',
      email: 'noor.silva@example.org',
      code: mail?.secret ?? '',
    });
    expect(none.text).toContain('There is no account');
  });

  test('a code works once: a second use ends everything it led to', async () => {
    const application = await Application.register(service);
    const code = (await application.allow(JONAS)).searchParams.get('code') ?? '';
    const tokens = tokensIn(await application.trade(code));
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'api' });
    const ask = asking(service, tokens.access_token);
    expect((await ask('GET', '/organizations')).status).toBe(200);
    expect(await application.trade(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect((await ask('GET', '/organizations')).status).toBe(401);
    expect(await application.refresh(tokens.refresh_token)).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant' },
    });
  });

  test.each([
    ['a wrong verifier', { code_verifier: `${VERIFIER}x` }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['the challenge as verifier', { code_verifier: 'challenge' }, 'invalid_grant'],
    ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    ['an unknown code', { code: 'unknown' }, 'invalid_grant'],
    ['an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ] as const)('a code is not traded in with %s', async (name, changes, error) => {
    const application = await Application.register(service);
    const code = (await application.allow(JONAS)).searchParams.get('code') ?? '';
    const challenge = name.startsWith('the challenge') ? { code_verifier: await challengeOf(VERIFIER) } : {};
    const reply = await application.trade(code, { ...changes, ...challenge });
    expect(reply).toMatchObject({ status: error === 'invalid_client' ? 401 : 400, json: { error } });
    expect(reply.text).not.toContain('access_token');
  });

  test('a code is of its application alone, and ends after a minute', async () => {
    const [application, other] = [await Application.register(service), await Application.register(service)];
    const code = (await application.allow(JONAS)).searchParams.get('code') ?? '';
    expect(await other.trade(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    service.subject.advance(60_000);
    expect(await application.trade(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  test('an access token ends soon; a refresh token brings the next pair, once', async () => {
    const application = await Application.register(service);
    const first = await application.signIn(JONAS);
    service.subject.advance(900_000);
    expect((await asking(service, first.access_token)('GET', '/organizations')).status).toBe(401);
    const second = tokensIn(await application.refresh(first.refresh_token));
    expect((await asking(service, second.access_token)('GET', '/organizations')).status).toBe(200);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await application.refresh(first.refresh_token)).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant' },
    });
    expect((await asking(service, second.access_token)('GET', '/organizations')).status).toBe(401);
    expect((await application.refresh(second.refresh_token)).status).toBe(400);
  });

  test('how long tokens work is a switch, and no token stands for another kind', async () => {
    service.subject.change({ accessTokenTtlSeconds: 5, refreshTokenTtlSeconds: 10 });
    const application = await Application.register(service);
    const tokens = await application.signIn(JONAS);
    expect(tokens.expires_in).toBe(5);
    expect((await asking(service, tokens.refresh_token)('GET', '/organizations')).status).toBe(401);
    expect((await application.refresh(tokens.access_token)).status).toBe(400);
    const other = await Application.register(service);
    expect((await other.refresh(tokens.refresh_token)).status).toBe(400);
    service.subject.advance(10_000);
    expect(await application.refresh(tokens.refresh_token)).toMatchObject({ json: { error: 'invalid_grant' } });
  });

  test('a token that is taken back is refused; with the refresh token all goes', async () => {
    const application = await Application.register(service);
    const [one, other] = [await application.signIn(JONAS), await application.signIn(JONAS)];
    expect((await application.revoke(one.access_token)).status).toBe(200);
    expect((await asking(service, one.access_token)('GET', '/organizations')).status).toBe(401);
    expect((await application.refresh(one.refresh_token)).status).toBe(200);
    expect((await application.revoke(other.refresh_token)).status).toBe(200);
    expect((await asking(service, other.access_token)('GET', '/organizations')).status).toBe(401);
    expect((await application.revoke('unknown')).status).toBe(200);
  });

  test('a token is bound by its person’s role and its one organization', async () => {
    const application = await Application.register(service);
    const { access_token: token } = await application.signIn(JONAS);
    const ask = asking(service, token);
    const lab = await labOf(service);
    expect((await ask('GET', '/folders/roots')).status).toBe(200);
    const scope = { status: 403, json: { errorCode: 'INSUFFICIENT_SCOPE' } };
    expect(await ask('POST', `/organizations/${lab}/invitations`, { email: 'a@example.org' })).toMatchObject(scope);
    expect(await ask('POST', `/organizations/${lab}/switch`)).toMatchObject(scope);
    expect(await ask('DELETE', '/account/me')).toMatchObject(scope);
    const mira = asking(service, (await application.signIn('Mira Halden')).access_token);
    expect((await mira('POST', `/organizations/${lab}/invitations`, { email: 'a@example.org' })).status).toBe(200);
    const email = service.subject.users[MEMBER]?.email ?? '';
    const other = await labOf(service, STRANGER);
    await service.ask('POST', `/organizations/${other}/invitations`, { email }, STRANGER);
    expect((await ask('POST', `/invitations/${await secretTo(service, email)}/accept`)).status).toBe(200);
    const url = `${service.subject.baseUrl}/folders/roots`;
    const rootsThere = (headers: { readonly [name: string]: string }): Promise<Reply> =>
      service.raw({ method: 'GET', url, headers: { ...headers, 'x-organization-id': other }, body: '' });
    expect((await rootsThere({ 'x-api-key': service.subject.users[MEMBER]?.apiKey ?? '' })).status).toBe(200);
    expect(await rootsThere({ authorization: `Bearer ${token}` })).toMatchObject({
      status: 403,
      json: refusal('FORBIDDEN', /token is for another/),
    });
  });

  test('the token endpoint wants a form, and each address its own method', async () => {
    const url = new URL('/oauth/token', service.subject.baseUrl).href;
    const headers = { 'content-type': 'application/json' };
    const json = await service.raw({ method: 'POST', url, headers, body: '{"grant_type":"refresh_token"}' });
    expect(json).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    expect((await get('/oauth/token')).status).toBe(405);
    expect((await get('/oauth/nothing')).status).toBe(401);
  });
}

/** `mira.halden@example.org` is Mira Halden. */
function nameOf(email: string): string {
  const [first = '', last = ''] = (email.split('@')[0] ?? '').split('.');
  return [first, last].map(name => name.charAt(0).toUpperCase() + name.slice(1)).join(' ');
}
