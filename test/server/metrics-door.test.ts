import { request } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { openMetrics } from '../../main/server/metrics-door.ts';

async function opened(read: () => Promise<string>) {
  const door = await openMetrics(0, read);
  onTestFinished(() => door.close());
  return door;
}

/** The status of the answer to a client that uses this name for this computer. */
function asked(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { host } }, response => resolve(response.resume().statusCode));
    asking.once('error', reject).end();
  });
}

test('figures are read afresh at /metrics, in the format that Prometheus names', async () => {
  let times = 0;
  const { url } = await opened(async () => `benchtop_info ${(times += 1)}\n`);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const first = await fetch(url);
  expect(first.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await first.text()).toBe('benchtop_info 1\n');
  expect(await (await fetch(url)).text()).toBe('benchtop_info 2\n');
});

test('nothing else is there, nothing can be sent, and a page that gave this computer another name reads nothing [S53]', async () => {
  const { url } = await opened(async () => 'benchtop_info 1\n');
  expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(404);
  expect(await asked(url, 'evil.example.org')).toBe(421);
  expect(await asked(url, 'localhost:9464')).toBe(200);
});

test('figures that cannot be made now are said to be none, and the next question is answered again', async () => {
  let isBroken = true;
  const { url } = await opened(() => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve('x 1\n')));
  expect((await fetch(url)).status).toBe(503);
  isBroken = false;
  expect((await fetch(url)).status).toBe(200);
});

test('a port that somebody else has is refused with the remedy', async () => {
  const { url } = await opened(async () => '');
  await expect(openMetrics(Number(new URL(url).port), async () => '')).rejects.toThrow('--metrics-port');
});
