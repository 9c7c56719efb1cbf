import { expect, test } from 'vitest';

import { requirePresent } from '../../../../shared/assert.ts';
import { MEMBER, OTHER_MEMBER, OWNER, STRANGER, refusal } from '../subject.ts';
import type { Json, Reply, Tester } from '../subject.ts';

interface Provider {
  readonly id: string;
  readonly policy: { readonly version: number; readonly enabled: boolean };
}

interface Browsed {
  readonly items: readonly { readonly name: string; readonly title: string }[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** What an authorization's answers carry. */
interface Started {
  readonly auth_id: string;
  readonly state: string;
  readonly authorization_url: string;
  readonly scopes: readonly string[];
  readonly stand_in: { readonly code: string; readonly issuer: string };
}

/** Section 4.9: the catalog, the organization's policy and signing in at a provider. */
export function providers(service: Tester): void {
  const provider = async (id: string, user = OWNER): Promise<Provider> => {
    const rows = (await service.list('/connections/registry', user)) as unknown as readonly Provider[];
    return requirePresent(
      rows.find(row => row.id === id),
      `the provider ${id}`,
    );
  };

  const allow = (id: string, policy: object, user = OWNER): Promise<Reply> =>
    service.ask('PATCH', `/connections/registry/${id}/policy`, policy, user);

  const start = async (id: string, body: object, user = MEMBER): Promise<Started> => {
    const reply = service.ask('POST', `/connections/${id}/authorization`, body, user);
    return (await service.expectStatus(200, reply)) as unknown as Started;
  };

  const complete = (body: object, user = MEMBER): Promise<Reply> =>
    service.ask('POST', '/connections/oauth/complete', body, user);

  const answerOf = (started: Started) => ({
    auth_id: started.auth_id,
    code: started.stand_in.code,
    state: started.state,
  });

  const session = async (id: string): Promise<Json> =>
    service.expectStatus(200, service.ask('GET', `/connections/authorization-sessions/${id}`, undefined, MEMBER));

  test('everybody reads the catalog of a dozen providers with the organization’s policy', async () => {
    const rows = await service.list('/connections/registry', MEMBER);
    expect(rows).toHaveLength(12);
    expect(await provider('folianote', MEMBER)).toMatchObject({ policy: { enabled: true, version: 1 } });
  });

  test('a policy changes for its organization only, and counts its versions', async () => {
    const changed = await allow('hushline', { enabled: false, accessLevel: 'read', expectedVersion: 1 });
    expect(changed.json).toMatchObject({ id: 'hushline', policy: { enabled: false, accessLevel: 'read', version: 2 } });
    expect(await provider('hushline', MEMBER)).toMatchObject({ policy: { enabled: false, version: 2 } });
    expect(await provider('hushline', STRANGER)).toMatchObject({ policy: { enabled: true, version: 1 } });
  });

  test('a policy that was changed meanwhile is not overwritten', async () => {
    await service.expectStatus(200, allow('hushline', { enabled: false, expectedVersion: 1 }));
    const stale = await allow('hushline', { enabled: true, expectedVersion: 1 });
    expect(stale.status).toBe(409);
    expect(stale.json).toEqual(refusal('VERSION_CONFLICT', /policy has a newer version/));
    expect(await provider('hushline')).toMatchObject({ policy: { enabled: false, version: 2 } });
    await service.expectStatus(200, allow('hushline', { enabled: true }));
  });

  test('a policy is for Owner and Admin, of a known provider, with what that provider has', async () => {
    expect((await allow('hushline', { enabled: false }, MEMBER)).json).toMatchObject({
      errorCode: 'INSUFFICIENT_SCOPE',
    });
    expect((await allow('nobody', { enabled: false })).status).toBe(404);
    for (const body of [
      { allowedConnectionMethods: ['telepathy'] },
      { allowedConnectionMethods: ['custom-endpoint'] },
      { allowedCapabilityGroups: ['samples-read'] },
      { allowedAccountDomains: ['not a domain'] },
      { expectedVersion: 'one' },
    ]) {
      expect((await allow('hushline', body)).status).toBe(400);
    }
    expect(await provider('hushline')).toMatchObject({ policy: { version: 1 } });
  });

  test('what the policy forbids is refused: a provider, a way to connect, addresses of one’s own', async () => {
    const connect = async (url: string) => (await service.ask('POST', '/mcp/connections', { url }, MEMBER)).status;
    await allow('hushline', { enabled: false });
    await allow('dayleaf', { allowedConnectionMethods: ['oauth'] });
    await allow('custom', { customEndpointApproved: false });
    expect(await connect('https://hushline.example/')).toBe(403);
    expect(await connect('https://dayleaf.example/')).toBe(403);
    expect(await connect('https://elsewhere.example/')).toBe(403);
    expect(await connect('https://paperwell.example/')).toBe(200);
    const on = { create_new: true };
    expect((await service.ask('POST', '/connections/hushline/authorization', on, MEMBER)).status).toBe(403);
    expect((await service.ask('POST', '/connections/dayleaf/authorization', on, MEMBER)).status).toBe(200);
  });

  test('the public registry is searched and read page by page, to its end', async () => {
    const names: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const path: string = `/connections/registry/browse?cursor=${next}`;
      const page = (await service.expectStatus(200, service.ask('GET', path, undefined, MEMBER))) as unknown as Browsed;
      expect(page.items.length).toBeGreaterThan(0);
      expect(page.hasMore).toBe(page.nextCursor !== null);
      names.push(...page.items.map(item => item.name));
      next = page.nextCursor;
    }
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
    const found = await service.ask('GET', '/connections/registry/browse?search=FREEZER', undefined, MEMBER);
    expect((found.json as unknown as Browsed).items.map(item => item.title)).toEqual([
      'Frostshelf: orders',
      'Frostshelf: samples',
      'Frostshelf: search',
    ]);
  });

  test('a made-up cursor, or one of another search, is refused', async () => {
    const first = (await service.ask('GET', '/connections/registry/browse')).json as unknown as Browsed;
    const forged = [`cursor=after-zzz`, `cursor=${first.nextCursor}x`, `search=notes&cursor=${first.nextCursor}`];
    for (const query of forged) {
      const reply = await service.ask('GET', `/connections/registry/browse?${query}`);
      expect(reply.json).toEqual(refusal('BAD_REQUEST', 'Cursor is not valid.'));
    }
  });

  test('an authorization begins, waits and ends with a connected account', async () => {
    const body = { create_new: true, provider_id: 'folianote', redirect_uri: 'http://127.0.0.1:9/done', tenant: 'lab' };
    const started = await start('new', body);
    const url = new URL(started.authorization_url);
    expect(url.pathname).toBe(`/simulated-provider/${started.auth_id}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      state: started.state,
      scope: 'pages.read pages.write',
      tenant: 'lab',
      redirect_uri: 'http://127.0.0.1:9/done',
    });
    expect(await session(started.auth_id)).toMatchObject({ status: 'pending', connection_id: null });
    const done = await complete({ ...answerOf(started), issuer: started.stand_in.issuer });
    expect(done.json).toMatchObject({
      status: 'completed',
      connection: { providerId: 'folianote', status: 'connected', accountLabel: 'jonas.brandt@example.org' },
    });
    const [row] = await service.list('/mcp/connections', MEMBER);
    expect(await session(started.auth_id)).toMatchObject({ status: 'completed', connection_id: row?.id });
  });

  test('an existing connection is authorized again, and stays one', async () => {
    const body = { url: 'https://paperwell.example/' };
    const { id } = await service.expectStatus(200, service.ask('POST', '/mcp/connections', body, MEMBER));
    const started = await start(id, { capability_groups: ['library-read'], consent: true, connection_id: id });
    expect(started.scopes).toEqual(['library.read']);
    await service.expectStatus(200, complete(answerOf(started)));
    expect(await service.list('/mcp/connections', MEMBER)).toMatchObject([
      { id, status: 'connected', capabilityGroups: ['library-read'] },
    ]);
    const path = `/connections/${id}/authorization`;
    for (const wrong of [{ connection_id: 'other' }, { provider_id: 'dayleaf' }, { consent: false }]) {
      expect((await service.ask('POST', path, wrong, MEMBER)).status).toBe(400);
    }
    expect((await service.ask('POST', path, {}, OTHER_MEMBER)).status).toBe(404);
  });

  test('a code works once, for whoever began, with its own state and issuer', async () => {
    const started = await start('paperwell', { create_new: true });
    const answer = answerOf(started);
    const other = await start('paperwell', { create_new: true });
    for (const wrong of [
      { ...answer, code: 'guessed' },
      { ...answer, code: other.stand_in.code },
      { ...answer, state: other.state },
      { ...answer, auth_id: 'unknown' },
      { ...answer, issuer: 'https://accounts.dayleaf.example' },
    ]) {
      expect((await complete(wrong)).status).toBe(400);
    }
    expect((await complete(answer, OTHER_MEMBER)).status).toBe(400);
    const path = `/connections/authorization-sessions/${started.auth_id}`;
    expect((await service.ask('GET', path, undefined, OTHER_MEMBER)).status).toBe(404);
    await service.expectStatus(200, complete(answer));
    expect((await complete(answer)).json).toEqual(refusal('BAD_REQUEST', /used before/));
    expect(await service.list('/mcp/connections', MEMBER)).toHaveLength(1);
  });

  test('an authorization that took too long has expired', async () => {
    const started = await start('paperwell', { create_new: true });
    service.subject.advance(10 * 60_000);
    expect(await session(started.auth_id)).toMatchObject({ status: 'expired' });
    expect((await complete(answerOf(started))).json).toEqual(refusal('BAD_REQUEST', /expired/));
    expect(await service.list('/mcp/connections', MEMBER)).toEqual([]);
  });

  test.each([
    ['an unknown provider', 'nobody', { create_new: true }, 404],
    ['a provider without sign-in', 'custom', { create_new: true }, 400],
    ['an unknown group', 'paperwell', { create_new: true, capability_groups: ['x'] }, 400],
    ['a scope of no group', 'paperwell', { create_new: true, scopes: ['samples.read'] }, 400],
    ['an open address to come back to', 'paperwell', { create_new: true, redirect_uri: 'http://a.example/' }, 400],
    ['a script to come back to', 'paperwell', { create_new: true, redirect_uri: 'javascript:alert(1)' }, 400],
  ])('an authorization with %s is refused', async (_, id, body, status) => {
    expect((await service.ask('POST', `/connections/${id}/authorization`, body, MEMBER)).status).toBe(status);
  });

  test('an authorization gives no more than the organization allows', async () => {
    await allow('paperwell', { accessLevel: 'read' });
    expect((await start('paperwell', { create_new: true })).scopes).toEqual(['library.read']);
    const path = '/connections/paperwell/authorization';
    const write = { create_new: true, capability_groups: ['library-write'] };
    expect((await service.ask('POST', path, write, MEMBER)).status).toBe(403);
    const started = await start('paperwell', { create_new: true });
    await allow('paperwell', { allowedAccountDomains: ['elsewhere.example'] });
    expect((await service.ask('POST', path, { create_new: true }, MEMBER)).status).toBe(403);
    // Forbidden while a person was signing in: the policy of the end counts.
    expect((await complete(answerOf(started))).status).toBe(403);
  });
}
