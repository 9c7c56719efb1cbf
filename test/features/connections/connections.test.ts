import { expect, test } from 'vitest';

import type { Handlers, Input } from '../../../shared/contract.ts';
import type { ConnectionInfo, ProviderPolicy } from '../../../shared/features/connections/model.ts';
import { newService, stage } from './connections-stage.ts';

const JONAS = 1;
const INES = 4;
const SECRET = 'Bearer canary-4711';

const NEW: Input<'connections.add'> = {
  scope: 'user',
  name: 'Plate robot',
  url: 'https://robot.lab.example/mcp',
  transport: null,
  headers: { Authorization: SECRET },
  allowedTools: null,
  enabled: true,
  connect: false,
};

function lab(user?: number) {
  const all = stage(user);
  const { handlers } = all;
  const list = async () => (await handlers['connections.list']({ scope: null, archived: true })).connections;
  const policyOf = async (id: string): Promise<ProviderPolicy> => {
    const { providers } = await handlers['connections.catalogue']({});
    const policy = providers.find(each => each.id === id)?.policy ?? null;
    if (policy === null) throw new Error('no policy');
    return policy;
  };
  return {
    ...all,
    add: (change: Partial<typeof NEW> = {}) => handlers['connections.add']({ ...NEW, ...change }),
    list,
    policyOf,
  };
}

function seenOf({ name, url, transport, allowedTools }: ConnectionInfo) {
  return { name, url, transport, allowedTools };
}

test('a connection is added, edited, tried, made the default, switched and removed, each read back', async () => {
  const { handlers, add, list } = lab();
  const made = await add();
  expect(made).toMatchObject({ name: 'Plate robot', scope: 'user', headers: ['Authorization'], status: 'unverified' });
  const which = { id: made.id, scope: made.scope };
  const edited = await handlers['connections.edit']({
    ...which,
    seen: seenOf(made),
    change: { name: 'Robot 2', allowedTools: ['list'], transport: 'sse' },
  });
  expect(edited).toMatchObject({
    headersForgotten: false,
    connection: { name: 'Robot 2', allowedTools: ['list'], transport: 'sse', headers: ['Authorization'] },
  });
  const probed = await handlers['connections.probe'](which);
  expect(probed).toMatchObject({ probe: { status: 'connected' }, connection: { status: 'connected' } });
  expect(probed.probe.tools).toContainEqual({ name: 'read', allowed: false });
  expect(await handlers['connections.setDefault'](which)).toMatchObject({ isDefault: true });
  expect(await handlers['connections.setEnabled']({ ...which, enabled: false })).toMatchObject({ enabled: false });
  expect(await handlers['connections.remove'](which)).toBeNull();
  expect(await handlers['connections.list']({ scope: null, archived: false })).toEqual({
    isThere: true,
    connections: [],
  });
  expect(await list()).toMatchObject([{ id: made.id, headers: [], archivedAt: expect.any(String) }]);
  await expect(handlers['connections.setDefault'](which)).rejects.toThrow('does not show this connection');
  await expect(handlers['connections.remove']({ ...which, id: 'nobody' })).rejects.toThrow('does not show this');
});

test('what a header carries is in no answer, no log and no record', async () => {
  const { handlers, add, list, logged, kept, asked } = lab();
  const made = await add();
  await handlers['connections.probe']({ id: made.id, scope: made.scope });
  await expect(add({ headers: { Authorization: `${SECRET}\n` } })).rejects.toThrow(/^(?!.*canary)/);
  const answers = [await list(), await handlers['connections.inventory']({})];
  expect(JSON.stringify([made, answers, logged, [...kept], asked])).not.toContain('canary');
});

test('even a service that tells what a header carries, or a token beside it, gives it to nobody here', async () => {
  const { handlers, trouble } = lab();
  const told = {
    id: 'c1',
    name: 'Robot',
    headers: { 'X-Key': SECRET },
    accessToken: SECRET,
    region: 'north',
    retries: 3,
    quota: { left: 1 },
    status: 'pondering',
    scope: 'team',
    transport: 'pigeon',
    ownerId: 'seven',
  };
  trouble.of = () => ({ status: 200, body: { items: [told] } });
  const { connections } = await handlers['connections.list']({ scope: null, archived: false });
  expect(connections).toMatchObject([
    {
      headers: ['X-Key'],
      status: 'pondering',
      scope: 'team',
      transport: 'pigeon',
      owner: null,
      more: [
        { name: 'region', value: 'north' },
        { name: 'retries', value: '3' },
      ],
    },
  ]);
  expect(JSON.stringify(connections)).not.toContain('canary');
});

