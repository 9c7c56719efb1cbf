import { createConnection } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { createLoopbackDoors } from '../../../main/node/net/loopback-door.ts';
import type { CallbackServer, CallbackFields } from '../../../main/ports/callback-server.ts';

const callbackServers = createLoopbackDoors();
const open: CallbackServer[] = [];

afterEach(async () => {
  for (const door of open.splice(0)) await door.close();
});

async function openDoor(): Promise<{ door: CallbackServer; visits: CallbackFields[] }> {
  const visits: CallbackFields[] = [];
  const door = await callbackServers.open(visit => {
    visits.push(visit);
    return { title: 'Back <again>', text: 'Go on & on' };
  });
  open.push(door);
  return { door, visits };
}

/** Sends a request with any Host header, which `fetch` does not allow. */
function askAs(url: string, host: string): Promise<string> {
  const { port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection({ host: '127.0.0.1', port: Number(port) }, () =>
      socket.write(`GET ${pathname}?code=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', chunk => (answer += chunk.toString('utf8')));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

test('one visit is let in with its fields, and the door is closed behind it [S48]', async () => {
  const { door, visits } = await openDoor();
  const answer = await fetch(`${door.url}?code=a%20b&state=s&twice=1&twice=2`);
  const page = await answer.text();
  expect(visits.map(visit => Object.fromEntries(visit))).toEqual([{ code: 'a b', state: 's' }]);
  expect(page).toContain('Back &#60;again&#62;');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  // Nothing that came in is in what goes out.
  expect(page).not.toContain('a b');
  await expect(fetch(door.url)).rejects.toThrow(/fetch failed/);
});

test('a form is let in as well', async () => {
  const { door, visits } = await openDoor();
  await fetch(door.url, { method: 'POST', body: new URLSearchParams({ token: 't' }) }).then(answer => answer.text());
  expect(visits.map(visit => visit.get('token'))).toEqual(['t']);
});

test('other addresses, methods, hosts and endless forms are no visit [S48]', async () => {
  const { door, visits } = await openDoor();
  const elsewhere = new URL('/favicon.ico', door.url);
  expect((await fetch(elsewhere)).status).toBe(404);
  expect((await fetch(door.url, { method: 'DELETE' })).status).toBe(404);
  expect(await askAs(door.url, 'attacker.example')).toMatch(/^HTTP\/1.1 404/);
  const endless = fetch(door.url, { method: 'POST', body: 'x'.repeat(1_000_000) }).then(answer => answer.status);
  await expect(endless.catch(() => 404)).resolves.toBe(404);
  expect(visits).toEqual([]);
  await fetch(`${door.url}?code=late`).then(answer => answer.text());
  expect(visits).toHaveLength(1);
});

test('it listens on this computer only [S48]', async () => {
  const { door } = await openDoor();
  expect(new URL(door.url).hostname).toBe('127.0.0.1');
});

test('a secret is told of by its digest (RFC 7636, appendix B) [S48]', () => {
  expect(callbackServers.challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});
