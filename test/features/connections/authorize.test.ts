import { expect, test } from 'vitest';

import { createLoopbackDoors } from '../../../main/node/net/loopback-door.ts';
import type { CallbackServers } from '../../../main/ports/callback-server.ts';
import type { AuthorizationOutcome } from '../../../shared/features/connections/model.ts';
import { connectionTexts as texts } from '../../../shared/features/connections/text.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import { HandDoors, newService, settled, stage } from './connections-stage.ts';

// The provider is invented: the test plays the browser and asks the service for the code (`stand_in`).

const WISH = { connection: null, provider: 'folianote', groups: ['pages-read'], tenant: null };

interface Started {
  readonly auth_id: string;
  readonly state: string;
  readonly redirect: string | null;
  readonly stand_in: { readonly code: string; readonly issuer: string };
}

function begun(change: (answer: Started & Record<string, unknown>) => object = answer => answer) {
  const callbackServers = new HandDoors();
  const service = newService();
  const seen: Started[] = [];
  const handle = service.fake.handle.bind(service.fake);
  service.fake.handle = request => {
    const answer = handle(request);
    if (!request.url.endsWith('/authorization') || answer.status !== 200) return answer;
    const started = JSON.parse(new TextDecoder().decode(answer.body)) as Started & Record<string, unknown>;
    const url = new URL(String(started['authorization_url']));
    seen.push({ ...started, redirect: url.searchParams.get('redirect_uri') });
    return { ...answer, body: new TextEncoder().encode(JSON.stringify(change(started))) };
  };
  const all = stage(0, callbackServers, service);
  const { handlers } = all;
  /** Begins, and follows how it ends without waiting for it. */
  const begin = async (wish: Parameters<(typeof handlers)['connections.authorize']>[0] = WISH) => {
    const start = await handlers['connections.authorize'](wish);
    const ended: (AuthorizationOutcome | Error)[] = [];
    void handlers['connections.outcome']({ ticket: start.ticket }).then(
      outcome => ended.push(outcome),
      (error: Error) => ended.push(error),
    );
    const session = seen.at(-1);
    if (session === undefined) throw new Error('nothing was begun');
    const right = { state: session.state, code: session.stand_in.code, iss: session.stand_in.issuer };
    return { ...start, ended, session, right };
  };
  const list = async () => (await handlers['connections.list']({ scope: null, archived: true })).connections;
  return { ...all, callbackServers, seen, begin, list };
}

test('who comes back with the right state and code is connected, and it is read back', async () => {
  const { begin, callbackServers, list, clock } = begun();
  const { url, until, right, ended, session } = await begin();
  expect(new URL(url).pathname).toBe(`/simulated-provider/${session.auth_id}`);
  expect(session.redirect).toBe(callbackServers.opened[0]?.url);
  expect(Date.parse(until) - clock.now()).toBe(5 * MINUTE);
  expect(callbackServers.visit(right)).toBe(texts.authorizing.back.done.title);
  await settled();
  const [connection] = await list();
  expect(ended).toEqual([{ name: 'connected', connection }]);
  expect(connection).toMatchObject({ provider: 'folianote', status: 'connected', groups: ['pages-read'] });
  expect(callbackServers.opened[0]?.isClosed).toBe(true);
});

test('an existing connection is authorized anew and stays the same one', async () => {
  const { begin, callbackServers, list } = begun();
  const first = await begin();
  callbackServers.visit(first.right);
  await settled();
  const [{ id } = { id: '' }] = await list();
  const second = await begin({ ...WISH, connection: id, groups: ['pages-read', 'pages-write'] });
  callbackServers.visit(second.right);
  await settled();
  expect(second.ended).toMatchObject([
    { name: 'connected', connection: { id, groups: ['pages-read', 'pages-write'] } },
  ]);
  expect(await list()).toHaveLength(1);
});

test.each([
  ['another state', { state: 'made-up' }],
  ['no state', { state: '' }],
])("somebody else's answer with %s connects nothing, and the code stays unused", async (_, wrong) => {
  const { begin, callbackServers, list, logged, asked } = begun();
  const { right, ended } = await begin();
  expect(callbackServers.visit({ ...right, ...wrong })).toBe(texts.authorizing.back.stopped.title);
  await settled();
  expect(ended).toEqual([{ name: 'mismatch' }]);
  expect(await list()).toEqual([]);
  expect(asked.filter(each => each.includes('complete'))).toEqual([]);
  expect(logged.map(({ event }) => event)).toContain('connections.mismatch');
});

