import { expect, test } from 'vitest';

import { running } from '../builders/running.ts';
import type { Json, Reply } from '../conformance/subject.ts';

async function faulty() {
  const service = await running({ faults: true });
  const put = (panel: object): Promise<Reply> => {
    const url = new URL('/faults', service.baseUrl).href;
    return service.tester.raw({
      method: 'PUT',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(panel),
    });
  };
  return { ...service, put };
}

const organizations = { match: { method: 'GET', pathPattern: '/organizations$' } };

test('without --faults there is no panel', async () => {
  const { baseUrl, tester } = await running();
  const panels = [new URL('/faults', baseUrl).href, `${baseUrl}/faults`];
  const replies = panels.map(url => tester.raw({ method: 'GET', url, headers: {}, body: '' }));
  expect((await Promise.all(replies)).map(reply => reply.status)).toEqual([401, 401]);
});

test('a rule answers a status with code and Retry-After, as often as it says, after what it skips', async () => {
  const { tester, put } = await faulty();
  await put({ rules: [{ ...organizations, skip: 1, times: 2, status: 503, errorCode: 'BUSY', retryAfter: 7 }] });
  const replies: Reply[] = [];
  for (let count = 0; count < 5; count += 1) replies.push(await tester.ask('GET', '/organizations'));
  expect(replies.map(reply => reply.status)).toEqual([200, 503, 503, 200, 200]);
  expect(replies[1]?.headers.get('retry-after')).toBe('7');
  expect(replies[1]?.json).toMatchObject({ errorCode: 'BUSY', correlationId: expect.any(String) });
  const panel = await put({});
  expect(panel.json).toMatchObject({ rules: [{ applied: 2 }] });
});

test('the two refusals before the endpoint carry no correlation id', async () => {
  const { tester, put } = await faulty();
  for (const errorCode of ['INSUFFICIENT_SCOPE', 'ORGANIZATION_ACCESS_REVOKED']) {
    await put({ rules: [{ ...organizations, status: 403, errorCode, messages: ['No.'] }] });
    expect((await tester.ask('GET', '/organizations')).json).toEqual({ errorCode, messages: ['No.'] });
  }
});

test('html answers 200 with a web page', async () => {
  const { tester, put } = await faulty();
  await put({ rules: [{ ...organizations, html: true }] });
  const reply = await tester.ask('GET', '/organizations');
  expect(reply).toMatchObject({ status: 200, text: expect.stringContaining('<!doctype html>') });
  expect(reply.headers.get('content-type')).toContain('text/html');
});

test('dropBefore closes the connection and nothing happens; dropAfter closes it and all of it happened', async () => {
  const { tester, put } = await faulty();
  const parentFolderId = await tester.knowledgeBase();
  const children = async (): Promise<string[]> =>
    (await tester.list(`/folders/${parentFolderId}/children`)).map(child => child.name);
  const rule = { match: { method: 'POST', pathPattern: '/folders$' }, times: 1 };
  await put({ rules: [{ ...rule, dropBefore: true }] });
  await expect(tester.ask('POST', '/folders', { name: 'A', parentFolderId })).rejects.toThrow('fetch failed');
  expect(await children()).toEqual([]);
  await put({ rules: [{ ...rule, dropAfter: true }] });
  await expect(tester.ask('POST', '/folders', { name: 'B', parentFolderId })).rejects.toThrow('fetch failed');
  expect(await children()).toEqual(['B']);
});

test('an upload whose answer is lost is stored, and a confirm whose answer is lost is done', async () => {
  const { tester, put } = await faulty();
  const folder = await tester.folder('Lost answers');
  const body = { fileName: 'a.txt', contentType: 'text/plain', fileSizeBytes: 5 };
  const target = (await tester.ask('POST', `/folders/${folder}/files/upload`, body)).json;
  const rules: Json | object[] = [
    { match: { port: 'storage', method: 'PUT' }, times: 1, dropAfter: true },
    { match: { pathPattern: '/upload/confirm$' }, times: 1, dropAfter: true },
  ];
  await put({ rules });
  await expect(tester.put(target.uploadUrl, 'hello')).rejects.toThrow('fetch failed');
  await expect(tester.ask('POST', `/files/${target.fileId}/upload/confirm`)).rejects.toThrow('fetch failed');
  expect(await tester.names(folder)).toEqual(['a.txt']);
  expect(await tester.content(target.fileId)).toBe('hello');
});

test('truncate sends the first bytes under the full length and breaks off', async () => {
  const { tester, put } = await faulty();
  const file = await tester.upload(await tester.folder('Cut'), 'a.txt', 'x'.repeat(200_000));
  const { url } = (await tester.ask('GET', `/files/${file.id}/content`)).json;
  await put({ rules: [{ match: { port: 'storage' }, truncate: 1000, times: 1 }] });
  const response = await fetch(url);
  expect(response.headers.get('content-length')).toBe('200000');
  const received: number[] = [];
  await expect(
    (async () => {
      for await (const piece of response.body ?? []) received.push(piece.length);
    })(),
  ).rejects.toThrow('terminated');
  expect(received.reduce((sum, length) => sum + length, 0)).toBe(1000);
  expect((await tester.text(url)).length).toBe(200_000);
});

test('delayMs holds the answer back', async () => {
  const { tester, put } = await faulty();
  await put({ rules: [{ ...organizations, delayMs: 150 }] });
  const before = performance.now();
  expect((await tester.ask('GET', '/organizations')).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThan(140);
});

test('a chance draws the same requests from the same seed', async () => {
  const { tester, put } = await faulty();
  const drawn = async (): Promise<number[]> => {
    await put({ seed: 5, rules: [{ ...organizations, chance: 0.5, status: 500 }] });
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) statuses.push((await tester.ask('GET', '/organizations')).status);
    return statuses;
  };
  const first = await drawn();
  expect(await drawn()).toEqual(first);
  expect(new Set(first)).toEqual(new Set([200, 500]));
});

test('switches, rate limit and lifetimes change alone, and an unknown switch is refused with its name', async () => {
  const { put, tester } = await faulty();
  await put({ switches: { maxVersionBytes: 10 }, rateLimit: { requests: 500, perSeconds: 1 } });
  await put({ presignedTtlSeconds: 3 });
  const panel = await put({ switches: { zeroByteUploads: false } });
  expect(panel.json).toMatchObject({
    switches: { maxVersionBytes: 10, rateLimit: { requests: 500 }, presignedTtlSeconds: 3, zeroByteUploads: false },
  });
  const unknown = await put({ switches: { colour: 'blue' } });
  expect(unknown).toMatchObject({ status: 400, text: expect.stringContaining('colour') });
  expect((await tester.ask('GET', '/organizations')).status).toBe(200);
});
