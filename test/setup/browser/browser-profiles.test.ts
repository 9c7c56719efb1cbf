import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { takeProfile } from './browser-profiles.ts';
import { startChromium } from './chromium.ts';

const PAGE = '<!doctype html><link rel="icon" href="/icon.svg"><p>A window</p>';
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const server = createServer((request, response) => {
  const isIcon = request.url === '/icon.svg';
  response.setHeader('Content-Type', isIcon ? 'image/svg+xml' : 'text/html').end(isIcon ? ICON : PAGE);
});
let browser: Browser;
let address = '';

beforeAll(async () => {
  browser = await startChromium();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  await browser?.close();
  server.close();
});

/** Everything that a page left where the next one could find it. */
const LEFT = '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]';

test('a profile that was given back is used again, and holds nothing of the window before', async () => {
  const first = await takeProfile(browser);
  await first.page.goto(address);
  await first.page.evaluate("localStorage.a = sessionStorage.b = document.cookie = 'c=1'");
  expect(await first.page.evaluate(LEFT)).toEqual(['c=1', '{"a":"c=1"}', '{"b":"c=1"}']);
  await first.giveBack();
  const second = await takeProfile(browser);
  expect(second.page).toBe(first.page);
  await second.page.goto(address);
  expect(await second.page.evaluate(LEFT)).toEqual(['', '{}', '{}']);
  await second.page.evaluate("setTimeout(() => { throw new Error('of the second') })");
  await expect.poll(() => second.troubles).toEqual(['error: of the second']);
  expect(first.troubles).toEqual([]);
  await second.end();
});

test('a profile with another page in it, or whose server is gone, is not used again', async () => {
  const spoilt = await takeProfile(browser);
  await spoilt.page.goto(address);
  const other = await spoilt.page.context().newPage();
  await spoilt.giveBack();
  expect(other.isClosed()).toBe(true);
  const alone = await takeProfile(browser);
  expect(alone.page).not.toBe(spoilt.page);
  await alone.page.goto(address);
  await alone.page.evaluate("document.querySelector('link').href = 'http://127.0.0.1:1/icon.svg'");
  await alone.giveBack();
  expect(alone.page.isClosed()).toBe(true);
});
