import fc from 'fast-check';
import { expect, test } from 'vitest';

import { FaultError, toFault } from '../../shared/fault.ts';
import { connect } from '../../shared/rpc/rpc-client.ts';
import { serve } from '../../shared/rpc/rpc-server.ts';
import type { StopSignal } from '../../shared/stop-signal.ts';
import { type Transport, transportPair } from '../../shared/rpc/transport.ts';
import { runs } from '../setup/run/effort.ts';
import { handlersWith, handTopics } from './scripted-handlers.ts';

test('a call reaches its handler with its input and brings the answer back', async () => {
  const seen: unknown[] = [];
  const { client } = piped(
    handlersWith({
      'activity.page': async input => {
        seen.push(input);
        return [];
      },
    }),
  );
  expect(await client.call('activity.page', { before: null, limit: 10 })).toEqual([]);
  expect(seen).toEqual([{ before: null, limit: 10 }]);
});

test('answers find their own calls when they come in another order', async () => {
  const release: (() => void)[] = [];
  const { client } = piped(
    handlersWith({
      'files.locate': ({ path }) => new Promise(resolve => release.push(() => resolve({ mirror: path, folder: null }))),
    }),
  );
  const first = client.call('files.locate', { path: 'first' });
  const second = client.call('files.locate', { path: 'second' });
  await turns();
  release.reverse().forEach(go => go());
  expect(await Promise.all([first, second])).toEqual([
    { mirror: 'first', folder: null },
    { mirror: 'second', folder: null },
  ]);
});

test('what a handler throws arrives as the same fault', async () => {
  const fault = { kind: 'disk-full', path: 'Plates/plate7.csv' } as const;
  const { client } = piped(
    handlersWith({
      'sync.checkNow': async () => {
        throw new FaultError(fault);
      },
    }),
  );
  expect(await faultOf(client.call('sync.checkNow', null))).toEqual(fault);
});

test('a mistake of ours arrives as a bug without its stack', async () => {
  const { client } = piped(
    handlersWith({
      'sync.pause': async () => {
        throw new TypeError('x is not a function');
      },
    }),
  );
  expect(await faultOf(client.call('sync.pause', null))).toEqual({
    kind: 'bug',
    detail: 'TypeError: x is not a function',
  });
});

test('an input that breaks the contract never reaches the handler', async () => {
  const { client } = piped(handlersWith({}));
  const fault = await faultOf(client.call('activity.page', { before: null, limit: 501 }));
  expect(fault).toMatchObject({ kind: 'bad-request', detail: "Nothing was done. 'limit' must be at most 500." });
});

test.each(['constructor', '__proto__', 'files.everything'])('a call named %s is refused', async name => {
  const { client } = piped(handlersWith({}));
  expect(await faultOf(client.call(name as 'sync.pause', null))).toMatchObject({ kind: 'bad-request' });
});

test('an answer that JSON cannot say is a fault, and the next call works', async () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const { client } = piped(
    handlersWith({ 'mirrors.list': async () => loop as never, 'settings.all': async () => ({ settleMs: '2000' }) }),
  );
  expect(await faultOf(client.call('mirrors.list', null))).toMatchObject({ kind: 'bug' });
  expect(await client.call('settings.all', null)).toEqual({ settleMs: '2000' });
});

test('a subscriber hears the latest value at once and every later one, until it leaves', async () => {
  const { client, topics } = piped(handlersWith({}));
  topics.publish('conflicts.count', 1);
  topics.publish('conflicts.count', 2);
  const heard: number[] = [];
  const leave = client.on('conflicts.count', value => heard.push(value));
  await turns();
  topics.publish('conflicts.count', 3);
  await turns();
  leave();
  leave();
  await turns();
  topics.publish('conflicts.count', 4);
  await turns();
  expect(heard).toEqual([2, 3]);
  expect(topics.count()).toBe(0);
});

test('two listeners in one window cost one subscription, and the second hears the value kept', async () => {
  const { client, topics } = piped(handlersWith({}));
  topics.publish('files.revision', 7);
  const heard: string[] = [];
  const leaveFirst = client.on('files.revision', value => heard.push(`first ${value}`));
  await turns();
  client.on('files.revision', value => heard.push(`second ${value}`));
  leaveFirst();
  await turns();
  topics.publish('files.revision', 8);
  await turns();
  expect(heard).toEqual(['first 7', 'second 7', 'second 8']);
  expect(topics.count()).toBe(1);
});

