import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startWindowServer, type WindowServer } from '../../main/server/window-server.ts';
import { FaultError } from '../../shared/fault.ts';
import { startChromium } from '../setup/chromium.ts';
import { type ScriptedEngine, scriptedEngine } from './scripted-engine.ts';
import {
  fileList,
  focusedName,
  folderTree,
  headingOf,
  line,
  lineNames,
  openFolderByMouse,
  type OpenWindow,
  openWindow,
  seriousFindings,
  statusPill,
  type WindowLook,
} from './window-steps.ts';

const BUILD = fileURLToPath(new URL('../../out/renderer', import.meta.url));

// A step waits ten seconds at most (window-steps.ts), so that what fails says which one; on a busy machine all of them take longer.
vi.setConfig({ testTimeout: 60_000 });

let browser: Browser;
const open: { close(): Promise<void> }[] = [];
const windows: OpenWindow[] = [];

beforeAll(async () => {
  if (!existsSync(BUILD)) throw new Error("The window is not built. Run 'npm run build' first.");
  browser = await startChromium();
}, 60_000);

afterAll(async () => browser?.close());

// Whatever a test looked at: no policy was violated, nothing was thrown.
afterEach(async () => {
  const troubles = windows.flatMap(each => each.troubles);
  for (const each of open.splice(0).reverse()) await each.close();
  windows.splice(0);
  expect(troubles).toEqual([]);
});

test('the window shows the mirrors as folders, and a folder with its sync states and texts', async () => {
  const { page } = await start();
  await headingOf(page, 'Knowledge Base').waitFor();
  expect(await folderTree(page).getByRole('row').allTextContents()).toEqual([
    'Knowledge Base',
    'Plates',
    'Protocols',
    'Sequencing',
    'Templates',
    'Raw data',
  ]);
  await openFolderByMouse(page, 'Plates');
  expect(await lineNames(page)).toEqual([
    '2026-11 dose response Folder On this computer',
    'Calibration Folder On this computer',
    '~$plate layout.xlsx File Skipped by rule',
    'broken report.txt File On this computer Text could not be read',
    'elisa standard curve.csv File On this computer Text searchable',
    'gel 2026-11-18.png File Verified Stored, no text',
    'notes on edge effects.md File Waiting to send Text searchable',
    'old layout.csv File Will be removed Text searchable',
    'plate reader export.tsv File Confirming Text: reading',
    'plate5 scan.tif File Waiting to download Stored, no text',
    'plate7.csv File Two different versions Text searchable',
    'plate8.csv File Sending Text: queued',
    'plate9.csv File Waiting for it to settle',
    'run 0447.fcs File On this computer Stored, no text',
    'run_7.csv File Different name here Text searchable',
    'setup.exe File Not in step',
  ]);
});

test('a line says its size, and in whole sentences what its badges mean', async () => {
  const { page } = await start();
  await openFolderByMouse(page, 'Plates');
  await line(page, 'run_7.csv').click();
  await page.getByText('Different name here. Its name at the service does not work on this computer.').waitFor();
  await page.getByText('Its name at the service: “run:7.csv”.').waitFor();
  expect(await line(page, 'run_7.csv').getByRole('gridcell').last().textContent()).toBe('9.1 kB');
});

test('what happens in the engine is seen without asking', async () => {
  const { page, engine } = await start();
  await openFolderByMouse(page, 'Plates');
  engine.addFile('m1', 'Plates', { name: 'plate11.csv', badge: 'queuedUp' });
  await line(page, 'plate11.csv File Waiting to send').waitFor();
  engine.change('m1', 'Plates/plate11.csv', { badge: 'local', extraction: 'pending' });
  await line(page, 'plate11.csv File On this computer Text: queued').waitFor();
  engine.change('m1', 'Plates/plate11.csv', { extraction: 'done' });
  await line(page, 'plate11.csv File On this computer Text searchable').waitFor();
  engine.remove('m1', 'Plates/plate11.csv');
  await line(page, 'plate11.csv').waitFor({ state: 'detached' });
});

test('a new folder appears in the tree, and progress is counted in the line', async () => {
  const { page, engine } = await start();
  engine.addFile('m1', '', { name: 'Imaging', kind: 'folder' });
  await folderTree(page).getByRole('row', { name: 'Imaging' }).waitFor();
  await openFolderByMouse(page, 'Plates');
  const item = engine.idOf('m1', 'Plates/plate8.csv');
  const transfer = { item, mirror: 'm1', path: 'Plates/plate8.csv', direction: 'up' as const, sizeBytes: 200 };
  engine.topics.publish('sync.transfers', [{ ...transfer, doneBytes: 84 }]);
  await line(page, 'plate8.csv File Sending 42 %').waitFor();
});

