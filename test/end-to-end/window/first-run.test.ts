import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import type { Child } from '../../setup/child.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { filesBelow, type Lab, openLab, until } from '../benchtop.ts';
import { mailTo, nameService, newBench, type NewBench, placesWith, signInByKey } from '../driver/first-run.ts';
import { focusedName, headingOf, type OpenWindow, type WindowLook } from '../driver/window-steps.ts';

// From nothing to files: the local service with its sample, a fresh data directory, its daemon, and a browser.

let lab: Lab;
let browser: Browser;
let benches = 0;
const children: Child[] = [];
const windows: OpenWindow[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ sample: true, faults: true });
  browser = await startChromium();
}, 180_000);

afterEach(async () => {
  const opened = windows.splice(0);
  for (const each of opened) await each.close();
  for (const child of children.splice(0)) await child.stop();
  const troubles = opened.flatMap(each => each.troubles);
  if (troubles.length > 0) throw new Error(`The window was in trouble: ${troubles.join('; ')}`);
});

afterAll(async () => {
  await browser?.close();
  await lab?.close();
});

async function begin(look: WindowLook = {}): Promise<{ page: Page; bench: NewBench }> {
  const bench = await newBench(lab, `bench ${(benches += 1)}`, children);
  const opened = await bench.open(browser, look);
  windows.push(opened);
  await opened.page.getByRole('heading', { name: 'Where is your knowledge base?' }).waitFor();
  return { page: opened.page, bench };
}

const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

test('an existing folder is compared before anything moves, and nothing in it is overwritten', async () => {
  const { page, bench } = await begin();
  const place = join(bench.home, 'Lab');
  const meetings = join(place, 'Meetings');
  await mkdir(meetings, { recursive: true });
  const mine = { '2026-09-29 Lab meeting.md': 'my own minutes\n', 'notes.md': 'only here\n', '~$open.docx': 'lock\n' };
  for (const [name, text] of Object.entries(mine)) await writeFile(join(meetings, name), text);
  await signInByKey(page, lab, lab.service.people[0].apiKey);
  await page.getByRole('radio', { name: /^My computer/ }).check({ force: true });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Folder on this computer').fill(place);
  await page.getByText('There are files here already.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^Keep folders here/ }).check({ force: true });
  await page.getByRole('row', { name: /^Meetings/ }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('4 files, 2 kB will be downloaded').waitFor();
  await page.getByText('1 file, 10 B will be sent').waitFor();
  await page.getByText('1 file that is on both sides will be compared, never overwritten').waitFor();
  await page.getByText('1 file differs: both versions are kept, and you choose later').waitFor();
  const rows = await page.getByRole('table').getByRole('row').allTextContents();
  expect(rows.slice(1)).toEqual([
    'Meetings / 2026-09-29 Lab meeting.mdDifferent15 B548 B',
    'Meetings / notes.mdOnly here10 B–',
    'Meetings / ~$open.docxLeft out by a rule5 B–',
  ]);
  // The comparison wrote nothing, not even our own mark.
  expect((await readdir(meetings)).sort()).toEqual(Object.keys(mine).sort());
  // Back keeps what was chosen.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('1 folder chosen').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('heading', { name: 'Your folders are set up' }).waitFor();
  await page.getByRole('progressbar', { name: 'Progress of “Meetings”' }).waitFor();
  await page.getByRole('button', { name: 'Open the folder' }).click();
  await headingOf(page, 'Meetings').waitFor();
  const all = await until('both versions', async () => {
    const found = await filesBelow(meetings);
    // Mine has its own name before theirs takes its place.
    const isTheirs = Buffer.byteLength(found.get('2026-09-29 Lab meeting.md') ?? '') === 548;
    return found.size === 8 && isTheirs ? found : undefined;
  });
  const texts = [...all.values()];
  for (const text of Object.values(mine)) expect(texts).toContain(text);
});

test('a new person registers with the code, and the address is confirmed by it', async () => {
  const { page, bench } = await begin();
  const email = 'noor.said@example.org';
  await nameService(page, lab);
  await page.getByLabel('Your e-mail address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from the mail').fill(await mailTo(lab, email, 'sign-in-code'));
  await page.keyboard.press('Enter');
  await page.getByText('Make your account').waitFor();
  const make = page.getByRole('button', { name: 'Make account' });
  await page.getByLabel('First name').fill('Noor');
  await page.getByLabel('Last name').fill('Said');
  await page.getByText('An account needs both consents.').waitFor();
  await expect.poll(() => make.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'I accept the privacy' }).check({ force: true });
  await expect.poll(() => page.getByRole('link', { name: 'Read the terms' }).getAttribute('href')).toMatch(/\/terms$/);
  await make.click();
  await step(page, 'What kind of computer is this?').waitFor();
  const { json } = await bench.computer.run(['account', '--json']);
  expect(json).toMatchObject({ v: 1, name: 'Noor Said', email, credential: { kind: 'session' } });
});

test('wrong, run-out and repeated codes say so, and another one can be sent after a while', async () => {
  const { page } = await begin({ isDisposable: true });
  const email = 'jonas.brandt@example.org';
  await nameService(page, lab);
  await page.clock.install();
  await page.getByLabel('Your e-mail address').fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByText('is not an e-mail address').waitFor();
  await page.getByLabel('Your e-mail address').fill(email);
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Code from the mail');
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('That code is not right.').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Code from the mail');
  await expect.poll(() => page.getByRole('button', { name: 'Send another code' }).count()).toBe(0);
  await page.clock.fastForward(31_000);
  await page.getByRole('button', { name: 'Send another code' }).click();
  await page.getByText('Another code was sent.').waitFor();
  await page.clock.fastForward(11 * 60_000);
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('That code has run out.').waitFor();
});

test('a key is looked at before it is sent, tried before it is kept, and found nowhere afterwards [S45]', async () => {
  const { page, bench } = await begin();
  const key = lab.service.people[1].apiKey;
  await nameService(page, lab);
  await page.getByRole('tab', { name: 'API key' }).click();
  const field = page.getByRole('textbox', { name: 'API key' });
  await expect.poll(() => field.getAttribute('type')).toBe('password');
  await field.fill('my secret');
  await page.keyboard.press('Enter');
  await page.getByText('That does not look like a key').waitFor();
  await field.fill('svc_live_0000000000000000');
  await page.keyboard.press('Enter');
  await page.getByText('The service does not accept this key.').waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  await page.getByRole('radio', { name: /^Ask me again/ }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: /^Ask me again/ }).isChecked()).toBe(true);
  await field.fill(key);
  await page.keyboard.press('Enter');
  await step(page, 'What kind of computer is this?').waitFor();
  expect(await placesWith(bench.computer.data, key)).toEqual([]);
  expect(await page.content()).not.toContain(key);
  expect(page.url()).not.toContain('svc_');
});

