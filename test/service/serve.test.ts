import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { megabytesOf } from '../setup/on-posix.ts';
import { running, temporaryFolder } from './builders/running.ts';
import { command, ended, served } from './builders/served.ts';
import type { Json } from './conformance/subject.ts';

test('the first line says where it answers and who its users are, the same at every start', async () => {
  const folder = await temporaryFolder();
  const first = await served('--port', '0', '--data', folder);
  expect(first.ready.users.map(({ userId, role }) => ({ userId, role }))).toEqual([
    { userId: 1, role: 'Owner' },
    { userId: 2, role: 'Member' },
    { userId: 3, role: 'Member' },
    { userId: 4, role: 'Owner' },
    { userId: 5, role: 'Admin' },
  ]);
  for (const user of first.ready.users) {
    expect(user.email).toMatch(/@example\.org$/);
    expect(user.apiKey).toMatch(/^svc_live_\w+$/);
  }
  expect(new URL(first.ready.baseUrl)).toMatchObject({ hostname: '127.0.0.1', pathname: '/api/v1' });
  expect((await first.tester.ask('GET', '/organizations')).status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await ended(first.child)).toMatchObject({ code: 0 });
  const second = await served('--port', '0', '--data', folder);
  expect(second.ready.users).toEqual(first.ready.users);
});

test('SIGTERM ends it, the data stay, and at the port that it had both addresses stay', async () => {
  const folder = await temporaryFolder();
  const first = await served('--port', '0', '--data', folder);
  const port = Number(new URL(first.ready.baseUrl).port);
  const file = await first.tester.upload(await first.tester.folder('Kept'), 'a.txt', 'kept');
  const { url } = (await first.tester.ask('GET', `/files/${file.id}/content`)).json;
  expect(new URL(url).port).toBe(String(port + 1));
  first.child.kill('SIGTERM');
  expect(await ended(first.child)).toMatchObject({ code: 0, words: '' });
  const second = await served('--port', String(port), '--data', folder);
  expect(second.ready.baseUrl).toBe(first.ready.baseUrl);
  expect(await second.tester.content(file.id)).toBe('kept');
  expect(await second.tester.text(url)).toBe('kept');
});

test('killed at any moment, it keeps every confirmed file whole and lists no half ones', async () => {
  const folder = await temporaryFolder();
  const confirmed = new Map<string, string>();
  let place = '';
  for (let round = 0; round < 3; round += 1) {
    const { child, tester } = await served('--port', '0', '--data', folder);
    place ||= await tester.folder('Killed');
    const uploads = Array.from({ length: 20 }, async (_, index) => {
      const content = `${round}.${index} `.repeat(200 + index * 300);
      confirmed.set((await tester.upload(place, `${round}-${index}.txt`, content)).id, content);
    });
    // Killed with several uploads done and the others under way, in a different mixture each round.
    await Promise.all(uploads.slice(0, 4 + round * 3));
    child.kill('SIGKILL');
    await Promise.allSettled(uploads);
  }
  const { tester } = await served('--port', '0', '--data', folder);
  for (const [id, content] of confirmed) expect(await tester.content(id)).toBe(content);
  const listed = await tester.ask('GET', `/folders/${place}/files?pageSize=100`);
  for (const row of listed.json.items) expect(await tester.content(row.id)).toMatch(/^(\d\.\d+ )\1+$/);
  expect(listed.json.items.length).toBeGreaterThanOrEqual(confirmed.size);
});

test.each([
  [['--data', 'x'], 'The port must be a number'],
  [['--port', '99999', '--data', 'x'], 'The port must be a number'],
  [['--port', '0'], 'Say with --data'],
  [['--port', '0', '--data', 'x', '--colour'], '--colour'],
])('wrong arguments %j end with 2 and say how it is used', async (args, words) => {
  const end = await ended(command(...args));
  expect(end.code).toBe(2);
  expect(end.words).toContain(words);
  expect(end.words).toContain('Usage:');
});

test('a second service on the same folder is refused in one sentence, and the first goes on', async () => {
  const folder = await temporaryFolder();
  const first = await running({ folder });
  const end = await ended(command('--port', '0', '--data', folder));
  expect(end).toMatchObject({
    code: 1,
    words: expect.stringMatching(/^The local service could not start: .* is in use/),
  });
  expect((await first.tester.ask('GET', '/organizations')).status).toBe(200);
});

test('a taken port is refused in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const end = await ended(command('--port', String(port), '--data', await temporaryFolder()));
  taken.close();
  expect(end).toMatchObject({
    code: 1,
    words: expect.stringMatching(/^The local service could not start: .*EADDRINUSE/),
  });
});

test('a version of 150 MB streams through a small memory', async () => {
  const { child, ready, tester } = await served('--port', '0', '--data', await temporaryFolder());
  const file = await tester.upload(await tester.folder('Large'), 'run.trc', 'small');
  const quarter = Buffer.alloc(3 * 1024 * 256, 'benchtop ').toString('base64');
  const pieces = ['{"contentBase64":"', ...Array.from({ length: 200 }, () => quarter), '","changeSummary":"large"}'];
  const url = `${ready.baseUrl}/files/${file.id}/versions`;
  const version = await posted(url, ready.users[0]?.apiKey ?? '', pieces);
  expect(version.sizeBytes).toBe(200 * 3 * 1024 * 256);
  expect((await tester.ask('GET', `/files/${file.id}`)).json.latestVersionId).toBe(version.id);
  expect(mostMegabytes(child.pid ?? 0)).toBeLessThan(300);
});

async function posted(url: string, apiKey: string, pieces: readonly string[]): Promise<Json> {
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', 'content-length': sizeBytes };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers }, incoming => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (piece: string) => {
        text += piece;
      });
      incoming.on('end', () => resolve(JSON.parse(text) as Json));
    });
    outgoing.on('error', reject);
    pipeline(Readable.from(pieces), outgoing).catch(reject);
  });
}

/** The most memory a process ever had in use, as Linux counts it; 0 on other systems. */
function mostMegabytes(pid: number): number {
  return megabytesOf(pid, 'VmHWM');
}