test('a no at the provider is told in its words, which may be anything', async () => {
  const { begin, callbackServers } = begun();
  const { session, ended } = await begin();
  const page = callbackServers.visit({
    state: session.state,
    error: 'access_denied',
    error_description: 'x'.repeat(10_000),
  });
  expect(page).toBe(texts.authorizing.back.refused.title);
  await settled();
  expect(ended).toEqual([{ name: 'refused', message: 'x'.repeat(300) }]);
});

test('a code that the service does not take connects nothing', async () => {
  const { begin, callbackServers, list } = begun();
  const { right, ended } = await begin();
  callbackServers.visit({ ...right, code: 'another' });
  await settled();
  expect(ended).toEqual([{ name: 'refused', message: 'The code is not valid.' }]);
  expect(await list()).toEqual([]);
});

test('who comes back without a code is nobody', async () => {
  const { begin, callbackServers } = begun();
  const { session, ended } = await begin();
  callbackServers.visit({ state: session.state });
  await settled();
  expect(ended).toEqual([{ name: 'refused', message: null }]);
});

test('given up, it is over: the door closes, and who comes later is too late', async () => {
  const { begin, callbackServers, handlers, list } = begun();
  const { ticket, right, ended } = await begin();
  await handlers['connections.giveUp']({ ticket });
  callbackServers.visit(right);
  await settled();
  expect(ended).toEqual([{ name: 'over' }]);
  expect(callbackServers.opened[0]?.isClosed).toBe(true);
  expect(await list()).toEqual([]);
});

test('nobody came within five minutes: it is over [S48]', async () => {
  const { begin, callbackServers, clock } = begun();
  const { ended } = await begin();
  await clock.pass(5 * MINUTE);
  expect(ended).toEqual([{ name: 'over' }]);
  expect(callbackServers.opened[0]?.isClosed).toBe(true);
});

test('another one ends the one before', async () => {
  const { begin, callbackServers, handlers } = begun();
  const first = await begin();
  const second = await begin();
  await settled();
  expect(first.ended).toEqual([{ name: 'over' }]);
  await expect(handlers['connections.outcome']({ ticket: first.ticket })).rejects.toThrow('is over');
  callbackServers.visit(second.right);
  await settled();
  expect(second.ended).toMatchObject([{ name: 'connected' }]);
});

test('the window was closed meanwhile: what the person finishes in the browser counts', async () => {
  const { callbackServers, handlers, seen, list } = begun();
  await handlers['connections.authorize'](WISH);
  const [{ state, stand_in } = { state: '', stand_in: { code: '' } }] = seen;
  callbackServers.visit({ state, code: stand_in.code });
  await settled();
  expect(await list()).toMatchObject([{ status: 'connected' }]);
});

test('a service that ends it on a page of its own is noticed', async () => {
  const { begin, clock, service } = begun();
  const { session, ended } = await begin();
  const { auth_id, state, stand_in } = session;
  service.fake.handle({
    method: 'POST',
    url: `${service.fake.baseUrl}/connections/oauth/complete`,
    headers: { 'x-api-key': service.fake.users[0]?.apiKey ?? '', 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify({ auth_id, state, code: stand_in.code })),
  });
  await clock.pass(2 * SECOND);
  expect(ended).toMatchObject([{ name: 'connected', connection: { provider: 'folianote' } }]);
});

test.each([
  [{ status: 'Expired' }, { name: 'expired' }],
  [
    { status: 'denied', message: 'Not you' },
    { name: 'refused', message: 'Not you' },
  ],
])('a session that says %o ends as %o', async (body, outcome) => {
  const { begin, clock, trouble } = begun();
  const { ended } = await begin();
  trouble.of = ({ path }) => (path.includes('authorization-sessions') ? { status: 200, body } : null);
  await clock.pass(2 * SECOND);
  expect(ended).toEqual([outcome]);
});

test('a session that nobody answers for is looked at again, and one with an unknown word goes on', async () => {
  const { begin, clock, trouble, callbackServers } = begun();
  const { ended, right } = await begin();
  let looks = 0;
  const answers = ['no-connection', { status: 500 }, { status: 200, body: { status: 'pondering' } }] as const;
  trouble.of = ({ path }) => (path.includes('authorization-sessions') ? (answers[Math.min(looks++, 2)] ?? null) : null);
  await clock.pass(30 * SECOND);
  expect([looks > 3, ended]).toEqual([true, []]);
  trouble.of = () => null;
  callbackServers.visit(right);
  await settled();
  expect(ended).toMatchObject([{ name: 'connected' }]);
});

