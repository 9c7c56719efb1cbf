import { expect, test } from 'vitest';

import { MEMBER, OTHER_MEMBER, OWNER, STRANGER, refusal } from './subject.ts';
import type { Json, Reply, Tester } from './subject.ts';

/** Section 4.9: the connections themselves. */
export function connections(service: Tester): void {
  const make = (body: object, user = MEMBER, scope = 'user'): Promise<Json> =>
    service.expectStatus(200, service.ask('POST', `/mcp/connections?scope=${scope}`, body, user));

  const listed = async (query = '', user = MEMBER): Promise<string[]> =>
    (await service.list(`/mcp/connections${query}`, user)).map(row => row.name);

  const on = (id: string, path: string, body?: object, user = MEMBER): Promise<Reply> =>
    service.ask('POST', `/mcp/connections/${id}${path}`, body, user);

  test('a connection is its maker’s alone, and belongs to the provider of its address', async () => {
    const made = await make({ name: 'Notebook', url: 'https://folianote.example/pages', transport: 'SSE' });
    expect(made).toMatchObject({ name: 'Notebook', scope: 'user', ownerId: 2, providerId: 'folianote' });
    expect(made).toMatchObject({ transport: 'sse', enabled: true, isDefault: false, status: 'unverified' });
    expect(await listed()).toEqual(['Notebook']);
    for (const user of [OWNER, OTHER_MEMBER, STRANGER]) {
      expect(await listed('', user)).toEqual([]);
      expect((await on(made.id, '/default', undefined, user)).status).toBe(404);
      const path = `/mcp/connections/${made.id}`;
      expect((await service.ask('PATCH', path, { name: 'Mine' }, user)).status).toBe(404);
      expect((await service.ask('DELETE', path, undefined, user)).status).toBe(404);
    }
  });

  test('a connection of the organization is for everybody, and changed by Owner and Admin only', async () => {
    const body = { name: 'Freezers', url: 'https://frostshelf.example/' };
    const { id } = await make(body, OWNER, 'organization');
    expect(await listed()).toEqual(['Freezers']);
    expect(await listed('?scope=organization', OTHER_MEMBER)).toEqual(['Freezers']);
    expect(await listed('?scope=user', OWNER)).toEqual([]);
    expect(await listed('', STRANGER)).toEqual([]);
    const post = await service.ask('POST', '/mcp/connections?scope=organization', body, MEMBER);
    expect(post.json).toEqual(refusal('FORBIDDEN', /Owner or Admin/));
    expect((await on(id, '/probe')).status).toBe(403);
    expect((await on(id, '/enabled', { enabled: false })).status).toBe(403);
    expect((await service.ask('DELETE', `/mcp/connections/${id}`, undefined, MEMBER)).status).toBe(403);
    expect((await service.ask('DELETE', `/mcp/connections/${id}`, undefined, STRANGER)).status).toBe(404);
    // Named with the wrong scope, it is not there.
    expect((await on(id, '/default?scope=user', undefined, OWNER)).status).toBe(404);
    expect((await on(id, '/default?scope=organization', undefined, OWNER)).status).toBe(200);
    expect((await service.ask('GET', '/mcp/connections?scope=world')).status).toBe(400);
  });

  test('secrets in headers never come back, and stay when their mask does', async () => {
    const headers = { Authorization: 'Bearer topsecret-1', 'X-Lab': 'topsecret-2' };
    const made = await service.ask('POST', '/mcp/connections', { url: 'https://a.example/', headers }, MEMBER);
    const path = `/mcp/connections/${made.json.id}`;
    const masked = { Authorization: '********', 'X-Lab': '********' };
    expect(made.json).toMatchObject({ headers: masked });
    const replies = [
      made,
      await service.ask('PATCH', path, { name: 'Renamed', headers: masked }, MEMBER),
      await service.ask('GET', '/mcp/connections', undefined, MEMBER),
      await service.ask('GET', '/mcp/connections/inventory'),
      await on(made.json.id, '/probe'),
    ];
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200]);
    expect(replies.filter(reply => reply.text.includes('topsecret'))).toEqual([]);
    expect((await service.ask('PATCH', path, { headers: { Other: '********' } }, MEMBER)).json).toEqual(
      refusal('BAD_REQUEST', /no value of 'Other'/),
    );
    // At another server the old secrets are gone: a mask has nothing to keep.
    expect((await service.ask('PATCH', path, { url: 'https://b.example/', headers: masked }, MEMBER)).status).toBe(400);
    const moved = await service.ask('PATCH', path, { url: 'https://b.example/' }, MEMBER);
    expect(moved.json).toMatchObject({ headers: {}, url: 'https://b.example/' });
  });

  test.each([
    ['another scheme', { url: 'file:///etc/hosts' }],
    ['a password in the address', { url: 'https://a:b@c.example/' }],
    ['no address at all', { url: 'somewhere' }],
    ['a program to start', { url: 'https://a.example/', transport: 'stdio' }],
    ['a header with a line break', { headers: { A: 'x\r\nB: y' } }],
    ['a header with an odd name', { headers: { 'A b': 'x' } }],
    ['headers that are a list', { headers: ['x'] }],
    ['a blank name', { name: '  ' }],
    ['an open address to connect to', { url: 'http://a.example/', connect: true }],
  ])('a connection with %s is refused', async (_, body) => {
    expect((await service.ask('POST', '/mcp/connections', body, MEMBER)).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  test('an archived connection is listed only on request, and has no secrets any more', async () => {
    const { id } = await make({ name: 'Old', url: 'https://a.example/', headers: { A: 'x' } });
    const gone = await service.expectStatus(200, service.ask('DELETE', `/mcp/connections/${id}`, undefined, MEMBER));
    expect(gone).toMatchObject({ id, enabled: false, headers: {}, archivedAt: expect.any(String) });
    expect(await listed()).toEqual([]);
    expect(await listed('?includeArchived=true')).toEqual(['Old']);
    expect((await on(id, '/enabled', { enabled: true })).status).toBe(404);
  });

  test('one connection is the default of its provider, for each person and for the organization', async () => {
    const url = 'https://paperwell.example/';
    const [one, two, other] = [
      await make({ name: 'one', url }),
      await make({ name: 'two', url }),
      await make({ name: 'other', url: 'https://dayleaf.example/' }),
    ];
    const shared = await make({ name: 'shared', url }, OWNER, 'organization');
    for (const { id } of [one, other, two]) await service.expectStatus(200, on(id, '/default'));
    await service.expectStatus(200, on(shared.id, '/default', undefined, OWNER));
    const rows = (await service.list('/mcp/connections', MEMBER)) as readonly (Json & { isDefault: boolean })[];
    expect(rows.filter(row => row.isDefault).map(row => row.name)).toEqual(['two', 'other', 'shared']);
  });

  test('a connection is switched off and on', async () => {
    const { id } = await make({ url: 'https://a.example/' });
    expect((await on(id, '/enabled', { enabled: false })).json).toMatchObject({ enabled: false });
    expect((await on(id, '/enabled', { enabled: true })).json).toMatchObject({ enabled: true });
    expect((await on(id, '/enabled', {})).json).toEqual(refusal('BAD_REQUEST', 'Enabled field is required'));
  });

  test('a probe dials nothing and says so; it knows the provider’s tools and which of them are allowed', async () => {
    const url = 'https://wellcount.example/';
    const { id } = await make({ url, allowedTools: ['read-runs'] });
    const probed = await service.expectStatus(200, on(id, '/probe'));
    expect(probed).toMatchObject({ connectionId: id, status: 'connected', simulated: true });
    expect(probed).toMatchObject({
      tools: [
        { name: 'list-runs', allowed: false },
        { name: 'read-runs', allowed: true },
        { name: 'write-runs', allowed: false },
      ],
    });
    expect(await service.list('/mcp/connections', MEMBER)).toMatchObject([{ id, status: 'connected' }]);
    expect(await make({ url, connect: true })).toMatchObject({ status: 'connected' });
    expect(await make({ url: 'https://nowhere.invalid/', connect: true })).toMatchObject({ status: 'failed' });
  });

  test.each([
    ['https://a.example/', 200],
    ['http://127.0.0.1:9/', 200],
    ['http://localhost:9/', 200],
    ['http://[::1]:9/', 200],
    ['http://a.example/', 400],
    ['http://127.0.0.1.example/', 400],
    ['http://10.0.0.1/', 400],
    [null, 400],
  ])('a probe of %s answers %i', async (url, status) => {
    const { id } = await make({ url });
    expect((await on(id, '/probe')).status).toBe(status);
  });

  test('the inventory shows Owner and Admin what there is, and nobody else', async () => {
    await make({ name: 'Notebook', url: 'https://folianote.example/secret-path?key=1' });
    const rows = await service.list('/mcp/connections/inventory');
    expect(rows).toMatchObject([
      { name: 'Notebook', ownerId: 2, ownerEmail: 'jonas.brandt@example.org', host: 'folianote.example' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('secret-path');
    expect((await service.ask('GET', '/mcp/connections/inventory', undefined, MEMBER)).json).toMatchObject({
      errorCode: 'INSUFFICIENT_SCOPE',
    });
    expect(await service.list('/mcp/connections/inventory', STRANGER)).toEqual([]);
  });
}