test('an address where nothing answers, another site answers, or that is not safe says so', async () => {
  const { page } = await begin();
  const field = page.getByLabel('Address of the service');
  const attempt = async (address: string, words: string): Promise<void> => {
    await field.fill(address);
    await page.keyboard.press('Enter');
    await page.getByText(words).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Address of the service');
  };
  await attempt('http://127.0.0.1:9/api/v1', 'The address did not answer.');
  await attempt(new URL('/oauth', lab.service.baseUrl).href, 'No knowledge base answers there.');
  await attempt('http://kb.example.org', 'is not encrypted. Use https');
  await nameService(page, lab);
});

test('a company sign-in goes through the browser and comes back by itself', async () => {
  const { page, bench } = await begin();
  await nameService(page, lab);
  await page.getByRole('tab', { name: 'Company sign-in' }).click();
  await page.getByLabel('Your e-mail address at work').fill('aiko.tanabe@example.org');
  await page.keyboard.press('Enter');
  await page.getByText('Finish in your browser').waitFor();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the sign-in page' }).click();
  const other = await opened;
  await other.getByRole('heading', { name: 'You can go back to Benchtop' }).waitFor();
  // What came in the address is not left in it.
  expect(new URL(other.url()).search).toBe('');
  await step(page, 'What kind of computer is this?').waitFor();
  expect((await bench.computer.run(['account', '--json'])).json).toMatchObject({ name: 'Aiko Tanabe' });
});

test('an account elsewhere signs in through the browser, and one that nobody knows here is told so', async () => {
  const { page, bench } = await begin();
  await nameService(page, lab);
  await page.getByRole('tab', { name: 'Other account' }).click();
  const address = page.getByLabel('Your e-mail address (may be left out)');
  const finish = async (): Promise<void> => {
    await page.getByText('Finish in your browser').waitFor();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the sign-in page' }).click();
    await (await opened).getByRole('heading', { name: 'You can go back to Benchtop' }).waitFor();
  };
  await address.fill('nobody@example.org');
  await page.keyboard.press('Enter');
  await finish();
  await page.getByText('Nobody at this service is known under that account.').waitFor();
  expect((await bench.computer.run(['account'])).code).toBe(4);
  // Without an address the provider knows who it is.
  await address.fill('');
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  await finish();
  await step(page, 'What kind of computer is this?').waitFor();
  expect((await bench.computer.run(['account', '--json'])).json).toMatchObject({ name: 'Mira Halden' });
});

