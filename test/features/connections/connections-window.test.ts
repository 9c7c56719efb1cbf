import { beforeEach, expect, test, vi } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { type Failure, FaultError } from '../../../shared/fault.ts';
import type { AuthorizationOutcome, ConnectionInfo, ProviderInfo } from '../../../shared/features/connections/model.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';
import { toastText } from '../../renderer/last-toast.ts';

beforeEach(() => vi.resetModules());

const ROBOT: ConnectionInfo = {
  id: 'c1',
  name: 'Robot',
  scope: 'user',
  owner: 1,
  provider: 'custom',
  url: 'https://robot.example/',
  transport: 'sse',
  headers: ['Key'],
  allowedTools: null,
  enabled: true,
  isDefault: false,
  status: 'connected',
  account: null,
  groups: [],
  createdAt: null,
  updatedAt: null,
  archivedAt: null,
  more: [],
};
const POLICY = { enabled: true, methods: [], groups: [], customEndpoint: true, domains: [], accessLevel: 'read' };
const PROVIDER: ProviderInfo = {
  id: 'p1',
  name: 'Folianote',
  category: null,
  description: null,
  methods: ['oauth'],
  groups: [],
  policy: POLICY,
};
const LIST = { isThere: true, connections: [ROBOT] };

/** A window whose engine answers like this, with everything it is asked noted. */
async function started(given: Partial<Handlers>, signedIn = true) {
  const asked: string[] = [];
  const noting = Object.fromEntries(
    Object.entries(given).map(([name, handler]) => [
      name,
      (input: never) => {
        asked.push(name);
        return (handler as (input: never) => Promise<unknown>)(input);
      },
    ]),
  );
  const side = farSide(handlersWith(noting));
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const list = await import('../../../renderer/features/connections/stores/list.ts');
  const offers = await import('../../../renderer/features/connections/stores/offers.ts');
  const authorizing = await import('../../../renderer/features/connections/stores/authorizing.ts');
  const there = await import('../../../renderer/features/connections/stores/has-connections.ts');
  const { useSession } = await import('../../../renderer/state/session.ts');
  const signIn = (organization: string): void =>
    side.topics.publish('account.session', {
      name: 'ready',
      service: 'https://kb.example',
      organization,
      organizationId: organization,
    });
  if (signedIn) signIn('Halden Lab');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  if (signedIn) await vi.waitUntil(() => useSession.getState().value?.name === 'ready');
  const { useConnections: store } = list;
  return { side, asked, list, offers, authorizing, there, signIn, state: () => store.getState() };
}

/** A promise that a test settles. */
function byHand<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>(done => (resolve = done));
  return { promise, resolve };
}

const fails = (fault: Failure) => async (): Promise<never> => {
  throw new FaultError(fault);
};

test('a change is read back before it is on show, and nothing moves before', async () => {
  let isOn = true;
  const { list, state, asked } = await started({
    'connections.list': async () => ({ isThere: true, connections: [{ ...ROBOT, enabled: isOn }] }),
    'connections.setEnabled': async ({ enabled }) => {
      isOn = enabled;
      return { ...ROBOT, enabled };
    },
  });
  await list.readConnections();
  const change = list.switchConnection(ROBOT, false);
  expect(state()).toMatchObject({ changing: 'c1', connections: [{ enabled: true }] });
  expect(await toastText()).toBeNull();
  await change;
  expect(state()).toMatchObject({ changing: null, connections: [{ enabled: false }] });
  expect(await toastText()).toBe('“Robot” is off.');
  expect(asked).toEqual(['connections.list', 'connections.setEnabled', 'connections.list']);
});

const PROBED = { status: 'connected', message: null, tools: [], checkedAt: null };

test('what came of a try is told once the next thing can be done', async () => {
  const read = byHand<typeof LIST>();
  let reads = 0;
  const { list, state } = await started({
    'connections.list': () => (++reads === 1 ? Promise.resolve(LIST) : read.promise),
    'connections.probe': async () => ({ connection: ROBOT, probe: PROBED }),
  });
  await list.readConnections();
  const trying = list.probeConnection(ROBOT);
  await vi.waitUntil(() => reads === 2);
  expect(state()).toMatchObject({ changing: 'c1', probed: null });
  read.resolve(LIST);
  await trying;
  expect(state()).toMatchObject({ changing: null, probed: { name: 'Robot', probe: { status: 'connected' } } });
});

