import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { Application, personOn, tokensIn } from '../../service/conformance/people/application.ts';
import { asking, secretTo } from '../../service/conformance/people/people-steps.ts';
import { running } from '../../service/builders/running.ts';
import { startChromium } from '../../setup/browser/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => browser.close());

test('in a real browser a person chooses, allows, and the application gets tokens that work', async () => {
  const { application, page, answered } = await atThePage();
  await expect.poll(() => page.title()).toBe('Let Benchtop <test> in?');
  await page.getByLabel('Jonas Brandt, Member of Halden Lab').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  const back = await answered;
  expect(back.searchParams.get('state')).toBe('a state');
  const reply = await application.trade(back.searchParams.get('code') ?? '', {
    redirect_uri: back.origin + back.pathname,
  });
  const ask = asking(application.service, tokensIn(reply).access_token);
  expect((await ask('GET', '/account/user/2')).json).toMatchObject({ displayName: 'Jonas Brandt' });
});

test('in a real browser a person signs in with the code from the outbox', async () => {
  const { application, page, answered } = await atThePage();
  await page.getByLabel('Address').fill('aiko.tanabe@example.org');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByRole('alert').getByText('A code was sent').waitFor();
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('aiko.tanabe@example.org');
  await page.getByLabel('Code', { exact: true }).fill(await secretTo(application.service, 'aiko.tanabe@example.org'));
  await page.getByRole('button', { name: 'Allow' }).click();
  expect((await answered).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
});

test('in a real browser a person who denies goes back with that', async () => {
  const { page, answered } = await atThePage();
  await page.getByRole('button', { name: 'Deny' }).click();
  expect((await answered).searchParams.get('error')).toBe('access_denied');
});

test('in a real browser a page elsewhere on this computer cannot send the form for a person', async () => {
  const { application, page, baseUrl } = await atThePage();
  const visit = await page.locator('input[name=visit]').inputValue();
  const person = personOn({ visit, cookie: '', html: await page.content() }, 'Jonas Brandt');
  const elsewhere = await served(`<form method="post" action="${new URL('/oauth/authorize', baseUrl).href}">
    <input name="visit" value="${visit}"><input name="person" value="${person}">
    <button name="decision" value="allow">Win a prize</button></form>`);
  await page.goto(elsewhere);
  await page.getByRole('button', { name: 'Win a prize' }).click();
  await page.getByText('This page is no longer good.').waitFor();
  expect(page.url()).toBe(new URL('/oauth/authorize', baseUrl).href);
  expect((await application.trade('guessed')).status).toBe(400);
});

/** A browser at the page, and an application that waits for it to come back. */
async function atThePage(): Promise<{
  application: Application;
  page: Page;
  answered: Promise<URL>;
  baseUrl: string;
}> {
  const { tester, baseUrl } = await running();
  const application = await Application.register(tester);
  let arrive: (url: URL) => void = () => undefined;
  const answered = new Promise<URL>(resolve => {
    arrive = resolve;
  });
  const origin = await served('<p>Signed in.</p>', target => {
    if (target.startsWith('/callback')) arrive(new URL(target, origin));
  });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(await application.addressOf({ redirect_uri: `${origin}/callback` }));
  return { application, page, answered, baseUrl };
}

/** A server of one page on a port of its own; its origin. */
async function served(html: string, asked: (target: string) => void = () => undefined): Promise<string> {
  const server = createServer((request, response) => {
    asked(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
