import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test, vi } from 'vitest';

import { createUndiciHttp } from '../../../main/node/net/undici-http.ts';
import type { Http } from '../../../main/ports/http.ts';
import { OWN_CERTIFICATE, OWN_KEY } from './own-certificate.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of ends.splice(0)) await end();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  ends.push(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Says what it was asked for, as proxies are. */
async function proxy(): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer((request, response) => response.end(`via ${request.url}`)))}`;
}

function http(): Http {
  const made = createUndiciHttp({ connectMs: 2000 });
  ends.push(() => made.close());
  return made;
}

async function get(on: Http, url: string): Promise<string> {
  const response = await on.send({ method: 'GET', url, headers: {}, body: null, idleMs: 2000 });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const FAR = 'http://knowledge.invalid/api';

test('a proxy that a person names is used for servers elsewhere, and never for this computer [S42]', async () => {
  const here = await portOf(createServer((_, response) => response.end('directly')));
  const on = http();
  await on.take?.({ proxy: await proxy(), certificates: null });
  expect(await get(on, FAR)).toBe(`via ${FAR}`);
  expect(await get(on, `http://127.0.0.1:${here}/`)).toBe('directly');
});

test('without a word the proxy of the environment is used, but for what it excepts [S42]', async () => {
  vi.stubEnv('http_proxy', await proxy());
  vi.stubEnv('no_proxy', 'other.invalid');
  const on = http();
  expect(await get(on, FAR)).toBe(`via ${FAR}`);
  await expect(get(on, 'http://other.invalid/')).rejects.toMatchObject({ fault: { kind: 'offline' } });
  await on.take?.({ proxy: 'none', certificates: null });
  await expect(get(on, FAR)).rejects.toMatchObject({ fault: { kind: 'offline' } });
});

test('a route that makes no sense is refused and changes nothing [S41]', async () => {
  const on = http();
  await on.take?.({ proxy: await proxy(), certificates: null });
  await expect(on.take?.({ proxy: 'no address', certificates: null })).rejects.toThrow('Invalid');
  await expect(on.take?.({ proxy: 'none', certificates: '-----BEGIN CERTIFICATE-----\nno' })).rejects.toThrow('PEM');
  expect(await get(on, FAR)).toBe(`via ${FAR}`);
});

test('a certificate that a person trusts is believed, beside those of the system [S41]', async () => {
  const server = createSecureServer({ cert: OWN_CERTIFICATE, key: OWN_KEY }, (_, response) => response.end('safely'));
  const url = `https://localhost:${await portOf(server)}/`;
  const on = http();
  await expect(get(on, url)).rejects.toMatchObject({ fault: { kind: 'offline' } });
  await on.take?.({ proxy: 'none', certificates: OWN_CERTIFICATE });
  expect(await get(on, url)).toBe('safely');
});