test('the status pill follows the engine, and its panel pauses and resumes', async () => {
  const { page, engine } = await start();
  const pill = statusPill(page);
  expect(await pill.textContent()).toMatch(/^Up to date · checked \d\d:\d\d$/);
  const texts = [
    [{ state: 'attention', attention: 3 }, '3 items need attention'],
    [{ state: 'transferring', done: 3, total: 212 }, 'Syncing 4 of 212'],
    [{ state: 'offline' }, 'Offline'],
    [{ state: 'guard' }, 'Waiting for your decision'],
  ] as const;
  for (const [change, text] of texts) {
    engine.setStatus(change);
    await pill.getByText(text, { exact: true }).waitFor();
  }
  await pill.click();
  await page.getByRole('button', { name: 'Pause syncing' }).click();
  await pill.getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Resume syncing' }).click();
  await pill.getByText('Up to date').waitFor();
  expect(engine.asked).toEqual(['sync.pause', 'sync.resume']);
});

test('the tree opens folders of every mirror, and the trail leads back', async () => {
  const { page } = await start();
  await folderTree(page).getByRole('row', { name: 'Raw data' }).click();
  await headingOf(page, 'Raw data').waitFor();
  await line(page, 'readme.txt File View only').waitFor();
  await page.getByText('Downloads only').waitFor();
  await openFolderByMouse(page, 'Imaging');
  await line(page, 'well A1.tif File Online only').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Raw data' }).click();
  await headingOf(page, 'Raw data').waitFor();
});

test('the window stays where it was when it is loaded again', async () => {
  const { page } = await start();
  await openFolderByMouse(page, 'Protocols');
  await page.reload();
  await headingOf(page, 'Protocols').waitFor();
  expect(await page.title()).toBe('Protocols – Benchtop');
});

test('everything can be done with the keyboard alone', async () => {
  const { page, engine } = await start();
  await fileList(page).waitFor();
  // Into the list, down to a folder, into it, and on in what it holds.
  await pressUntil(page, 'F6', /^Plates Folder/);
  await page.keyboard.press('Enter');
  await headingOf(page, 'Plates').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^2026-11 dose response Folder/);
  await page.keyboard.press('Enter');
  await headingOf(page, '2026-11 dose response').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^plate layout\.xlsx File/);
  await page.keyboard.press('End');
  expect(await focusedName(page)).toMatch(/^plate10\.csv File/);
  // Out again, to the line of the folder that was left.
  await page.keyboard.press('Alt+ArrowUp');
  await headingOf(page, 'Plates').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^2026-11 dose response Folder/);
  await page.keyboard.press('Alt+ArrowUp');
  await headingOf(page, 'Knowledge Base').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^Plates Folder/);
  // Typing a name finds it.
  await page.keyboard.type('inv');
  expect(await focusedName(page)).toMatch(/^Inventory\.csv File/);
  // The tree: open a branch, go into it, choose.
  await pressUntil(page, 'F6', /^Knowledge Base/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await folderTree(page).getByRole('row', { name: 'Calibration' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await headingOf(page, 'Calibration').waitFor();
  expect(await focusedName(page)).toMatch(/^Calibration/);
  // Places, status and commands.
  await page.keyboard.press('Control+3');
  await headingOf(page, 'Activity').waitFor();
  await page.keyboard.press('Control+1');
  await headingOf(page, 'Calibration').waitFor();
  await page.keyboard.press('Control+r');
  await statusPill(page).getByText('Looking for changes').waitFor();
  await page.keyboard.press('Control+Shift+P');
  await statusPill(page).getByText('Paused').waitFor();
  await page.keyboard.press('Control+Shift+P');
  await statusPill(page).getByText('Up to date').waitFor();
  expect(engine.asked).toEqual(['sync.checkNow', 'sync.pause', 'sync.resume']);
  // Back through the places that were visited.
  await page.keyboard.press('Alt+ArrowLeft');
  await headingOf(page, 'Activity').waitFor();
  await page.keyboard.press('Alt+ArrowLeft');
  await headingOf(page, 'Calibration').waitFor();
  // The list of keys opens and gives the focus back.
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
});

test('F6 goes through all regions and back to the first, Shift+F6 the other way', async () => {
  const { page } = await start();
  await fileList(page).waitFor();
  const region = () =>
    page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') ?? null);
  const visited: (string | null)[] = [];
  for (const key of ['F6', 'F6', 'F6', 'F6', 'F6', 'Shift+F6', 'Shift+F6']) {
    await page.keyboard.press(key);
    visited.push(await region());
  }
  expect(visited).toEqual(['places', 'tools', 'folders', 'list', 'places', 'list', 'folders']);
});

test('a column sorts by a press on its name, folders staying first', async () => {
  const { page } = await start();
  await openFolderByMouse(page, 'Plates');
  await page.getByRole('columnheader', { name: 'Size' }).click();
  await expect.poll(async () => (await lineNames(page))[2]).toMatch(/^~\$plate layout\.xlsx/);
  await page.getByRole('columnheader', { name: 'Size' }).click();
  await expect.poll(async () => (await lineNames(page))[2]).toMatch(/^run 0447\.fcs/);
  expect((await lineNames(page))[0]).toMatch(/^(2026-11 dose response|Calibration) Folder/);
});

test('a folder of ten thousand files shows only the lines in sight, and tells their number', async () => {
  const { page, engine } = await start();
  for (let number = 1; number <= 10_000; number += 1) {
    engine.addQuietly('m1', 'Templates', { name: `well ${number}.csv`, sizeBytes: number });
  }
  engine.addFile('m1', 'Templates', { name: 'well 0.csv' });
  await openFolderByMouse(page, 'Templates');
  await page.getByText('10,001 files').waitFor();
  expect(await fileList(page).getAttribute('aria-rowcount')).toBe('10002');
  await line(page, 'well 0.csv').click();
  await page.keyboard.press('End');
  await line(page, 'well 10000.csv').waitFor();
  expect(await fileList(page).getByRole('row').count()).toBeLessThan(100);
});

test('the history is listed by day, grows by itself, and goes back as far as it reaches', async () => {
  const { page, engine } = await start();
  await page.getByRole('link', { name: 'Activity' }).click();
  const entries = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await entries.first().waitFor();
  expect(await entries.count()).toBe(100);
  await page.getByRole('heading', { level: 2, name: 'Today' }).waitFor();
  engine.record({ path: 'Plates/plate12.csv', verb: 'received', cause: 'changed at the service', sizeBytes: 1500 });
  await entries.first().getByText('plate12.csv').waitFor();
  expect(await entries.first().textContent()).toMatch(
    /^Downloaded plate12\.csv in Knowledge Base \/ Plateschanged at the service1\.5 kBjust now · \d\d:\d\d$/,
  );
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => entries.count()).toBe(201);
  await page.getByRole('button', { name: 'Show older' }).click();
  await page.getByText('That is the whole history.').waitFor();
  expect(await entries.count()).toBe(231);
});