test('at another server nobody gets the headers of the old one', async () => {
  const { handlers, add } = lab();
  const made = await add();
  const which = { id: made.id, scope: made.scope, seen: seenOf(made) };
  const near = await handlers['connections.edit']({ ...which, change: { url: 'https://robot.lab.example/v2' } });
  expect(near).toMatchObject({ headersForgotten: false, connection: { headers: ['Authorization'] } });
  const seen = seenOf(near.connection);
  const far = await handlers['connections.edit']({ ...which, seen, change: { url: 'https://other.example/mcp' } });
  expect(far).toMatchObject({ headersForgotten: true, connection: { headers: [], url: 'https://other.example/mcp' } });
});

test.each([
  [{ url: 'ftp://robot.example' }, 'begins with https'],
  [{ url: 'robot' }, 'begins with https'],
  [{ url: 'https://mira:pass@robot.example/' }, 'Put secrets into headers'],
  [{ headers: { 'a b': 'x' } }, 'no name of a header'],
  [{ headers: { Key: 'ä' } }, 'no header can carry'],
  [{ headers: { Key: '' } }, 'is empty'],
])('%o is refused before anything is sent', async (change, said) => {
  const { add, asked } = lab();
  await expect(add(change)).rejects.toThrow(said);
  expect(asked).toEqual([]);
});

test('two people who edit one connection: only what both changed is refused to the later one', async () => {
  const { handlers, add } = lab();
  const made = await add({ scope: 'organization' });
  const which = { id: made.id, scope: made.scope };
  await handlers['connections.edit']({ ...which, seen: seenOf(made), change: { name: 'Faster' } });
  const late = { ...which, seen: seenOf(made) };
  await expect(handlers['connections.edit']({ ...late, change: { name: 'Slower' } })).rejects.toThrow(
    'the name is “Faster” now. Nothing was overwritten',
  );
  const other = await handlers['connections.edit']({ ...late, change: { allowedTools: ['read'] } });
  expect(other.connection).toMatchObject({ name: 'Faster', allowedTools: ['read'] });
});

test('an answer that was lost is made up for by what is read, and what is not shown is not told as done', async () => {
  const { handlers, add, trouble, list } = lab();
  trouble.of = ({ method }) => (method === 'POST' ? 'lost-answer' : null);
  const made = await add();
  expect(made.name).toBe('Plate robot');
  const which = { id: made.id, scope: made.scope };
  expect(await handlers['connections.setDefault'](which)).toMatchObject({ isDefault: true });
  trouble.of = ({ method }) => (method === 'PATCH' ? 'lost-answer' : null);
  // Another value under the same name is not to be seen.
  const change = { headers: { Authorization: 'another' } };
  await expect(handlers['connections.edit']({ ...which, seen: seenOf(made), change })).rejects.toThrow(
    'does not show the change',
  );
  trouble.of = ({ method }) => (method === 'GET' ? null : { status: 200, body: { id: made.id } });
  await expect(handlers['connections.setEnabled']({ ...which, enabled: false })).rejects.toThrow('does not show it');
  await expect(handlers['connections.remove'](which)).rejects.toThrow('does not show it');
  trouble.of = ({ method }) => (method === 'GET' ? null : 'no-connection');
  await expect(add({ name: 'Other' })).rejects.toThrow('does not show the change');
  trouble.of = () => null;
  expect(await list()).toMatchObject([{ name: 'Plate robot', enabled: true }]);
});

