import { expect, test } from 'vitest';

import { requirePresent } from '../../../../shared/assert.ts';
import { asking, codeFor, mailTo, registered, sessionOf } from './people-steps.ts';
import { MEMBER, OWNER, refusal } from '../subject.ts';
import type { Reply, Tester } from '../subject.ts';

const MINUTE_MS = 60_000;
const NEW = 'noor.silva@example.org';
const KNOWN = 'jonas.brandt@example.org';

/** Sections 4.11 and 5: codes by mail, registration, and the sessions they give. */
export function signIn(service: Tester): void {
  const nobody = asking(service, null);
  const request = (email: unknown) => nobody('POST', '/account/MagicLink/Request', { email });
  const verify = (email: string, code: unknown) => nobody('POST', '/account/MagicLink/Verify', { email, code });
  const register = (body: object): Promise<Reply> =>
    nobody('POST', '/account/MagicLink/CompleteRegistration', {
      firstName: 'Noor',
      lastName: 'Silva',
      termsConditions: true,
      privacyPolicy: true,
      ...body,
    });

  test('a code of six digits arrives by mail and signs a known person in, once', async () => {
    const code = await codeFor(service, KNOWN);
    expect(code).toMatch(/^\d{6}$/);
    const session = await service.expectStatus(200, verify('Jonas.Brandt@example.org', code));
    expect(session).toMatchObject({ status: 'signed-in', tokenType: 'Bearer', userId: 2 });
    expect(await asking(service, session.token)('GET', '/account/user/2')).toMatchObject({ status: 200 });
    expect((await verify(KNOWN, code)).json).toEqual(refusal('BAD_REQUEST', /wrong, was used or has expired/));
  });

  test('the answer to a request does not tell whether somebody is known', async () => {
    const known = await request(KNOWN);
    expect(known.status).toBe(200);
    expect((await request(NEW)).text).toBe(known.text);
    await service.expectStatus(400, request('no address'));
    await service.expectStatus(400, request(undefined));
    expect([await mailTo(service, KNOWN), await mailTo(service, NEW)].map(mails => mails.length)).toEqual([1, 1]);
  });

  test('a code expires after ten minutes', async () => {
    const code = await codeFor(service, KNOWN);
    service.subject.advance(10 * MINUTE_MS);
    expect((await verify(KNOWN, code)).status).toBe(400);
    const fresh = await codeFor(service, KNOWN);
    service.subject.advance(9 * MINUTE_MS);
    expect((await verify(KNOWN, fresh)).status).toBe(200);
  });

  test('after five wrong tries the right code is wrong too, and every refusal reads the same', async () => {
    const code = await codeFor(service, KNOWN);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let attempt = 1; attempt <= 5; attempt += 1) await service.expectStatus(400, verify(KNOWN, wrong));
    const right = await verify(KNOWN, code);
    expect(right.status).toBe(400);
    expect(right.json).toEqual(refusal('BAD_REQUEST', /wrong, was used or has expired/));
    expect((await verify(KNOWN, await codeFor(service, KNOWN))).status).toBe(200);
  });

  test('four wrong tries leave the right code good', async () => {
    const code = await codeFor(service, KNOWN);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let attempt = 1; attempt <= 4; attempt += 1) await service.expectStatus(400, verify(KNOWN, wrong));
    expect((await verify(KNOWN, code)).status).toBe(200);
  });

  test('a code is of its address alone, and a newer one replaces it', async () => {
    const ofJonas = await codeFor(service, KNOWN);
    await codeFor(service, NEW);
    expect((await verify(NEW, ofJonas)).status).toBe(400);
    let newer = await codeFor(service, KNOWN);
    // One time in a million the two are the same.
    while (newer === ofJonas) newer = await codeFor(service, KNOWN);
    expect((await verify(KNOWN, ofJonas)).status).toBe(400);
    expect((await verify(KNOWN, newer)).status).toBe(200);
    for (const odd of ['12345', '1234567', 'abcdef', 123456, null]) {
      await service.expectStatus(400, verify(KNOWN, odd));
    }
  });

  test('an address that asks too often gets no more mail, and is not told', async () => {
    for (let count = 1; count <= 12; count += 1) await service.expectStatus(200, request(KNOWN));
    expect(await mailTo(service, KNOWN)).toHaveLength(10);
    service.subject.advance(10 * MINUTE_MS);
    await codeFor(service, KNOWN);
    expect(await mailTo(service, KNOWN)).toHaveLength(11);
  });

  test('a new person registers with the code and gets an organization with a Knowledge Base', async () => {
    const code = await codeFor(service, NEW);
    expect((await verify(NEW, code)).json).toEqual({ status: 'registration-required', email: NEW });
    const session = await service.expectStatus(200, register({ email: NEW, code, marketingConsent: true }));
    const noor = asking(service, session.token);
    const account = (await noor('GET', `/account/user/${session.userId}`)).json;
    expect(account).toMatchObject({
      email: NEW,
      displayName: 'Noor Silva',
      marketingConsent: true,
      emailConfirmed: true,
    });
    expect((await noor('GET', '/organizations')).json).toEqual([
      { id: session.organizationId, name: "Noor Silva's lab", role: 'Owner', isDefault: true },
    ]);
    const [root] = (await noor('GET', '/folders/roots')).json as unknown as readonly { id: string; name: string }[];
    expect(root?.name).toBe('Knowledge Base');
    const made = await noor('POST', '/folders', { name: 'First', visibility: 'private', parentFolderId: root?.id });
    expect(made.status).toBe(201);
    expect((await service.ask('GET', `/folders/${made.json.id}`)).status).toBe(404);
    const again = await verify(NEW, await codeFor(service, NEW));
    expect(again.json).toMatchObject({ status: 'signed-in', userId: session.userId });
  });

  test('a registration needs the code, both consents, both names and an address nobody has', async () => {
    const code = await codeFor(service, NEW);
    const good = { email: NEW, code };
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const bad = [
      { ...good, termsConditions: false },
      { ...good, privacyPolicy: undefined },
      { ...good, firstName: ' ' },
      { ...good, lastName: undefined },
      { ...good, code: wrong },
      { ...good, invitationToken: 'unknown' },
      { email: KNOWN, code: await codeFor(service, KNOWN) },
    ];
    for (const body of bad) expect(await register(body)).toMatchObject({ status: 400 });
    expect((await register(good)).status).toBe(200);
    expect((await register(good)).status).toBe(400);
  });

  test('a session ends by the clock of the service', async () => {
    service.subject.change({ sessionTtlSeconds: 60 });
    const session = await sessionOf(service, MEMBER);
    const ask = asking(service, session.token);
    service.subject.advance(58_000);
    expect((await ask('GET', '/folders/roots')).status).toBe(200);
    service.subject.advance(2_000);
    expect((await ask('GET', '/folders/roots')).status).toBe(401);
  });

  test('forged tokens are refused: other claims, other keys, no algorithm', async () => {
    const { token } = await sessionOf(service, MEMBER);
    const [header = '', claims = '', signature = ''] = token.split('.');
    expect(requirePresent(header, 'the header')).toBe(base64url({ alg: 'HS256', typ: 'JWT' }));
    const read = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { [name: string]: unknown };
    expect(read).toEqual({
      sub: '2',
      org: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    });
    const ofMira = base64url({ ...read, sub: '1' });
    const forged = [
      `${header}.${ofMira}.${signature}`,
      `${base64url({ alg: 'none', typ: 'JWT' })}.${ofMira}.`,
      `${base64url({ alg: 'none', typ: 'JWT' })}.${claims}.${signature}`,
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `${header}.${claims}.${await signedBy('another key', `${header}.${claims}`)}`,
      `${header}.${claims}.${signature.slice(0, -2)}AA`,
      `${token}.${signature}`,
      'a.b.c',
    ];
    for (const each of forged)
      expect(await asking(service, each)('GET', '/organizations')).toMatchObject({ status: 401 });
    expect((await asking(service, token)('GET', '/organizations')).status).toBe(200);
  });

  test('a 401 says where an application learns how to sign in', async () => {
    const reply = await nobody('GET', '/organizations');
    const origin = new URL(service.subject.baseUrl).origin;
    expect(reply.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
    );
  });

  test('a session, a key and a registered person’s token are told apart by validate-token', async () => {
    const validate = async (token: unknown) => (await nobody('POST', '/auth/validate-token', { token })).json;
    const session = await registered(service, NEW);
    expect(await validate(session.token)).toEqual({
      valid: true,
      userId: session.userId,
      organizationId: session.organizationId,
    });
    const key = service.subject.users[OWNER]?.apiKey;
    expect(await validate(key)).toMatchObject({ valid: true, userId: 1 });
    expect(await validate('svc_live_unknown')).toEqual({ valid: false });
    expect(await validate(`${session.token}x`)).toEqual({ valid: false });
    expect((await nobody('POST', '/auth/validate-token', {})).status).toBe(400);
  });
}

function base64url(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function signedBy(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  const mark = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)));
  return btoa(String.fromCharCode(...mark))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
