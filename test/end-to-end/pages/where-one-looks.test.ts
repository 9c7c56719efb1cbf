import { expect, test } from 'vitest';

import { scriptedWindows } from '../driver/scripted-window.ts';
import { line } from '../driver/window-steps.ts';

// Each is a place where a person who had never seen the window looked for something in vain.

const windows = scriptedWindows();

test('the history of a chosen file is in the bar over the list, too, and nothing is offered that it cannot do', async () => {
  const { page } = await windows.start();
  await line(page, 'Lab rules.md').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Version history…' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /^Open/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await line(page, 'Plates').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Open/ }).waitFor();
});
