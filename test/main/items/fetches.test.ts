import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test, vi } from 'vitest';

import { Fetches, type Fetch } from '../../../main/items/content/fetches.ts';
import { createUndiciHttp } from '../../../main/node/net/undici-http.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';

const http = createUndiciHttp();
const server = createServer();
/** How many responses the storage has begun, and how many of them have ended. */
const seen = { begun: 0, ended: 0 };

afterEach(async () => {
  await http.close();
  server.closeAllConnections();
  server.close();
});

test('the connection to the storage ends with the looking, even when no further byte ever comes', async () => {
  server.on('request', (_, response) => {
    seen.begun += 1;
    response.writeHead(200, { 'content-length': '9000000' });
    response.write('the first of them');
    response.on('close', () => (seen.ended += 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engine = { connection: async () => ({ account: { baseUrl: `${origin}/api/v1` } }) };
  const clock = { elapsed: () => performance.now(), now: () => Date.now(), minutesEast: () => 0 };
  const told: unknown[] = [];
  const parts = { engine, journal: { facts: { get: () => null } }, world: { http, clock } };
  const fetches = new Fetches(parts as never, underway => told.push(underway.length));
  const stop = new AbortController();
  const wanted = {
    api: { versionContent: async () => ({ url: `${origin}/content`, inline: null }) },
    file: 'file' as ServiceId,
    version: 'version' as VersionId,
    sizeBytes: 9_000_000,
    mostBytes: 10_000_000,
    tooLarge: 'too large',
    asked: { id: '1', version: null },
  };
  const fetching = fetches.fetch(wanted as unknown as Fetch, stop.signal);
  fetching.catch(() => undefined);
  await vi.waitFor(() => expect(seen.begun).toBe(1));
  expect(seen.ended).toBe(0);
  stop.abort();
  await expect(fetching).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  await vi.waitFor(() => expect(seen.ended).toBe(1));
  expect(told.at(-1)).toBe(0);
});
