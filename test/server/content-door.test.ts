import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Content } from '../../main/items/content/content-grants.ts';
import { contentHeaders, partOf } from '../../main/server/content-door.ts';
import { startWindowServer, type WindowServer } from '../../main/server/window-server.ts';
import { FaultError } from '../../shared/fault.ts';
import type { WindowSession } from '../../shared/rpc/window-session.ts';
import { handlersWith, handTopics } from '../shared/scripted-handlers.ts';
import { ask, enter, type RawAnswer, SESSION_IN_BUILD } from './raw-http.ts';

let folder: string;
let server: WindowServer;
let port: number;
let session: WindowSession;

function contentOf(name: string, text: string): Content {
  const bytes = new TextEncoder().encode(text);
  return {
    name,
    sizeBytes: bytes.length,
    async *read(from, to) {
      if (name === 'changed.csv') throw new FaultError({ kind: 'stale', detail: 'changed' });
      yield bytes.subarray(from, to);
    },
  };
}

const KNOWN: ReadonlyMap<string, Content> = new Map([
  ['table', contentOf('plate 7 – µ.csv', 'well,ct\n')],
  ['drawing', contentOf('gel.SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['page', contentOf('report.html', '<script>1</script>')],
  ['nothing', contentOf('empty.csv', '')],
  ['changed', contentOf('changed.csv', 'old')],
]);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchtop-content-'));
  await mkdir(join(folder, 'build'), { recursive: true });
  await writeFile(join(folder, 'build/index.html'), `<!doctype html>${SESSION_IN_BUILD}`);
  server = await startWindowServer({
    port: 0,
    buildFolder: join(folder, 'build'),
    handlers: handlersWith({}),
    topics: handTopics(),
    contents: { find: id => KNOWN.get(id) ?? null },
  });
  port = Number(new URL(server.url).port);
  session = await enter(server.url);
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function get(id: string, headers: Readonly<Record<string, string>> = {}, pass = session.pass): Promise<RawAnswer> {
  return ask({ port, path: `/content/${id}?pass=${pass}`, headers });
}

test('bytes come as bytes, to be saved and never to be run [S25]', async () => {
  const { status, headers, text } = await get('table');
  expect([status, text]).toEqual([200, 'well,ct\n']);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '8',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  });
  expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('plate 7 – µ.csv')}`);
});

test.each([
  ['drawing', 'image/svg+xml'],
  ['page', 'application/octet-stream'],
])('what could carry a script is in a sandbox without any: %s [S24, S25]', async (id, type) => {
  const { headers } = await get(id);
  expect(headers['content-type']).toBe(type);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain('sandbox;');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('allow-');
});

test('a part is answered with that part [S25]', async () => {
  const { status, headers, text } = await get('table', { Range: 'bytes=5-6' });
  expect([status, text, headers['content-range']]).toEqual([206, 'ct', 'bytes 5-6/8']);
  expect(await get('table', { Range: 'bytes=8-' })).toMatchObject({ status: 416 });
  expect(await get('nothing', { Range: 'bytes=0-' })).toMatchObject({ status: 416 });
  expect(await get('nothing')).toMatchObject({ status: 200, text: '' });
});

test('nobody without a session, and nobody from elsewhere, gets anything [S25]', async () => {
  expect((await ask({ port, path: '/content/table' })).status).toBe(403);
  const wrong = ['', session.secret, `${session.pass}x`].map(async pass => (await get('table', {}, pass)).status);
  expect(await Promise.all(wrong)).toEqual([403, 403, 403]);
  expect((await get('table', { Origin: 'https://evil.example.org' })).status).toBe(403);
  expect((await get('table', { Host: 'evil.example.org' })).status).toBe(403);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'of a file nothing can be had but by reading: %s [S25]',
  async method => {
    const answer = await ask({ port, method, path: `/content/table?pass=${session.pass}` });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('well');
  },
);

test.each(['setup.exe', 'run.BAT', 'a.desktop', 'page.html', 'a.svg.js', 'x"\r\nX-Evil: 1.exe', '\ud800.sh', '..', ''])(
  'a file that could run is a download like any other: %j [S27]',
  name => {
    const headers = contentHeaders({ name });
    expect(headers['Content-Type']).toBe('application/octet-stream');
    expect(headers['Content-Disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.!~*'()%-]*$/);
  },
);

test('an address that was made up leads nowhere [S25]', async () => {
  expect((await get('11111111-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await get('..%2f..%2fetc%2fpasswd')).status).toBe(404);
});

test('what changed meanwhile is never taken for a whole file [S25]', async () => {
  const answer = await get('changed').catch(() => null);
  expect(answer === null || answer.status >= 500).toBe(true);
});

test.each([
  [undefined, 10, null],
  ['bytes=0-', 10, { from: 0, to: 10 }],
  ['bytes=2-4', 10, { from: 2, to: 5 }],
  ['bytes=2-400', 10, { from: 2, to: 10 }],
  ['bytes=-3', 10, { from: 7, to: 10 }],
  ['bytes=-30', 10, { from: 0, to: 10 }],
  ['bytes=-0', 10, 'none'],
  ['bytes=10-', 10, 'none'],
  ['bytes=4-2', 10, null],
  ['bytes=-', 10, null],
  ['bytes=0-1,4-5', 10, null],
  ['lines=0-1', 10, null],
  [`bytes=0-${'9'.repeat(40)}`, 10, null],
] as const)('the range %s of %i bytes is %j [S25]', (range, size, part) => expect(partOf(range, size)).toEqual(part));