test.each<readonly [Failure, string]>([
  [{ kind: 'offline', detail: 'ENETUNREACH' }, 'so nothing was changed'],
  [{ kind: 'busy', retryAfterMs: 2400 }, 'asked us to wait 3 s. Nothing was changed'],
  [{ kind: 'bad-request', detail: 'Somebody changed this meanwhile.' }, 'Somebody changed this meanwhile.'],
])('a change that %j stopped is not shown as done, and nothing is promised for later', async (fault, said) => {
  const { list, state } = await started({
    'connections.list': async () => LIST,
    'connections.setDefault': fails(fault),
  });
  await list.makeDefault(ROBOT);
  expect(state()).toMatchObject({ changing: null, connections: [{ isDefault: false }] });
  expect(await toastText()).toBeNull();
  expect(state().fault).toMatchObject({ kind: 'bad-request', detail: expect.stringContaining(said) });
});

test('what a header carries goes to the engine and stays in no store', async () => {
  const add = vi.fn<Handlers['connections.add']>(async () => ROBOT);
  const { list, state } = await started({ 'connections.list': async () => LIST, 'connections.add': add });
  const headers = { Key: 'canary' };
  const stopped = await list.addConnection({
    ...{ scope: 'user', name: 'Robot', url: 'https://robot.example/', transport: null },
    ...{ headers, allowedTools: null, enabled: true, connect: true },
  });
  expect(stopped).toBeNull();
  expect(add.mock.calls[0]).toMatchObject([{ headers }]);
  expect(JSON.stringify(state())).not.toContain('canary');
  expect(await toastText()).toBe('“Robot” was added.');
});

test('an edit that moved it to another server says that its headers are forgotten', async () => {
  const edit = vi.fn<Handlers['connections.edit']>(async () => ({ connection: ROBOT, headersForgotten: true }));
  const { list } = await started({ 'connections.list': async () => LIST, 'connections.edit': edit });
  expect(await list.editConnection(ROBOT, { url: 'https://other.example/' })).toBeNull();
  expect(edit.mock.calls[0]).toMatchObject([{ id: 'c1', seen: { url: ROBOT.url }, change: {} }]);
  expect(await toastText()).toContain('headers of the old one were forgotten');
});

test('a service without connections is learnt once, and asked again after somebody else signed in', async () => {
  const { there, asked, signIn } = await started({
    'connections.list': async () => ({ isThere: false, connections: [] }),
  });
  await there.learnConnections();
  await there.learnConnections();
  expect([there.useConnectionsThere.getState().isThere, asked.length]).toEqual([false, 1]);
  signIn('Weir Group');
  await vi.waitUntil(() => there.useConnectionsThere.getState().isThere === null);
});

test('nobody is asked while nobody is signed in', async () => {
  const { there, asked } = await started({}, false);
  await there.learnConnections();
  expect(asked).toEqual([]);
});

test('what was read for one organization is forgotten with it, and an answer that comes late is passed over', async () => {
  const { promise, resolve } = byHand<typeof LIST>();
  const { list, state, signIn } = await started({ 'connections.list': () => promise });
  const reading = list.readConnections();
  signIn('Weir Group');
  await vi.waitUntil(() => !state().isReading);
  resolve(LIST);
  await reading;
  expect(state()).toMatchObject({ connections: null, fault: null });
});

test('what came of a try or a change in one organization is not told in the next one', async () => {
  const tried = byHand<{ connection: ConnectionInfo; probe: typeof PROBED }>();
  const switched = byHand<ConnectionInfo>();
  const { asked, list, state, signIn } = await started({
    'connections.list': async () => LIST,
    'connections.probe': () => tried.promise,
    'connections.setEnabled': () => switched.promise,
  });
  for (const [ask, next, end] of [
    [() => list.probeConnection(ROBOT), 'Weir Group', () => tried.resolve({ connection: ROBOT, probe: PROBED })],
    [() => list.switchConnection(ROBOT, false), 'Halden Lab', () => switched.resolve(ROBOT)],
  ] as const) {
    const work = ask();
    expect(state().changing).toBe('c1');
    signIn(next);
    await vi.waitUntil(() => state().changing === null);
    end();
    await work;
    expect(state()).toMatchObject({ changing: null, probed: null, fault: null });
  }
  expect(asked).not.toContain('connections.list');
});

