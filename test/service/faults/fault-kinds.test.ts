import { expect, test } from 'vitest';

import { running } from '../builders/running.ts';
import type { Reply } from '../conformance/subject.ts';

async function faulty() {
  const service = await running({ faults: true });
  const put = (panel: object): Promise<Reply> =>
    service.tester.raw({
      method: 'PUT',
      url: new URL('/faults', service.baseUrl).href,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(panel),
    });
  return { ...service, put };
}

/** A file of the owner with 5,000 bytes of text. */
async function withFile() {
  const service = await faulty();
  const folder = await service.tester.folder('Faults');
  const file = await service.tester.upload(folder, 'a.txt', 'x'.repeat(5000));
  const link = async (): Promise<string> => (await service.tester.ask('GET', `/files/${file.id}/content`)).json.url;
  return { ...service, folder, file, link };
}

/** Why a request was not answered. */
async function broken(request: Promise<unknown>): Promise<string> {
  return request.then(
    () => 'answered',
    (thrown: Error & { cause?: { code?: string } }) => String(thrown.cause?.code),
  );
}

test('a rule names its endpoint as the specification does, and meets no other one', async () => {
  const { tester, put, file } = await withFile();
  await put({ rules: [{ match: { route: 'get /files/{id}' }, status: 503 }] });
  const paths = [`/files/${file.id}`, `/files/${file.id}/versions`, '/files/search?q=a', `/folders/${file.id}`];
  const replies: number[] = [];
  for (const path of paths) replies.push((await tester.ask('GET', path)).status);
  expect(replies).toEqual([503, 200, 200, 404]);
  expect((await tester.ask('PUT', `/files/${file.id}`, { name: 'b.txt' })).status).toBe(200);
});

test.each([
  ['a route that does not exist', { match: { route: 'GET /nothing' } }, 'no endpoint'],
  ['a misspelt effect', { droppBefore: true }, 'droppBefore'],
  ['a delay that is no range', { delayMs: [1, 2, 3] }, 'delayMs'],
  ['an unknown kind of link', { link: 'sideways' }, 'link'],
])('%s is refused, and what stood before goes on', async (_, rule, words) => {
  const { tester, put } = await faulty();
  await put({ rules: [{ match: { route: 'GET /organizations' }, status: 418 }] });
  expect(await put({ rules: [rule] })).toMatchObject({ status: 400, text: expect.stringContaining(words) });
  expect((await tester.ask('GET', '/organizations')).status).toBe(418);
});

test('what the panel shows can be sent back to it', async () => {
  const { tester, put } = await faulty();
  const shown = await put({ rules: [{ match: { route: 'GET /organizations' }, status: 503 }] });
  expect(await put(shown.json)).toMatchObject({ status: 200, json: shown.json });
  expect((await tester.ask('GET', '/organizations')).status).toBe(503);
});

test.each([
  [429, 'RATE_LIMIT_EXCEEDED'],
  [409, 'VERSION_CONFLICT'],
  [404, 'NOT_FOUND'],
  [500, 'INTERNAL_ERROR'],
  [503, 'INTERNAL_ERROR'],
])('status %i carries its own code, %s', async (status, errorCode) => {
  const { tester, put } = await faulty();
  await put({ rules: [{ match: { route: 'GET /organizations' }, status, retryAfter: 3 }] });
  const reply = await tester.ask('GET', '/organizations');
  expect(reply).toMatchObject({ status, json: { errorCode } });
  expect(reply.headers.get('retry-after')).toBe('3');
});

test('a delay between two times is drawn anew for each request, the same for the same seed', async () => {
  const { tester, put } = await faulty();
  const drawn = async (): Promise<unknown> => {
    await put({ seed: 3, rules: [{ match: { route: 'GET /organizations' }, delayMs: [1, 60] }] });
    for (let count = 0; count < 6; count += 1) await tester.ask('GET', '/organizations');
    const { shown } = (await put({})).json as unknown as { shown: readonly { delayMs: number }[] };
    return shown.map(fault => fault.delayMs);
  };
  const first = await drawn();
  expect(await drawn()).toEqual(first);
  expect(new Set(first as number[]).size).toBeGreaterThan(3);
  for (const delayMs of first as number[]) {
    expect(delayMs).toBeGreaterThanOrEqual(1);
    expect(delayMs).toBeLessThanOrEqual(60);
  }
});

