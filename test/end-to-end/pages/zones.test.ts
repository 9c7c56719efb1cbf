import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startChromium } from '../../setup/browser/chromium.ts';
import { type Lab, openLab, succeed } from '../benchtop.ts';
import { focusedName, openWindow, type OpenWindow } from '../driver/window-steps.ts';

// A real daemon, the local service, a folder that plays an instrument's, and no mouse.

let lab: Lab;
let browser: Browser;
let opened: OpenWindow | undefined;

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ commandsHere: true });
  browser = await startChromium();
}, 180_000);

afterEach(() => opened?.close());
afterAll(async () => {
  await browser?.close();
  await lab?.close();
});

test('a drop zone is made by keyboard, what the instrument writes arrives, and only what was verified may be removed', async () => {
  const folder = join(lab.folder, 'instrument');
  await mkdir(join(folder, 'Run A'), { recursive: true });
  await writeFile(join(folder, 'Run A', 'spectrum.csv'), 'mz,intensity\n');
  const bench = await lab.computer('bench');
  await bench.daemon(['--window-port', '0']);
  opened = await openWindow(browser, (await succeed(bench.run(['window']))).stdout.trim());
  const { page, troubles } = opened;
  await page.keyboard.press('Control+4');
  await page.getByText('No drop zones yet').waitFor();
  await press(page, /^New drop zone$/);
  await describeZone(page, folder);
  await press(page, /^Start the drop zone$/);

  await page.getByRole('heading', { name: 'Spectrometer' }).waitFor();
  // The button that was pressed is gone with its page: one goes on from the title.
  await expect.poll(() => focusedName(page)).toBe('Drop zones');
  await press(page, /^Look now$/);
  await arrived(page, '1 of 1 file arrived');
  await mkdir(join(folder, 'Run B'));
  for (const name of ['one.csv', 'two.csv']) await writeFile(join(folder, 'Run B', name), `${name}\n`);
  await press(page, /^Look now$/);
  await arrived(page, '2 of 2 files arrived');
  await press(page, /^Run B$/);
  await page.getByText('two.csv').waitFor();
  await press(page, /^Verify$/);
  await page.getByText('2 files were read back from the service and found the same.').first().waitFor();
  await press(page, /^Operator…$/);
  await write(page, /^Operator/, 'Maria Ito');
  await page.keyboard.press('Enter');
  // The page may show the name before the question has gone, which keeps the focus until then.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Maria Ito').waitFor();
  await press(page, /^Runs of Spectrometer$/);

  await press(page, /^Safe to remove…$/);
  const safe = page.getByRole('grid', { name: 'Safe to remove' }).getByRole('row');
  await expect
    .poll(async () => Promise.all((await safe.all()).map(row => row.getAttribute('aria-label'))))
    .toEqual(['Run B/one.csv', 'Run B/two.csv']);
  // Nothing was touched where the instrument writes.
  expect((await readdir(folder)).toSorted()).toEqual(['Run A', 'Run B']);
  expect(await readFile(join(folder, 'Run B', 'two.csv'), 'utf8')).toBe('two.csv\n');

  await succeed(bench.run(['zones', 'pin', '--stdin'], '4711\n'));
  await press(page, /^Runs of Spectrometer$|^All drop zones$/);
  await leaveWithPin(page);
  expect(troubles).toEqual([]);
});

/** The big view is on show: going elsewhere leads back to it, until the PIN is given. */
async function leaveWithPin(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = '#/zones/kiosk'));
  await page.getByRole('heading', { name: 'Instrument status' }).waitFor();
  await press(page, /^Leave the big view$/);
  await page.getByRole('dialog').getByLabel('PIN').waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => (location.hash = '#/activity/now'));
  await page.getByRole('heading', { name: 'Instrument status' }).waitFor();
  await press(page, /^Leave the big view$/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Escape asks as the button does.
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('PIN');
  await page.keyboard.type('4711');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New drop zone' }).waitFor();
}

/** The six steps, and the dry run that says what is there already. */
async function describeZone(page: Page, folder: string): Promise<void> {
  await step(page, 'The folder');
  await write(page, /^Name of the drop zone/, 'Spectrometer');
  await write(page, /^Folder on this computer/, folder);
  await page.keyboard.press('Enter');
  await step(page, 'What to send');
  await page.getByText('1 file (13 B) in 1 run would be sent.').waitFor();
  // The title has the focus, and no use for Enter.
  await page.keyboard.press('Enter');
  await step(page, 'When a run is finished, and when it is sent');
  await write(page, /^Seconds without a change/, '0');
  await page.keyboard.press('Enter');
  await step(page, 'Where it goes');
  await page.getByRole('row', { name: 'Knowledge Base' }).waitFor();
  await tabTo(page, /^(?!Where it goes)/);
  for (let at = 0; at < MOST_STEPS && !(await focusedName(page)).startsWith('Knowledge Base'); at += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Chosen: Knowledge Base').waitFor();
  await write(page, /^Folders below it/, '{instrument}/{run}');
  await tabTo(page, /^Knowledge Base/);
  await page.keyboard.press('Enter');
  await step(page, 'Labels');
  await write(page, /^Instrument/, 'QTOF 1');
  await page.keyboard.press('Enter');
  await step(page, 'Proof');
  await tabTo(page, /^Read back as a sample/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await step(page, 'What would happen');
  await page.getByText('QTOF 1/Run A/spectrum.csv').waitFor();
}

const MOST_STEPS = 60;

async function step(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}

async function arrived(page: Page, text: string): Promise<void> {
  await page.getByText(text).waitFor();
}

/** Tabs until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let at = 0; at < MOST_STEPS; at += 1) {
    if (name.test(await focusedName(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${String(name)}; last to '${await focusedName(page)}'`);
}

async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function write(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}
