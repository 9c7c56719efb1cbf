import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startWindowServer, type WindowServer } from '../../main/server/window-server.ts';
import { toFault } from '../../shared/fault.ts';
import { connect } from '../../shared/rpc/rpc-client.ts';
import { NONCE_PLACEHOLDER } from '../../shared/rpc/window-nonce.ts';
import type { WindowSession } from '../../shared/rpc/window-session.ts';
import { handlersWith, type HandTopics, handTopics } from '../shared/scripted-handlers.ts';
import { ask, enter, SESSION_IN_BUILD, sessionIn, socketHeaders } from './raw-http.ts';
import { socketTransport } from './socket-transport.ts';

const WORKERS = ['hdf5.worker-1a2b.js', 'arrays.worker-1a2b.js', 'not-hdf5.worker-1a2b.js'];

let folder: string;
let server: WindowServer;
let port: number;
let topics: HandTopics;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchtop-window-'));
  await mkdir(join(folder, 'build/assets'), { recursive: true });
  await writeFile(join(folder, 'secret.js'), 'outside of the build');
  await writeFile(
    join(folder, 'build/index.html'),
    `<!doctype html><meta property="csp-nonce" nonce="${NONCE_PLACEHOLDER}">${SESSION_IN_BUILD}<title>Benchtop</title>`,
  );
  await writeFile(join(folder, 'build/assets/app-1a2b.js'), 'export {};');
  for (const name of WORKERS) await writeFile(join(folder, 'build/assets', name), 'export {};');
  topics = handTopics();
  server = await startWindowServer({
    port: 0,
    buildFolder: join(folder, 'build'),
    handlers: handlersWith({ 'settings.all': async () => ({ settleMs: '2000' }) }),
    topics,
  });
  port = Number(new URL(server.url).port);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('the address is on 127.0.0.1 and carries a key', () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?key=[\w-]{43}$/);
});

test('a key is exchanged for a session in the page, which no address and no cookie carries', async () => {
  const answer = await visit(server.freshAddress());
  const session = sessionIn(answer);
  expect(answer.status).toBe(200);
  expect([session?.secret, session?.pass]).toEqual([
    expect.stringMatching(/^[\w-]{43}$/),
    expect.stringMatching(/^[\w-]{43}$/),
  ]);
  expect(session?.secret).not.toBe(session?.pass);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect([answer.headers.location, answer.headers['set-cookie']]).toEqual([undefined, undefined]);
});

test('a key works once; what comes after it is the page without a session', async () => {
  const address = server.freshAddress();
  const answers = [await visit(address), await visit(address), await ask({ port, path: '/' })];
  expect(answers.map(answer => [answer.status, sessionIn(answer) !== null])).toEqual([
    [200, true],
    [200, false],
    [200, false],
  ]);
  expect(answers[2]?.text).toContain('<meta name="benchtop-session" content="">');
});

test('only a GET spends a key', async () => {
  const address = server.freshAddress();
  const { pathname, search } = new URL(address);
  expect((await ask({ port, path: pathname + search, method: 'HEAD' })).text).toBe('');
  expect(await enter(address)).toBeTruthy();
});

test('two addresses let two browsers in, and each session is its own', async () => {
  const [first, second] = [await signedIn(), await signedIn()];
  expect(first.secret).not.toBe(second.secret);
  expect(first.pass).not.toBe(second.pass);
  for (const { pass } of [first, second]) expect(await statusWith(pass)).toBe(204);
});

