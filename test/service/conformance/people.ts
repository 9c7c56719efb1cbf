import { expect, test } from 'vitest';

import { present } from '../../../shared/assert.ts';
import { MEMBER, OWNER, STRANGER } from './subject.ts';
import type { Json, Tester } from './subject.ts';

/** Sections 4.7 and 4.10, as far as reading goes. */
export function people(service: Tester): void {
  const organization = async (user = OWNER): Promise<Json> => {
    const [first] = await service.list('/organizations', user);
    return present(first, 'an organization');
  };

  test('everyone sees the own organization with the own role', async () => {
    expect(await organization()).toMatchObject({ id: expect.any(String), name: expect.any(String), role: 'Owner' });
    expect(await organization(MEMBER)).toMatchObject({ id: (await organization()).id, role: 'Member' });
    expect((await organization(STRANGER)).id).not.toBe((await organization()).id);
  });

  test('one organization is 200 for its members, 403 for others and 404 when unknown', async () => {
    const { id } = await organization();
    await service.expectStatus(200, service.ask('GET', `/organizations/${id}`, undefined, MEMBER));
    await service.expectStatus(403, service.ask('GET', `/organizations/${id}`, undefined, STRANGER));
    expect((await service.ask('GET', `/organizations/${id.replace(/.$/, 'f')}`)).status).toBe(404);
  });

  test('members are listed with role, name and address', async () => {
    const { id } = await organization();
    const members = await service.list(`/organizations/${id}/members`);
    expect(members.map(({ userId, role }) => ({ userId, role }))).toEqual([
      { userId: 1, role: 'Owner' },
      { userId: 2, role: 'Member' },
      { userId: 3, role: 'Member' },
    ]);
    await service.expectStatus(403, service.ask('GET', `/organizations/${id}/members`, undefined, STRANGER));
  });

  test('the directory finds by name and address from two characters on', async () => {
    const { id } = await organization();
    const find = (q: string) => service.list(`/organizations/${id}/members/directory?q=${q}`);
    const second = service.subject.users[MEMBER];
    expect(await find((second?.email ?? '').slice(0, 5))).toMatchObject([{ userId: 2, email: second?.email }]);
    expect(await find('j')).toEqual([]);
  });

  test('everyone reads the own account and no other', async () => {
    const own = await service.expectStatus(200, service.ask('GET', '/account/user/2', undefined, MEMBER));
    expect(own).toMatchObject({ id: 2, email: service.subject.users[MEMBER]?.email });
    await service.expectStatus(404, service.ask('GET', '/account/user/1', undefined, MEMBER));
    await service.expectStatus(400, service.ask('GET', '/account/user/me', undefined, MEMBER));
  });
}
