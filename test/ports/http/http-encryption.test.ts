import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createUndiciHttp } from '../../../main/node/net/undici-http.ts';
import type { Http, HttpRoute } from '../../../main/ports/http.ts';
import { bodyOf, lent, LENT_SIZES } from './http-trial.ts';
import { FAR_CERTIFICATE, FAR_KEY, OWN_CERTIFICATE, OWN_KEY } from './own-certificate.ts';

// Encryption as the real edge does it, against servers that do it badly.

const DIRECTLY: HttpRoute = { proxy: 'none', certificates: null };
const OFFLINE = { fault: { kind: 'offline' } };

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function secureServer(options: ServerOptions = {}): Promise<string> {
  const server = createSecureServer({ cert: OWN_CERTIFICATE, key: OWN_KEY, ...options }, (_, reply) => reply.end('hi'));
  return `https://localhost:${await listening(server)}/`;
}

async function httpOn(route: HttpRoute): Promise<Http> {
  const http = createUndiciHttp({ connectMs: 5000 });
  onTestFinished(() => http.close());
  await http.take?.(route);
  return http;
}

async function get(http: Http, url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await http.send({ method: 'GET', url, headers, body: null, idleMs: 5000 });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a variable of the environment that has Node believe any certificate is not obeyed [S40]', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(get(await httpOn(DIRECTLY), await secureServer())).rejects.toMatchObject(OFFLINE);
});

test('a server that knows nothing newer than TLS 1.1 is no server, whatever Node was started with [S40]', async () => {
  const before = { min: tls.DEFAULT_MIN_VERSION, ciphers: tls.DEFAULT_CIPHERS };
  onTestFinished(() => {
    tls.DEFAULT_MIN_VERSION = before.min;
    tls.DEFAULT_CIPHERS = before.ciphers;
  });
  tls.DEFAULT_MIN_VERSION = 'TLSv1';
  tls.DEFAULT_CIPHERS = `${before.ciphers}:@SECLEVEL=0`;
  const http = await httpOn({ proxy: 'none', certificates: OWN_CERTIFICATE });
  await expect(get(http, await secureServer({ maxVersion: 'TLSv1.1' }))).rejects.toMatchObject(OFFLINE);
  expect(await get(http, await secureServer({ maxVersion: 'TLSv1.2' }))).toBe('hi');
});

test('a certificate for another name is not believed, also when a person trusts its issuer [S40]', async () => {
  const url = await secureServer({ cert: FAR_CERTIFICATE, key: FAR_KEY });
  const http = await httpOn({ proxy: 'none', certificates: FAR_CERTIFICATE });
  await expect(get(http, url)).rejects.toMatchObject(OFFLINE);
});

test('what is lent to be sent is encrypted as it was, whatever becomes of it afterwards', async () => {
  const server = createSecureServer({ cert: OWN_CERTIFICATE, key: OWN_KEY }, (request, reply) => request.pipe(reply));
  const url = `https://localhost:${await listening(server)}/`;
  const http = await httpOn({ proxy: 'none', certificates: OWN_CERTIFICATE });
  const { text, body } = lent(...LENT_SIZES);
  const response = await http.send({ method: 'PUT', url, headers: {}, body, idleMs: 5000 });
  expect((await bodyOf(response)) === text).toBe(true);
});

test('whoever this computer trusts is trusted, without a word in Benchtop [S41]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-trust-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = join(folder, 'store.pem');
  writeFileSync(store, OWN_CERTIFICATE);
  const edge = new URL('../../../main/node/net/undici-http.ts', import.meta.url).href;
  const url = await secureServer();
  const asked = `
    const { createUndiciHttp } = await import('${edge}');
    const http = createUndiciHttp();
    const { status } = await http.send({ method: 'GET', url: '${url}', headers: {}, body: null, idleMs: 5000 });
    console.log(status);
    await http.close();`;
  // A process of its own: the list of the system is read once in a program's life.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', asked], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { ...process.env, SSL_CERT_FILE: store, NODE_EXTRA_CA_CERTS: '' },
  });
  expect(stdout.trim()).toBe('200');
});

/** A proxy that leads every tunnel to `port`, with all that its callers said to it in the clear, and through it. */
async function tunnel(port: number) {
  const heard = { words: '', bytes: '' };
  const proxy = createServer();
  proxy.on('connect', ({ url, rawHeaders }, socket: Socket) => {
    heard.words += [url, ...rawHeaders].join(' ');
    const onward = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    socket.on('data', (chunk: Buffer) => (heard.bytes += chunk.toString('latin1')));
    socket.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => socket.destroy()).pipe(socket);
    onTestFinished(() => void [socket, onward].map(end => end.destroy()));
  });
  return { heard, proxy: `http://127.0.0.1:${await listening(proxy)}` };
}

test('a proxy learns the name of the server, and neither the key nor what is asked [S42]', async () => {
  const keys: unknown[] = [];
  const far = createSecureServer({ cert: FAR_CERTIFICATE, key: FAR_KEY }, ({ headers }, reply) => {
    keys.push(headers['x-api-key']);
    reply.end('far');
  });
  const { heard, proxy } = await tunnel(await listening(far));
  const http = await httpOn({ proxy, certificates: FAR_CERTIFICATE });
  const url = 'https://knowledge.invalid/api/v1/c4nary-path?c4nary';
  expect(await get(http, url, { 'X-API-Key': 'svc_live_c4nary' })).toBe('far');
  expect(keys).toEqual(['svc_live_c4nary']);
  expect(heard.words).toContain('knowledge.invalid:443');
  expect(`${heard.words}${heard.bytes}`).not.toMatch(/c4nary|api-key/i);
});

test('a proxy that shows a certificate of its own in the place of the server is not believed [S42]', async () => {
  const between = createSecureServer({ cert: OWN_CERTIFICATE, key: OWN_KEY }, (_, reply) => reply.end('read'));
  const { proxy } = await tunnel(await listening(between));
  await expect(get(await httpOn({ proxy, certificates: null }), 'https://knowledge.invalid/')).rejects.toMatchObject(
    OFFLINE,
  );
});
