import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createLine } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { MIB, MINUTE } from '../../../shared/units.ts';
import { InFlight, OneWay, RequestsUnderWay } from './line.ts';
import { LineProxy } from './line-proxy.ts';
import { limited, limitOf, RequestLimit, soonestMs } from './request-limit.ts';

/** Time that moves only when it is told to. */
class Hand {
  #nowMs = 0;
  #alarms: { readonly atMs: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#nowMs;
  }

  after(ms: number, run: () => void): void {
    this.#alarms.push({ atMs: this.#nowMs + ms, run });
  }

  pass(ms: number): void {
    this.#nowMs += ms;
    const due = this.#alarms.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#alarms = this.#alarms.filter(({ atMs }) => atMs > this.#nowMs);
    for (const { run } of due) run();
  }
}

const servers: (Server | ReturnType<typeof createServer>)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server | ReturnType<typeof createServer>): Promise<number> {
  servers.push(server);
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

test('bytes arrive half a round trip after the line has taken them', () => {
  const way = new OneWay({ roundTripMs: 100, bytesPerSecond: 1000 });
  expect(way.arrivalOf(10, 0)).toBe(60);
  // A line that was idle begins when it is asked to.
  expect(way.arrivalOf(10, 500)).toBe(560);
});

test('what several connections send at once goes one after the other', () => {
  const way = new OneWay({ roundTripMs: 100, bytesPerSecond: 1000 });
  expect([way.arrivalOf(100, 0), way.arrivalOf(100, 0), way.arrivalOf(100, 50)]).toEqual([150, 250, 350]);
});

test('what is under way arrives when it is due, and never before what was sent earlier', () => {
  const hand = new Hand();
  const inFlight = new InFlight(hand);
  const arrived: string[] = [];
  inFlight.send(100, () => arrived.push('first'));
  inFlight.send(50, () => arrived.push('second'));
  inFlight.send(120, () => arrived.push('third'));
  hand.pass(99);
  expect(arrived).toEqual([]);
  hand.pass(1);
  expect(arrived).toEqual(['first', 'second']);
  hand.pass(20);
  expect(arrived).toEqual(['first', 'second', 'third']);
});

test('requests that wait are counted with how long they waited', () => {
  const hand = new Hand();
  const underWay = new RequestsUnderWay(hand);
  underWay.begin();
  hand.pass(10);
  underWay.begin();
  hand.pass(10);
  underWay.end();
  expect(underWay.taken()).toEqual({ most: 2, waitedMs: 30 });
  hand.pass(5);
  expect(underWay.taken()).toEqual({ most: 1, waitedMs: 5 });
});

test('a page comes over the line byte for byte in both directions, and no request stays under way', async () => {
  const echo: RequestListener = (request, response) => {
    response.writeHead(200, { 'content-length': request.headers['content-length'] });
    request.pipe(response);
  };
  const port = await portOf(createServer(echo));
  const proxy = new LineProxy({ roundTripMs: 2, bytesPerSecond: 1e9 }, { host: '127.0.0.1', port });
  const line = await portOf(createLine({ allowHalfOpen: true }, proxy.accept));
  const sent = Buffer.alloc(3 * MIB + 1, 'line');
  const answer = await fetch(`http://127.0.0.1:${line}/`, { method: 'POST', body: sent });
  expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), sent)).toBe(0);
  proxy.underWay.taken();
  expect(proxy.underWay.taken()).toEqual({ most: 0, waitedMs: 0 });
});

test('a client hears that the server behind the line has broken off', async () => {
  const port = await portOf(createServer(request => request.socket.destroy()));
  const proxy = new LineProxy({ roundTripMs: 0, bytesPerSecond: 1e9 }, { host: '127.0.0.1', port });
  const line = await portOf(createLine({ allowHalfOpen: true }, proxy.accept));
  await expect(fetch(`http://127.0.0.1:${line}/`)).rejects.toThrow('fetch failed');
});

test('so many requests are granted in each span, which begins with the first one', () => {
  const hand = new Hand();
  const limit = new RequestLimit({ requests: 2, eachMs: MINUTE }, () => hand.now());
  hand.pass(MINUTE / 2);
  const took = [limit.take(), limit.take(), limit.take()];
  hand.pass(MINUTE - 1);
  took.push(limit.take());
  hand.pass(1);
  expect([...took, limit.take()]).toEqual([0, 0, 60, 1, 0]);
});

test.each([
  [0, 0],
  [300, 0],
  [301, MINUTE],
  [2045, 6 * MINUTE],
])('%i requests take at least %i ms', (requests, ms) => {
  expect(soonestMs(requests, limitOf('300/60000'))).toBe(ms);
});

test('a server with a limit refuses what counts beyond it, and tells how long to wait', async () => {
  const refusal = {
    status: 429,
    type: 'text/plain',
    body: 'too many',
    isFor: ({ url = '' }: { readonly url?: string | undefined }) => url.startsWith('/api/'),
  };
  const answer: RequestListener = (_, response) => void response.end('here');
  const port = await portOf(createServer(limited(answer, limitOf('1/60000'), refusal)));
  const ask = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'x' });
    return [reply.status, reply.headers.get('retry-after'), await reply.text()];
  };
  expect([await ask('/api/a'), await ask('/api/a'), await ask('/objects/1')]).toEqual([
    [200, null, 'here'],
    [429, '60', 'too many'],
    [200, null, 'here'],
  ]);
});

test('a limit that is none is refused', () => {
  expect(() => limitOf('many')).toThrow('“many” is no limit');
});