test('transfers under way stand above the history', async () => {
  const { page, engine } = await start();
  await page.getByRole('link', { name: 'Activity' }).click();
  engine.topics.publish('sync.transfers', [
    { item: '1', mirror: 'm1', path: 'Plates/run 0447.fcs', direction: 'down', doneBytes: 1_200_000, sizeBytes: 4e6 },
  ]);
  const bar = page.getByRole('progressbar', { name: 'Downloading run 0447.fcs' });
  await bar.waitFor();
  expect(await bar.getAttribute('aria-valuetext')).toBe('30 %');
  await page.getByText('1.2 MB of 4 MB').waitFor();
  engine.topics.publish('sync.transfers', []);
  await bar.waitFor({ state: 'detached' });
});

test('who is not signed in, or mirrors nothing, reads what to do; what was done is noticed', async () => {
  const { page, engine } = await start();
  const mirrors = engine.mirrors();
  engine.topics.publish('mirrors.all', []);
  await page.getByRole('heading', { name: 'No folder is mirrored yet' }).waitFor();
  await page.getByText('benchtop mirror add').waitFor();
  engine.topics.publish('account.session', { name: 'signed-out' });
  await page.getByRole('heading', { name: 'Nobody is signed in yet' }).waitFor();
  await page.getByText('benchtop login').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  engine.topics.publish('account.session', { name: 'access-ended', messages: ['The organization was closed.'] });
  await page.getByRole('heading', { name: 'Your access has ended' }).waitFor();
  await page.getByText('The organization was closed.').waitFor();
  engine.topics.publish('account.session', { name: 'ready', service: 'https://kb.example.org', organization: null });
  engine.topics.publish('mirrors.all', mirrors);
  await headingOf(page, 'Knowledge Base').waitFor();
});

