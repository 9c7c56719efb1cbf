import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { stage } from '../driver/attention-stage.ts';
import { succeed, until } from '../benchtop.ts';
import { focusedName, headingOf, statusPill } from '../driver/window-steps.ts';

const { bench, conflict, folder, lab, open } = stage();

const attention = (page: Page) => page.getByRole('grid', { name: 'What needs you' });
const lineOf = (page: Page, name: string) => attention(page).getByRole('row', { name: new RegExp(`^${name}`) });

async function texts(id: string): Promise<readonly string[]> {
  return [...(await lab().service.owner.files(id))].map(([path, { text }]) => `${path}: ${text}`).sort();
}

test('a conflict is counted, opened and settled with the keyboard alone', async () => {
  const { id } = await folder({ 'plate7.csv': 'first\n' });
  const page = await open();
  await conflict(id, 'plate7.csv');
  await page.getByRole('link', { name: 'Attention 1 item' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  await page.keyboard.press('Control+2');
  await headingOf(page, 'Attention').waitFor();
  await lineOf(page, 'plate7.csv').waitFor();
  // Into the list, and the first thing that helps.
  for (let pressed = 0; pressed < 8 && !(await focusedName(page)).startsWith('plate7.csv'); pressed += 1)
    await page.keyboard.press('F6');
  await expect.poll(() => focusedName(page)).toMatch(/^plate7\.csv. Two different versions/);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: "Two versions of 'plate7.csv'" });
  await sheet.waitFor();
  // Both sides are told alike; nothing is chosen yet, and the focus is where nothing is at stake.
  await sheet.getByRole('region', { name: 'This computer' }).getByText('24 bytes').waitFor();
  await sheet.getByRole('region', { name: 'On the service' }).getByText('Version 2').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Decide later');
  await expect.poll(() => sheet.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => focusedName(page)).toMatch(/^Keep mine as the new version|^Decide later/);
  await sheet.getByRole('radio', { name: /^Keep mine/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedName(page)).toBe('Keep mine');
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await page.getByText("Your version of 'plate7.csv' is current now.").first().waitFor();
  await page.getByRole('heading', { name: 'Nothing needs you.' }).waitFor();
  await page.getByRole('link', { name: 'Attention', exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('Attention – Benchtop');
  expect(await texts(id)).toEqual(['plate7.csv: plate7.csv of the bench\n']);
  // Theirs is where it was said to be.
  const file = (await lab().service.owner.files(id)).get('plate7.csv')?.id ?? '';
  expect(await lab().service.owner.versions(file)).toBe(3);
  // Taken back, theirs is current again and mine is a file beside it.
  await page.keyboard.press('Control+z');
  await until('both texts', async () => ((await texts(id)).length === 2 ? true : undefined));
  expect(await texts(id)).toContain('plate7.csv: plate7.csv of a colleague\n');
});

test('a version that comes while the sheet is open is not decided about unseen', async () => {
  const { id } = await folder({ 'plate8.csv': 'first\n' });
  const page = await open();
  await conflict(id, 'plate8.csv');
  await page.keyboard.press('Control+2');
  await lineOf(page, 'plate8.csv').getByRole('button', { name: 'Choose a version…' }).click();
  const sheet = page.getByRole('dialog', { name: "Two versions of 'plate8.csv'" });
  await sheet.getByText('Version 2').waitFor();
  // The daemon must not know the third version when the choice is made, so it polls too rarely to notice it.
  await succeed(bench().run(['config', 'set', 'pollSeconds', '3600']));
  // A look that is under way would notice it. It ends with 3, since a choice is open.
  expect((await bench().run(['sync', '--once'])).code).toBe(3);
  const file = (await lab().service.owner.files(id)).get('plate8.csv')?.id ?? '';
  await lab().service.owner.edit(file, 'a third one\n');
  await sheet.getByText('Keep mine as the new version').click();
  await sheet.getByRole('button', { name: 'Keep mine' }).click();
  await sheet.getByText('Version 3').waitFor();
  await sheet.getByText('One of the versions has changed since you opened this.').waitFor();
  await expect.poll(() => sheet.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await texts(id)).toContain('plate8.csv: a third one\n');
  await succeed(bench().run(['config', 'set', 'pollSeconds', '1']));
  await sheet.getByText('Use theirs').first().click();
  await sheet.getByRole('button', { name: 'Use theirs' }).click();
  await sheet.waitFor({ state: 'detached' });
  await until('one file', async () => ((await lab().service.owner.files(id)).size === 1 ? true : undefined));
  expect(await texts(id)).toEqual(['plate8.csv: a third one\n']);
});

test('both are kept under the name that was given', async () => {
  const { id } = await folder({ 'plate9.csv': 'first\n' });
  const page = await open();
  await conflict(id, 'plate9.csv');
  await page.keyboard.press('Control+2');
  await lineOf(page, 'plate9.csv').getByRole('button', { name: 'Choose a version…' }).click();
  const sheet = page.getByRole('dialog', { name: "Two versions of 'plate9.csv'" });
  await sheet.getByText('Keep both as separate files').click();
  const name = sheet.getByRole('textbox', { name: 'Name of your version' });
  await name.fill('plate9: mine.csv');
  await sheet.getByText('This name does not work on every computer because of the character :.').waitFor();
  await name.fill('plate9 by hand.csv');
  await name.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Nothing needs you.' }).waitFor();
  await until('both files', async () =>
    (await texts(id)).includes('plate9 by hand.csv: plate9.csv of the bench\n') ? true : undefined,
  );
  expect(await texts(id)).toContain('plate9.csv: plate9.csv of a colleague\n');
});

test('several conflicts get one answer, with a summary before it is carried out', async () => {
  const names = ['a.csv', 'b.csv', 'c.csv'];
  const { id } = await folder(Object.fromEntries(names.map(name => [name, 'first\n'])));
  const page = await open();
  await conflict(id, ...names);
  await page.getByRole('link', { name: 'Attention 3 items' }).click();
  await lineOf(page, 'b.csv').getByRole('checkbox').click({ force: true });
  await page.keyboard.press('Control+a');
  await page.getByText('3 items chosen').waitFor();
  await page.getByRole('button', { name: 'Choose for all…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Choose for 3 conflicts' });
  await sheet.getByText('Use theirs').click();
  await sheet
    .getByText('Your 3 copies are removed here and at the service, and kept on this computer for 30 days.')
    .waitFor();
  await sheet.getByRole('button', { name: 'Use theirs' }).click();
  await page.getByRole('heading', { name: 'Nothing needs you.' }).waitFor();
  await until('three files', async () => ((await lab().service.owner.files(id)).size === 3 ? true : undefined));
  expect(await texts(id)).toEqual(names.map(name => `${name}: ${name} of a colleague\n`));
  await statusPill(page)
    .getByText(/^Up to date/)
    .waitFor();
  expect((await bench().files()).size).toBe(3);
});
