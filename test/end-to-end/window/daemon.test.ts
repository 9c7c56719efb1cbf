import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';
import {
  fileList,
  folderTree,
  headingOf,
  line,
  lineNames,
  openFolderByMouse,
  openStatus,
  openWindow,
  type OpenWindow,
  statusPill,
  type WindowLook,
} from '../driver/window-steps.ts';

// The whole product at once: the local service with its sample, a daemon on real files, and its window in a browser.

const SAMPLE_FILES = 75;
let lab: Lab;
let bench: Computer;
let browser: Browser;
let meetings: string;
const windows: OpenWindow[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ sample: true, commandsHere: true });
  bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base');
  await bench.daemon(['--window-port', '0']);
  browser = await startChromium();
  const folders = await lab.service.owner.folders(lab.service.knowledgeBase);
  meetings = folders.get('Meetings') ?? '';
  await until('the sample on the computer', async () =>
    (await bench.files()).size === SAMPLE_FILES ? true : undefined,
  );
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

/** A window of the running daemon, by an address that the command line printed. */
async function start(look: WindowLook = {}): Promise<Page> {
  const { stdout } = await succeed(bench.run(['window']));
  const opened = await openWindow(browser, stdout.trim(), look);
  windows.push(opened);
  await headingOf(opened.page, 'Knowledge Base').waitFor();
  return opened.page;
}

async function openFolder(page: Page, ...path: readonly string[]): Promise<void> {
  for (const name of path) await openFolderByMouse(page, name);
}

test('the window shows the mirrored folders and files, where they are and whether their text was read', async () => {
  const page = await start();
  await statusPill(page)
    .getByText(/^Up to date/)
    .waitFor();
  await expect
    .poll(() => folderTree(page).getByRole('row').allTextContents())
    .toEqual([
      'On this computer',
      'Knowledge Base',
      'Cell lines',
      'Instruments',
      'Inventory',
      'Meetings',
      'Plates',
      'Project Kestrel (KST-118)',
      'Protocols',
      'SOPs',
      'Westerns 2026',
      'At the service',
      'Not in a folder',
      'Archived folders',
      'Recently removed',
    ]);
  await openFolder(page, 'Plates', 'ELISA (TNF-α)');
  await expect
    .poll(() => lineNames(page))
    .toEqual([
      '2026-09-24 ELISA plate 1 (AT).csv File On this computer Text searchable',
      '2026-09-24 ELISA plate 1 map.csv File On this computer Text searchable',
      '2026-10-08 ELISA plate 2 (AT).csv File On this computer Text searchable',
      '2026-10-08 ELISA plate 2 map.csv File On this computer Text searchable',
      '2026-10-12 Plate 7 (reader crashed).csv File On this computer Text could not be read',
      '2026-10-14 ELISA plate 3 (AT).csv File On this computer Text searchable',
      '2026-11-05 ELISA plate 4 (AT).csv File On this computer Text searchable',
      '2026-11-05 ELISA plate 4 map.xlsx File On this computer Text searchable',
      'Standard curve plate 2.csv File On this computer Text searchable',
    ]);
  await folderTree(page).getByRole('row', { name: 'Instruments' }).click();
  await openFolder(page, 'HPLC');
  expect((await lineNames(page)).filter(name => name.includes('.trc'))).toEqual([
    '20260922_001_blank.trc File On this computer Stored, no text',
    '20260922_002_KST-118.trc File On this computer Stored, no text',
    '20261021_004_KST-118 4 °C.trc File On this computer Stored, no text',
  ]);
});

test('a file that is the same on both sides shows when it was changed, not when it was downloaded', async () => {
  const page = await start();
  await openFolder(page, 'Meetings');
  await expect.poll(() => line(page, '2026-09-29 Lab meeting.md').textContent()).toMatch(/\d Oct (?:\d\d:\d\d|2026)/);
});

