import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import {
  fileList,
  focusedName,
  folderTree,
  headingOf,
  line,
  openFolderByMouse,
  openSearch,
  openStatus,
  statusPill,
} from '../driver/window-steps.ts';

const windows = scriptedWindows();

test('everything can be done with the keyboard alone', async () => {
  const { page, engine } = await windows.start();
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
  await expect.poll(() => focusedName(page)).toMatch(/^plate10\.csv File/);
  // Out again, to the line of the folder that was left.
  await page.keyboard.press('Alt+ArrowUp');
  await headingOf(page, 'Plates').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^2026-11 dose response Folder/);
  await page.keyboard.press('Backspace');
  await headingOf(page, 'Knowledge Base').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^Plates Folder/);
  // Typing a name finds it.
  await page.keyboard.type('inv');
  await expect.poll(() => focusedName(page)).toMatch(/^Inventory\.csv File/);
  // The tree: open a branch, go into it, choose.
  await pressUntil(page, 'F6', /^Knowledge Base/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await folderTree(page).getByRole('row', { name: 'Calibration' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await headingOf(page, 'Calibration').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^Calibration/);
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

test('Backspace in the tree opens the folder around the line that has the focus, and the focus goes there', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  const tree = folderTree(page);
  await tree.getByRole('row', { name: 'Plates', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('row', { name: 'Calibration' }).click();
  await headingOf(page, 'Calibration').waitFor();
  await page.keyboard.press('Backspace');
  await headingOf(page, 'Plates').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^Plates/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedName(page)).toMatch(/^Calibration/);
  // A line that was only gone to, and not opened, has the same folder around it.
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => focusedName(page)).toMatch(/^Plates/);
  await page.keyboard.press('Backspace');
  await headingOf(page, 'Knowledge Base').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^Knowledge Base/);
  // Around the mirrored folders there is none that could be opened.
  await page.keyboard.press('Backspace');
  await expect.poll(() => focusedName(page)).toMatch(/^Knowledge Base/);
  expect(await headingOf(page, 'Knowledge Base').count()).toBe(1);
});

test('under a sheet no key moves the window, and the search is left by going elsewhere', async () => {
  const { page } = await windows.start();
  await fileList(page).waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await keys.waitFor();
  await page.keyboard.press('Control+3');
  await page.keyboard.press('F6');
  expect(await page.getByRole('heading', { level: 1, includeHidden: true }).first().textContent()).toBe(
    'Knowledge Base',
  );
  expect(await keys.locator(':focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  const search = await openSearch(page);
  await page.keyboard.type('plate');
  // Escape leaves at once; what was typed is still there the next time.
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await expect.poll(() => search.getByRole('combobox').inputValue()).toBe('plate');
  await page.keyboard.press('Control+3');
  await search.waitFor({ state: 'detached' });
  await headingOf(page, 'Activity').waitFor();
});

test('a menu that the keys open hears the next key', async () => {
  const { page } = await windows.start();
  await line(page, 'Protocols').click();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem', { name: 'Move…', exact: true }).waitFor();
  await page.keyboard.type('mov');
  await expect.poll(() => focusedName(page)).toBe('Move…');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
});

test('F6 goes through all regions and back to the first, Shift+F6 the other way', async () => {
  const { page } = await windows.start();
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

test.each(['light', 'dark'] as const)('an accessibility check finds nothing serious in the %s look', async scheme => {
  const { page, engine } = await windows.start({ colorScheme: scheme });
  await openFolderByMouse(page, 'Plates');
  await line(page, 'plate7.csv').click();
  await page.getByText('Both versions are kept').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  engine.setStatus({ state: 'attention', attention: 3 });
  await openStatus(page);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show activity' }).click();
  await page.getByRole('tab', { name: 'Now and waiting', selected: true }).waitFor();
  engine.topics.publish('sync.transfers', [
    { item: '1', mirror: 'm1', path: 'Plates/a.csv', direction: 'up', doneBytes: 1, sizeBytes: 4 },
  ]);
  await page.getByRole('progressbar').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

/** Presses a key until what has the focus is called so. @throws Error after eight times. */
async function pressUntil(page: Page, key: string, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < 8; pressed += 1) {
    await page.keyboard.press(key);
    if (name.test(await focusedName(page))) return;
  }
  throw new Error(`Pressing ${key} never led to ${name}, but to ${await focusedName(page)}`);
}
