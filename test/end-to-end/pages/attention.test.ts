import { rename } from 'node:fs/promises';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { stage } from '../driver/attention-stage.ts';
import { until } from '../benchtop.ts';
import { focusedName, statusPill, toastOf } from '../driver/window-steps.ts';

const { bench, folder, lab, open } = stage();

const MANY = 14;
const plates = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`raw/plate ${index}.csv`, `${index}\n`]));

/** All at one stroke: a look between two of them would find the first gone alone, and that needs no answer. */
async function removeAll(): Promise<void> {
  await bench().run(['pause']);
  for (const path of Object.keys(plates)) await bench().remove(path);
  await bench().run(['resume']);
}

const list = (page: Page) => page.getByRole('grid', { name: 'What needs you' });
const lineOf = (page: Page, name: string) => list(page).getByRole('row', { name: new RegExp(`^${name}`) });
const nothing = (page: Page) => page.getByRole('heading', { name: 'Nothing needs you.' });

test('many removals are asked about with everything that would go; to keep is what Enter does', async () => {
  const { id, name } = await folder(plates);
  const page = await open();
  await removeAll();
  await statusPill(page).getByText('Waiting for your decision').waitFor();
  await page.keyboard.press('Control+2');
  await lineOf(page, name).getByRole('button', { name: 'Decide…' }).click();
  const sheet = page.getByRole('dialog', { name: `Removals in '${name}'` });
  await sheet.getByText(`${MANY} files`).waitFor();
  await expect
    .poll(() => sheet.getByRole('list', { name: 'What would be removed' }).getByRole('listitem').count())
    .toBe(MANY);
  expect(await seriousFindings(page)).toEqual([]);
  await sheet.locator('button:focus').waitFor();
  await page.keyboard.press('Enter');
  await nothing(page).waitFor();
  await until('the files here again', async () => ((await bench().files()).size === MANY ? true : undefined));
  expect((await lab().service.owner.files(id)).size).toBe(MANY);
});

test('removals are carried out only after a second question, whose first answer is no', async () => {
  const { id, name } = await folder(plates);
  const page = await open();
  await removeAll();
  await page.getByRole('link', { name: 'Attention 1 item' }).click();
  await lineOf(page, name).getByRole('button', { name: 'Decide…' }).click();
  await page.getByRole('button', { name: 'Remove at the service too…' }).click();
  const sure = page.getByRole('alertdialog', { name: `Remove ${MANY} items at the service?` });
  await sure.locator('button:focus').waitFor();
  await page.keyboard.press('Enter');
  await sure.waitFor({ state: 'detached' });
  expect((await lab().service.owner.files(id)).size).toBe(MANY);
  await page.getByRole('button', { name: 'Remove at the service too…' }).click();
  await sure.getByRole('button', { name: 'Remove at the service' }).click();
  await until('the files gone', async () => ((await lab().service.owner.files(id)).size === 0 ? true : undefined));
  await nothing(page).waitFor();
});

test('what the service refuses says so in its own words, and is left alone one by one, all alike, or by its ending', async () => {
  await folder({ 'notes.md': 'fine\n' });
  const page = await open();
  for (const name of ['setup.exe', 'update.exe', 'viewer.exe', 'run.bat']) await bench().write(name, 'MZ');
  await page.getByRole('link', { name: 'Attention 4 items' }).click();
  await lineOf(page, 'setup.exe').getByText("'.exe' files aren't accepted.").waitFor();
  await lineOf(page, 'setup.exe').getByText("Files of type '.exe' are not accepted.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // Why, in a sheet that gives the focus back.
  await lineOf(page, 'setup.exe').getByRole('button', { name: 'More for setup.exe' }).click();
  await page.getByRole('menuitem', { name: 'Why is this not finished?' }).click();
  await page
    .getByRole('dialog', { name: "Why is 'setup.exe' not finished?" })
    .getByText('The service said')
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  // One by itself, taken back, and once more.
  const leave = lineOf(page, 'run.bat').getByRole('button', { name: 'Leave it alone' });
  await leave.click();
  await page.getByRole('link', { name: 'Attention 3 items' }).waitFor();
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Attention 4 items' }).waitFor();
  await leave.click();
  await page.getByRole('link', { name: 'Attention 3 items' }).waitFor();
  // The filter narrows what is shown.
  await page.getByRole('searchbox', { name: 'Filter by name, folder or cause' }).fill('update');
  await expect.poll(() => lineOf(page, 'setup.exe').count()).toBe(0);
  await expect.poll(() => lineOf(page, 'update.exe').count()).toBe(1);
  await page.getByRole('button', { name: 'Show everything' }).click();
  // All of one ending, after a question.
  await lineOf(page, 'setup.exe').getByRole('button', { name: 'More for setup.exe' }).click();
  await page.getByRole('menuitem', { name: "Leave all '.exe' files alone…" }).click();
  await page.getByRole('dialog', { name: "Leave all '.exe' files alone?" }).waitFor();
  await page.getByRole('button', { name: 'Add the rule' }).click();
  await nothing(page).waitFor();
  expect(await bench().read('setup.exe')).toBe('MZ');
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await toastOf(page).getByText("'.exe' files in this folder are no longer left alone.").waitFor();
  await page.getByRole('link', { name: 'Attention 3 items' }).waitFor();
});

test('a menu or a sheet of a line gives the focus back to the button that opened it', async () => {
  await folder({ 'notes.md': 'fine\n' });
  const page = await open();
  await bench().write('setup.exe', 'MZ');
  await page.getByRole('link', { name: 'Attention 1 item' }).click();
  await lineOf(page, 'setup.exe').focus();
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('More for setup.exe');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Why is this not finished?' }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('More for setup.exe');
});

test('a folder that is not there stops without removing anything, and goes on when it is back', async () => {
  const { id, name } = await folder({ 'notes.md': 'fine\n' });
  const page = await open();
  const [here, away] = [bench().folder, `${bench().folder} on another disk`];
  await rename(here, away);
  await page.keyboard.press('Control+2');
  await lineOf(page, name).getByText(`Folder '${here}' isn't there.`).waitFor();
  expect((await lab().service.owner.files(id)).size).toBe(1);
  // It is said where it is now.
  await lineOf(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Choose its new place…' }).click();
  const field = page.getByRole('textbox', { name: 'Folder on this computer' });
  await field.fill(`${away} which is not there`);
  await page.getByRole('button', { name: 'Go on there' }).click();
  await page.getByText(/^There is no folder '/).waitFor();
  await rename(away, here);
  await lineOf(page, name).getByRole('button', { name: 'Reconnect' }).click();
  await nothing(page).waitFor();
});