test('a file saved here is seen in the window at once: in its folder, in Activity, and then its text', async () => {
  const page = await start();
  await openFolder(page, 'Meetings');
  await bench.write('Meetings/2026-11-17 Lab meeting.md', '# Lab meeting\n');
  await line(page, '2026-11-17 Lab meeting.md File On this computer').waitFor();
  await line(page, '2026-11-17 Lab meeting.md File On this computer Text searchable').waitFor();
  const files = await lab.service.owner.files(meetings);
  expect(files.get('2026-11-17 Lab meeting.md')?.text).toBe('# Lab meeting\n');

  await page.getByRole('link', { name: 'Activity' }).click();
  const entries = page.getByRole('grid', { name: 'History' }).getByRole('row');
  await entries.first().getByText('2026-11-17 Lab meeting.md').waitFor();
  await expect
    .poll(() => entries.first().textContent())
    .toMatch(/^Sent 2026-11-17 Lab meeting\.md in Knowledge Base \/ Meetingschanged on this computer14 B/);
  await bench.write('Meetings/2026-11-24 Lab meeting.md', '# The next one\n');
  await entries.first().getByText('2026-11-24 Lab meeting.md').waitFor();
});

test("a colleague's work appears, is renamed and goes, without a key pressed", async () => {
  const page = await start();
  await openFolder(page, 'SOPs');
  const sops = (await lab.service.owner.folders(lab.service.knowledgeBase)).get('SOPs') ?? '';
  const id = await lab.service.owner.upload(sops, 'SOP-014 Spills.md', '# Spills\n');
  await line(page, 'SOP-014 Spills.md File On this computer').waitFor();
  expect(await bench.read('SOPs/SOP-014 Spills.md')).toBe('# Spills\n');
  await lab.service.owner.renameFile(id, 'SOP-014 Spills and leaks.md');
  await line(page, 'SOP-014 Spills and leaks.md').waitFor();
  await expect.poll(() => line(page, 'SOP-014 Spills.md').count()).toBe(0);
  await lab.service.owner.removeFile(id);
  await expect.poll(() => line(page, 'SOP-014 Spills and leaks.md').count()).toBe(0);
});

test('syncing is paused and resumed in the window, and the command line says the same', async () => {
  const page = await start();
  await openStatus(page);
  await page.getByRole('button', { name: 'Pause syncing' }).click();
  await page.getByRole('menuitem', { name: '2 hours' }).click();
  await statusPill(page)
    .getByText(/^Paused until/)
    .waitFor();
  expect((await bench.run(['status', '--json'])).json).toMatchObject({ state: 'paused' });
  await bench.write('Meetings/while paused.md', 'kept back\n');
  await page.getByRole('button', { name: 'Resume syncing' }).click();
  await statusPill(page)
    .getByText(/^Up to date/)
    .waitFor();
  await until('the file at the service', async () =>
    (await lab.service.owner.files(meetings)).has('while paused.md') ? true : undefined,
  );
});

test('Check now looks at the service at once', async () => {
  const page = await start();
  await openFolder(page, 'Cell lines');
  await succeed(bench.run(['config', 'set', 'pollSeconds', '3600']));
  try {
    await page.getByText('Checked just now').waitFor();
    const cells = (await lab.service.owner.folders(lab.service.knowledgeBase)).get('Cell lines') ?? '';
    await lab.service.owner.upload(cells, 'Vero E6 p4.md', '# Vero E6\n');
    await page.getByRole('button', { name: 'Check now' }).click();
    await line(page, 'Vero E6 p4.md File On this computer').waitFor();
    expect(await bench.read('Cell lines/Vero E6 p4.md')).toBe('# Vero E6\n');
  } finally {
    await succeed(bench.run(['config', 'set', 'pollSeconds', '1']));
  }
});

test('a window whose daemon ends says so', async () => {
  const other = await lab.computer('other');
  const daemon = await other.daemon(['--window-port', '0']);
  const address = (await succeed(other.run(['window']))).stdout.trim();
  const opened = await openWindow(browser, address);
  windows.push(opened);
  await opened.page.getByText('What kind of computer is this?').waitFor();
  await daemon.stop();
  await opened.page.getByText('The connection to Benchtop was lost.').first().waitFor();
  await expect.poll(() => opened.page.getByRole('banner').textContent()).toContain('Not connected');
});

test.each(['light', 'dark'] as const)(
  'nothing on the sample is hard to use with assistive technology (%s)',
  async scheme => {
    const page = await start({ colorScheme: scheme, width: 1440, height: 900 });
    await openFolder(page, 'Plates', 'ELISA (TNF-α)');
    await fileList(page).getByRole('row').nth(3).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('grid', { name: 'History' }).getByRole('row').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  },
);
