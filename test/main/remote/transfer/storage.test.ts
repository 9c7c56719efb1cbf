import { expect, test } from 'vitest';

import type { Http, HttpRequest } from '../../../../main/ports/http.ts';
import type { FileGet } from '../../../../main/ports/disk.ts';
import { Storage } from '../../../../main/remote/transfer/storage.ts';
import { Throttle } from '../../../../main/remote/transfer/throttle.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { Fault } from '../../../../shared/fault.ts';
import type { Sha256 } from '../../../../shared/ids.ts';

const KEY = { url: 'https://storage.example.org/key', contentType: 'text/csv', owner: 'a file' };

/** Remembers what was asked and answers with one status. */
function answering(status: number, headers: Record<string, string> = {}): { http: Http; asked: HttpRequest[] } {
  const asked: HttpRequest[] = [];
  const http: Http = {
    send: request => {
      asked.push(request);
      const body = (async function* () {})();
      return Promise.resolve({
        status,
        headers: new Map(Object.entries(headers)),
        body,
        discard: () => Promise.resolve(),
      });
    },
    close: () => Promise.resolve(),
  };
  return { http, asked };
}

/** Whether a service at `base` may send us to an address: then exactly one request goes out. */
async function isFollowed(url: string, base = 'https://kb.example.org/api/v1'): Promise<boolean> {
  const { http, asked } = answering(200);
  const fault = await faultOf(() => new Storage(http, base).get(url));
  expect([null, 'refused']).toContain(fault?.kind ?? null);
  expect(asked).toHaveLength(fault === null ? 1 : 0);
  return fault === null;
}

async function faultOf(work: () => Promise<unknown>): Promise<Fault | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
}

const BASE = 'https://kb.example.org/api/v1';
const OBJECT = 'https://storage.example.org/key';

test.each([
  'https://bucket.s3.eu-central-1.amazonaws.com/key?X-Amz-Signature=abc',
  'https://storage.example.org:8443/key',
  'https://11.0.0.1/key',
  'https://172.32.0.1/key',
  'https://[2606:4700::1111]/key',
])('an address of the world is followed: %s', async url => {
  expect(await isFollowed(url)).toBe(true);
});

test.each([
  'http://storage.example.org/key',
  'ftp://storage.example.org/key',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//storage.example.org/key',
  '/key',
  '',
  'https:///key',
  'https://localhost/key',
  'https://LOCALHOST:8080/key',
  'https://127.0.0.1/key',
  'https://127.9.9.9/key',
  'https://user:pass@127.0.0.1/key',
  'https://[::1]/key',
  'https://10.0.0.1/key',
  'https://192.168.1.1/key',
  'https://172.16.0.1/key',
  'https://172.31.255.255/key',
  'https://169.254.169.254/latest/meta-data',
  'https://0.0.0.0/key',
  'https://[fd00::1]/key',
  'https://[fc00::1]/key',
  'https://[fe80::1]/key',
])('an address that leads into this computer or its network is not followed: %s [S44]', async url => {
  expect(await isFollowed(url)).toBe(false);
});

test.each([
  'https://127.0.0.1\\@storage.example.org/key',
  'https://a@b@127.0.0.1/key',
  'https://127.1/key',
  'https://2130706433/key',
  'https://0x7f000001/key',
  'https://0177.0.0.1/key',
  'https://127%2e0%2e0%2e1/key',
  'https://\uff11\uff12\uff17.0.0.1/key',
  'https://localhost./key',
  'https://anything.localhost/key',
  'https://[::ffff:127.0.0.1]/key',
  'https://[::ffff:7f00:1]/key',
  'https://[::ffff:10.0.0.1]/key',
  'https://[0:0:0:0:0:0:0:1]/key',
  'https://[::]/key',
  'https://[fe90::1]/key',
  'https://100.64.0.1/key',
])('an address that only looks like one of the world is not followed: %s [S44]', async url => {
  expect(await isFollowed(url)).toBe(false);
});

test.each(['https://fd-data.example.org/key', 'https://fc.example.org/key', 'https://fe80.example.org/key'])(
  'a name that begins like a private address is followed: %s',
  async url => {
    expect(await isFollowed(url)).toBe(true);
  },
);

test('a service on this computer may keep its bytes on this computer, also without encryption [S44]', async () => {
  const local = 'http://127.0.0.1:4010/api/v1';
  expect(await isFollowed('http://127.0.0.1:4011/key', local)).toBe(true);
  expect(await isFollowed('http://localhost:4011/key', local)).toBe(true);
  expect(await isFollowed('http://storage.example.org/key', local)).toBe(false);
  expect(await isFollowed('https://10.0.0.1/key', local)).toBe(false);
});

