import { expect, test } from 'vitest';

import { asking, codeFor, labOf, mailTo, membershipOf, registered, secretTo, signedIn } from './people-steps.ts';
import { ADMIN, MEMBER, OWNER, STRANGER, refusal } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

const DAY_MS = 86_400_000;
const UNKNOWN = '7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9cff';

/** Section 4.8. */
export function invitations(service: Tester): void {
  const nobody = asking(service, null);
  const path = async (): Promise<string> => `/organizations/${await labOf(service)}/invitations`;
  const invite = async (email: string, role?: string, by = OWNER): Promise<Json> =>
    service.expectStatus(200, service.ask('POST', await path(), { email, role }, by));
  const leonsAddress = (): string => service.subject.users[STRANGER]?.email ?? '';

  test('an invitation is mailed with a token that stands nowhere else, and its page is public', async () => {
    const invitation = await invite('Noor.Silva@example.org', 'admin');
    expect(invitation).toMatchObject({
      email: 'noor.silva@example.org',
      role: 'Admin',
      isExpired: false,
      invitedBy: 1,
    });
    const token = await secretTo(service, 'noor.silva@example.org');
    expect(JSON.stringify([invitation, await service.list(await path())])).not.toContain(token);
    const page = await service.expectStatus(200, nobody('GET', `/invitations/${token}`));
    expect(page).toMatchObject({ organizationName: 'Halden Lab', role: 'Admin', invitedBy: 'Mira Halden' });
    expect((await nobody('GET', '/invitations/no-such-token')).json).toEqual(refusal('NOT_FOUND', /invitation/));
  });

  test('without a role somebody is invited as Member', async () => {
    expect(await invite('noor.silva@example.org')).toMatchObject({ role: 'Member' });
  });

  test('a member, a pending address and what is no address cannot be invited', async () => {
    await invite('noor.silva@example.org');
    const post = async (body: unknown) => service.ask('POST', await path(), body);
    expect((await post({ email: 'noor.silva@example.org' })).json).toEqual(
      refusal('BAD_REQUEST', /invitation already/),
    );
    expect((await post({ email: 'Jonas.Brandt@example.org' })).json).toEqual(refusal('BAD_REQUEST', /member/));
    await service.expectStatus(400, post({ email: 'no address' }));
    await service.expectStatus(400, post({}));
    await service.expectStatus(400, post({ email: 'other@example.org', role: 'Director' }));
    expect(await service.list(await path())).toHaveLength(1);
  });

  test('only Owner and Admin invite and see invitations; only an Owner invites as Owner', async () => {
    const list = await path();
    const body = { email: 'noor.silva@example.org' };
    const member = await signedIn(service, MEMBER);
    expect((await member('POST', list, body)).json).toEqual(refusal('FORBIDDEN', /Owner or Admin/));
    const byKey = await service.ask('POST', list, body, MEMBER);
    expect(byKey).toMatchObject({ status: 403, json: { errorCode: 'INSUFFICIENT_SCOPE' } });
    await service.expectStatus(403, service.ask('POST', list, body, STRANGER));
    await service.expectStatus(403, service.ask('GET', list, undefined, STRANGER));
    await service.expectStatus(403, member('GET', list));
    await service.expectStatus(403, service.ask('POST', list, { ...body, role: 'Owner' }, ADMIN));
    expect(await service.list(list)).toEqual([]);
    await service.expectStatus(200, service.ask('POST', list, body, ADMIN));
    expect(await mailTo(service, body.email)).toHaveLength(1);
  });

  test('an invitation ends with the last member of its organization: nobody joins where no Owner is', async () => {
    const email = service.subject.users[MEMBER]?.email ?? '';
    const list = `/organizations/${(await service.list('/organizations', STRANGER))[0]?.id}/invitations`;
    await service.expectStatus(200, service.ask('POST', list, { email }, STRANGER));
    const token = await secretTo(service, email);
    await service.expectStatus(200, (await signedIn(service, STRANGER))('DELETE', '/account/me'));
    expect((await service.ask('POST', `/invitations/${token}/accept`, undefined, MEMBER)).status).toBe(400);
    expect((await nobody('GET', `/invitations/${token}`)).status).toBe(404);
  });

  test('whoever is invited joins by the token, once', async () => {
    await invite(leonsAddress(), 'Admin');
    const token = await secretTo(service, leonsAddress());
    const joined = await service.expectStatus(
      200,
      service.ask('POST', `/invitations/${token}/accept`, undefined, STRANGER),
    );
    expect(joined).toMatchObject({ organizationId: await labOf(service), role: 'Admin' });
    expect(await service.list('/organizations', STRANGER)).toHaveLength(2);
    expect(
      (await service.list(`/organizations/${await labOf(service)}/members`)).map(({ userId }) => userId),
    ).toContain(4);
    const again = await service.ask('POST', `/invitations/${token}/accept`, undefined, STRANGER);
    expect(again).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', /was used/) });
    expect(await service.list(await path())).toEqual([]);
    await service.expectStatus(404, nobody('GET', `/invitations/${token}`));
  });

  test('an invitation is not taken by another address, without credentials, by a member, or when unknown', async () => {
    await invite('noor.silva@example.org');
    const token = await secretTo(service, 'noor.silva@example.org');
    const accept = (user: number) => service.ask('POST', `/invitations/${token}/accept`, undefined, user);
    expect((await accept(STRANGER)).json).toEqual(refusal('BAD_REQUEST', /another address/));
    await service.expectStatus(400, accept(MEMBER));
    await service.expectStatus(401, nobody('POST', `/invitations/${token}/accept`));
    await service.expectStatus(400, service.ask('POST', '/invitations/unknown/accept', undefined, STRANGER));
    await service.expectStatus(200, nobody('GET', `/invitations/${token}`));
  });

  test('it expires after seven days by the clock of the service; sent again it works for seven more', async () => {
    const { id } = await invite(leonsAddress());
    const first = await secretTo(service, leonsAddress());
    service.subject.advance(7 * DAY_MS);
    expect((await nobody('GET', `/invitations/${first}`)).json).toMatchObject({ isExpired: true });
    expect(await service.list(await path())).toMatchObject([{ id, isExpired: true }]);
    const late = await service.ask('POST', `/invitations/${first}/accept`, undefined, STRANGER);
    expect(late).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', /expired/) });
    const cancelled = await service.ask('DELETE', `${await path()}/${id}`);
    expect(cancelled).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', /pending/) });
    const resent = await service.expectStatus(200, service.ask('POST', `${await path()}/${id}/resend`));
    expect(resent).toMatchObject({ id, isExpired: false });
    const second = await secretTo(service, leonsAddress());
    await service.expectStatus(404, nobody('GET', `/invitations/${first}`));
    service.subject.advance(6 * DAY_MS);
    await service.expectStatus(200, service.ask('POST', `/invitations/${second}/accept`, undefined, STRANGER));
  });

  test('an address whose invitation expired may be invited anew, and only the new one counts', async () => {
    await invite('noor.silva@example.org');
    service.subject.advance(8 * DAY_MS);
    const { id } = await invite('noor.silva@example.org', 'Admin');
    expect(await service.list(await path())).toMatchObject([{ id, role: 'Admin', isExpired: false }]);
  });

  test('a cancelled invitation is gone, and cannot be cancelled or sent again', async () => {
    const { id } = await invite(leonsAddress());
    const token = await secretTo(service, leonsAddress());
    const one = `${await path()}/${id}`;
    const member = await signedIn(service, MEMBER);
    for (const ask of [member('DELETE', one), member('POST', `${one}/resend`)]) await service.expectStatus(403, ask);
    await service.expectStatus(403, service.ask('DELETE', one, undefined, STRANGER));
    await service.expectStatus(403, service.ask('POST', `${one}/resend`, undefined, STRANGER));
    expect((await service.ask('DELETE', one, undefined, ADMIN)).json).toEqual({ id, status: 'cancelled' });
    expect((await service.ask('DELETE', one)).status).toBe(400);
    expect((await service.ask('POST', `${one}/resend`)).status).toBe(400);
    expect((await service.ask('POST', `${await path()}/${UNKNOWN}/resend`)).status).toBe(400);
    await service.expectStatus(404, nobody('GET', `/invitations/${token}`));
    await service.expectStatus(400, service.ask('POST', `/invitations/${token}/accept`, undefined, STRANGER));
  });

  test('an Admin does not change the invitation of an Owner', async () => {
    const { id } = await invite('noor.silva@example.org', 'Owner');
    expect((await service.ask('DELETE', `${await path()}/${id}`, undefined, ADMIN)).status).toBe(403);
    expect((await service.ask('POST', `${await path()}/${id}/resend`, undefined, ADMIN)).status).toBe(403);
  });

  test('a new person registers with the invitation and finds the inviting organization', async () => {
    await invite('noor.silva@example.org', 'Admin');
    const invitationToken = await secretTo(service, 'noor.silva@example.org');
    const session = await registered(service, 'noor.silva@example.org', { invitationToken });
    expect(session.organizationId).toBe(await labOf(service));
    const noor = asking(service, session.token);
    expect((await noor('GET', '/organizations')).json).toMatchObject([{ name: 'Halden Lab', role: 'Admin' }]);
    const code = await codeFor(service, 'kim.wold@example.org');
    const body = { email: 'kim.wold@example.org', code, firstName: 'Kim', lastName: 'Wold', invitationToken };
    const accepted = { termsConditions: true, privacyPolicy: true };
    const used = await nobody('POST', '/account/MagicLink/CompleteRegistration', { ...body, ...accepted });
    expect(used).toMatchObject({ status: 400, json: refusal('BAD_REQUEST', /was used/) });
  });

  test('a removed member is out until invited again, and then the same key works again', async () => {
    const lab = await labOf(service);
    await service.ask('DELETE', `/organizations/${lab}/members/${await membershipOf(service, MEMBER)}`);
    await service.expectStatus(403, service.ask('GET', '/organizations', undefined, MEMBER));
    const email = service.subject.users[MEMBER]?.email ?? '';
    await invite(email);
    const token = await secretTo(service, email);
    // Without any organization a person who signs in gets one of the own, and accepts from there.
    const jonas = await signedIn(service, MEMBER);
    expect((await jonas('GET', '/organizations')).json).toMatchObject([{ name: "Jonas Brandt's lab", role: 'Owner' }]);
    await service.expectStatus(200, jonas('POST', `/invitations/${token}/accept`));
    expect((await service.ask('GET', '/folders/roots', undefined, MEMBER)).status).toBe(200);
  });
}
