import { expect, test } from 'vitest';

import { asking, labOf, membershipOf, secretTo, sessionOf, signedIn } from './people-steps.ts';
import { ADMIN, MEMBER, OTHER_MEMBER, OWNER, STRANGER, refusal } from '../subject.ts';
import type { Tester } from '../subject.ts';

const UNKNOWN = '7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9cff';
const DAY_MS = 86_400_000;

/** Section 4.7: organizations and their members, as far as exports and files are not concerned. */
export function organizations(service: Tester): void {
  test('everyone sees the own organization with the own role', async () => {
    const [own] = await service.list('/organizations');
    expect(own).toEqual({ id: own?.id, name: 'Halden Lab', role: 'Owner', isDefault: true });
    expect(await service.list('/organizations', MEMBER)).toEqual([{ ...own, role: 'Member' }]);
    expect(await service.list('/organizations', ADMIN)).toEqual([{ ...own, role: 'Admin' }]);
    expect((await service.list('/organizations', STRANGER))[0]?.id).not.toBe(own?.id);
  });

  test('one organization is 200 for its members, 403 for others and 404 when unknown', async () => {
    const id = await labOf(service);
    await service.expectStatus(200, service.ask('GET', `/organizations/${id}`, undefined, MEMBER));
    await service.expectStatus(403, service.ask('GET', `/organizations/${id}`, undefined, STRANGER));
    expect((await service.ask('GET', `/organizations/${UNKNOWN}`)).json).toEqual(
      refusal('NOT_FOUND', 'The organization was not found.'),
    );
  });

  test('its name and the dates of its pilot change, and what is left out stays', async () => {
    const path = `/organizations/${await labOf(service)}`;
    const dates = { pilotStartDate: '2026-11-01T00:00:00.000Z', pilotEndDate: '2026-12-01T00:00:00+01:00' };
    const changed = await service.expectStatus(200, service.ask('PUT', path, { name: 'Halden Institute' }));
    expect(changed).toMatchObject({ name: 'Halden Institute', pilotStartDate: null, pilotEndDate: null });
    const dated = await service.expectStatus(200, service.ask('PUT', path, dates, ADMIN));
    expect(dated).toMatchObject({ name: 'Halden Institute', pilotEndDate: '2026-11-30T23:00:00.000Z' });
    const cleared = await service.expectStatus(200, service.ask('PUT', path, { pilotEndDate: null }));
    expect(cleared).toMatchObject({ pilotStartDate: dates.pilotStartDate, pilotEndDate: null });
    expect((await service.ask('GET', path)).json).toEqual(cleared);
  });

  test('a change is refused to members and strangers, for an unknown organization and for dates the wrong way', async () => {
    const path = `/organizations/${await labOf(service)}`;
    const member = await signedIn(service, MEMBER);
    expect((await member('PUT', path, { name: 'Mine' })).json).toEqual(refusal('FORBIDDEN', /Owner or Admin/));
    await service.expectStatus(403, service.ask('PUT', path, { name: 'Mine' }, STRANGER));
    await service.expectStatus(404, service.ask('PUT', `/organizations/${UNKNOWN}`, { name: 'Mine' }));
    const wrong = { pilotStartDate: '2026-11-02T00:00:00Z', pilotEndDate: '2026-11-01T00:00:00Z' };
    await service.expectStatus(400, service.ask('PUT', path, { name: 'Mine', ...wrong }));
    expect((await service.ask('GET', path)).json).toMatchObject({ name: 'Halden Lab', pilotStartDate: null });
  });

  test('the billing status follows the pilot by the clock of the service', async () => {
    const path = `/organizations/${await labOf(service)}`;
    const status = async () => (await service.ask('GET', `${path}/billing-status`, undefined, MEMBER)).json.status;
    expect(await status()).toBe('active');
    const { json } = await service.ask('POST', '/feedback', { title: 'What time is it?', description: 'The clock.' });
    const nowMs = Date.parse(json.createdAt);
    const at = (days: number) => new Date(nowMs + days * DAY_MS).toISOString();
    await service.ask('PUT', path, { pilotStartDate: at(1), pilotEndDate: at(3) });
    expect(await status()).toBe('pilot-upcoming');
    service.subject.advance(2 * DAY_MS);
    expect(await status()).toBe('pilot');
    service.subject.advance(2 * DAY_MS);
    expect(await status()).toBe('pilot-ended');
    await service.expectStatus(403, service.ask('GET', `${path}/billing-status`, undefined, STRANGER));
    await service.expectStatus(404, service.ask('GET', `/organizations/${UNKNOWN}/billing-status`));
  });

  test('auto-tidy is switched on and off, and without a word only told', async () => {
    const path = `/organizations/${await labOf(service)}/kb-autotidy`;
    const set = (body: unknown, user = OWNER) => service.ask('PATCH', path, body, user);
    expect((await set({})).json).toEqual({ kbAutotidyEnabled: false });
    expect((await set({ enabled: true }, ADMIN)).json).toEqual({ kbAutotidyEnabled: true });
    expect((await set({})).json).toEqual({ kbAutotidyEnabled: true });
    const lab = await service.ask('GET', path.replace('/kb-autotidy', ''), undefined, MEMBER);
    expect(lab.json).toMatchObject({ kbAutotidyEnabled: true });
    expect((await set({ enabled: false })).json).toEqual({ kbAutotidyEnabled: false });
    await service.expectStatus(403, set({ enabled: true }, STRANGER));
    await service.expectStatus(403, set({ enabled: true }, MEMBER));
    await service.expectStatus(404, service.ask('PATCH', `/organizations/${UNKNOWN}/kb-autotidy`, {}));
  });

  test('a default organization is what a person finds after signing in', async () => {
    const lab = await labOf(service, MEMBER);
    const other = await joinedWeir(service);
    expect((await sessionOf(service, MEMBER)).organizationId).toBe(lab);
    await service.expectStatus(204, service.ask('PUT', `/organizations/${other}/set-default`, undefined, MEMBER));
    expect((await sessionOf(service, MEMBER)).organizationId).toBe(other);
    expect(await service.list('/organizations', MEMBER)).toEqual([
      { id: lab, name: 'Halden Lab', role: 'Member', isDefault: false },
      { id: other, name: 'Weir Group', role: 'Member', isDefault: true },
    ]);
    await service.expectStatus(403, service.ask('PUT', `/organizations/${other}/set-default`));
    await service.expectStatus(400, service.ask('PUT', `/organizations/${UNKNOWN}/set-default`));
  });

  test('switching gives a token that acts in the other organization, and only people who signed in may', async () => {
    const other = await joinedWeir(service);
    const member = await signedIn(service, MEMBER);
    const lab = await labOf(service);
    const switched = await service.expectStatus(200, member('POST', `/organizations/${other}/switch`));
    expect(switched).toMatchObject({ tokenType: 'Bearer', userId: 2, organizationId: other });
    const there = asking(service, switched.token);
    const rootsThere = (await there('GET', '/folders/roots')).json;
    const rootsHere = (await member('GET', '/folders/roots')).json;
    expect(rootsThere).not.toEqual(rootsHere);
    expect(rootsThere).toEqual((await service.ask('GET', '/folders/roots', undefined, STRANGER)).json);
    const stranger = await signedIn(service, STRANGER);
    expect((await stranger('POST', `/organizations/${lab}/switch`)).json).toEqual(refusal('FORBIDDEN', /not a member/));
    await service.expectStatus(403, stranger('POST', `/organizations/${UNKNOWN}/switch`));
    const byKey = await service.ask('POST', `/organizations/${lab}/switch`);
    expect(byKey).toMatchObject({ status: 403, json: { errorCode: 'INSUFFICIENT_SCOPE' } });
  });

  test('members are listed with role, name and address', async () => {
    const path = `/organizations/${await labOf(service)}/members`;
    const members = await service.list(path, MEMBER);
    expect(members.map(({ userId, role, email }) => ({ userId, role, email }))).toEqual([
      { userId: 1, role: 'Owner', email: 'mira.halden@example.org' },
      { userId: 2, role: 'Member', email: 'jonas.brandt@example.org' },
      { userId: 3, role: 'Member', email: 'aiko.tanabe@example.org' },
      { userId: 5, role: 'Admin', email: 'ines.okafor@example.org' },
    ]);
    await service.expectStatus(403, service.ask('GET', path, undefined, STRANGER));
    await service.expectStatus(403, service.ask('GET', `/organizations/${UNKNOWN}/members`));
  });

  test('the directory finds by name and address from two characters on', async () => {
    const path = `/organizations/${await labOf(service)}/members/directory`;
    const second = service.subject.users[MEMBER];
    const found = await service.list(`${path}?q=${(second?.email ?? '').slice(0, 5)}`);
    expect(found).toEqual([{ userId: 2, displayName: 'Jonas Brandt', email: second?.email }]);
    expect(await service.list(`${path}?q=TANABE`, MEMBER)).toMatchObject([{ userId: 3 }]);
    expect(await service.list(`${path}?q=j`)).toEqual([]);
    await service.expectStatus(403, service.ask('GET', `${path}?q=jonas`, undefined, STRANGER));
  });

  test('a removed member is out: the key is refused without a correlation id, and the list is shorter', async () => {
    const lab = await labOf(service);
    const path = `/organizations/${lab}/members/${await membershipOf(service, MEMBER)}`;
    await service.expectStatus(403, service.ask('DELETE', path, undefined, OTHER_MEMBER));
    await service.expectStatus(403, service.ask('DELETE', path, undefined, STRANGER));
    const member = await signedIn(service, MEMBER);
    await service.expectStatus(204, service.ask('DELETE', path, undefined, ADMIN));
    for (const reply of [service.ask('GET', '/folders/roots', undefined, MEMBER), member('GET', '/folders/roots')]) {
      expect(await reply).toMatchObject({ status: 403, json: { errorCode: 'ORGANIZATION_ACCESS_REVOKED' } });
      expect(Object.keys((await reply).json)).toEqual(['errorCode', 'messages']);
    }
    expect(await service.list(`/organizations/${lab}/members`)).toHaveLength(3);
    await service.expectStatus(400, service.ask('DELETE', path));
  });

  test('everyone may leave, except the last Owner', async () => {
    const lab = await labOf(service);
    const own = `/organizations/${lab}/members/${await membershipOf(service, OWNER)}`;
    expect((await service.ask('DELETE', own)).json).toEqual(refusal('BAD_REQUEST', /last Owner/));
    const member = await signedIn(service, MEMBER);
    const others = await membershipOf(service, OTHER_MEMBER);
    await service.expectStatus(403, member('DELETE', `/organizations/${lab}/members/${others}`));
    const membersOwn = await membershipOf(service, MEMBER);
    await service.expectStatus(204, member('DELETE', `/organizations/${lab}/members/${membersOwn}`));
    await service.expectStatus(403, member('GET', '/organizations'));
  });

  test('roles change, but the last Owner stays one, and an Admin does not touch Owners', async () => {
    const lab = await labOf(service);
    const setRole = async (of: number, role: unknown, by = OWNER) =>
      service.ask('PUT', `/organizations/${lab}/members/${await membershipOf(service, of)}/role`, { role }, by);
    expect((await setRole(OWNER, 'Member')).json).toEqual(refusal('BAD_REQUEST', /last Owner/));
    await service.expectStatus(403, setRole(OWNER, 'Member', ADMIN));
    await service.expectStatus(403, setRole(MEMBER, 'Owner', ADMIN));
    await service.expectStatus(403, setRole(MEMBER, 'Admin', OTHER_MEMBER));
    await service.expectStatus(403, setRole(MEMBER, 'Admin', STRANGER));
    await service.expectStatus(400, setRole(MEMBER, 'Director'));
    await service.expectStatus(400, setRole(MEMBER, undefined));
    const unknown = `/organizations/${lab}/members/${UNKNOWN}`;
    await service.expectStatus(400, service.ask('PUT', `${unknown}/role`, { role: 'Admin' }));
    await service.expectStatus(204, setRole(MEMBER, 'admin', ADMIN));
    expect(await service.list('/organizations', MEMBER)).toMatchObject([{ role: 'Admin' }]);
    await service.expectStatus(204, setRole(MEMBER, 'Owner'));
    await service.expectStatus(204, setRole(OWNER, 'Member', MEMBER));
    expect(await service.list('/organizations')).toMatchObject([{ role: 'Member' }]);
  });
}

/** Lets Jonas join the lab of Leon, whose organization it answers. */
async function joinedWeir(service: Tester): Promise<string> {
  const other = await labOf(service, STRANGER);
  const email = service.subject.users[MEMBER]?.email ?? '';
  await service.expectStatus(200, service.ask('POST', `/organizations/${other}/invitations`, { email }, STRANGER));
  const token = await secretTo(service, email);
  await service.expectStatus(200, service.ask('POST', `/invitations/${token}/accept`, undefined, MEMBER));
  return other;
}
