import { expect, test } from 'vitest';

import { asking, labOf, mailTo, membershipOf, registered, secretTo, sessionOf, signedIn } from './people-steps.ts';
import { ADMIN, MEMBER, OWNER, STRANGER, refusal } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

const NEW = 'noor.silva@example.org';
const AWAY: readonly string[] = [
  'https://elsewhere.example.org/',
  '//elsewhere.example.org/',
  '/\\elsewhere.example.org',
  'http://127.0.0.1@elsewhere.example.org/',
  'http://127.0.0.1.elsewhere.example.org/',
  'javascript:alert(1)',
];

/** Section 4.10. */
export function accounts(service: Tester): void {
  const nobody = asking(service, null);

  test('everyone reads the own account and no other', async () => {
    const own = await service.expectStatus(200, service.ask('GET', '/account/user/2', undefined, MEMBER));
    expect(own).toMatchObject({ id: 2, email: 'jonas.brandt@example.org', firstName: 'Jonas', hopes: null });
    expect(own).toMatchObject({ defaultOrganizationId: await labOf(service), organizations: [{ role: 'Member' }] });
    await service.expectStatus(404, service.ask('GET', '/account/user/1', undefined, MEMBER));
    await service.expectStatus(400, service.ask('GET', '/account/user/me', undefined, MEMBER));
  });

  test('everyone changes the own profile and no other; what is left out stays', async () => {
    const terms = '7F0C1C60-3f0e-4b1d-9a6e-1d2f5a7b9c01';
    const first = { displayName: 'Jo Brandt', hopes: 'Fewer failed blots', acceptedTermsAndConditions: terms };
    await service.expectStatus(200, service.ask('PUT', '/account/user/2', first, MEMBER));
    const second = { currentPosition: 'Postdoc', marketingConsent: true };
    const changed = await service.expectStatus(200, service.ask('PUT', '/account/user/2', second, MEMBER));
    const all = { ...first, ...second, acceptedTermsAndConditions: terms.toLowerCase(), firstName: 'Jonas' };
    expect(changed).toMatchObject(all);
    expect((await service.ask('GET', '/account/user/2', undefined, MEMBER)).json).toEqual(changed);
    await service.expectStatus(404, service.ask('PUT', '/account/user/1', second, MEMBER));
    await service.expectStatus(400, service.ask('PUT', '/account/user/2', { marketingConsent: 'yes' }, MEMBER));
    const members = await service.list(`/organizations/${await labOf(service)}/members`);
    expect(members.find(({ userId }) => userId === 2)).toMatchObject({ displayName: 'Jo Brandt' });
  });

  test('a deleted account is out everywhere, its work stays, and its address is free again', async () => {
    const file = await service.upload(await service.folder('Shared'), 'kept.txt', 'kept', MEMBER);
    const { token } = await sessionOf(service, MEMBER);
    const ask = asking(service, token);
    expect((await ask('DELETE', '/account/me')).json).toEqual({ deleted: true });
    expect((await ask('GET', '/organizations')).status).toBe(401);
    expect((await service.ask('GET', '/organizations', undefined, MEMBER)).status).toBe(401);
    expect(await service.content(file.id)).toBe('kept');
    expect(await service.list(`/organizations/${await labOf(service)}/members`)).toHaveLength(3);
    const session = await registered(service, 'jonas.brandt@example.org');
    expect(session.userId).toBeGreaterThan(5);
    expect(session.organizationId).not.toBe(await labOf(service));
  });

  test('the only Owner of others is kept from deleting the account; nothing changes', async () => {
    const mira = await signedIn(service, OWNER);
    const reply = await mira('DELETE', '/account/me');
    expect(reply).toMatchObject({ status: 409, json: refusal('SOLE_OWNER', /only Owner/) });
    expect((await mira('GET', '/organizations')).status).toBe(200);
    const path = `/organizations/${await labOf(service)}/members/${await membershipOf(service, ADMIN)}/role`;
    await service.expectStatus(204, service.ask('PUT', path, { role: 'Owner' }));
    expect((await mira('DELETE', '/account/me')).status).toBe(200);
    const alone = await signedIn(service, STRANGER);
    expect((await alone('DELETE', '/account/me')).status).toBe(200);
  });

  test('a deletion is confirmed with the own address where one is given or wanted, and no key may ask for it', async () => {
    const jonas = await signedIn(service, MEMBER);
    expect((await jonas('DELETE', '/account/me', { confirm: 'mira.halden@example.org' })).status).toBe(400);
    service.subject.change({ deletionNeedsConfirm: true });
    expect((await jonas('DELETE', '/account/me')).json).toEqual(refusal('BAD_REQUEST', /Confirm the deletion/));
    const byKey = await service.ask('DELETE', '/account/me', undefined, MEMBER);
    expect(byKey).toMatchObject({ status: 403, json: { errorCode: 'INSUFFICIENT_SCOPE' } });
    expect((await jonas('DELETE', '/account/me', { confirm: 'Jonas.Brandt@example.org' })).status).toBe(200);
  });

  test('a third-party login signs the stand-in’s person in, once, and says that nobody was asked', async () => {
    const started = await service.expectStatus(
      200,
      nobody('POST', '/account/ExternalLogin?email=aiko.tanabe@example.org'),
    );
    expect(started).toMatchObject({ provider: expect.stringMatching(/stand-in/) });
    expect(new URL(started.redirectUrl).origin).toBe(new URL(service.subject.baseUrl).origin);
    const ended = await visit(service, started.redirectUrl);
    expect(ended).toMatchObject({ status: 200, json: { status: 'signed-in', session: { userId: 3 } } });
    expect((await visit(service, started.redirectUrl)).status).toBe(400);
    const first = await service.expectStatus(200, nobody('POST', '/account/ExternalLogin'));
    expect((await visit(service, first.redirectUrl)).json).toMatchObject({ email: 'mira.halden@example.org' });
  });

  test('a third-party login makes an account only where that is asked for, and its address waits to be confirmed', async () => {
    const start = async () => (await nobody('POST', `/account/ExternalLogin?email=${NEW}`)).json.redirectUrl;
    const without = await visit(service, await start());
    expect(without.json).toMatchObject({ status: 'no-account', session: null });
    const { json } = await visit(service, `${await start()}&signup=true`);
    const { session } = json as unknown as { session: Json };
    const own = asking(service, session.token);
    expect((await own('GET', `/account/user/${session.userId}`)).json).toMatchObject({
      email: NEW,
      emailConfirmed: false,
    });
    const token = await secretTo(service, NEW);
    const confirm = (body: object) => nobody('POST', '/account/ConfirmEmail', body);
    expect((await confirm({ email: NEW, token: 'wrong' })).status).toBe(404);
    expect((await confirm({ email: 'mira.halden@example.org', token })).status).toBe(404);
    expect((await confirm({ email: NEW, token })).json).toEqual({ email: NEW, confirmed: true });
    expect((await confirm({ email: NEW, token })).status).toBe(404);
    expect((await own('GET', `/account/user/${session.userId}`)).json).toMatchObject({ emailConfirmed: true });
  });

  test('a confirmation without a token sends one; an unknown address is 404', async () => {
    const sent = await nobody('POST', '/account/ConfirmEmail?email=mira.halden@example.org');
    expect(sent).toMatchObject({ status: 200, json: { confirmed: true } });
    expect(await mailTo(service, 'mira.halden@example.org')).toMatchObject([{ kind: 'email-confirmation' }]);
    expect((await nobody('POST', '/account/ConfirmEmail', { email: NEW })).status).toBe(404);
    expect((await nobody('POST', '/account/ConfirmEmail', {})).status).toBe(400);
  });

  test('single sign-on goes there and back by state and code, each good once', async () => {
    const start = async (more = '') =>
      (await nobody('GET', `/account/sso/start?email=ines.okafor@example.org${more}`)).json.redirectUrl;
    const there = new URL(await start('&returnUrl=/window'));
    const forged = new URL(there.href);
    forged.searchParams.set('state', 'another');
    expect((await visit(service, forged.href)).status).toBe(400);
    const back = await visit(service, there.href);
    expect(back).toMatchObject({
      status: 200,
      json: { status: 'signed-in', returnUrl: '/window', session: { userId: 5 } },
    });
    expect((await visit(service, there.href)).status).toBe(400);
    const late = await start();
    service.subject.advance(6 * 60_000);
    expect((await visit(service, late)).status).toBe(400);
    expect((await nobody('GET', '/account/sso/start')).status).toBe(400);
  });

  test('single sign-on may be tried without signing in, refused by the provider, and knows no strangers', async () => {
    const tried = (await nobody('GET', '/account/sso/start?email=mira.halden@example.org&test=true')).json;
    expect((await visit(service, tried.redirectUrl)).json).toMatchObject({ status: 'tested', session: null });
    const refused = await nobody('GET', '/account/sso-callback?error=access_denied');
    expect(refused).toMatchObject({ status: 200, json: { status: 'refused', session: null } });
    const stranger = (await nobody('GET', `/account/sso/start?email=${NEW}`)).json;
    expect((await visit(service, stranger.redirectUrl)).json).toMatchObject({ status: 'no-account', session: null });
    expect((await nobody('GET', '/account/sso-callback?code=x&state=y')).status).toBe(400);
  });

  test('nobody is sent away from this computer after signing in', async () => {
    for (const returnUrl of AWAY.map(encodeURIComponent)) {
      const sso = `/account/sso/start?email=mira.halden@example.org&returnUrl=${returnUrl}`;
      expect(await nobody('GET', sso)).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', /ReturnUrl/) });
      expect((await nobody('POST', `/account/ExternalLogin?returnUrl=${returnUrl}`)).status).toBe(400);
      const { redirectUrl } = (await nobody('POST', '/account/ExternalLogin')).json;
      expect((await visit(service, `${redirectUrl}&returnUrl=${returnUrl}`)).status).toBe(400);
    }
    const home = encodeURIComponent('http://127.0.0.1:4810/back');
    expect((await nobody('POST', `/account/ExternalLogin?returnUrl=${home}`)).status).toBe(200);
  });
}

/** Follows an address as a browser would. */
async function visit(service: Tester, url: string): ReturnType<Tester['raw']> {
  return service.raw({ method: 'GET', url, headers: {}, body: '' });
}
