import { expect, test } from 'vitest';

import { MEMBER, OTHER_MEMBER, OWNER, STRANGER, refusal } from './subject.ts';
import type { Json, Tester } from './subject.ts';

/** Section 4.6. */
export function projects(service: Tester): void {
  const make = async (name: string, user = MEMBER): Promise<string> =>
    (await service.expectStatus(201, service.ask('POST', '/projects', { name }, user))).id;

  const named = async (query = '', user = MEMBER): Promise<string[]> => {
    const page = await service.expectStatus(200, service.ask('GET', `/projects${query}`, undefined, user));
    return page.items.map(project => project.name);
  };

  const add = (id: string, userId: number, role?: string, user = MEMBER): Promise<Json> =>
    service.expectStatus(201, service.ask('POST', `/projects/${id}/members`, { userId, role }, user));

  const members = async (id: string, user = MEMBER): Promise<object[]> => {
    const rows = await service.list(`/projects/${id}/members`, user);
    return rows.map(({ userId, role }) => ({ userId, role }));
  };

  test('whoever makes a project is its owner, and only member', async () => {
    const body = { name: 'Buffer stability', description: 'Eight weeks at 4 °C', icon: 'flask' };
    const project = await service.expectStatus(201, service.ask('POST', '/projects', body, MEMBER));
    expect(project).toMatchObject({ ...body, role: 'owner', memberCount: 1, createdBy: 2 });
    expect(await service.expectStatus(200, service.ask('GET', `/projects/${project.id}`, undefined, MEMBER))).toEqual(
      project,
    );
    expect(await members(project.id)).toEqual([{ userId: 2, role: 'owner' }]);
  });

  test('a project needs a name', async () => {
    expect((await service.ask('POST', '/projects', { icon: 'flask' })).json).toEqual(
      refusal('BAD_REQUEST', 'Name field is required'),
    );
    expect((await service.ask('POST', '/projects', { name: '  ' })).status).toBe(400);
  });

  test('only members of a project, and the Owner of the organization, see it', async () => {
    const id = await make('Antibody panel');
    for (const user of [OTHER_MEMBER, STRANGER]) {
      expect((await service.ask('GET', `/projects/${id}`, undefined, user)).status).toBe(404);
      expect((await service.ask('GET', `/projects/${id}/members`, undefined, user)).status).toBe(404);
      expect((await service.ask('PUT', `/projects/${id}`, { name: 'Mine' }, user)).status).toBe(404);
      expect((await service.ask('DELETE', `/projects/${id}`, undefined, user)).status).toBe(404);
      expect(await named('', user)).toEqual([]);
    }
    const seen = await service.expectStatus(200, service.ask('GET', `/projects/${id}`, undefined, OWNER));
    expect(seen).toMatchObject({ name: 'Antibody panel', role: null });
    expect(await named('', OWNER)).toEqual(['Antibody panel']);
  });

  test('projects are listed in pages, by name or as the caller asks', async () => {
    for (const name of ['b', 'c', 'a']) {
      await make(name);
      service.subject.advance(1000);
    }
    expect(await named()).toEqual(['a', 'b', 'c']);
    expect(await named('?SortBy=createdAt&SortDirection=desc')).toEqual(['a', 'c', 'b']);
    expect(await named('?sortBy=name&sortDirection=Descending')).toEqual(['c', 'b', 'a']);
    expect(await named('?pageSize=2&page=2')).toEqual(['c']);
    await service.expectStatus(400, service.ask('GET', '/projects?pageSize=101', undefined, MEMBER));
    await service.expectStatus(400, service.ask('GET', '/projects?page=0', undefined, MEMBER));
  });

  test('an update changes what it names and leaves the rest', async () => {
    const body = { name: 'qPCR panel', description: 'Primers', icon: 'dna' };
    const { id } = await service.expectStatus(201, service.ask('POST', '/projects', body, MEMBER));
    const renamed = await service.ask('PUT', `/projects/${id}`, { name: 'qPCR panels' }, MEMBER);
    expect(renamed.json).toMatchObject({ name: 'qPCR panels', description: 'Primers', icon: 'dna' });
    const emptied = await service.ask('PUT', `/projects/${id}`, { description: null }, MEMBER);
    expect(emptied.json).toMatchObject({ name: 'qPCR panels', description: null, icon: 'dna' });
    expect((await service.ask('PUT', `/projects/${id}`, { name: '' }, MEMBER)).status).toBe(400);
  });

  test('an archived project is gone from the list and by its id', async () => {
    const id = await make('Old assay');
    await service.expectStatus(204, service.ask('DELETE', `/projects/${id}`, undefined, MEMBER));
    expect(await named()).toEqual([]);
    expect((await service.ask('GET', `/projects/${id}`, undefined, MEMBER)).status).toBe(404);
    expect((await service.ask('DELETE', `/projects/${id}`, undefined, MEMBER)).status).toBe(404);
  });

  test('members are added, given another role, and removed', async () => {
    const id = await make('Imaging');
    expect(await add(id, 3)).toMatchObject({ userId: 3, role: 'editor', email: 'aiko.tanabe@example.org' });
    expect(await named('', OTHER_MEMBER)).toEqual(['Imaging']);
    const path = `/projects/${id}/members/3`;
    await service.expectStatus(204, service.ask('PUT', path, { role: 'viewer' }, MEMBER));
    expect(await members(id)).toEqual([
      { userId: 2, role: 'owner' },
      { userId: 3, role: 'viewer' },
    ]);
    await service.expectStatus(204, service.ask('DELETE', path, undefined, MEMBER));
    expect(await members(id)).toEqual([{ userId: 2, role: 'owner' }]);
    expect((await service.ask('GET', `/projects/${id}`, undefined, OTHER_MEMBER)).status).toBe(404);
  });

  test('nobody is added twice, from outside the organization, or with an unknown role', async () => {
    const id = await make('Imaging');
    const path = `/projects/${id}/members`;
    await add(id, 3);
    for (const body of [
      { userId: 3 },
      { userId: 4 },
      { userId: 99 },
      { userId: 1, role: 'boss' },
      { role: 'viewer' },
    ]) {
      expect((await service.ask('POST', path, body, MEMBER)).status).toBe(400);
    }
    expect((await service.ask('PUT', `${path}/1`, { role: 'viewer' }, MEMBER)).status).toBe(404);
    expect((await service.ask('DELETE', `${path}/1`, undefined, MEMBER)).status).toBe(404);
    expect((await service.ask('PUT', `${path}/3`, {}, MEMBER)).status).toBe(400);
  });

  test.each([
    ['viewer', [403, 403, 403, 403]],
    ['editor', [200, 403, 403, 403]],
    ['admin', [200, 201, 403, 403]],
    ['owner', [200, 201, 204, 204]],
  ])('a project’s %s updates it, adds members, makes owners and archives with %j', async (role, statuses) => {
    const id = await make('Roles');
    await add(id, 3, role);
    const as = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
      service.ask(method, `/projects/${id}${path}`, body, OTHER_MEMBER);
    const replies = [
      await as('PUT', '', { icon: 'vial' }),
      await as('POST', '/members', { userId: 1, role: 'viewer' }),
      await as('PUT', '/members/3', { role: 'owner' }),
      await as('DELETE', ''),
    ];
    expect(replies.map(reply => reply.status)).toEqual(statuses);
  });

  test('whoever leaves is out, but the last owner cannot go, be removed or be made less', async () => {
    const id = await make('Handover');
    await add(id, 3, 'owner');
    await service.expectStatus(204, service.ask('POST', `/projects/${id}/leave`, undefined, MEMBER));
    expect(await members(id, OTHER_MEMBER)).toEqual([{ userId: 3, role: 'owner' }]);
    expect((await service.ask('GET', `/projects/${id}`, undefined, MEMBER)).status).toBe(404);

    const last = refusal('BAD_REQUEST', /needs an owner/);
    expect((await service.ask('POST', `/projects/${id}/leave`, undefined, OTHER_MEMBER)).json).toEqual(last);
    expect((await service.ask('DELETE', `/projects/${id}/members/3`, undefined, OWNER)).json).toEqual(last);
    expect((await service.ask('PUT', `/projects/${id}/members/3`, { role: 'admin' }, OWNER)).json).toEqual(last);
    expect((await service.ask('POST', `/projects/${id}/leave`, undefined, OWNER)).json).toEqual(
      refusal('BAD_REQUEST', /not a member/),
    );
  });

  test('where projects are absent, each of their addresses answers 404', async () => {
    const id = await make('Hidden');
    service.subject.change({ projects: 'absent' });
    const asked = [
      service.ask('GET', '/projects', undefined, MEMBER),
      service.ask('POST', '/projects', { name: 'x' }, MEMBER),
      service.ask('GET', `/projects/${id}`, undefined, MEMBER),
      service.ask('PUT', `/projects/${id}`, { name: 'x' }, MEMBER),
      service.ask('DELETE', `/projects/${id}`, undefined, MEMBER),
      service.ask('POST', `/projects/${id}/leave`, undefined, MEMBER),
      service.ask('GET', `/projects/${id}/members`, undefined, MEMBER),
      service.ask('POST', `/projects/${id}/members`, { userId: 3 }, MEMBER),
      service.ask('PUT', `/projects/${id}/members/2`, { role: 'viewer' }, MEMBER),
      service.ask('DELETE', `/projects/${id}/members/2`, undefined, MEMBER),
    ];
    const statuses = (await Promise.all(asked)).map(reply => reply.status);
    expect(statuses).toEqual(asked.map(() => 404));
  });
}
