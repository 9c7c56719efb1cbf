import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { running, temporaryFolder } from '../builders/running.ts';
import { refusal } from '../conformance/subject.ts';

/** Sends the head of a request and a part of its body, then breaks the connection off. */
async function sendPart(url: string, headers: { readonly [name: string]: string }, part: string): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const { method = 'PUT', ...others } = headers;
  const lines = Object.entries({ host: 'service', ...others }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${part}`);
  await new Promise(resolve => socket.write('', resolve));
  socket.destroy();
}

test('an upload that breaks off stores nothing, and the same address takes the whole', async () => {
  const folder = await temporaryFolder();
  const { tester } = await running({ folder });
  const place = await tester.folder('Broken off');
  const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 100_000 };
  const target = (await tester.ask('POST', `/folders/${place}/files/upload`, body)).json;
  await sendPart(target.uploadUrl, { 'content-type': 'text/plain', 'content-length': '100000' }, 'x'.repeat(40_000));
  await vi.waitFor(async () => expect(await readdir(join(folder, 'content', 'arriving'))).toEqual([]));
  const confirm = await tester.ask('POST', `/files/${target.fileId}/upload/confirm`);
  expect(confirm).toMatchObject({ status: 400, text: expect.stringContaining('Nothing was stored') });
  expect((await tester.put(target.uploadUrl, 'y'.repeat(100_000))).status).toBe(200);
  expect((await tester.ask('POST', `/files/${target.fileId}/upload/confirm`)).status).toBe(200);
});

test('a version whose body breaks off is not made, and leaves no object behind', async () => {
  const folder = await temporaryFolder();
  const { tester, baseUrl, users } = await running({ folder });
  const file = await tester.upload(await tester.folder('Broken off'), 'a.txt', 'one');
  const headers = {
    method: 'POST',
    'x-api-key': users[0]?.apiKey ?? '',
    'content-type': 'application/json',
    'content-length': '100000',
  };
  await sendPart(`${baseUrl}/files/${file.id}/versions`, headers, `{"contentBase64":"${'YWJj'.repeat(10_000)}`);
  await vi.waitFor(async () => expect(await readdir(join(folder, 'content', 'arriving'))).toEqual([]));
  expect((await tester.ask('GET', `/files/${file.id}/versions`)).json.items).toHaveLength(1);
  expect(await readdir(join(folder, 'content', 'objects'))).toHaveLength(1);
  expect(await tester.content(file.id)).toBe('one');
});

test('a refused version leaves no object behind', async () => {
  const folder = await temporaryFolder();
  const { tester } = await running({ folder, switches: { maxVersionBytes: 1000 } });
  const file = await tester.upload(await tester.folder('Refused'), 'a.txt', 'one');
  const path = `/files/${file.id}/versions`;
  const bodies = [
    { content: 'x'.repeat(2000) },
    { content: 'x', baseVersionId: file.id },
    { content: 'x', changeSummary: 5 },
  ];
  const replies = [];
  for (const body of bodies) replies.push((await tester.ask('POST', path, body)).status);
  expect(replies).toEqual([413, 409, 400]);
  expect(await readdir(join(folder, 'content', 'objects'))).toHaveLength(1);
  expect(await readdir(join(folder, 'content', 'arriving'))).toEqual([]);
});

test('an upload without a length is refused', async () => {
  const { tester } = await running();
  const place = await tester.folder('No length');
  const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 3 };
  const target = (await tester.ask('POST', `/folders/${place}/files/upload`, body)).json;
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('abc'));
      controller.close();
    },
  });
  const init: RequestInit & { duplex: 'half' } = { method: 'PUT', body: stream, duplex: 'half' };
  const response = await fetch(target.uploadUrl, { ...init, headers: { 'content-type': 'text/plain' } });
  expect(response.status).toBe(411);
});

test('malformed addresses are 400 in the form of section 7, and methods nobody knows are not a crash', async () => {
  const { baseUrl, tester } = await running();
  const bad = await fetch(`${baseUrl}/folders/%zz`);
  expect([bad.status, await bad.json()]).toEqual([400, expect.objectContaining({ errorCode: 'BAD_REQUEST' })]);
  const odd = await fetch(`${baseUrl}/folders/roots`, { method: 'OPTIONS' });
  expect(odd.status).toBe(401);
  expect((await tester.ask('GET', '/organizations')).status).toBe(200);
});

test('a body of nothing but size is refused with 400, and nothing is made of it', async () => {
  const { tester } = await running();
  const place = await tester.folder('Huge');
  const body = { name: 'x', visibility: 'private', parentFolderId: place, padding: 'x'.repeat(9_000_000) };
  const reply = await tester.ask('POST', '/folders', body);
  expect([reply.status, reply.json]).toEqual([400, refusal('BAD_REQUEST', /larger than 8388608 bytes/)]);
  expect(await tester.list(`/folders/${place}/children`)).toEqual([]);
});
