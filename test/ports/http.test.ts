import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createUndiciHttp } from '../../main/node/undici-http.ts';
import { beginFakeHttp, beginRealHttp } from './http-on-trial.ts';
import { httpSuite } from './http.suite.ts';
import { ask, bodyOf, type HttpOnTrial, PATHS } from './http-trial.ts';

httpSuite('undici', beginRealHttp);
httpSuite('fake http', beginFakeHttp);

// What only a real connection can show.

let on: HttpOnTrial;
beforeEach(async () => {
  on = await beginRealHttp();
});
afterEach(() => on.end());

test('an upload that takes longer than the idle limit goes through as long as bytes flow', async () => {
  async function* give(): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < 8; index += 1) {
      await new Promise(resolve => setTimeout(resolve, 200));
      yield Buffer.alloc(64 * 1024, 'x');
    }
  }
  const body = { sizeBytes: 8 * 64 * 1024, chunks: give() };
  const response = await ask(on, PATHS.echo, { method: 'PUT', body, idleMs: 600 });
  expect((await bodyOf(response)).length).toBe(body.sizeBytes);
});

test('a server that refuses early is heard, and the source of the body is let go', async () => {
  const server = createServer((_, response) => void response.writeHead(413, { connection: 'close' }).end('too large'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  let isLetGo = false;
  async function* give(): AsyncGenerator<Uint8Array> {
    try {
      for (let index = 0; index < 1000; index += 1) yield Buffer.alloc(64 * 1024);
    } finally {
      isLetGo = true;
    }
  }
  const body = { sizeBytes: 64_000 * 1024, chunks: give() };
  const response = await ask(on, '', { method: 'PUT', url, body });
  expect([response.status, await bodyOf(response)]).toEqual([413, 'too large']);
  await expect.poll(() => isLetGo).toBe(true);
  server.closeAllConnections();
  server.close();
});

test('the memory of an answer that is lent is given back with each chunk', async () => {
  const response = await ask(on, PATHS.large);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.lend?.() ?? []) chunks.push(chunk);
  const kept = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  expect(chunks.length).toBeGreaterThan(10);
  // The first one came together with the headers.
  expect(kept).toBeLessThan(256 * 1024);
});

test('no more than 16 connections are opened to one origin', async () => {
  let open = 0;
  let most = 0;
  const server = createServer((_, response) => setTimeout(() => response.end('x'), 20));
  server.on('connection', socket => {
    open += 1;
    most = Math.max(most, open);
    socket.on('close', () => (open -= 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  await Promise.all(Array.from({ length: 60 }, async () => bodyOf(await ask(on, '', { url }))));
  expect(most).toBe(16);
  server.closeAllConnections();
  server.close();
});

test('closing breaks off what is under way', async () => {
  const http = createUndiciHttp();
  const sending = ask({ ...on, http }, PATHS.silence);
  await expect.poll(() => on.seen.length).toBe(1);
  await http.close();
  await expect(sending).rejects.toMatchObject({ fault: { kind: 'offline' } });
});