test('an answer to completing that was lost is made up for by what the session says', async () => {
  const { begin, trouble, callbackServers } = begun();
  const { ended, right } = await begin();
  trouble.of = ({ path }) => (path.includes('complete') ? 'lost-answer' : null);
  callbackServers.visit(right);
  await settled();
  expect(ended).toMatchObject([{ name: 'connected' }]);
});

test.each<readonly [string, (answer: Record<string, unknown>) => object, string]>([
  ['no address', ({ authorization_url: _, ...rest }) => rest, 'did not say where'],
  [
    'an address without protection',
    answer => altered(answer, url => (url.host = 'accounts.example')),
    'not safe to open',
  ],
  ['an address that is a program', answer => ({ ...answer, authorization_url: 'javascript:alert(1)' }), 'not safe'],
  ['an address with a name', answer => altered(answer, url => (url.username = 'accounts')), 'not safe to open'],
  ['two states', answer => altered(answer, url => url.searchParams.set('state', 'other')), 'nothing was begun'],
  [
    'no state',
    ({ state: _, ...answer }) => altered(answer, url => url.searchParams.delete('state')),
    'nothing was begun',
  ],
  [
    'a challenge that gives its secret away',
    answer => altered(answer, url => url.searchParams.set('code_challenge', 'x')),
    'not safe to open',
  ],
])('a service that names %s is not followed, and no door stays open', async (_, change, said) => {
  const { begin, callbackServers } = begun(answer => change(answer as unknown as Record<string, unknown>));
  await expect(begin()).rejects.toThrow(said);
  expect(callbackServers.opened.map(({ isClosed }) => isClosed)).toEqual([true]);
});

function altered(answer: Record<string, unknown>, change: (url: URL) => unknown): object {
  const url = new URL(String(answer['authorization_url']));
  change(url);
  return { ...answer, authorization_url: url.href };
}

test('a service may name the state in the address alone, and a challenge of its own that keeps its secret', async () => {
  const { begin, callbackServers } = begun(({ state: _, ...answer }) =>
    altered(answer, url => {
      url.searchParams.set('code_challenge', 'x');
      url.searchParams.set('code_challenge_method', 'S256');
    }),
  );
  const { right, ended } = await begin();
  callbackServers.visit(right);
  await settled();
  expect(ended).toMatchObject([{ name: 'connected' }]);
});

test.each([
  [403, 'do not allow this'],
  [404, 'does not show this connection'],
  [429, 'busy'],
  [500, 'failing'],
])('a %i when it begins is told in a sentence, and no door stays open', async (status, said) => {
  const { begin, callbackServers, trouble } = begun();
  trouble.of = ({ method }) => (method === 'POST' ? { status } : null);
  await expect(begin()).rejects.toThrow(said);
  expect(callbackServers.opened.every(({ isClosed }) => isClosed)).toBe(true);
});

test('code, state and address of an authorization are in no log, in no record and in no address that is asked [S45]', async () => {
  const { begin, callbackServers, logged, kept, asked } = begun();
  const [one, two] = [await begin(), await begin()];
  callbackServers.visit({ ...two.right, code: 'wrong-code' });
  await settled();
  const traces = JSON.stringify([logged, [...kept], asked]);
  const secrets = [one, two].flatMap(({ session, url }) => [session.state, session.stand_in.code, url]);
  expect(secrets.filter(secret => traces.includes(secret))).toEqual([]);
});

test('at the real door: a stranger with a wrong state stops it, and the one who was meant finds nobody', async () => {
  const callbackServers = createLoopbackDoors();
  let door = '';
  const noting: CallbackServers = {
    ...callbackServers,
    open: async welcome => {
      const opened = await callbackServers.open(welcome);
      door = opened.url;
      return opened;
    },
  };
  const { handlers } = stage(0, noting);
  const { ticket } = await handlers['connections.authorize'](WISH);
  const page = await (await fetch(`${door}?state=guess&code=theirs`)).text();
  expect(page).toContain(texts.authorizing.back.stopped.title);
  expect(await handlers['connections.outcome']({ ticket })).toEqual({ name: 'mismatch' });
  await expect(fetch(`${door}?state=right&code=mine`)).rejects.toThrow(/fetch failed/);
});

test('a Benchtop without a door says so', async () => {
  const { handlers } = stage(0, null);
  await expect(handlers['connections.authorize'](WISH)).rejects.toThrow('cannot authorize through a browser');
});