test('a service in a private network may keep its bytes there, encrypted [S44]', async () => {
  const inHouse = 'https://10.0.0.5/api/v1';
  expect(await isFollowed('https://10.0.0.6/key', inHouse)).toBe(true);
  expect(await isFollowed('https://storage/key', 'https://kb.lab.internal/api/v1')).toBe(true);
  expect(await isFollowed('http://10.0.0.6/key', inHouse)).toBe(false);
  expect(await isFollowed('https://127.0.0.1/key', inHouse)).toBe(false);
});

test.each([
  [403, { kind: 'link-expired' }],
  [404, { kind: 'link-expired' }],
  [410, { kind: 'link-expired' }],
  [429, { kind: 'busy', retryAfterMs: 5000 }],
  [503, { kind: 'busy', retryAfterMs: 5000 }],
  [500, { kind: 'failing', status: 500, messages: [] }],
  [302, { kind: 'failing', status: 302, messages: ['The storage behind the service answered 302.'] }],
  [407, { kind: 'failing', status: 407, messages: ['The storage behind the service answered 407.'] }],
  [400, { kind: 'refused', status: 400, messages: ['The storage behind the service answered 400.'] }],
] as const)('a storage that answers %d gives a fault', async (status, fault) => {
  const { http } = answering(status);
  const storage = new Storage(http, 'https://kb.example.org/api/v1');
  const put = storage.put(KEY, new Uint8Array(1));
  expect(await faultOf(() => put)).toEqual(fault);
  const { disk } = carrying(status);
  expect(await faultOf(() => storage.putFrom(disk, HERE, KEY) ?? Promise.resolve())).toEqual(fault);
  expect(await faultOf(() => storage.getInto(AT, disk, { sizeBytes: 3, onCame: () => undefined }))).toEqual(fault);
  expect(await faultOf(() => storage.get('https://storage.example.org/key'))).toEqual(fault);
});

const HERE = { root: { path: '/lab', marker: 'm', volume: 'v' }, path: 'a.csv', fingerprint: 's', sizeBytes: 3 };

/** A disk that carries files, and what it was asked. */
function carrying(status: number, headers: Record<string, string> = {}) {
  const asked: unknown[] = [];
  const answer = { status, headers: new Map(Object.entries(headers)) };
  const disk = {
    send: (...ask: readonly unknown[]) => {
      asked.push(ask);
      return Promise.resolve(answer);
    },
    receive: ({ onCame, ...from }: FileGet) => {
      asked.push([from]);
      onCame();
      return Promise.resolve({ ...answer, cameBytes: 3, finished: { sha256: '' as Sha256, sizeBytes: 3 } });
    },
  };
  return { asked, disk };
}

const NO_HTTP: Http = { send: () => Promise.reject(new Error('It was sent here')), close: () => Promise.resolve() };
const AT = 'https://storage.example.org/key';

test('a small file goes between disk and storage without a way through here, and by the same rules [S43, S44]', async () => {
  const { asked, disk } = carrying(200);
  const storage = new Storage(NO_HTTP, BASE);
  await storage.putFrom(disk, HERE, KEY);
  let came = 0;
  await storage.getInto(AT, disk, { sizeBytes: 3, onCame: () => (came += 1) });
  expect(came).toBe(1);
  const headers = { 'Content-Type': 'text/csv' };
  expect(asked).toEqual([
    [HERE.root, 'a.csv', { url: KEY.url, headers, fingerprint: 's', idleMs: 60_000 }],
    [{ url: AT, sizeBytes: 3, idleMs: 60_000 }],
  ]);
  const [other, unsafe] = [
    { ...KEY, owner: 'another file' },
    { ...KEY, url: 'https://10.0.0.1/key' },
  ];
  expect(await faultOf(() => storage.putFrom(disk, HERE, other) ?? Promise.resolve())).toMatchObject({
    kind: 'failing',
  });
  expect(await faultOf(() => storage.putFrom(disk, HERE, unsafe) ?? Promise.resolve())).toMatchObject({
    kind: 'refused',
  });
  const into = { sizeBytes: 3, onCame: () => undefined };
  expect(await faultOf(() => storage.getInto(unsafe.url, disk, into))).toMatchObject({ kind: 'refused' });
  expect(asked).toHaveLength(2);
});

test('a web page in the place of the storage has taken nothing from the disk [T26]', async () => {
  const { disk } = carrying(200, { 'content-type': 'text/html' });
  const sent = new Storage(NO_HTTP, BASE).putFrom(disk, HERE, KEY) ?? Promise.resolve();
  expect(await faultOf(() => sent)).toMatchObject({ kind: 'failing', status: 200 });
});

test.each([
  ['a disk that carries nothing', {}, 3, 0],
  ['a large file', carrying(200).disk, 256 * 1024 + 1, 0],
  ['a limit of speed', carrying(200).disk, 3, 1000],
])('with %s the bytes go through here', async (_, disk, sizeBytes, limit) => {
  const clock = { elapsed: () => 0, sleep: () => Promise.resolve() };
  const pace = { up: new Throttle(clock, () => limit), down: new Throttle(clock, () => limit) };
  const storage = new Storage(NO_HTTP, BASE, pace);
  expect(storage.putFrom(disk, { ...HERE, sizeBytes }, KEY)).toBeNull();
  expect(await storage.getInto(AT, disk, { sizeBytes, onCame: () => undefined })).toBeNull();
});