test('dropped connections are reset, before the effect or after it', async () => {
  const { tester, put, file } = await withFile();
  const rename = (name: string): Promise<string> => broken(tester.ask('PUT', `/files/${file.id}`, { name }));
  await put({ rules: [{ match: { route: 'PUT /files/{id}' }, dropBefore: true }] });
  expect(await rename('before.txt')).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  expect((await tester.ask('GET', `/files/${file.id}`)).json.name).toBe('a.txt');
  await put({ rules: [{ match: { route: 'PUT /files/{id}' }, dropAfter: true }] });
  expect(await rename('after.txt')).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  expect((await tester.ask('GET', `/files/${file.id}`)).json.name).toBe('after.txt');
});

test('a slow body comes whole, in the time its bytes take', async () => {
  const { tester, put, link } = await withFile();
  const url = await link();
  await put({ rules: [{ match: { port: 'storage', method: 'GET' }, bytesPerSecond: 20_000 }] });
  const before = performance.now();
  expect(await tester.text(url)).toBe('x'.repeat(5000));
  expect(performance.now() - before).toBeGreaterThan(220);
  await put({ rules: [{ bytesPerSecond: 4000 }] });
  expect((await tester.ask('GET', '/organizations')).json).toMatchObject([{ name: 'Halden Lab' }]);
});