test('the page comes with a strict policy and a nonce that differs each time', async () => {
  const answers = [await page(), await page()];
  const nonces = answers.map(answer => {
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(answer.text).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(answer.text).not.toContain(NONCE_PLACEHOLDER);
    return nonce;
  });
  expect(nonces[0]).toMatch(/^[\w-]{24}$/);
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('the page is never kept, the hashed files are', async () => {
  expect((await page()).headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  const script = await ask({ port, path: '/assets/app-1a2b.js' });
  expect(script).toMatchObject({
    status: 200,
    text: 'export {};',
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    },
  });
});

test('only the worker of HDF5 may compile WebAssembly, and may load nothing either', async () => {
  const paths = ['/', '/assets/app-1a2b.js', ...WORKERS.map(name => `/assets/${name}`), '/assets/none.js'];
  const policies = await Promise.all(
    paths.map(async path => String((await ask({ port, path })).headers['content-security-policy'])),
  );
  const allowed = paths.filter((_, at) => policies[at]?.includes('unsafe'));
  expect(allowed).toEqual(['/assets/hdf5.worker-1a2b.js']);
  expect(policies[2]).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'");
  expect(policies[3]).toBe("default-src 'none'; frame-ancestors 'none'");
});

test.each(['/nothing', '/socket', '/session', '/session?pass=', '/session?pass=guess', '/content/a', '/download/a'])(
  'without a session %s is refused in one sentence',
  async path => {
    const answer = await ask({ port, path });
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.text).toMatch(/^[^\n]+ Run 'benchtop window' for a fresh one\.\n$/);
  },
);

test.each(['evil.example.org', 'localhost', '127.0.0.1', '127.0.0.1:1', '[::1]', 'x@127.0.0.1'])(
  'a request for the host %s is refused, also with a session',
  async host => {
    const { pass } = await signedIn();
    for (const path of ['/', `/session?pass=${pass}`]) {
      const answer = await ask({ port, path, headers: { Host: host } });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain('<!doctype');
    }
  },
);

test('a key is not spent by a request for another host', async () => {
  const address = server.freshAddress();
  const { pathname, search } = new URL(address);
  expect((await ask({ port, path: pathname + search, headers: { Host: 'evil.example.org' } })).status).toBe(403);
  expect(await enter(address)).toBeTruthy();
});

test.each(['https://evil.example.org', 'null', 'http://127.0.0.1:1', 'http://localhost'])(
  'the origin %s is refused, for pages and for sockets',
  async origin => {
    const session = await signedIn();
    expect((await ask({ port, path: '/', headers: { Origin: origin } })).status).toBe(403);
    expect(await statusWith(session.pass, { Origin: origin })).toBe(403);
    expect((await ask({ port, path: '/socket', headers: socketHeaders(origin, session) })).status).toBe(403);
  },
);

test('a socket needs the right origin and the secret of a session', async () => {
  const own = `http://127.0.0.1:${port}`;
  const session = await signedIn();
  const attempt = async (headers: Readonly<Record<string, string>>, path = '/socket') =>
    (await ask({ port, path, headers })).status;
  expect(await attempt(socketHeaders(own))).toBe(403);
  expect(await attempt(socketHeaders(null, session))).toBe(403);
  expect(await attempt(socketHeaders(own, { ...session, secret: `${session.secret}x` }))).toBe(403);
  // The pass stands in addresses, so it must not open what the secret opens, neither as a header nor in an address.
  expect(await attempt(socketHeaders(own, { ...session, secret: session.pass }))).toBe(403);
  expect(await attempt(socketHeaders(own), `/socket?pass=${session.pass}`)).toBe(403);
  expect(await attempt({ ...socketHeaders(own, session), Host: 'evil.example.org' })).toBe(403);
  expect(await attempt(socketHeaders(own, session))).toBe(101);
});

test('the answer to a socket does not repeat the secret', async () => {
  const session = await signedIn();
  const headers = socketHeaders(`http://127.0.0.1:${port}`, session);
  const answer = await ask({ port, path: '/socket', headers });
  expect(answer.headers['sec-websocket-protocol']).toBe('benchtop');
  expect(JSON.stringify(answer.headers)).not.toContain(session.secret);
});

test('the secret is no pass: what stands in an address opens no more than bytes', async () => {
  const { secret, pass } = await signedIn();
  expect([await statusWith(secret), await statusWith(pass)]).toEqual([403, 204]);
});

test.each([
  '/../secret.js',
  '/assets/../../secret.js',
  '/%2e%2e/secret.js',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.js',
  '/..%5csecret.js',
  '//secret.js',
  '/assets/app-1a2b.js%00.html',
  '/index.html',
  '/%',
])('%s gives nothing', async path => {
  const answer = await ask({ port, path: `${path}?pass=${(await signedIn()).pass}` });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.text).not.toContain('outside of the build');
  expect(answer.text).not.toContain('<!doctype');
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', async method => {
  const answer = await ask({ port, path: '/', method });
  expect(answer).toMatchObject({ status: 403, text: 'A Benchtop window answers GET requests only.\n' });
});

test('a window calls the engine and hears topics through its socket', async () => {
  const pipe = await socketTransport(port, await signedIn());
  const client = connect(pipe);
  expect(await client.call('settings.all', null)).toEqual({ settleMs: '2000' });
  const heard = new Promise<number>(resolve => client.on('conflicts.count', resolve));
  topics.publish('conflicts.count', 3);
  expect(await heard).toBe(3);
  client.close();
});

test('a message of more than eight mebibytes ends that socket and nothing else', async () => {
  const session = await signedIn();
  const [large, other] = [await socketTransport(port, session), await socketTransport(port, session)];
  const ended = new Promise<void>(resolve => large.onClose(resolve));
  large.send('x'.repeat(8 * 1024 * 1024 + 1));
  await ended;
  expect(await connect(other).call('settings.all', null)).toEqual({ settleMs: '2000' });
  other.close();
});

test('closing the server ends open windows', async () => {
  const short = await startWindowServer({
    port: 0,
    buildFolder: join(folder, 'build'),
    handlers: handlersWith({}),
    topics: handTopics(),
  });
  const shortPort = Number(new URL(short.url).port);
  const pipe = await socketTransport(shortPort, await enter(short.url));
  const ended = new Promise<void>(resolve => pipe.onClose(resolve));
  await short.close();
  await ended;
  await expect(ask({ port: shortPort, path: '/' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a missing build is named together with its remedy', async () => {
  const empty = join(folder, 'empty');
  const fault = await faultOfStart(empty, 0);
  expect(fault).toEqual({
    kind: 'bad-request',
    detail: `The window is not built yet: ${empty} has no index.html. Run 'npm run build' first.`,
  });
});

test('a port in use is named together with its remedy', async () => {
  const other = await occupied();
  try {
    const { port: taken } = other.address() as { port: number };
    expect(await faultOfStart(join(folder, 'build'), taken)).toEqual({
      kind: 'bad-request',
      detail: `Port ${taken} on 127.0.0.1 is in use by another program. Choose another port, or 0 for a free one.`,
    });
  } finally {
    other.close();
  }
});

async function faultOfStart(buildFolder: string, wanted: number) {
  const started = startWindowServer({ port: wanted, buildFolder, handlers: handlersWith({}), topics: handTopics() });
  return started.then(
    () => null,
    (thrown: unknown) => toFault(thrown),
  );
}

function occupied(): Promise<Server> {
  return new Promise(resolve => {
    const other = createServer();
    other.listen(0, '127.0.0.1', () => resolve(other));
  });
}

function visit(address: string) {
  const { pathname, search } = new URL(address);
  return ask({ port, path: pathname + search });
}

function page() {
  return ask({ port, path: '/' });
}

function signedIn(): Promise<WindowSession> {
  return enter(server.freshAddress());
}

async function statusWith(pass: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return (await ask({ port, path: `/session?pass=${pass}`, headers })).status;
}