test('who is a plain member may not change what is the organization’s, and does not see everybody’s', async () => {
  const service = newService();
  const mira = stage(0, null, service).handlers;
  const jonas = stage(JONAS, null, service).handlers;
  const made = await mira['connections.add']({ ...NEW, scope: 'organization' });
  const which = { id: made.id, scope: made.scope };
  const seen = seenOf(made);
  for (const refusal of [
    () => jonas['connections.add']({ ...NEW, scope: 'organization' }),
    () => jonas['connections.edit']({ ...which, seen, change: { name: 'Mine' } }),
    () => jonas['connections.setDefault'](which),
    () => jonas['connections.setEnabled']({ ...which, enabled: false }),
    () => jonas['connections.probe'](which),
    () => jonas['connections.remove'](which),
  ]) {
    await expect(refusal()).rejects.toThrow('do not allow this. Nothing was changed.');
  }
  expect(await jonas['connections.inventory']({})).toEqual({ mayLook: false, connections: [] });
  expect(await mira['connections.inventory']({})).toMatchObject({
    mayLook: true,
    connections: [{ name: 'Plate robot', ownerEmail: 'mira.halden@example.org', host: 'robot.lab.example' }],
  });
  const { connections } = await jonas['connections.list']({ scope: 'organization', archived: false });
  expect(connections).toMatchObject([{ name: 'Plate robot', enabled: true }]);
});

test('the catalogue says what is allowed, and the public registry is read page by page', async () => {
  const { handlers } = lab();
  const { providers } = await handlers['connections.catalogue']({});
  expect(providers).toHaveLength(12);
  expect(providers[0]).toMatchObject({ id: 'folianote', methods: ['oauth', 'api-key'], policy: { enabled: true } });
  const first = await handlers['connections.browse']({ search: '', cursor: null });
  const second = await handlers['connections.browse']({ search: '', cursor: first.next });
  expect([first.servers.length, second.servers.length]).toEqual([10, 10]);
  expect(second.servers[0]).not.toEqual(first.servers[0]);
  const found = await handlers['connections.browse']({ search: 'FOLIANOTE', cursor: null });
  expect([found.servers.length, found.next]).toEqual([2, null]);
});

test('a registry whose cursor never changes comes to an end', async () => {
  const { handlers, trouble } = lab();
  trouble.of = () => ({ status: 200, body: { items: [{ name: 'x' }], nextCursor: 'again', hasMore: true } });
  expect(await handlers['connections.browse']({ search: '', cursor: 'again' })).toMatchObject({ next: null });
});

test('owners and admins change what is allowed, and a faster one with something else does not stand in the way', async () => {
  const mira = lab();
  const seen = await mira.policyOf('wellcount');
  const changed = await mira.handlers['connections.setPolicy']({
    provider: 'wellcount',
    seen,
    change: { accessLevel: 'read', domains: ['halden.example'] },
  });
  expect(changed.policy).toMatchObject({ accessLevel: 'read', domains: ['halden.example'], enabled: true });
  // The last seen state is old now, but the next change is to another field, so it is accepted.
  const late = { provider: 'wellcount', seen };
  const next = await mira.handlers['connections.setPolicy']({ ...late, change: { groups: ['runs-read'] } });
  expect(next.policy).toMatchObject({ groups: ['runs-read'], accessLevel: 'read' });
  await expect(
    mira.handlers['connections.setPolicy']({ ...late, change: { domains: ['other.example'] } }),
  ).rejects.toThrow('the domains of accounts is halden.example now. Nothing was overwritten');
});

test('somebody who is faster between reading and changing makes us read again; for ever, and we stop', async () => {
  const service = newService();
  const mira = stage(0, null, service);
  const ines = stage(INES, null, service).handlers;
  const policyOf = async () => {
    const { providers } = await ines['connections.catalogue']({});
    return providers.find(each => each.id === 'wellcount')?.policy as ProviderPolicy;
  };
  const seen = await policyOf();
  let times = 1;
  mira.trouble.of = ({ method }) => {
    if (method !== 'PATCH' || times-- <= 0) return null;
    // Ines is faster with something else, at this very moment.
    asInes(service.fake, { customEndpointApproved: times % 2 === 0 });
    return null;
  };
  const wanted = { provider: 'wellcount', seen, change: { enabled: false } };
  expect(await mira.handlers['connections.setPolicy'](wanted)).toMatchObject({ policy: { enabled: false } });
  expect(mira.asked.filter(each => each.startsWith('PATCH'))).toHaveLength(2);
  times = 1000;
  const again = { provider: 'wellcount', seen: await policyOf(), change: { enabled: true } };
  await expect(mira.handlers['connections.setPolicy'](again)).rejects.toThrow('Others keep changing');
  expect(mira.asked.filter(each => each.startsWith('PATCH'))).toHaveLength(6);
  expect(await policyOf()).toMatchObject({ enabled: false });
});

