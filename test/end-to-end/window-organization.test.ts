import { readFile } from 'node:fs/promises';

import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';

import { succeed } from './benchtop.ts';
import { labWindows } from './lab-windows.ts';
import { seriousFindings } from './window-steps.ts';

// Two people who manage one organization, with a daemon each, and the local service.

const people = labWindows(['mira', 'ines']);

/** A window that shows a part of the organization. */
async function windowOf(name: 'mira' | 'ines', part: string): Promise<Page> {
  const page = await people.open(name);
  await page.getByRole('navigation', { name: 'Places' }).getByText('Organization').click();
  await go(page, part);
  return page;
}

async function go(page: Page, part: string): Promise<void> {
  await page.getByRole('tab', { name: part }).click();
}

function roleOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`Role of ${name}$`) });
}

async function giveRole(page: Page, name: string, role: string): Promise<void> {
  await roleOf(page, name).click();
  await page.getByRole('option', { name: role, exact: true }).click();
}

test('of two who change one member the later one is told, and who may no longer manage is told that', async () => {
  const [hers, theirs] = await Promise.all([windowOf('mira', 'Members'), windowOf('ines', 'Members')]);
  await Promise.all([roleOf(hers, 'Aiko Tanabe').waitFor(), roleOf(theirs, 'Aiko Tanabe').waitFor()]);
  await giveRole(theirs, 'Aiko Tanabe', 'Admin');
  await theirs.getByText('Aiko Tanabe is Admin now.').first().waitFor();

  await giveRole(hers, 'Aiko Tanabe', 'Owner');
  await hers
    .getByText('Somebody changed this meanwhile: Aiko Tanabe is Admin now. Nothing was changed')
    .first()
    .waitFor();
  await roleOf(hers, 'Aiko Tanabe').getByText('Admin').waitFor();
  expect(await seriousFindings(hers)).toEqual([]);

  await giveRole(hers, 'Ines Okafor', 'Member');
  await hers.getByText('Ines Okafor is Member now.').first().waitFor();
  await theirs.getByRole('button', { name: 'Remove Aiko Tanabe' }).click();
  const question = theirs.getByRole('alertdialog', { name: 'Remove Aiko Tanabe from the organization?' });
  await question.getByRole('button', { name: 'Remove from the organization' }).click();
  await question.getByText('it is for owners and admins of the organization. Nothing was changed').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await go(theirs, 'Overview');
  await theirs.getByRole('button', { name: 'Check now' }).click();
  await theirs.getByText('Only owners and admins of the organization can change it.').waitFor();
  expect(await theirs.getByRole('tab').allInnerTexts()).toEqual([
    'Overview',
    'Members',
    'Projects',
    'Tidy proposals',
    'API keys',
  ]);
  await giveRole(hers, 'Ines Okafor', 'Admin');
  await hers.getByText('Ines Okafor is Admin now.').first().waitFor();
});

test('somebody is invited and put into a project, a key is shown once, and the log and the list of files tell of it', async () => {
  const { owner, knowledgeBase } = people.lab.service;
  await owner.upload(knowledgeBase, '=cmd|plate.csv', 'well,od\n');
  const page = await windowOf('mira', 'Members');
  await page.getByRole('textbox', { name: 'Email address' }).fill('new@lab.example');
  await page.keyboard.press('Enter');
  await page.getByText('new@lab.example is invited as Member.').first().waitFor();
  await page.getByRole('button', { name: 'Cancel… the invitation of new@lab.example' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the invitation' }).click();
  await page.getByText('No invitation is open.').waitFor();

  await go(page, 'Projects');
  await page.getByRole('button', { name: 'New project…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Plates');
  await page.getByRole('button', { name: 'Make the project' }).click();
  await page.getByRole('button', { name: 'Open Plates' }).click();
  await page.getByRole('combobox', { name: 'Add somebody of the organization' }).fill('Jonas');
  await page.getByRole('option', { name: /Jonas Brandt/ }).click();
  await page.getByText('Jonas Brandt is in the project, as editor.').first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await go(page, 'API keys');
  await page.getByRole('button', { name: 'Make a key…' }).click();
  await page.getByRole('textbox', { name: 'What it is for' }).fill('Plate reader');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('alertdialog', { name: 'Keep this key now' });
  const secret = await shown.getByRole('textbox', { name: 'The key' }).inputValue();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  const { stdout } = await succeed(people.computer('mira').run(['org', 'keys', 'list', '--json']));
  expect([secret.slice(0, 9), stdout.includes('Plate reader'), stdout.includes(secret)]).toEqual([
    'svc_live_',
    true,
    false,
  ]);

  await go(page, 'Audit log');
  await page.getByRole('cell', { name: 'createKey' }).first().waitFor();
  await go(page, 'All files');
  await page.getByRole('cell', { name: '=cmd|plate.csv' }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const table = await readFile(await (await saved).path(), 'utf8');
  expect(table).toContain(`"'=cmd|plate.csv"`);
  expect(await seriousFindings(page)).toEqual([]);
});
