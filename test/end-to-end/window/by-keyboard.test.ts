import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Child } from '../../setup/child.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Lab, openLab, succeed, until } from '../benchtop.ts';
import { mailTo, newBench } from '../driver/first-run.ts';
import { focusedName, headingOf, line, openSearch, type OpenWindow } from '../driver/window-steps.ts';

// One person, one evening, no mouse: the local service with its sample, a fresh data directory, its daemon, a browser.

let lab: Lab;
let browser: Browser;
let opened: OpenWindow | undefined;
const children: Child[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
  lab = await openLab({ sample: true, commandsHere: true });
  browser = await startChromium();
}, 180_000);

afterAll(async () => {
  await opened?.close();
  for (const child of children) await child.stop();
  await browser?.close();
  await lab?.close();
});

const EMAIL = 'mira.halden@example.org';
const MINUTES = '2026-09-29 Lab meeting.md';

test('from the first run to a settled conflict nothing but the keyboard is needed, and the focus is always seen', async () => {
  const bench = await newBench(lab, 'bench', children);
  const folder = join(bench.home, 'Knowledge base', 'Halden Lab', 'Meetings');
  await mkdir(join(bench.home, 'Data of mine'), { recursive: true });
  opened = await bench.open(browser);
  const { page, troubles } = opened;
  page.setDefaultTimeout(30_000);
  await firstRun(page, 'Meetings');
  await until('the folder', async () => ((await names(folder)).length === 5 ? true : undefined));
  for (const [name, value] of [
    ['settleMs', '0'],
    ['pollSeconds', '1'],
  ] as const)
    await succeed(bench.computer.run(['config', 'set', name, value]));
  await keepOffline(page, folder);
  await find(page);
  await succeed(bench.computer.run(['pause']));
  await changeOnBothSides(folder);
  await succeed(bench.computer.run(['resume']));
  await settle(page, folder);
  expect(troubles).toEqual([]);
});

/** From the address of the service to a folder that is kept on this computer. */
async function firstRun(page: Page, folder: string): Promise<void> {
  await headed(page, 'Where is your knowledge base?');
  await tabTo(page, /^Address of the service/);
  await page.keyboard.type(lab.service.baseUrl);
  await page.keyboard.press('Enter');
  await headed(page, 'Sign in');
  await tabTo(page, /^Your e-mail address/);
  await page.keyboard.type(EMAIL);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from the mail').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Code from the mail');
  await page.keyboard.type(await mailTo(lab, EMAIL, 'sign-in-code'));
  await page.keyboard.press('Enter');
  await headed(page, 'What kind of computer is this?');
  await tabTo(page, /^My computer/);
  await page.keyboard.press('Space');
  await go(page, 'Continue');
  await headed(page, 'Where should its folders be?');
  await page.getByText('The folder will be made.').waitFor();
  await go(page, 'Choose…');
  await press(page, 'Tab', /^Home folder/);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('row', { name: 'Data of mine' }).waitFor();
  await go(page, 'Close the tree');
  await go(page, 'Continue');
  await headed(page, 'What should be kept on this computer?');
  // Nothing is ticked, and only browsing is the first answer.
  expect(await page.getByRole('radio', { name: /^Only browse/ }).isChecked()).toBe(true);
  await tabTo(page, /^Only browse/);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('row', { name: new RegExp(`^${folder}`) }).waitFor();
  expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(0);
  await press(page, 'Tab', /^\D+, /);
  await press(page, 'ArrowDown', /^Instruments/);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('row', { name: /^HPLC/ }).waitFor();
  await press(page, 'ArrowDown', new RegExp(`^${folder}`));
  await page.keyboard.press('Space');
  await page.getByText('1 folder chosen').waitFor();
  await go(page, 'Review');
  await page.getByText('5 files, 2.5 kB will be downloaded').waitFor();
  await page.getByText('Nothing will be sent').waitFor();
  await go(page, 'Start');
  await headed(page, 'Your folders are set up');
  await go(page, 'Open the folder');
  await headingOf(page, folder).waitFor();
  // The list of first steps goes when it is put away, and stays away.
  await go(page, 'Put this list away');
  await page.getByRole('region', { name: 'First steps' }).waitFor({ state: 'detached' });
}