test('an answer that was not asked for stops the sign-in, and nobody is signed in [S48]', async () => {
  const { page, bench } = await begin();
  await nameService(page, lab);
  await page.getByRole('tab', { name: 'Sign in with browser' }).click();
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  const link = page.getByRole('link', { name: 'Open the sign-in page' });
  const redirect = new URL(new URL((await link.getAttribute('href')) ?? '').searchParams.get('redirect_uri') ?? '');
  redirect.searchParams.set('code', 'somebody-elses');
  redirect.searchParams.set('state', 'somebody-elses');
  const answer = await fetch(redirect);
  expect(await answer.text()).toContain('This sign-in was stopped');
  await page.getByText('The sign-in was stopped').waitFor();
  await expect(fetch(redirect)).rejects.toThrow(/fetch failed/);
  expect((await bench.computer.run(['account'])).code).toBe(4);
});

test('a person lets Benchtop in on the page of the service, and it is taken back at sign-out', async () => {
  const { page, bench } = await begin();
  await nameService(page, lab);
  await page.getByRole('tab', { name: 'Sign in with browser' }).click();
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the sign-in page' }).click();
  const other = await opened;
  await other.getByRole('radio', { name: /^Mira Halden/ }).check();
  await other.getByRole('button', { name: 'Allow' }).click();
  await other.getByRole('heading', { name: 'You can go back to Benchtop' }).waitFor();
  await step(page, 'What kind of computer is this?').waitFor();
  expect((await bench.computer.run(['account', '--json'])).json).toMatchObject({ credential: { kind: 'oauth' } });
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await step(page, 'Sign in').waitFor();
});

test('an instrument whose account may do much is warned about; a place that is not good says why', async () => {
  const { page, bench } = await begin();
  await signInByKey(page, lab, lab.service.people[0].apiKey);
  await page.getByRole('radio', { name: /^Instrument PC/ }).check({ force: true });
  await page.getByText('This account is Owner of its organization').waitFor();
  await page.getByRole('radio', { name: /^My computer/ }).check({ force: true });
  await page.getByText('This account is Owner').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Continue' }).click();
  const place = page.getByLabel('Folder on this computer');
  const attempt = async (path: string, words: string): Promise<void> => {
    await place.fill(path);
    await page.getByText(words).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
  };
  await attempt(join(bench.home, 'Dropbox', 'Lab'), 'folder of Dropbox');
  await attempt('/usr/share/lab', 'belongs to the system');
  await attempt(bench.home, 'whole home folder');
  await attempt(bench.computer.data, 'keeps its own records');
  await attempt('Lab', 'is no whole path');
  await place.fill('~/Lab');
  await page.getByText('The folder will be made.').waitFor();
});

test('who only browses comes to the files, and can choose folders later', async () => {
  const { page } = await begin();
  await signInByKey(page, lab, lab.service.people[0].apiKey);
  await page.getByRole('radio', { name: /^My computer/ }).check({ force: true });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The folder will be made.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Nothing will be downloaded and nothing will be sent.').waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await step(page, 'Where should its folders be?').waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'First steps' }).count()).toBe(0);
});

test('my own folder is made at the service when it is asked for, and chosen', async () => {
  const { page } = await begin();
  await signInByKey(page, lab, lab.service.people[1].apiKey);
  await page.getByRole('radio', { name: /^Shared/ }).check({ force: true });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The folder will be made.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^Keep folders here/ }).check({ force: true });
  await page.getByRole('button', { name: 'Choose my own folder' }).click();
  await page.getByText('1 folder chosen').waitFor();
  await page.getByRole('row', { name: /^Jonas Brandt/ }).waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Jonas Brandt').first().waitFor();
  // A shared computer sends nothing.
  await page.getByText('will stay here and not be sent').waitFor();
  const top = await lab.service.owner.folders(lab.service.knowledgeBase);
  // It is that person's own until it is shared.
  expect(top.has('Jonas Brandt')).toBe(false);
});

test.each(['light', 'dark'] as const)(
  'nothing on the way is hard to use with assistive technology (%s)',
  async scheme => {
    const { page } = await begin({ colorScheme: scheme, width: 960, height: 600 });
    expect(await seriousFindings(page)).toEqual([]);
    await nameService(page, lab);
    for (const way of ['E-mail code', 'Company sign-in', 'Other account', 'API key', 'Sign in with browser']) {
      await page.getByRole('tab', { name: way }).click();
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.getByRole('tab', { name: 'API key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill('not a key');
    await page.keyboard.press('Enter');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'API key' }).fill(lab.service.people[0].apiKey);
    await page.keyboard.press('Enter');
    await step(page, 'What kind of computer is this?').waitFor();
    await page.getByRole('radio', { name: /^Instrument PC/ }).check({ force: true });
    await page.getByText('This account is Owner').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The folder will be made.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: /^Keep folders here/ }).check({ force: true });
    await page.getByRole('row', { name: /^SOPs, 6 files/ }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('will not be downloaded').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  },
);
