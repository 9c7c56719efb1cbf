import { expect, test } from 'vitest';

import { labOf, membershipOf, sessionOf, asking, signedIn } from './people-steps.ts';
import { ADMIN, MEMBER, OTHER_MEMBER, OWNER, STRANGER, refusal } from '../subject.ts';
import type { Json, Tester } from '../subject.ts';

/** API keys, the audit log and feedback: wire facts, section 4. */
export function keysAndAudit(service: Tester): void {
  const make = async (body: object, user = OWNER): Promise<Json> =>
    service.expectStatus(201, service.ask('POST', '/api-keys', body, user));
  const withKey = (key: string, path = '/organizations') =>
    service.raw({ method: 'GET', url: service.subject.baseUrl + path, headers: { 'x-api-key': key }, body: '' });

  test('a key is shown once, acts for its maker, and is refused once it is revoked', async () => {
    const made = await make({ name: 'sequencer' }, MEMBER);
    expect(made.key).toMatch(/^svc_live_[\w-]{40,}$/);
    expect((await withKey(made.key, '/account/user/2')).status).toBe(200);
    const listed = await service.ask('GET', '/api-keys', undefined, MEMBER);
    expect(listed.text).not.toContain(made.key);
    expect(listed.json).toMatchObject([
      { name: 'bench computer', userId: 2 },
      { id: made.id, name: 'sequencer' },
    ]);
    await service.expectStatus(204, service.ask('DELETE', `/api-keys/${made.id}`, undefined, MEMBER));
    expect((await withKey(made.key)).status).toBe(401);
    expect((await service.list('/api-keys', MEMBER)).at(-1)).toMatchObject({
      id: made.id,
      revokedAt: expect.any(String),
    });
  });

  test('a key ends at its expiry, which lies ahead when it is made', async () => {
    const now = Date.parse((await make({ name: 'clock' })).createdAt);
    const expiresAt = new Date(now + 60_000).toISOString();
    const { key } = await make({ name: 'short', expiresAt });
    expect((await withKey(key)).status).toBe(200);
    service.subject.advance(61_000);
    expect((await withKey(key)).status).toBe(401);
    expect((await service.ask('POST', '/api-keys', { name: 'late', expiresAt })).status).toBe(400);
    expect((await service.ask('POST', '/api-keys', {})).status).toBe(400);
  });

  test('members see and revoke their own keys, Owner and Admin everyone’s, and nobody those of another lab', async () => {
    const { id } = await make({ name: 'mine' }, OTHER_MEMBER);
    expect((await service.list('/api-keys', MEMBER)).map(({ userId }) => userId)).toEqual([2]);
    expect((await service.list('/api-keys', ADMIN)).map(({ userId }) => userId)).toEqual([1, 2, 3, 5, 3]);
    await service.expectStatus(404, service.ask('DELETE', `/api-keys/${id}`, undefined, MEMBER));
    await service.expectStatus(404, service.ask('DELETE', `/api-keys/${id}`, undefined, STRANGER));
    await service.expectStatus(204, service.ask('DELETE', `/api-keys/${id}`, undefined, ADMIN));
    expect((await service.list('/api-keys', STRANGER)).map(({ userId }) => userId)).toEqual([4]);
  });

  test('an organization may keep the making of keys to its administrators', async () => {
    const policy = (user: number, body: object) => service.ask('PUT', '/api-keys/policy', body, user);
    expect((await service.ask('GET', '/api-keys/policy', undefined, MEMBER)).json).toEqual({ policy: 'all_members' });
    expect(await policy(MEMBER, { policy: 'admins_only' })).toMatchObject({ status: 403 });
    expect((await policy(ADMIN, { policy: 'admins_only' })).json).toEqual({ policy: 'admins_only' });
    expect((await policy(ADMIN, { policy: 'nobody' })).status).toBe(400);
    const refused = await service.ask('POST', '/api-keys', { name: 'mine' }, MEMBER);
    expect(refused).toMatchObject({ status: 403, json: refusal('FORBIDDEN', /Only Owner and Admin/) });
    await make({ name: 'theirs' }, ADMIN);
    await make({ name: 'elsewhere' }, STRANGER);
    expect((await policy(OWNER, { policy: 'all_members' })).status).toBe(200);
    await make({ name: 'mine' }, MEMBER);
  });

  test('keys may be kept off the organization altogether', async () => {
    service.subject.change({ keysOnOrganizations: false });
    for (const path of ['/organizations', '/api-keys', `/api-keys/policy`]) {
      expect(await service.ask('GET', path)).toMatchObject({ status: 403, json: { errorCode: 'INSUFFICIENT_SCOPE' } });
    }
    expect((await service.ask('GET', '/folders/roots')).status).toBe(200);
  });

  test('the audit log tells who changed what, newest first, by page, action and person', async () => {
    const log = `/organizations/${await labOf(service)}/audit-log`;
    const folder = await service.folder('Audited', undefined, MEMBER);
    await service.expectStatus(204, service.ask('POST', `/folders/${folder}/archive`));
    await service.ask('GET', `/folders/${folder}`);
    await service.ask('POST', '/folders', {});
    const all = await service.expectStatus(200, service.ask('GET', log));
    expect(all.items).toMatchObject([
      { action: 'archiveFolder', userId: 1, via: 'key', targetId: folder },
      { action: 'createFolder', userId: 2, via: 'key', targetId: null },
    ]);
    expect((await service.ask('GET', `${log}?action=createFolder`, undefined, ADMIN)).json).toMatchObject({
      totalCount: 1,
    });
    expect((await service.ask('GET', `${log}?userId=1`)).json).toMatchObject({ items: [{ action: 'archiveFolder' }] });
    const oldest = await service.ask('GET', `${log}?sortDirection=asc&pageSize=1`);
    expect(oldest.json).toMatchObject({ items: [{ action: 'createFolder' }], totalCount: 2, hasNextPage: true });
    const byPerson = await service.ask('GET', `${log}?sortBy=userId&sortDirection=asc`);
    expect(byPerson.json.items.map(({ userId }) => userId)).toEqual([1, 2]);
    const byAction = await service.ask('GET', `${log}?sortBy=action`);
    expect(byAction.json).toMatchObject({ items: [{ action: 'createFolder' }, { action: 'archiveFolder' }] });
  });

  test('sign-ins, joining and refusals of scope stand in the audit log, and no secret does', async () => {
    const lab = await labOf(service);
    const log = `/organizations/${lab}/audit-log`;
    const { token } = await sessionOf(service, MEMBER);
    await service.expectStatus(403, service.ask('DELETE', '/account/me', undefined, OTHER_MEMBER));
    const made = await make({ name: 'new' });
    const { text, json } = await service.ask('GET', log);
    expect(json.items).toMatchObject([
      { action: 'createKey', userId: 1, via: 'key' },
      { action: 'scopeRefused', userId: 3, via: 'key' },
      { action: 'signedIn', userId: 2, via: 'session' },
    ]);
    expect(text).not.toContain(made.key);
    expect(text).not.toContain(token);
  });

  test('what was refused or failed changes nothing in the audit log', async () => {
    const log = `/organizations/${await labOf(service)}/audit-log`;
    const owner = `/organizations/${await labOf(service)}/members/${await membershipOf(service, OWNER)}`;
    await service.expectStatus(400, service.ask('DELETE', owner));
    expect((await service.ask('GET', log)).json).toMatchObject({ totalCount: 0 });
  });

  test('the audit log is for Owner and Admin', async () => {
    const log = `/organizations/${await labOf(service)}/audit-log`;
    expect((await service.ask('GET', log, undefined, ADMIN)).status).toBe(200);
    expect((await service.ask('GET', log, undefined, STRANGER)).status).toBe(403);
    const member = await signedIn(service, MEMBER);
    expect((await member('GET', log)).json).toEqual(refusal('FORBIDDEN', /Owner or Admin/));
    expect(await service.ask('GET', log, undefined, MEMBER)).toMatchObject({
      json: { errorCode: 'INSUFFICIENT_SCOPE' },
    });
  });

  test('feedback is taken from everyone signed in, with a title and words', async () => {
    const words = { title: 'Thanks', description: 'The window is quick.' };
    expect((await service.ask('POST', '/feedback', words, MEMBER)).json).toMatchObject({ id: expect.any(String) });
    expect((await service.ask('POST', '/feedback', { title: 'Thanks' })).status).toBe(400);
    expect((await asking(service, null)('POST', '/feedback', words)).status).toBe(401);
  });
}
