import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { stage } from '../driver/attention-stage.ts';
import { headingOf } from '../driver/window-steps.ts';

const { bench, folder, lab, open } = stage();

async function diagnostics(tab: string): Promise<Page> {
  const page = await open();
  await page.getByRole('link', { name: 'Diagnostics' }).click();
  await headingOf(page, 'Diagnostics').waitFor();
  await page.getByRole('tab', { name: tab }).click();
  return page;
}

test('the health list says how all is, and the command line says the same', async () => {
  await folder({ 'notes.md': 'fine\n' });
  const page = await diagnostics('Health');
  const list = page.getByRole('region', { name: 'Health list' });
  await list.getByText('Changes here are noticed at once.').waitFor();
  await list.getByText('This computer and the service agree about the time.').waitFor();
  await page.getByRole('button', { name: 'Look again' }).click();
  await list.getByText('was read through just now, and it is whole').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const { json } = await bench().run(['doctor', '--json']);
  const told = json as { items: { id: string; state: string }[] };
  const shown = await list.getByRole('listitem').count();
  expect(told.items).toHaveLength(shown);
  for (const id of ['service', 'clock', 'credentials', 'records', 'watching', 'folder'])
    expect(told.items.find(item => item.id === id)).toMatchObject({ state: 'pass' });
});

test('a support bundle is looked at first, saved where one says, and never replaces a file', async () => {
  const out = join(lab().folder, 'for support');
  await mkdir(out, { recursive: true });
  const page = await diagnostics('Support bundle');
  await page.getByRole('button', { name: 'Put it together' }).click();
  await page.getByRole('button', { name: 'Show health.json' }).click();
  const sheet = page.getByRole('dialog', { name: 'health.json' });
  await expect.poll(() => sheet.locator('pre').textContent()).toContain('"id": "service"');
  await sheet.getByRole('button', { name: 'Close' }).click();
  const place = page.getByRole('textbox', { name: 'Folder to write it into' });
  await place.fill(bench().folder);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy details' }).waitFor();
  await place.fill(out);
  await page.getByRole('button', { name: 'Save the bundle' }).click();
  await page.getByText('Nothing was sent anywhere').first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const [name = ''] = await readdir(out);
  expect(name).toMatch(/^benchtop-support-.*\.zip$/);
  const bytes = await readFile(join(out, name), 'latin1');
  for (const secret of [lab().service.people[0].apiKey, lab().service.people[0].email])
    expect(bytes).not.toContain(secret);
  const again = await bench().run(['support-bundle', join(out, name)]);
  expect(again.code).toBe(1);
  expect(await readFile(join(out, name), 'latin1')).toBe(bytes);
});

test('the files of a folder are compared from the window, by keyboard alone', async () => {
  await folder({ 'one.csv': 'a\n', 'two.csv': 'b\n' });
  const page = await diagnostics('Tools');
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  await verify.focus();
  await page.keyboard.press('Enter');
  await page.getByText('their bytes are those on record').first().waitFor();
  await page.getByText('Nothing was changed.').first().waitFor();
  await expect.poll(() => verify.evaluate(each => each === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('To really begin with a new record').first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('the record of a folder is rebuilt from the window: what is equal is joined, nothing goes and nothing is sent', async () => {
  const { id } = await folder({ 'one.csv': 'a\n', 'two.csv': 'b\n' });
  const page = await diagnostics('Tools');
  await page.getByRole('button', { name: 'Rebuild…' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('No file is removed, here or at the service').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Rebuild', exact: true }).click();
  await page.getByText('found to be the same on both sides, and not sent again').first().waitFor();
  const files = await lab().service.owner.files(id);
  expect([...files].map(([path, { text }]) => `${path} ${text}`).toSorted()).toEqual(['one.csv a\n', 'two.csv b\n']);
  for (const [, file] of files) expect(await lab().service.owner.versions(file.id)).toBe(1);
});

test('the log comes by itself, is narrowed by words, and is paused', async () => {
  const page = await diagnostics('Log');
  const lines = page.getByRole('region', { name: 'Log' }).getByRole('listitem');
  // The service knows no such file, and that is written down.
  await bench().run(['files', 'get', '3f0e7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f', '--to', lab().folder]);
  await lines.filter({ hasText: 'api.refused' }).first().waitFor();
  await page.getByRole('button', { name: 'Pause the log' }).click();
  await page.getByText('Paused.').waitFor();
  await page.getByRole('searchbox', { name: 'Find in the log' }).fill('nothing like that');
  await page.getByRole('heading', { name: 'No line is like that.' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});
