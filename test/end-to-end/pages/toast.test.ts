import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { feedbackTexts } from '../../../shared/text/feedback.ts';
import { seriousFindings } from '../../setup/browser/axe.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { focusedName, line, openFolderByMouse, toastOf } from '../driver/window-steps.ts';

const windows = scriptedWindows();
const OLD = 'run 0447.fcs';
const NEW = 'run 0448 (first).fcs';

/** A window in a folder, the names that were given in it, and a file that has just got another one. */
async function renamed(): Promise<{ readonly page: Page; readonly given: readonly string[] }> {
  const { page, engine } = await windows.start();
  const given: string[] = [];
  const rename: Handlers['files.rename'] = async ({ name }) => {
    given.push(name);
    return { name, path: name, isSent: true };
  };
  Object.assign(engine.handlers, { 'files.rename': rename });
  await page.clock.install();
  await openFolderByMouse(page, 'Plates');
  await line(page, OLD).click();
  await page.keyboard.press('F2');
  await page.getByLabel(questionTexts.rename.label).fill(NEW);
  await page.getByRole('button', { name: questionTexts.rename.yes }).click();
  await toastOf(page).getByText(NEW).waitFor();
  return { page, given };
}

test('a toast is announced, stays while it has the focus, and gives the focus back', async () => {
  const { page } = await renamed();
  await expect.poll(() => page.getByRole('status').textContent()).toContain(feedbackTexts.keysOf.undo);
  const before = await focusedName(page);
  await page.keyboard.press('F8');
  await expect.poll(() => focusedName(page)).toBe(feedbackTexts.undo);
  // Looking over the page takes longer than a toast stays that nothing holds.
  expect(await seriousFindings(page)).toEqual([]);
  await page.clock.fastForward(6000);
  await expect.poll(() => toastOf(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => toastOf(page).count()).toBe(0);
  expect(await focusedName(page)).toBe(before);
});

test('a toast that is neither pointed at nor focused leaves by itself', async () => {
  const { page } = await renamed();
  await page.clock.fastForward(6000);
  await expect.poll(() => toastOf(page).count()).toBe(0);
});

test('Ctrl+Z takes back what the toast offers', async () => {
  const { page, given } = await renamed();
  await line(page, OLD).click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => given).toEqual([NEW, OLD]);
});