test('the storage sees the bytes and their type, and nothing of who we are [S43]', async () => {
  const { http, asked } = answering(200, { 'retry-after': '1' });
  const body = new Uint8Array([1, 2, 3]);
  await new Storage(http, 'https://kb.example.org/api/v1').put(KEY, body);
  expect(asked).toEqual([
    {
      method: 'PUT',
      url: 'https://storage.example.org/key',
      headers: { 'Content-Type': 'text/csv' },
      body,
      idleMs: 60_000,
    },
  ]);
});

test.each([
  { says: 'all of it', status: 206, range: 'bytes 0-41/42', totalBytes: 42, requests: 1 },
  { says: 'less than it has', status: 206, range: 'bytes 0-40/42', totalBytes: null, requests: 2 },
  { says: 'no total', status: 206, range: 'bytes 0-41/*', totalBytes: null, requests: 2 },
  { says: 'nothing of a range', status: 200, range: null, totalBytes: null, requests: 1 },
  { says: 'that there is none', status: 416, range: 'bytes */0', totalBytes: null, requests: 2 },
] as const)(
  'a storage that says $says when asked for a range is believed that far',
  async ({ status, range, totalBytes, requests }) => {
    const asked: HttpRequest[] = [];
    const headers = new Map(range === null ? [] : [['content-range', range]]);
    const response = { headers, body: (async function* () {})(), discard: () => Promise.resolve() };
    const http: Http = {
      send: request => {
        asked.push(request);
        return Promise.resolve({ ...response, status: asked.length === 1 ? status : 200 });
      },
      close: () => Promise.resolve(),
    };
    const answer = await new Storage(http, 'https://kb.example.org/api/v1').getCounted(
      'https://storage.example.org/key',
    );
    expect([answer.status === 416, answer.totalBytes, asked.length]).toEqual([false, totalBytes, requests]);
    expect(asked.map(request => request.headers)).toEqual([{ Range: 'bytes=0-' }, {}].slice(0, requests));
  },
);

test('a web page in answer to a PUT is no arrival', async () => {
  const { http } = answering(200, { 'content-type': 'text/html; charset=utf-8' });
  const storage = new Storage(http, 'https://kb.example.org/api/v1');
  const put = storage.put(KEY, new Uint8Array(1));
  expect(await faultOf(() => put)).toMatchObject({ kind: 'failing', status: 200 });
});

const REST = { fromBytes: 4, sizeBytes: 10, etag: '"one"' };
const RANGE = { 'content-range': 'bytes 4-9/10', etag: '"one"' };

test('the rest of a file is asked for as long as the object is the same', async () => {
  const { http, asked } = answering(206, RANGE);
  expect((await new Storage(http, BASE).getRest(OBJECT, REST))?.status).toBe(206);
  expect(asked[0]?.headers).toEqual({ Range: 'bytes=4-', 'If-Range': '"one"' });
});

test.each([
  ['all of it', 200, {}],
  ['a rest that begins elsewhere', 206, { ...RANGE, 'content-range': 'bytes 5-9/10' }],
  ['a rest that ends elsewhere', 206, { ...RANGE, 'content-range': 'bytes 4-8/10' }],
  ['the rest of a file of another size', 206, { ...RANGE, 'content-range': 'bytes 4-9/11' }],
  ['the rest of an object that changed', 206, { ...RANGE, etag: '"two"' }],
  ['a rest of which nothing is told', 206, {}],
  ['that there is no such rest', 416, {}],
  ['that the address has run out', 403, {}],
] as const)('%s is not gone on with', async (_, status, headers) => {
  expect(await new Storage(answering(status, headers).http, BASE).getRest(OBJECT, REST)).toBe(null);
});

test('a storage that asks for patience is heard, whatever was asked for', async () => {
  const { http } = answering(503, { 'retry-after': '7' });
  const fault = await faultOf(() => new Storage(http, BASE).getRest(OBJECT, REST));
  expect(fault).toEqual({ kind: 'busy', retryAfterMs: 7000 });
});

test('an address that had the bytes of one file gets those of no other one', async () => {
  const { http, asked } = answering(200);
  const storage = new Storage(http, 'https://kb.example.org/api/v1');
  await storage.put(KEY, new Uint8Array(1));
  // The same file may be sent again, to where it was sent before.
  await storage.put(KEY, new Uint8Array(1));
  const fault = await faultOf(() => storage.put({ ...KEY, owner: 'another file' }, new Uint8Array(1)));
  expect(fault).toMatchObject({ kind: 'failing', status: 200 });
  expect(asked).toHaveLength(2);
});
