import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';
import {
  focusedName,
  headingOf,
  line,
  openSearch,
  openWindow,
  searchDialog,
  type OpenWindow,
  statusPill,
} from '../driver/window-steps.ts';

// Searching as a person does, on real files, a daemon and the local service with its sample.

let lab: Lab;
let bench: Computer;
let browser: Browser;
const windows: OpenWindow[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ sample: true, commandsHere: true });
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
test('a file is found by its name from the keyboard alone, and is chosen where it lies', async () => {
  const page = await start();
  const dialog = await openSearch(page);
  await page.keyboard.type('viability');
  await dialog.getByRole('option', { name: /^MTT viability\.md/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.type(' type:md');
  await expect.poll(() => dialog.getByRole('option', { name: /\.csv/ }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await headingOf(page, 'Assays').waitFor();
  await expect.poll(() => line(page, 'MTT viability.md').getAttribute('aria-selected')).toBe('true');
  // The keys go on from the found line.
  await expect.poll(() => focusedName(page)).toMatch(/^MTT viability\.md/);
  await openSearch(page);
  await page.keyboard.type('elisa');
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('elisa');
  // Asked in one moment: what was found for the text before may still be pointed to.
  const isChosen = (): boolean => {
    const active = document.querySelector('[role="combobox"]')?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(active)?.getAttribute('aria-selected') === 'true';
  };
  await expect.poll(() => page.evaluate(isChosen)).toBe(true);
  await page.keyboard.press('Escape');
});

test('from inside a folder, a find in the folder around it has the focus, and not the folder that was left', async () => {
  const page = await start();
  await line(page, 'Cell lines').dblclick();
  await headingOf(page, 'Cell lines').waitFor();
  const dialog = await openSearch(page);
  await page.keyboard.type('Start here');
  await dialog.getByRole('option', { name: /^Start here\.md/ }).waitFor();
  await page.keyboard.press('Enter');
  await headingOf(page, 'Knowledge Base').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^Start here\.md/);
  await expect.poll(() => line(page, 'Start here.md').getAttribute('aria-selected')).toBe('true');
});

test('a command that is typed and entered in one go is given, and the keys that open the search begin it again', async () => {
  const page = await start();
  const dialog = await openSearch(page);
  await page.keyboard.type('pause');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await statusPill(page).getByText('Paused').waitFor();
  await openSearch(page);
  await page.keyboard.type('nothing of this kind');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('resume');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => statusPill(page).textContent()).toMatch(/Up to date/);
});

test('words inside files are found with where they stand, and what was looked through is said', async () => {
  const page = await start();
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = await searchDialog(page);
  await page.keyboard.type('Target temperature');
  await dialog.getByText('Inside, on this computer').first().waitFor();
  await expect.poll(() => dialog.locator('mark').first().textContent()).toBe('Target');
  await dialog.getByText(/^Searched \d+ names and the text inside \d+ files on this computer\./).waitFor();
  await page.keyboard.press('Escape');
});

test('a filter that means nothing is said to be wrong, and nothing found is said', async () => {
  const page = await start();
  const dialog = await openSearch(page);
  await page.keyboard.type('xyzzy before:someday');
  await dialog.getByText('before: takes a day such as 2026-10-01.').waitFor();
  await dialog.getByText('Nothing fits “xyzzy before:someday”.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('commands are given from the search field, and only when they are asked for', async () => {
  const page = await start();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const give = async (command: string): Promise<void> => {
    await openSearch(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(command);
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  await give('> pause');
  await statusPill(page).getByText('Paused').waitFor();
  await openSearch(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('> ');
  await dialog.getByRole('option', { name: 'Resume' }).waitFor();
  expect(await dialog.getByRole('option', { name: 'Pause' }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.type('nonsense');
  await dialog.getByText('No command fits “nonsense”.').waitFor();
  await page.keyboard.press('Escape');
  await give('> resume');
  await statusPill(page)
    .getByText(/^Up to date/)
    .waitFor();
  await give('> new fold');
  await page.getByRole('dialog', { name: 'New folder in “Knowledge Base”' }).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Name');
  await page.keyboard.press('Escape');
  await give('> keyboard');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await give('> settings');
  await headingOf(page, 'Settings').waitFor();
  // Among finds a command is the last, and Enter takes a find.
  await openSearch(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('meet');
  await dialog.getByRole('option', { name: /^Meetings/ }).waitFor();
  await page.keyboard.press('Enter');
  await headingOf(page, 'Meetings').waitFor();
});

test('a conversation that was found is opened in chat', async () => {
  const page = await start();
  const dialog = await openSearch(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('plate');
  const conversation = dialog.getByRole('option').filter({ hasText: 'Conversation' }).first();
  await conversation.click();
  await page.getByRole('log').waitFor();
  await expect.poll(() => dialog.isVisible()).toBe(false);
});

test('what only the service knew of is opened where it is', async () => {
  const other = await lab.computer('other');
  await other.mirror('Knowledge Base/Meetings');
  await other.daemon(['--window-port', '0']);
  const opened = await openWindow(browser, (await succeed(other.run(['window']))).stdout.trim());
  windows.push(opened);
  const { page } = opened;
  await headingOf(page, 'Meetings').waitFor();
  const dialog = await openSearch(page);
  await page.keyboard.type('viability');
  await dialog.getByRole('option', { name: /^MTT viability\.md/ }).click();
  await headingOf(page, 'Assays').waitFor();
  await expect.poll(() => line(page, 'MTT viability.md').getAttribute('aria-selected')).toBe('true');
});
