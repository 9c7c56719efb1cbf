import { existsSync } from 'node:fs';

import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startWindowServer, type WindowServer } from '../../../main/server/window-server.ts';
import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { seriousFindings } from '../../setup/browser/axe.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { handlersWith, type HandTopics, handTopics } from '../../shared/scripted-handlers.ts';
import { BUILD } from '../driver/scripted-window.ts';
import { openWindow, type OpenWindow } from '../driver/window-steps.ts';

// The first run on an engine that answers what no service should.

let browser: Browser;
let server: WindowServer | null = null;
let opened: OpenWindow | null = null;

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  if (!existsSync(BUILD)) throw new Error("The window is not built. Run 'npm run build' first.");
  browser = await startChromium();
});

afterEach(async () => {
  await opened?.close();
  await server?.close();
  const troubles = opened?.troubles ?? [];
  [opened, server] = [null, null];
  if (troubles.length > 0) throw new Error(`The window was in trouble: ${troubles.join('; ')}`);
});

afterAll(async () => browser?.close());

const FOUND = { service: 'https://kb.example.org/api/v1', build: null, offersOauth: true, hasKeyring: true };

async function start(given: Partial<Handlers>, session: 'signed-out' | 'ready'): Promise<[Page, HandTopics]> {
  const topics = handTopics();
  topics.publish('mirrors.all', []);
  topics.publish(
    'account.session',
    session === 'ready'
      ? { name: 'ready', service: FOUND.service, organization: 'Lab', organizationId: 'o1' }
      : { name: 'signed-out' },
  );
  topics.publish('setUp.state', { kind: 'own', isDone: false, showsChecklist: false });
  const handlers = handlersWith({
    'signIn.find': async () => FOUND,
    'account.look': async () => ({
      service: FOUND.service,
      name: null,
      email: null,
      isEmailConfirmed: null,
      credential: { kind: 'key', name: null, ends: null, expiresAt: null },
      organizations: [{ id: 'o', name: 'Lab', role: 'Grand Vizier', isActive: true, mirrors: 0 }],
      isFresh: true,
    }),
    'setUp.setComputer': async () => null,
    'setUp.defaultPlace': async () => ({ path: '/home/ada/Lab' }),
    'setUp.checkPlace': async ({ path }) => ({ path, exists: false, isEmpty: true, freeBytes: null, findings: [] }),
    ...given,
  });
  server = await startWindowServer({ port: 0, buildFolder: BUILD, handlers, topics });
  opened = await openWindow(browser, server.url, { width: 960, height: 600 });
  return [opened.page, topics];
}

async function toIdentity(page: Page): Promise<void> {
  await page.getByLabel('Address of the service').fill('kb.example.org');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
}

test('a message of ten thousand characters is shown whole, and the window stays usable', async () => {
  const messages = [`${'Very long words of a service. '.repeat(334)}\u202eend`];
  const refusal = new FaultError({ kind: 'refused', status: 400, messages });
  const [page] = await start({ 'signIn.sendCode': async () => Promise.reject(refusal) }, 'signed-out');
  await toIdentity(page);
  await page.getByLabel('Your e-mail address').fill('ada@example.org');
  await page.keyboard.press('Enter');
  await page.getByText('The service said').waitFor();
  // It has the focus, nothing is cut off at the side, and what is below can be reached.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Very long words');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Send code' }).scrollIntoViewIfNeeded();
  expect(await seriousFindings(page)).toEqual([]);
});

test('an engine that dies during a sign-in is said, and the form can be sent again', async () => {
  let isDead = true;
  const died = new FaultError({ kind: 'offline', detail: 'the engine ended before it answered' });
  const sendCode: Handlers['signIn.sendCode'] = async () => {
    if (isDead) throw died;
    return { expiresInSeconds: null };
  };
  const [page] = await start({ 'signIn.sendCode': sendCode }, 'signed-out');
  await toIdentity(page);
  await page.getByLabel('Your e-mail address').fill('ada@example.org');
  await page.keyboard.press('Enter');
  await page
    .getByText(/offline|reach/i)
    .first()
    .waitFor();
  isDead = false;
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the mail').waitFor();
  await expect.poll(() => page.getByLabel('Code from the mail').getAttribute('autocomplete')).toBe('one-time-code');
});

test('names that hide or turn text around are written out where folders are chosen [S28]', async () => {
  const folder = { hasFolders: null, files: null, isSpecial: false, mirror: null };
  const folders: Handlers['setUp.folders'] = async ({ parent }) =>
    parent === null
      ? [
          { ...folder, id: 'a', name: 'results\u202egpj.exe' },
          { ...folder, id: 'b', name: '' },
        ]
      : [];
  const measure: Handlers['setUp.measure'] = async () => Promise.reject(new FaultError({ kind: 'gone', messages: [] }));
  const [page] = await start({ 'setUp.folders': folders, 'setUp.measure': measure }, 'ready');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Organization: Lab').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^Keep folders here/ }).check({ force: true });
  await page.getByRole('row', { name: /^results\\u202egpj\.exe, could not be read/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('a folder that cannot be set up is named with the reason, and can be tried again', async () => {
  let tries = 0;
  const full = new FaultError({ kind: 'disk-refused', path: '/home/ada/Lab/Plates', code: 'EACCES' });
  const folder = { id: 'a', name: 'Plates', hasFolders: null, files: null, isSpecial: false, mirror: null };
  const none = { files: 0, bytes: 0 };
  const counts = { alike: none, 'only-here': none, 'only-there': none, different: none, 'left-out': none };
  const [page, topics] = await start(
    {
      'setUp.folders': async ({ parent }) => (parent === null ? [folder] : []),
      'setUp.measure': async () => ({ files: 0, folders: 0, bytes: 0, isWhole: true }),
      'setUp.plan': async () => [{ id: 'a', name: 'Plates', local: '/home/ada/Lab/Plates' }],
      'setUp.preview': async ({ local }) => ({
        local,
        remotePath: 'Plates',
        exists: false,
        counts,
        rows: [],
        isWhole: true,
      }),
      'setUp.makePlace': async ({ path }) => {
        tries += 1;
        if (tries === 1) throw full;
        return { path };
      },
      'mirrors.add': async () => ({ id: 'm1', notice: null }),
      'setUp.finish': async () => {
        topics.publish('setUp.state', { kind: 'own', isDone: true, showsChecklist: true });
        return null;
      },
    },
    'ready',
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Organization: Lab').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^Keep folders here/ }).check({ force: true });
  await page.getByRole('row', { name: /^Plates/ }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('“Plates” could not be set up').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('could not be set up');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Open the folder' }).click();
  await page.getByRole('region', { name: 'First steps' }).waitFor();
  expect(tries).toBe(2);
});
