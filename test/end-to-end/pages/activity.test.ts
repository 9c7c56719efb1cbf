import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { stage } from '../driver/attention-stage.ts';
import { until } from '../benchtop.ts';
import { headingOf, toastOf } from '../driver/window-steps.ts';

const { bench, folder, lab, open } = stage();

test('the history is filtered, saved as a file without formulas, and a line of it is taken back [S26]', async () => {
  const { id } = await folder({ 'plate7.csv': 'first\n', 'notes.md': 'fine\n', '=HYPERLINK(1).csv': 'evil name\n' });
  const page = await open();
  await page.keyboard.press('Control+3');
  await headingOf(page, 'Activity').waitFor();
  const list = page.getByRole('grid', { name: 'History' });
  await list.getByRole('row', { name: /^Sent plate7\.csv/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Find by name or folder' }).fill('.csv');
  await page.getByText('2 entries').waitFor();
  await page.getByRole('button', { name: 'Save as a file…' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'For a spreadsheet (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^benchtop activity \d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFtime,folder,path,what,why,bytes,fileId,versionId,undone');
  expect(lines.slice(1, 3).join('\n')).toContain(`,"'=HYPERLINK(1).csv",Sent,`);
  expect(lines).toHaveLength(4);
  // An edit, and back again.
  await bench().write('plate7.csv', 'second\n');
  await until('the edit there', async () =>
    (await lab().service.owner.files(id)).get('plate7.csv')?.text === 'second\n' ? true : undefined,
  );
  await page.getByText('3 entries').waitFor();
  await list
    .getByRole('row', { name: /^Sent plate7\.csv/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Sent: plate7.csv' });
  await sheet.getByText('SHA-256').waitFor();
  await sheet.getByText(`${bench().folder}/plate7.csv`).waitFor();
  await sheet.getByRole('button', { name: 'Undo' }).click();
  await toastOf(page).getByText('the version before it is the newest again').waitFor();
  // The sheet shows the line as it is now.
  await sheet.getByText('This was taken back.').waitFor();
  await sheet.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await until('the former bytes here', async () =>
    (await bench().read('plate7.csv')) === 'first\n' ? true : undefined,
  );
});

test('what is not finished is listed with its reason, and checks say when everything was looked at', async () => {
  await folder({ 'notes.md': 'fine\n' });
  const page = await open();
  await bench().write('setup.exe', 'MZ');
  await page.goto(`${new URL(page.url()).origin}/#/activity/now`);
  const blocked = page.getByRole('region', { name: 'Not in step: needs a fix' });
  await blocked.getByText('setup.exe', { exact: true }).waitFor();
  await blocked.getByText(/The service refuses programs, installers and scripts/).waitFor();
  await blocked.getByRole('button', { name: "Why is 'setup.exe' not finished?" }).click();
  await page.getByRole('dialog', { name: "Why is 'setup.exe' not finished?" }).waitFor();
  await page.getByText('Everything that decides about it').click();
  await page.getByText(/Next plan:/).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Checks' }).click();
  const check = page.getByRole('region', { name: 'Looks at everything' }).getByRole('row').nth(1);
  await check.getByText(/files?, /).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Now and waiting' }).click();
  await page.getByRole('button', { name: 'See what needs you' }).click();
  await headingOf(page, 'Attention').waitFor();
});

test('a day that is typed digit by digit is the day by which the history is filtered', async () => {
  await folder({ 'gel 3.csv': '1\n' });
  const page = await open();
  await page.keyboard.press('Control+3');
  await page.getByRole('searchbox', { name: 'Find by name or folder' }).fill('gel 3');
  await page.getByText('1 entry').waitFor();
  const to = page.getByLabel('To', { exact: true });
  await to.focus();
  // By the calendar of the browser, which is American: month, day, year.
  await page.keyboard.type('11202020', { delay: 20 });
  await page.getByText('Nothing in the history is like that.').waitFor();
  expect(await to.inputValue()).toBe('2020-11-20');
  await page.keyboard.type('2099', { delay: 20 });
  await page.getByText('1 entry').waitFor();
  expect(await to.inputValue()).toBe('2099-11-20');
});
