import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createUndiciHttp } from '../../../main/node/net/undici-http.ts';
import { MIB } from '../../../shared/units.ts';
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

test('the memory of a long answer that is lent is used again for each chunk', async () => {
  const response = await ask(on, PATHS.large);
  const memory = new Set<ArrayBufferLike>();
  let length = 0;
  for await (const chunk of response.lend?.() ?? []) {
    memory.add(chunk.buffer);
    length += chunk.byteLength;
  }
  const kept = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(length).toBe(3 * MIB);
  // One chunk of what came in one turn, and the first one, which came together with the headers.
  expect(kept).toBeLessThanOrEqual(MIB + 256 * 1024);
});

test('what came of a long answer before it is read again is lent together', async () => {
  let goOn = (): void => undefined;
  const { url, end } = await served(async socket => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 * MIB}\r\nconnection: close\r\n\r\n`);
    await new Promise<void>(resolve => (goOn = resolve));
    socket.write(MIB_OF);
    socket.write(MIB_OF);
  });
  const response = await ask(on, '', { url });
  goOn();
  let chunks = 0;
  for await (const _ of response.lend?.() ?? []) {
    chunks += 1;
    // By then as much came as may wait.
    await sleep(30);
  }
  // One by one they would be more than thirty.
  expect(chunks).toBeLessThan(8);
  end();
});

const MIB_OF = Buffer.alloc(MIB, 'x');

/** A server that does nothing but what it is told, once a client has connected. */
async function served(serve: (socket: Socket) => unknown): Promise<{ readonly url: string; end(): void }> {
  const server = createTcpServer(socket => {
    socket.on('error', () => undefined);
    socket.once('data', () => void serve(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`, end: () => void server.close() };
}

test('a lent answer that is read by turns, slower than it comes and faster, arrives whole, and so does the next', async () => {
  const pieces = 3;
  let goOn = (): void => undefined;
  const { url, end } = await served(async socket => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${pieces * MIB}\r\nconnection: close\r\n\r\n`);
    for (let piece = 0; piece < pieces; piece += 1) {
      socket.write(MIB_OF);
      await new Promise<void>(resolve => (goOn = resolve));
    }
  });
  for (let round = 0; round < 2; round += 1) {
    const response = await ask(on, '', { url });
    let length = 0;
    // As much came as may wait; then nothing does.
    await sleep(30);
    for await (const chunk of response.lend?.() ?? []) {
      length += chunk.byteLength;
      if (length % MIB > 0) continue;
      goOn();
      await sleep(30);
    }
    expect(length).toBe(pieces * MIB);
  }
  end();
});

test.each([
  ['whole by its length is whole', 0, 'whole'],
  ['not whole by its length is offline', 1, 'offline'],
])('an answer that is %s when its connection goes before all was read', async (_, missing, outcome) => {
  const { url, end } = await served(socket => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${MIB + missing}\r\n\r\n`);
    socket.write(MIB_OF, () => socket.destroy());
  });
  const response = await ask(on, '', { url });
  // As much came as may wait, and then the end.
  await sleep(50);
  const told = bodyOf(response).then(
    text => (text.length === MIB ? 'whole' : 'another length'),
    (thrown: { readonly fault: { readonly kind: string } }) => thrown.fault.kind,
  );
  expect(await told).toBe(outcome);
  end();
});

test.each(['content-length: ', 'content-length: 0x0', 'content-length: 0\r\ntransfer-encoding: chunked'])(
  'an answer that breaks off is not whole because of a length that is none (%j)',
  async header => {
    const { url, end } = await served(socket => {
      socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`, () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
    const answer = ask(on, '', { url }).then(bodyOf);
    await expect(answer).rejects.toMatchObject({ fault: { kind: 'offline' } });
    end();
  },
);

test('a question that meets a connection the server just closed is asked on another one', async () => {
  let connections = 0;
  const { url, end } = await served(socket => {
    connections += 1;
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    socket.once('data', () => socket.destroy());
  });
  for (let round = 0; round < 3; round += 1) {
    expect(await bodyOf(await ask(on, '', { url }))).toBe('ok');
    // From then on its connection counts as free.
    await sleep(20);
  }
  expect(connections).toBe(3);
  end();
});

test.each([
  ['GET', 2],
  ['POST', 1],
  ['PUT', 1],
  ['PATCH', 1],
  ['DELETE', 1],
] as const)(
  'a %s that no connection answers is sent %i times, and the service is offline then',
  async (method, times) => {
    let asked = 0;
    const { url, end } = await served(socket => {
      asked += 1;
      socket.destroy();
    });
    await expect(ask(on, '', { url, method })).rejects.toMatchObject({ fault: { kind: 'offline' } });
    expect(asked).toBe(times);
    end();
  },
);

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