test('a window that goes away leaves no subscription behind', async () => {
  const { client, topics } = piped(handlersWith({}));
  client.on('files.revision', () => undefined);
  client.on('conflicts.count', () => undefined);
  await turns();
  expect(topics.count()).toBe(2);
  client.close();
  await turns();
  expect(topics.count()).toBe(0);
});

test('when the pipe ends, calls under way and later calls are rejected as offline', async () => {
  const { client, far } = piped(handlersWith({ 'sync.pause': () => new Promise<null>(() => undefined) }));
  const underWay = faultOf(client.call('sync.pause', null));
  await turns();
  far.close();
  expect(await underWay).toMatchObject({ kind: 'offline' });
  expect(await faultOf(client.call('sync.pause', null))).toMatchObject({ kind: 'offline' });
});

test('a call that is abandoned ends its work and nobody else’s, and its late answer is passed over', async () => {
  const work: { signal: StopSignal | undefined; give: (pages: []) => void }[] = [];
  const { client } = piped(
    handlersWith({
      'activity.page': (_, signal) => new Promise(give => work.push({ signal, give })),
      'settings.all': async () => ({}),
    }),
  );
  const stop = new AbortController();
  const abandoned = client.call('activity.page', { before: null, limit: 1 }, stop.signal);
  const other = client.call('activity.page', { before: null, limit: 1 });
  await turns();
  stop.abort();
  await expect(abandoned).rejects.toBe(stop.signal.reason);
  await turns();
  expect(work.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  for (const { give } of work) give([]);
  expect(await other).toEqual([]);
  expect(await client.call('settings.all', null)).toEqual({});
});

test('a window that hangs up ends what was done for its answers', async () => {
  const work: (StopSignal | undefined)[] = [];
  const { client } = piped(handlersWith({ 'activity.page': (_, signal) => new Promise(() => void work.push(signal)) }));
  void client.call('activity.page', { before: null, limit: 1 }).catch(() => undefined);
  await turns();
  client.close();
  await turns();
  expect(work.map(signal => signal?.aborted)).toEqual([true]);
});

test('no garbage stops the serving side', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.string(), fc.json(), sentenceLike()), { maxLength: 20 }), async texts => {
      const [near, far] = transportPair();
      serve(far, handlersWith({ 'settings.all': async () => ({}) }), handTopics());
      for (const text of texts) near.send(text);
      expect(await connect(near).call('settings.all', null)).toEqual({});
    }),
    { seed: 20261120, numRuns: runs(200) },
  );
});

test('no garbage stops the window', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.string(), fc.json(), sentenceLike()), { maxLength: 20 }), async texts => {
      const [near, far] = transportPair();
      const client = connect(near);
      for (const text of texts) far.send(text);
      serve(far, handlersWith({ 'sync.resume': async () => null }), handTopics());
      await turns();
      expect(await client.call('sync.resume', null)).toBeNull();
    }),
    { seed: 20261121, numRuns: runs(200) },
  );
});

/** Objects that look like our sentences and are wrong somewhere. Ids are negative: no real call has one. */
function sentenceLike(): fc.Arbitrary<string> {
  return fc
    .record(
      {
        kind: fc.constantFrom('call', 'reply', 'fault', 'topic', 'listen', 'abandon', 'other'),
        id: fc.oneof(fc.integer({ max: -1 }), fc.string()),
        name: fc.oneof(fc.constantFrom('sync.pause', 'files.revision', '__proto__'), fc.integer()),
        wanted: fc.oneof(fc.boolean(), fc.string()),
        input: fc.anything(),
        fault: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map(value => JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner)));
}

function piped(handlers: Parameters<typeof serve>[1]) {
  const [near, far]: readonly [Transport, Transport] = transportPair();
  const topics = handTopics();
  serve(far, handlers, topics);
  return { client: connect(near), topics, far };
}

async function faultOf(answer: Promise<unknown>) {
  return answer.then(
    () => null,
    (thrown: unknown) => toFault(thrown),
  );
}

/** Lets everything that is ready to run do so. */
async function turns(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
}