test('an empty folder, a halted mirror and a folder that is gone say so in words', async () => {
  const { page, engine } = await start();
  await openFolderByMouse(page, 'Templates');
  await page.getByRole('heading', { name: 'Nothing here yet.' }).waitFor();
  const reason = "The folder '/home/ada/Lab/Knowledge Base' isn't there. Nothing is removed.";
  engine.topics.publish(
    'mirrors.all',
    engine.mirrors().map(mirror => ({ ...mirror, state: 'halted' as const, reason })),
  );
  await page.getByText(reason).waitFor();
  engine.remove('m1', 'Templates');
  await page.getByText("It's no longer there").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('a failing look keeps what was shown and offers to try again', async () => {
  const { page, engine } = await start();
  await openFolderByMouse(page, 'Plates');
  engine.failListing(new FaultError({ kind: 'bug', detail: 'Error: the journal is busy' }));
  await page.getByText('Something went wrong in Benchtop').waitFor();
  await line(page, 'plate7.csv').waitFor();
  engine.failQuietly(null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Something went wrong in Benchtop').waitFor({ state: 'detached' });
});

test('a lost connection is said, and mended by itself', async () => {
  const { page, engine, server } = await start();
  await openFolderByMouse(page, 'Plates');
  const { port } = new URL(page.url());
  await server.close();
  await page.getByText('The connection to Benchtop was lost. What you see may be old. Trying again…').waitFor();
  await line(page, 'plate7.csv').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // Another Benchtop on the same port does not know this window: it says so and how to come in again.
  const again = await startWindowServer({
    port: Number(port),
    buildFolder: BUILD,
    handlers: engine.handlers,
    topics: engine.topics,
  });
  open.push(again);
  await page.getByText('This window was signed out').waitFor();
  await page.getByText('benchtop window').waitFor();
  await page.goto(again.freshAddress());
  await headingOf(page, 'Knowledge Base').waitFor();
});

test.each(['light', 'dark'] as const)('an accessibility check finds nothing serious in the %s look', async scheme => {
  const { page, engine } = await start({ colorScheme: scheme });
  await openFolderByMouse(page, 'Plates');
  await line(page, 'plate7.csv').click();
  await page.getByText('Both versions are kept').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  engine.setStatus({ state: 'attention', attention: 3 });
  await statusPill(page).click();
  await page.getByRole('dialog', { name: 'Status' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show activity' }).click();
  await page.getByRole('region', { name: 'History' }).waitFor();
  engine.topics.publish('sync.transfers', [
    { item: '1', mirror: 'm1', path: 'Plates/a.csv', direction: 'up', doneBytes: 1, sizeBytes: 4 },
  ]);
  await page.getByRole('progressbar').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('everything fits into the smallest window', async () => {
  const { page } = await start({ width: 960, height: 600 });
  await openFolderByMouse(page, 'Plates');
  for (const name of ['Name', 'Sync', 'Text', 'Modified', 'Size']) {
    const box = await page.getByRole('columnheader', { name }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(960);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(960);
});

test('the page has no network but its own, and no zod', async () => {
  const { page } = await start();
  const reached = await page.evaluate(() =>
    fetch('http://127.0.0.1:9/').then(
      () => 'reached',
      () => 'refused',
    ),
  );
  expect(reached).toBe('refused');
  const script = await page.evaluate(async () => {
    const source = document.querySelector('script')?.src ?? '';
    return (await fetch(source)).text();
  });
  expect(script.length).toBeGreaterThan(100_000);
  expect(script).not.toMatch(/ZodError|_zod/);
  // Refusing that fetch is a violation of the policy, as it should be; nothing else is.
  const troubles = windows.flatMap(each => [...each.troubles]);
  windows.splice(0);
  expect(troubles).toEqual([expect.stringContaining('connect-src http://127.0.0.1:9/')]);
});

interface Started extends OpenWindow {
  readonly engine: ScriptedEngine;
  readonly server: WindowServer;
}

/** A scripted engine, a real window server in front of it, and a browser window on it. */
async function start(look: WindowLook = {}): Promise<Started> {
  const engine = scriptedEngine();
  const { handlers, topics } = engine;
  const server = await startWindowServer({ port: 0, buildFolder: BUILD, handlers, topics });
  open.push(server);
  const opened = await openWindow(browser, server.url, look);
  open.push(opened);
  windows.push(opened);
  await headingOf(opened.page, 'Knowledge Base').waitFor();
  return { ...opened, engine, server };
}

/** Presses a key until what has the focus is called so. @throws Error after eight times. */
async function pressUntil(page: Page, key: string, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < 8; pressed += 1) {
    await page.keyboard.press(key);
    if (name.test(await focusedName(page))) return;
  }
  throw new Error(`Pressing ${key} never led to ${name}, but to ${await focusedName(page)}`);
}