test('an expired address is refused by the object storage as one', async () => {
  const { tester, put, link } = await withFile();
  await put({ rules: [{ match: { route: 'GET /files/{id}/content' }, times: 1, link: 'expired' }] });
  const expired = await fetch(await link());
  expect([expired.status, await expired.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  expect(await tester.text(await link())).toBe('x'.repeat(5000));
});

test('an address whose signature is for another object is refused', async () => {
  const { put, link } = await withFile();
  await put({ rules: [{ link: 'wrong-signature' }] });
  const refused = await fetch(await link());
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
});

test('an address signed for another object gives that object, or none', async () => {
  const { tester, put, folder, link, file } = await withFile();
  const other = await tester.upload(folder, 'b.txt', 'the other one');
  await put({ rules: [{ match: { route: 'GET /files/{id}/content' }, link: 'other-object' }] });
  expect((await fetch(await link())).status).toBe(404);
  const { url } = (await tester.ask('GET', `/files/${other.id}/content`)).json;
  expect(await tester.text(url)).toBe('x'.repeat(5000));
  expect(await tester.text(await link())).toBe('the other one');
  expect(file.id).not.toBe(other.id);
});

test('an upload to an address of another object is not there at the confirm', async () => {
  const { tester, put, folder } = await withFile();
  await put({ rules: [{ match: { route: 'POST /folders/{id}/files/upload' }, link: 'other-object' }] });
  const body = { fileName: 'c.txt', contentType: 'text/plain', fileSizeBytes: 3 };
  const target = (await tester.ask('POST', `/folders/${folder}/files/upload`, body)).json;
  expect((await tester.put(target.uploadUrl, 'abc')).status).toBe(200);
  const confirm = await tester.ask('POST', `/files/${target.fileId}/upload/confirm`);
  expect(confirm).toMatchObject({ status: 400, text: expect.stringContaining('Nothing was stored') });
});

test('an address may be of a host that does not exist, or of a port where nobody listens', async () => {
  const { put, link } = await withFile();
  await put({ rules: [{ link: 'other-host' }] });
  expect(new URL(await link()).hostname).toBe('objects.invalid');
  await put({ rules: [{ link: 'other-port' }] });
  const url = await link();
  expect(new URL(url)).toMatchObject({ hostname: '127.0.0.1', port: '1' });
  expect(await broken(fetch(url))).not.toBe('answered');
});

test('an address of another program on this computer answers nonsense, to downloads and uploads alike', async () => {
  const { tester, put, folder, link, storageUrl } = await withFile();
  await put({ rules: [{ link: 'nonsense' }] });
  const url = await link();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(new URL(url).origin).not.toBe(storageUrl);
  expect(await tester.text(url)).toBe('printer ready\n');
  const body = { fileName: 'c.txt', contentType: 'text/plain', fileSizeBytes: 3 };
  const target = (await tester.ask('POST', `/folders/${folder}/files/upload`, body)).json;
  expect((await tester.put(target.uploadUrl, 'abc')).status).toBe(200);
  await put({ rules: [] });
  expect((await tester.ask('POST', `/files/${target.fileId}/upload/confirm`)).status).toBe(400);
});

test('links in every place of an answer are replaced, batches too', async () => {
  const { tester, put, folder } = await withFile();
  await put({ rules: [{ link: 'other-port' }] });
  const item = { contentType: 'text/plain', fileSizeBytes: 3 };
  const items = [
    { ...item, fileName: '1.txt' },
    { ...item, fileName: '2.txt' },
  ];
  const batch = await tester.list(`/folders/${folder}/children`);
  expect(batch).toEqual([]);
  const reply = await tester.ask('POST', `/folders/${folder}/files/upload/batch`, { items });
  const answered = reply.json as unknown as readonly { data: { uploadUrl: string } }[];
  expect(answered.map(each => new URL(each.data.uploadUrl).port)).toEqual(['1', '1']);
});

/** What some requests meet: a status, or how they broke. */
async function met(service: Awaited<ReturnType<typeof faulty>>, order: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  for (const path of order) {
    const answer = service.tester.ask('GET', path).then(
      reply => `${path} ${reply.status} ${reply.headers.get('content-type')}`,
      () => `${path} broke`,
    );
    answers.push(await answer);
  }
  return answers.toSorted();
}

test('a mix of everything follows from its seed: two services show the same, in whatever order endpoints are asked', async () => {
  const random = { seed: 20, rate: 0.5, kinds: ['busy', 'broken', 'html', 'dropBefore', 'dropAfter', 'truncate'] };
  const paths = Array.from({ length: 30 }, () => ['/organizations', '/folders/roots', '/tasks']);
  const [one, other] = [await faulty(), await faulty()];
  await one.put({ random });
  await other.put({ random });
  const first = await met(one, paths.flat());
  const second = await met(
    other,
    [0, 1, 2].flatMap(which => paths.map(row => row[which] ?? '')),
  );
  expect(second).toEqual(first);
  expect(new Set(first.map(answer => answer.replace(/^\S+ /, ''))).size).toBeGreaterThan(4);
  await other.put({ random: { ...random, seed: 21 } });
  expect(await met(other, paths.flat())).not.toEqual(first);
});

test('a mix has every kind of fault, at about its rate, and ends when it is told to', async () => {
  const service = await withFile();
  await service.put({ random: { seed: 4, rate: 0.3, kinds: ['delay', 'busy', 'link', 'slow', 'html'] } });
  const replies: Reply[] = [];
  for (let count = 0; count < 120; count += 1) {
    replies.push(await service.tester.ask('GET', `/files/${service.file.id}/content`));
  }
  const { shown } = (await service.put({})).json as unknown as { shown: readonly object[] };
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.length).toBeLessThan(55);
  for (const field of ['status', 'link', 'bytesPerSecond', 'html']) {
    expect({ field, seen: shown.some(fault => field in fault) }).toEqual({ field, seen: true });
  }
  await service.put({ random: null });
  for (let count = 0; count < 20; count += 1) {
    expect((await service.tester.ask('GET', '/organizations')).status).toBe(200);
  }
});

test('a rule goes before the mix', async () => {
  const { tester, put } = await faulty();
  await put({ random: { seed: 1, rate: 1 }, rules: [{ match: { route: 'GET /organizations' }, status: 501 }] });
  for (let count = 0; count < 5; count += 1) expect((await tester.ask('GET', '/organizations')).status).toBe(501);
});