function asInes(fake: ReturnType<typeof newService>['fake'], body: object): void {
  fake.handle({
    method: 'PATCH',
    url: `${fake.baseUrl}/connections/registry/wellcount/policy`,
    headers: { 'x-api-key': fake.users[INES]?.apiKey ?? '', 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
}

test('words of a policy that nobody here knows are told as they are, and go back as they came', async () => {
  const { handlers, trouble } = lab();
  const policy = { enabled: true, allowedConnectionMethods: ['oauth', 'saml'], accessLevel: 'execute', version: 7 };
  const provider = { id: 'x', name: 'X', policy };
  trouble.of = () => ({ status: 200, body: [provider] });
  const { providers } = await handlers['connections.catalogue']({});
  const [first] = providers;
  expect(first?.policy).toMatchObject({ methods: ['oauth', 'saml'], accessLevel: 'execute', groups: null });
  let sent = 0;
  trouble.of = ({ method }) => {
    if (method === 'PATCH') sent += 1;
    const now = { ...policy, allowedConnectionMethods: sent > 0 ? ['saml'] : ['oauth', 'saml'] };
    return { status: 200, body: method === 'PATCH' ? {} : [{ ...provider, policy: now }] };
  };
  const wanted = { provider: 'x', seen: first?.policy as ProviderPolicy, change: { methods: ['saml'] } };
  expect(await handlers['connections.setPolicy'](wanted)).toMatchObject({ policy: { methods: ['saml'] } });
});

const WHICH = { id: 'c1', scope: null };
const SEEN = { name: 'x', url: null, transport: null, allowedTools: null };
const POLICY = { enabled: true, methods: [], groups: [], customEndpoint: true, domains: [], accessLevel: 'read' };
const CALLS: readonly (readonly [string, (handlers: ReturnType<typeof stage>['handlers']) => Promise<unknown>])[] = [
  ['list', on => on['connections.list']({ scope: null, archived: false })],
  ['catalogue', on => on['connections.catalogue']({})],
  ['browse', on => on['connections.browse']({ search: '', cursor: null })],
  ['inventory', on => on['connections.inventory']({})],
  ['add', on => on['connections.add'](NEW)],
  ['edit', on => on['connections.edit']({ ...WHICH, seen: SEEN, change: { name: 'y' } })],
  ['remove', on => on['connections.remove'](WHICH)],
  ['setDefault', on => on['connections.setDefault'](WHICH)],
  ['setEnabled', on => on['connections.setEnabled']({ ...WHICH, enabled: true })],
  ['probe', on => on['connections.probe'](WHICH)],
  ['setPolicy', on => on['connections.setPolicy']({ provider: 'x', seen: POLICY, change: { enabled: false } })],
];
const QUIET = new Set(['list', 'catalogue', 'inventory']);

test.each(CALLS)('%s says 403, 404, 429 and 500 in words, and nothing as done', async (name, ask) => {
  const said = async (status: number): Promise<string> => {
    const { handlers, trouble } = lab();
    trouble.of = () => ({ status, body: { messages: ['No.'] } });
    return ask(handlers as Handlers).then(
      answer => JSON.stringify(answer),
      (error: Error) => error.message,
    );
  };
  const forbidden = name === 'inventory' ? '"mayLook":false' : 'Nothing was changed. The service said: “No.”';
  expect(await said(403)).toContain(forbidden);
  const absent = QUIET.has(name) ? 'false' : 'This service has no connections.';
  expect(await said(404)).toContain(absent);
  expect(await said(429)).toContain('busy');
  expect(await said(500)).toContain('failing');
});