test('the registry is read page by page, and an older search never answers a newer one', async () => {
  const first = byHand<void>();
  const server = (name: string) => ({
    name,
    title: name,
    description: null,
    version: null,
    transport: null,
    url: null,
  });
  const { offers } = await started({
    'connections.browse': async ({ search, cursor }) => {
      if (search === 'slow') await first.promise;
      return { servers: [server(`${search} ${cursor ?? 0}`)], next: cursor === null ? '1' : null };
    },
  });
  const slow = offers.findServers('slow');
  await offers.findServers('quick');
  first.resolve();
  await slow;
  await offers.moreServers();
  await offers.moreServers();
  const { servers, next } = offers.useRegistry.getState();
  expect([servers.map(({ name }) => name), next]).toEqual([['quick 0', 'quick 1'], null]);
});

test('a policy that somebody else changed is read again, and ours is not shown as done', async () => {
  const { offers, asked } = await started({
    'connections.catalogue': async () => ({ isThere: true, providers: [PROVIDER] }),
    'connections.setPolicy': fails({ kind: 'bad-request', detail: 'Somebody changed this meanwhile.' }),
  });
  expect(await offers.setPolicy(PROVIDER, { enabled: false })).toMatchObject({ kind: 'bad-request' });
  expect(await toastText()).toBeNull();
  await vi.waitUntil(() => asked.includes('connections.catalogue'));
});

const START = { ticket: 't1', url: 'https://accounts.example/', until: '2026-11-22T12:05:00.000Z' };
const WISH = { connection: null, provider: 'p1', groups: null, tenant: null };

function authorization(outcome: () => Promise<AuthorizationOutcome>) {
  const giveUp = vi.fn<Handlers['connections.giveUp']>(async () => null);
  const given = {
    'connections.list': async () => LIST,
    'connections.authorize': async () => START,
    'connections.outcome': outcome,
    'connections.giveUp': giveUp,
  };
  return { given, giveUp };
}

test('an authorization is waited for, and connected is what the engine says', async () => {
  const { promise, resolve } = byHand<AuthorizationOutcome>();
  const { authorizing } = await started(authorization(() => promise).given);
  const onConnected = vi.fn<() => void>();
  const ended = authorizing.beginAuthorization(WISH, onConnected);
  await vi.waitUntil(() => authorizing.useAuthorizing.getState().start !== null);
  expect(onConnected).not.toHaveBeenCalled();
  resolve({ name: 'connected', connection: { ...ROBOT, account: 'ada@example.org' } });
  await ended;
  expect(onConnected).toHaveBeenCalledOnce();
  expect(authorizing.useAuthorizing.getState()).toMatchObject({ start: null, ended: null });
  expect(await toastText()).toBe('“Robot” is connected with the account ada@example.org.');
});

test('whoever puts it away gives it up, and what comes later is passed over', async () => {
  const { promise, resolve } = byHand<AuthorizationOutcome>();
  const { given, giveUp } = authorization(() => promise);
  const { authorizing } = await started(given);
  const onConnected = vi.fn<() => void>();
  const ended = authorizing.beginAuthorization(WISH, onConnected);
  await vi.waitUntil(() => authorizing.useAuthorizing.getState().start !== null);
  authorizing.leaveAuthorization();
  resolve({ name: 'over' });
  await ended;
  await vi.waitUntil(() => giveUp.mock.calls.length === 1);
  expect(onConnected).not.toHaveBeenCalled();
  expect(authorizing.useAuthorizing.getState()).toEqual({ isStarting: false, start: null, ended: null, fault: null });
});

test('an end without a connection, and a fault, are told where it was asked', async () => {
  const { authorizing } = await started(authorization(async () => ({ name: 'mismatch' })).given);
  await authorizing.beginAuthorization(WISH, () => undefined);
  expect(authorizing.useAuthorizing.getState()).toMatchObject({ start: null, ended: { name: 'mismatch' } });
});

test('an engine that ended while it was waited for is told as that', async () => {
  const { authorizing, side } = await started(authorization(() => new Promise(() => undefined)).given);
  const ended = authorizing.beginAuthorization(WISH, () => undefined);
  await vi.waitUntil(() => authorizing.useAuthorizing.getState().start !== null);
  side.answer('fail');
  side.breakPipe();
  await ended;
  expect(authorizing.useAuthorizing.getState()).toMatchObject({
    start: null,
    fault: { kind: 'bad-request', detail: expect.stringContaining('Benchtop does not answer') },
  });
});
