import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { filesBelow } from '../../end-to-end/benchtop.ts';
import { run } from '../commands.ts';
import { versionOf } from '../peers.ts';
import { copyDown, copyUp } from '../rclone.ts';
import { treeOf } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';
import { S3Endpoint } from './endpoint.ts';

const server = createServer(new S3Endpoint().answer);
const folder = mkdtempSync(join(tmpdir(), 'benchtop-s3-'));
let url = '';
beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const put = (key: string, body: string): Promise<Response> => fetch(`${url}/lab/${key}`, { method: 'PUT', body });
const keysOf = (xml: string, tag: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text);

test('what was put is what comes back, with what was to be remembered', async () => {
  const headers = { 'x-amz-meta-mtime': '1700000000' };
  await fetch(`${url}/lab/gel%201.tif`, { method: 'PUT', body: 'bytes', headers });
  const answer = await fetch(`${url}/lab/gel%201.tif`);
  expect([await answer.text(), answer.headers.get('x-amz-meta-mtime')]).toEqual(['bytes', '1700000000']);
  const head = await fetch(`${url}/lab/gel%201.tif`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '5']);
  expect((await fetch(`${url}/lab/other`)).status).toBe(404);
});

test('a bucket is listed by prefix and delimiter, names escaped, a thousand at a time', async () => {
  await Promise.all(['t/a & b.csv', 't/inner/c.csv', 't/inner/d.csv'].map(key => put(encodeURI(key), '1')));
  const listed = await (await fetch(`${url}/lab?prefix=t/&delimiter=/`)).text();
  expect([keysOf(listed, 'Key'), keysOf(listed, 'CommonPrefixes><Prefix')]).toEqual([['t/a &amp; b.csv'], []]);
  expect(listed).toContain('<CommonPrefixes><Prefix>t/inner/</Prefix></CommonPrefixes>');
  await Promise.all(Array.from({ length: 1001 }, (_, at) => put(`many/${String(at).padStart(4, '0')}`, '')));
  const first = await (await fetch(`${url}/lab?list-type=2&prefix=many/`)).text();
  const [token = ''] = keysOf(first, 'NextContinuationToken');
  const second = await (await fetch(`${url}/lab?list-type=2&prefix=many/&continuation-token=${token}`)).text();
  expect([keysOf(first, 'Key').length, keysOf(first, 'IsTruncated')]).toEqual([1000, ['true']]);
  expect([keysOf(second, 'Key'), keysOf(second, 'IsTruncated')]).toEqual([['many/1000'], ['false']]);
});

test('an object that comes in numbered parts is put together in their order', async () => {
  const object = `${url}/lab/large.raw`;
  const begun = await (
    await fetch(`${object}?uploads`, { method: 'POST', headers: { 'x-amz-meta-mtime': '1' } })
  ).text();
  const [id = ''] = keysOf(begun, 'UploadId');
  for (const number of [2, 1, 10])
    await fetch(`${object}?partNumber=${number}&uploadId=${id}`, { method: 'PUT', body: `${number};` });
  expect((await fetch(object)).status).toBe(404);
  await fetch(`${object}?uploadId=${id}`, { method: 'POST', body: '<CompleteMultipartUpload/>' });
  const answer = await fetch(object);
  expect([await answer.text(), answer.headers.get('x-amz-meta-mtime')]).toEqual(['1;2;10;', '1']);
});

test('an endpoint that keeps sizes alone tells them, and how much was asked of it', async () => {
  const sizes = new S3Endpoint({ keepsContent: false });
  const other = createServer(sizes.answer);
  await new Promise<void>(done => other.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  await fetch(`${origin}/lab/a.csv`, { method: 'PUT', body: 'abc' });
  const head = await fetch(`${origin}/lab/a.csv`, { method: 'HEAD' });
  const state = await (await fetch(`${origin}${S3Endpoint.STATE}`)).json();
  other.close();
  expect([head.headers.get('content-length'), state]).toEqual(['3', { requests: 2, objects: 1 }]);
});

test('rclone, where it is installed, copies a tree up and down again byte for byte', async () => {
  const source = join(folder, 'source');
  writeTree(source, treeOf(60, 'small', 3));
  writeFileSync(join(source, 'ümlaut & +plus.csv'), 'x');
  // Without it nothing is shown here; the tests above hold the endpoint to what it asks.
  const back = versionOf('rclone') === null ? source : await thereAndBack(source);
  expect(await filesBelow(back)).toEqual(await filesBelow(source));
});

async function thereAndBack(source: string): Promise<string> {
  const back = join(folder, 'back');
  await run(copyUp(url, source, 'tree', folder));
  await run(copyDown(url, 'tree', back, folder));
  return back;
}
