import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { ask, socketHeaders } from '../../server/raw-http.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { headingOf } from '../driver/window-steps.ts';

// Another user of the same computer may listen on another port of 127.0.0.1. To a browser that is the same site: cookies and
// SameSite know no ports.

const windows = scriptedWindows();

/** Sends itself to itself, so that the browser takes it for a page of the same site, and asks other tabs for what they have. */
const LURE = `<!doctype html><title>Lure</title><script>
  const channel = new BroadcastChannel('benchtop.session');
  channel.onmessage = ({ data }) => fetch('/told?' + data);
  channel.postMessage('wanted');
  if (location.search === '') location = '/?again';
</script>`;

/** A request that came to the listener. */
interface Heard {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A listener on another port that notes every request. */
async function listenBeside(): Promise<{ readonly address: string; readonly heard: readonly Heard[] }> {
  const heard: Heard[] = [];
  const thief = createServer(({ url = '', headers }, response) => {
    heard.push({ url, headers });
    response.setHeader('Content-Type', 'text/html').end(LURE);
  });
  await new Promise<void>(resolve => thief.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    thief.close();
    thief.closeAllConnections();
  };
  windows.alsoClose({ close });
  return { address: `http://127.0.0.1:${(thief.address() as AddressInfo).port}/`, heard };
}

/** What the window's server answers to all that the browser sent to the listener, under the name of the window's own page. */
async function replay(heard: readonly Heard[], page: Page): Promise<readonly number[]> {
  const { port, origin } = new URL(page.url());
  const paths = ['/socket', '/content/x', '/download/x', '/drop/x/a.csv', '/session'];
  const statuses = heard.flatMap(({ headers: { cookie = '' } }) =>
    paths.map(async path => {
      const headers = path === '/socket' ? socketHeaders(origin) : { Origin: origin };
      const method = path.startsWith('/drop') ? 'PUT' : 'GET';
      return (await ask({ port: Number(port), path, method, headers: { ...headers, Cookie: cookie } })).status;
    }),
  );
  return [...new Set(await Promise.all(statuses))];
}

test('what a browser gives to another port of this computer opens nothing of the window', async () => {
  const { page } = await windows.start();
  const { address, heard } = await listenBeside();
  const lured = await page.context().newPage();
  await lured.goto(address);
  await lured.waitForURL(`${address}?again`);
  await lured.evaluate(() => fetch('/done'));
  expect(heard.map(({ url }) => url)).toEqual(expect.arrayContaining(['/', '/?again', '/done']));
  expect(heard.filter(({ url }) => url.startsWith('/told'))).toEqual([]);
  expect(await replay(heard, page)).toEqual([403]);
});

test('a tab that was loaded again, or opened beside the first by hand, by a link or by a used address, is in', async () => {
  const { page, server } = await windows.start();
  const stands = (tab: Page) => headingOf(tab, 'Knowledge Base').waitFor();
  await page.reload();
  await stands(page);
  const byHand = await page.context().newPage();
  await byHand.goto(page.url());
  await stands(byHand);
  const byUsedAddress = await page.context().newPage();
  await byUsedAddress.goto(server.url);
  await stands(byUsedAddress);
  const opening = page.context().waitForEvent('page');
  await page.evaluate(() => void window.open('#/activity', '_blank', 'noopener'));
  const byLink = await opening;
  await byLink.getByRole('heading', { name: 'Activity', exact: true }).waitFor();
  await byLink.getByText('230 entries').waitFor();
  // What one tab told the other is its own now.
  await page.close();
  await byUsedAddress.close();
  await byLink.close();
  await byHand.reload();
  await stands(byHand);
  expect(new URL(byHand.url()).search).toBe('');
});

test('where no tab is in, a used address says what to do, and a fresh one opens the window', async () => {
  const { page, server } = await windows.start();
  const other = await startedElsewhere(page);
  for (const address of [server.url, new URL(server.url).origin]) {
    await other.goto(address);
    await other.getByText('This window is signed out: its address was used before').waitFor();
    await other.getByText('benchtop window', { exact: true }).waitFor();
    expect(await other.getByText('Connecting to Benchtop').count()).toBe(0);
  }
  await other.goto(server.freshAddress());
  await headingOf(other, 'Knowledge Base').waitFor();
});

test('neither the key nor what it was exchanged for stands in the address, in the page or where other ports can read', async () => {
  const { page, server } = await windows.start();
  const [secret = '', pass = ''] =
    (await page.evaluate(() => sessionStorage.getItem('benchtop.session')))?.split('.') ?? [];
  expect([secret.length, pass.length]).toEqual([43, 43]);
  const key = new URL(server.url).searchParams.get('key') ?? '';
  const seen = await page.evaluate(() => [
    location.href,
    document.referrer,
    document.cookie,
    document.documentElement.outerHTML,
    JSON.stringify(localStorage),
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ]);
  expect(seen[0]).toBe(`${new URL(server.url).origin}/`);
  for (const hidden of [key, secret, pass]) expect(seen.filter(text => text.includes(hidden))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

/** A page in a browser profile that shares nothing with this one. */
async function startedElsewhere(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error('The browser is gone');
  windows.alsoClose(context);
  return context.newPage();
}