/** Lets the space of a file go and keeps it offline again. */
async function keepOffline(page: Page, folder: string): Promise<void> {
  await line(page, MINUTES).getByText('On this computer').first().waitFor({ state: 'attached' });
  await press(page, 'F6', /^Chemicals|^\d{4}/);
  await press(page, 'ArrowDown', new RegExp(`^${MINUTES}`));
  // Looks into it beside the list, and puts that away.
  await page.keyboard.press('Space');
  await page.getByRole('complementary', { name: 'Preview' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('complementary', { name: 'Preview' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+O');
  await until('the space', async () => ((await names(folder)).includes(MINUTES) ? undefined : true));
  await line(page, MINUTES).getByText('Online only').first().waitFor({ state: 'attached' });
  await tabTo(page, new RegExp(`^${MINUTES}`));
  await page.keyboard.press('Control+Shift+O');
  await until('the file', async () => ((await names(folder)).includes(MINUTES) ? true : undefined));
}

/** Finds the file from another screen. */
async function find(page: Page): Promise<void> {
  await page.keyboard.press('Control+3');
  await headingOf(page, 'Activity').waitFor();
  // What had the focus is gone with the list of files.
  await expect.poll(() => focusedName(page)).toBe('Activity');
  const dialog = await openSearch(page);
  await page.keyboard.type('09-29 lab');
  await dialog.getByRole('option', { name: new RegExp(`^${MINUTES}`) }).waitFor();
  await seen(page);
  await page.keyboard.press('Enter');
  await headingOf(page, 'Meetings').waitFor();
  await expect.poll(() => line(page, MINUTES).getAttribute('aria-selected')).toBe('true');
}

async function changeOnBothSides(folder: string): Promise<void> {
  const owner = lab.service.owner;
  const there = await owner.files(lab.service.knowledgeBase);
  const file = [...there].find(([path]) => path.endsWith(MINUTES))?.[1];
  await owner.edit(file?.id ?? '', 'minutes of a colleague\n');
  await writeFile(join(folder, MINUTES), 'minutes of the bench\n');
}

/** Opens the conflict that needs attention, and keeps both versions. */
async function settle(page: Page, folder: string): Promise<void> {
  await page.getByRole('link', { name: 'Attention 1 item' }).waitFor();
  await page.keyboard.press('Control+2');
  await headingOf(page, 'Attention').waitFor();
  await press(page, 'F6', new RegExp(`^${MINUTES}`));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: `Two versions of '${MINUTES}'` });
  await sheet.getByText('Version 2').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Decide later');
  await seen(page);
  await press(page, 'Shift+Tab', /^Decide later|^Keep/);
  await press(page, 'ArrowDown', /^Keep mine/);
  await page.keyboard.press('Space');
  await go(page, 'Keep mine');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Nothing needs you.' }).waitFor();
  await until('one version', async () => {
    if ((await names(folder)).length !== 5) return undefined;
    return (await readFile(join(folder, MINUTES), 'utf8')) === 'minutes of the bench\n' ? true : undefined;
  });
}

/** The names in the folder now; files come and go while the test runs. */
async function names(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter(name => name !== '.benchtop');
}

/** Waits for a step, whose heading has the focus so that it is read out. */
async function headed(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name }).waitFor();
  await expect.poll(() => focusedName(page)).toBe(name);
}

/** Presses a key until what has the focus is called so; each stop on the way must be seen. @throws Error when it never is. */
async function press(page: Page, key: string, name: RegExp): Promise<void> {
  const stops: string[] = [];
  while (stops.length < 40) {
    await page.keyboard.press(key);
    // Tab leads from the end of the page through the browser's own buttons to its beginning.
    const isOutside = key === 'Tab' && !stops.includes('') && (await focusedName(page)) === '';
    if (!isOutside) await seen(page);
    stops.push(await focusedName(page));
    if (name.test(stops.at(-1) ?? '')) return;
  }
  throw new Error(`Pressing ${key} never led to ${name}, but to ${stops.join(' · ')}`);
}

/** Tabs to it, unless it has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  if (!name.test(await focusedName(page))) await press(page, 'Tab', name);
}

/** Tabs to a button and presses it. */
async function go(page: Page, button: string): Promise<void> {
  await tabTo(page, new RegExp(`^${button}$`));
  await page.keyboard.press('Enter');
}

/**
 * Makes sure that a person sees where they are: what has the focus is within the window, and it or what stands for it
 * wears a ring. A heading that is only read out needs none.
 */
async function seen(page: Page): Promise<void> {
  const trouble = await page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return 'nothing has the focus';
    if (/^H[12]$/.test(focused.tagName)) return null;
    const isRinged = (element: Element): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // A tick's own input is hidden; its label, and what is drawn in it, stand for it.
    const label = focused.closest('label, [role="option"], [role="row"]');
    const candidates = [focused, ...(label === null ? [] : [label, ...label.querySelectorAll('*')])];
    const held = document.querySelector('[role="option"][data-focus-visible], [role="option"][data-focused]');
    const ringed = [...candidates, ...(held === null ? [] : [held])].find(isRinged);
    const what = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent}`;
    if (ringed === undefined) return `no ring: ${what}`;
    const { top, left, bottom, right } = ringed.getBoundingClientRect();
    const isIn = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return isIn ? null : `outside the window: ${what}`;
  });
  expect(trouble).toBeNull();
}
