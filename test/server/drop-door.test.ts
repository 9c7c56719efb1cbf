import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { startWindowServer, type WindowServer } from '../../main/server/window-server.ts';
import { FaultError } from '../../shared/fault.ts';
import type { WindowSession } from '../../shared/rpc/window-session.ts';
import { handlersWith, handTopics } from '../shared/scripted-handlers.ts';
import { enter, type RawAnswer, SESSION_IN_BUILD } from './raw-http.ts';

/** What was taken: ticket, names, announced size, and the bytes or the word `broke off`. */
type Taken = readonly [string, readonly string[], number | null, string];

let folder: string;
let server: WindowServer;
let port: number;
let session: WindowSession;
let taken: Taken[];

beforeEach(async () => {
  taken = [];
  folder = await mkdtemp(join(tmpdir(), 'benchtop-drops-'));
  await mkdir(join(folder, 'build'), { recursive: true });
  await writeFile(join(folder, 'build/index.html'), `<!doctype html>${SESSION_IN_BUILD}`);
  server = await startWindowServer({
    port: 0,
    buildFolder: join(folder, 'build'),
    handlers: handlersWith({}),
    topics: handTopics(),
    drops: {
      take: async (ticket, path, { sizeBytes, chunks }) => {
        if (ticket === 'full') throw new FaultError({ kind: 'disk-full', path: path.join('/') });
        taken.push([ticket, path, sizeBytes, await textOf(chunks)]);
        return path.join('/');
      },
    },
  });
  port = Number(new URL(server.url).port);
  session = await enter(server.url);
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  try {
    for await (const chunk of chunks) text += new TextDecoder().decode(chunk);
    return text;
  } catch {
    return 'broke off';
  }
}

const ours = (): Record<string, string> => ({ Origin: `http://127.0.0.1:${port}` });

function put(
  at: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  pass = session.pass,
): Promise<RawAnswer> {
  const path = `${at}?pass=${pass}`;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'PUT', headers, agent: false });
    sent.on('error', reject);
    sent.on('response', (answer: { statusCode?: number; headers: IncomingHttpHeaders } & NodeJS.ReadableStream) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.end(body);
  });
}

test('the bytes of a file come in with their names, whatever their type says', async () => {
  const answer = await put('/drop/t1/run%207/a%20%2525.csv', 'one,two', { ...ours(), 'Content-Length': '7' });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([201, { at: 'run 7/a %25.csv' }]);
  await put('/drop/t1/b.json', '{}', { ...ours(), 'Content-Type': 'application/json', 'Content-Length': '2' });
  expect(taken).toEqual([
    ['t1', ['run 7', 'a %25.csv'], 7, 'one,two'],
    ['t1', ['b.json'], 2, '{}'],
  ]);
});

test('many megabytes come in without being held in memory as one', async () => {
  const big = 'x'.repeat(9_000_000);
  const answer = await put('/drop/t1/big.bin', big, { ...ours(), 'Content-Type': 'application/octet-stream' });
  expect(answer.status).toBe(201);
  expect(taken[0]?.[3].length).toBe(big.length);
});

test('dots and slashes in an address reach nothing: each name is one name', async () => {
  await put('/drop/t1/a/..%2f..%2fetc', 'x', ours());
  expect(taken).toEqual([['t1', ['a', '../../etc'], 1, 'x']]);
  for (const path of ['/drop/t1', '/drop/t1/', '/drop//a', '/drop/t1/a//b', '/drop/t1/%zz'])
    expect([400, 404]).toContain((await put(path, 'x', ours())).status);
  expect(taken.length).toBe(1);
});

test('a refusal is said as a fault', async () => {
  const answer = await put('/drop/full/a.csv', 'x', ours());
  expect([answer.status, JSON.parse(answer.text)]).toEqual([422, { fault: { kind: 'disk-full', path: 'a.csv' } }]);
});

test.each([
  ['without a session', () => ({ headers: ours(), pass: '' })],
  ['with the secret in the place of the pass', () => ({ headers: ours(), pass: session.secret })],
  ['from another page', () => ({ headers: { Origin: 'https://evil.example.org' }, pass: session.pass })],
  ['from no page', () => ({ headers: {}, pass: session.pass })],
  ['for another host', () => ({ headers: { ...ours(), Host: 'evil.example.org' }, pass: session.pass })],
])('nothing is taken %s', async (_, wrong) => {
  const { headers, pass } = wrong();
  expect((await put('/drop/t1/a.csv', 'x', headers, pass)).status).toBe(403);
  expect(taken).toEqual([]);
});

test('only what is dropped may be put', async () => {
  expect((await put('/assets/a.js', 'x', ours())).status).toBe(403);
  expect((await put('/dropped/t1/a.js', 'x', ours())).status).toBe(403);
});
