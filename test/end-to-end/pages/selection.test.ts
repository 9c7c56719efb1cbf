import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { fileList, focusedName, headingOf, line, openFolderByMouse } from '../driver/window-steps.ts';

const windows = scriptedWindows();

test('lines are chosen with Shift and Ctrl, all with Ctrl+A, none with Esc, and their number and size are said', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  await line(page, 'elisa standard curve.csv').click();
  await line(page, 'gel 2026-11-18.png').click({ modifiers: ['Control'] });
  await page.getByText('2 items selected · 2.4 MB').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+a');
  await page.getByText('16 items selected ·').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('items selected ·').waitFor({ state: 'detached' });
  await line(page, 'elisa standard curve.csv').click();
  await line(page, 'notes on edge effects.md').click({ modifiers: ['Shift'] });
  await page.getByText(/^\d items selected ·/).waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect.poll(() => page.getByText('items selected ·').count()).toBe(0);
});

test('a menu opens at the pointer and from the keyboard, and gives the focus back to its line', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  await line(page, 'run 0447.fcs').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Free up space' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // Only what applies is in it, twelve lines at most; the rest is one step further.
  expect(await page.getByRole('menuitem', { name: 'Open', exact: true }).count()).toBe(0);
  expect(await page.getByRole('menuitem').count()).toBeLessThanOrEqual(12);
  await page.getByRole('menuitem', { name: 'More' }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'Copy path' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toMatch(/^run 0447\.fcs/);
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toMatch(/^run 0447\.fcs/);
  }
  await expect.poll(() => fileList(page).getByRole('row', { selected: true }).count()).toBe(1);
});

test('what is chosen does not go along into another folder, and is there again after coming back', async () => {
  const { page } = await windows.start();
  await line(page, 'Plates').click();
  await page.keyboard.press('Enter');
  await headingOf(page, 'Plates').waitFor();
  await page.keyboard.press('Control+a');
  await page.getByText('16 items selected ·').waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await headingOf(page, 'Knowledge Base').waitFor();
  await page.getByText('items selected ·').waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toMatch(/^Plates Folder/);
});
