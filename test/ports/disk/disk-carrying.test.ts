import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createUndiciHttp, type RoutedHttp } from '../../../main/node/net/undici-http.ts';
import { createNodeDisk } from '../../../main/node/node-disk.ts';
import type { Disk, Root } from '../../../main/ports/disk.ts';
import type { HttpRoute } from '../../../main/ports/http.ts';
import { SECOND } from '../../../shared/units.ts';
import { DYING_THREAD, dieIn, liveIn } from '../../setup/dying/dying.ts';
import { beginFakeHttp, beginRealHttp } from '../http/http-on-trial.ts';
import { type CarryingOnTrial, carryingSuite } from './suite/disk-carrying.ts';
import { beginFakeDisk, beginRealDisk } from './suite/disk-on-trial.ts';
import { ABC, entryOf, expectFault, expectKind, fresh } from './suite/disk-trial.ts';

carryingSuite('real disk whose threads carry', () => beginCarrying(beginRealHttp, () => beginInThreads(0)));
carryingSuite('real disk, few files at a time', () => beginCarrying(beginRealHttp, () => beginInThreads(10)));
carryingSuite('fake disk', () => beginCarrying(beginFakeHttp, ({ http }) => beginFakeDisk(http)));

const DIRECTLY: HttpRoute = { proxy: 'none', certificates: null };

async function beginInThreads(few: number): ReturnType<typeof beginRealDisk> {
  const http = createUndiciHttp();
  const on = await beginRealDisk({ isInThreads: true, carrying: { http, few, many: 0 } });
  const end = async (): Promise<void> => {
    await on.end();
    await http.close();
  };
  return { ...on, end };
}

type Line = Awaited<ReturnType<typeof beginRealHttp>>;

async function beginCarrying(
  beginLine: () => Promise<Line>,
  beginDisk: (line: Line) => ReturnType<typeof beginRealDisk>,
): Promise<CarryingOnTrial> {
  const line = await beginLine();
  const on = await beginDisk(line);
  const end = async (): Promise<void> => {
    await on.end();
    await line.end();
  };
  return { ...on, line, end };
}

// What only threads can show.

/** A root on a disk whose threads can be made to die, and reach servers by a route that a test may change. */
async function inThreads(): Promise<{ disk: Disk; root: Root; data: string; http: RoutedHttp }> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-carrying-')));
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-data-')));
  const http = createUndiciHttp();
  await http.take(DIRECTLY);
  const disk = createNodeDisk(data, { entry: DYING_THREAD, http, few: 0, many: 0 });
  onTestFinished(async () => {
    await Promise.all([disk.close(), http.close()]);
    for (const folder of [base, data]) rmSync(folder, { recursive: true });
  });
  const marker = '11111111-1111-4111-8111-111111111111';
  await disk.mark(base, marker);
  return { disk, root: { path: base, marker, volume: (await disk.inspect(base)).volume }, data, http };
}

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function receive({ disk, root }: { disk: Disk; root: Root }, url: string) {
  const into = await disk.stage(root, 's1');
  const came = into.receive?.({ url, sizeBytes: 3, idleMs: 10 * SECOND, onCame: () => undefined });
  return { into, came: came ?? Promise.reject(new Error('It receives nothing')) };
}

const DIED = { kind: 'bug', detail: 'The disk thread ended: exit code 7' } as const;

test('a thread that dies while it receives a file is a fault of that file, and the next try receives it', async () => {
  const on = await inThreads();
  let asked = 0;
  const url = await serving((_, response) => {
    asked += 1;
    if (asked > 1) return void response.end('abc');
    response.writeHead(200, { 'content-length': '3' }).write('a');
    return dieIn(on.data);
  });
  const { into, came } = await receive(on, url);
  await expectFault(came, DIED);
  liveIn(on.data);
  await into.discard();
  expect(await (await receive(on, url)).came).toMatchObject({ finished: { sha256: ABC } });
  await on.disk.place(on.root, fresh('s1', 'a.csv'));
  expect(asked).toBe(2);
});

test('a thread that dies while it sends a file is a fault of that file, though the server may have it', async () => {
  const on = await inThreads();
  writeFileSync(join(on.root.path, 'a.csv'), 'one');
  const bodies: string[] = [];
  const url = await serving((request, response) => {
    let body = '';
    request.on('data', chunk => (body += String(chunk)));
    request.on('end', () => {
      bodies.push(body);
      if (bodies.length > 1) response.end();
      else dieIn(on.data);
    });
  });
  const { fingerprint } = await entryOf(on, 'a.csv');
  const send = () => on.disk.send?.(on.root, 'a.csv', { url, headers: {}, fingerprint, idleMs: 10 * SECOND });
  await expectFault(send() ?? Promise.resolve(), DIED);
  liveIn(on.data);
  expect(await send()).toMatchObject({ status: 200 });
  expect(bodies).toEqual(['one', 'one']);
});

test('a disk that is closed ends what it carries', async () => {
  const on = await inThreads();
  const reached = Promise.withResolvers<void>();
  const url = await serving(() => reached.resolve());
  const { came } = await receive(on, url);
  const ended = expectKind(came, 'bug');
  await reached.promise;
  await on.disk.close();
  await ended;
});

test('files are carried by the way to the network that holds at that moment', async () => {
  const on = await inThreads();
  const proxy = await serving(({ url = '' }, response) =>
    response.end(url.startsWith('http://far.invalid/') ? 'abc' : ''),
  );
  const far = 'http://far.invalid/a.csv';
  await on.http.take({ proxy, certificates: null });
  const { into, came } = await receive(on, far);
  expect(await came).toMatchObject({ finished: { sha256: ABC } });
  await into.discard();
  await on.http.take(DIRECTLY);
  await expectKind((await receive(on, far)).came, 'offline');
  await on.http.take({ proxy, certificates: null });
  expect(await (await receive(on, far)).came).toMatchObject({ finished: { sha256: ABC } });
});

test('of a few files at a time none waits for a thread to load HTTP, of many the rest is carried by the thread', async () => {
  const on = await inThreads();
  const http = createUndiciHttp();
  let here = 0;
  const counted: RoutedHttp = {
    ...http,
    send: request => {
      here += 1;
      return http.send(request);
    },
  };
  const disk = createNodeDisk(on.data, { http: counted, few: 2, many: 0 });
  onTestFinished(async () => void (await Promise.all([disk.close(), http.close()])));
  const all = Promise.withResolvers<void>();
  let asked = 0;
  const url = await serving((_, response) => {
    if ((asked += 1) === 5) all.resolve();
    void all.promise.then(() => response.end('abc'));
  });
  const names = ['s1', 's2', 's3', 's4', 's5'];
  const received = names.map(async name => {
    const into = await disk.stage(on.root, name);
    return into.receive?.({ url, sizeBytes: 3, idleMs: 10 * SECOND, onCame: () => undefined });
  });
  for (const came of await Promise.all(received)) expect(came).toMatchObject({ finished: { sha256: ABC } });
  expect(here).toBe(2);
});

test('a disk without a way to the network carries nothing', async () => {
  const on = await beginRealDisk({ isInThreads: true });
  onTestFinished(() => on.end());
  expect(on.disk.send).toBeUndefined();
  expect((await on.disk.stage(on.root, 's1')).receive).toBeUndefined();
});
