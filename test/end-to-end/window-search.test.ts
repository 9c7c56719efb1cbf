import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startChromium } from '../setup/chromium.ts';
import { type Computer, type Lab, openLab, succeed, until } from './benchtop.ts';
import { headingOf, line, openWindow, type OpenWindow, seriousFindings } from './window-steps.ts';

// Searching as a person does, on real files, a daemon and the local service with its sample.

let lab: Lab;
let bench: Computer;
let browser: Browser;
const windows: OpenWindow[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ sample: true });
  bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base');
  await bench.daemon(['--window-port', '0']);
  browser = await startChromium();
  await until('the sample on the computer', async () => ((await bench.files()).size === 75 ? true : undefined));
}, 180_000);

afterEach(async () => {
  const opened = windows.splice(0);
  for (const each of opened) await each.close();
  const troubles = opened.flatMap(each => each.troubles);
  if (troubles.length > 0) throw new Error(`The window was in trouble: ${troubles.join('; ')}`);
});

afterAll(async () => {
  await browser?.close();
  await lab?.close();
});

async function start(): Promise<Page> {
  const { stdout } = await succeed(bench.run(['window']));
  const opened = await openWindow(browser, stdout.trim());
  windows.push(opened);
  await headingOf(opened.page, 'Knowledge Base').waitFor();
  return opened.page;
}

/** The search, once what is typed goes into it. */
async function dialogOf(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.locator('input:focus').waitFor();
  return dialog;
}

test('a file is found by its name from the keyboard alone, and is chosen where it lies', async () => {
  const page = await start();
  await page.keyboard.press('Control+k');
  const dialog = await dialogOf(page);
  await page.keyboard.type('viability');
  await dialog.getByRole('option', { name: /^MTT viability\.md/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.type(' type:md');
  await expect.poll(() => dialog.getByRole('option', { name: /\.csv/ }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await headingOf(page, 'Assays').waitFor();
  await expect.poll(() => line(page, 'MTT viability.md').getAttribute('aria-selected')).toBe('true');
});

test('words inside files are found with where they stand, and what was looked through is said', async () => {
  const page = await start();
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = await dialogOf(page);
  await page.keyboard.type('Target temperature');
  await dialog.getByText('Inside, on this computer').first().waitFor();
  await expect.poll(() => dialog.locator('mark').first().textContent()).toBe('Target');
  await dialog.getByText(/^Searched \d+ names and the text inside \d+ files on this computer\./).waitFor();
  await page.keyboard.press('Escape');
});

test('a filter that means nothing is said to be wrong, and nothing found is said', async () => {
  const page = await start();
  await page.keyboard.press('Control+k');
  const dialog = await dialogOf(page);
  await page.keyboard.type('xyzzy before:someday');
  await dialog.getByText('before: takes a day such as 2026-10-01.').waitFor();
  await dialog.getByText('Nothing fits ‘xyzzy before:someday’.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});
