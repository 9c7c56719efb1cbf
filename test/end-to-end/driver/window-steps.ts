import type { Browser, Locator, Page } from 'playwright';
import { TestRunner } from 'vitest';

import { feedbackTexts } from '../../../shared/text/feedback.ts';
import { takeProfile } from '../../setup/browser/browser-profiles.ts';

/** A window of Benchtop in a browser, and what went wrong in it. */
export interface OpenWindow {
  readonly page: Page;
  /** Violations of the content security policy and errors of the page, in order; empty when all is well. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

/** How to open it. */
export interface WindowLook {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
  /** The test changes what cannot be put back, such as the page's clock: no other window comes into this profile. */
  readonly isDisposable?: boolean;
}

/** Opens an address that Benchtop printed, in a browser profile of its own, and waits for the window to stand. */
export async function openWindow(browser: Browser, address: string, look: WindowLook = {}): Promise<OpenWindow> {
  const { width = 1200, height = 760, colorScheme = 'light', forcedColors = 'none', isDisposable = false } = look;
  const profile = await takeProfile(browser);
  const { page, troubles } = profile;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
  await slowDown(page);
  await page.goto(address);
  await page.getByRole('navigation', { name: 'Places' }).waitFor();
  const close = async (): Promise<void> => {
    const failed = await tellWhatIsOnShow(page);
    await (failed || isDisposable ? profile.end() : profile.giveBack());
  };
  return { page, troubles, close };
}

/**
 * What a window shows at the end of a test that failed: without it, most of these failures say only that something did not
 * come. True when it did fail.
 */
async function tellWhatIsOnShow(page: Page): Promise<boolean> {
  const test = TestRunner.getCurrentTest();
  if (test?.result?.state !== 'fail') return false;
  const shown = await page
    .locator('body')
    .ariaSnapshot()
    .catch((error: unknown) => String(error));
  process.stderr.write(`On show when “${test.name}” failed, at ${page.url()}:\n${shown}\n`);
  return true;
}

/** `BENCHTOP_SLOW=6`: the browser counts six times as long, as on a machine that slow; what races then shows itself. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['BENCHTOP_SLOW'] ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Opens the search with its keys and waits until it takes what is typed. */
export async function openSearch(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k');
  return searchDialog(page);
}

/** The search that opens, once it takes what is typed. */
export async function searchDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.locator('input:focus').waitFor();
  return dialog;
}

/** The list of the folder on show. */
export function fileList(page: Page): Locator {
  return page.getByRole('grid', { name: /^Contents of / });
}

/** The line of a file or folder in the list, by the beginning of what it is called: name, kind, sync state, text. */
export function line(page: Page, name: string): Locator {
  return fileList(page).getByRole('row', { name: new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`) });
}

/** What was done last, at the bottom left; over dialogs, too. */
export function toastOf(page: Page): Locator {
  return page.getByRole('complementary', { name: feedbackTexts.region });
}

/** The tree of folders. */
export function folderTree(page: Page): Locator {
  return page.getByRole('treegrid', { name: 'Folders' });
}

/** The line that says how Benchtop is doing. */
export function statusPill(page: Page): Locator {
  return page.getByRole('banner').locator('[data-state]');
}

/** Opens the panel with more about the status. */
export async function openStatus(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More about the status, and pause' }).click();
  await page.getByRole('dialog', { name: 'Status' }).waitFor();
}

/** Opens a folder of the list with the mouse and waits until it is on show. */
export async function openFolderByMouse(page: Page, name: string): Promise<void> {
  await line(page, name).dblclick();
  await headingOf(page, name).waitFor();
}

/** The heading of the folder on show. */
export function headingOf(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/** What the element with the focus is called, as a screen reader says it; empty when nothing has it. */
export async function focusedName(page: Page): Promise<string> {
  const focused = page.locator(':focus');
  return (await focused.count()) === 0 ? '' : (namesIn(await focused.ariaSnapshot(), '\\w+')[0] ?? '');
}

/** What the lines of the list in sight are called, in order. */
export async function lineNames(page: Page): Promise<readonly string[]> {
  const [, ...names] = namesIn(await fileList(page).ariaSnapshot(), 'row');
  return names;
}

/** The names of everything with such a role, from an accessibility snapshot: lines such as `- row "plate7.csv"`. */
function namesIn(snapshot: string, role: string): readonly string[] {
  return [...snapshot.matchAll(new RegExp(`^ *- '?${role} ("(?:[^"\\\\]|\\\\.)*")`, 'gm'))].map(([, quoted]) =>
    String(JSON.parse(quoted ?? '""')),
  );
}
