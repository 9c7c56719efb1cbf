import { readFile } from 'node:fs/promises';

import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startChromium } from '../setup/chromium.ts';
import { type Computer, type Lab, openLab, succeed } from './benchtop.ts';
import { openWindow, type OpenWindow, seriousFindings } from './window-steps.ts';

// Two people who manage one organization, with a daemon each, and the local service.

let lab: Lab;
let mira: Computer;
let ines: Computer;
let browser: Browser;
const opened: OpenWindow[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ commandsHere: true });
  const admin = lab.service.people.find(({ role }) => role === 'Admin');
  [mira, ines] = await Promise.all([lab.computer('mira'), lab.computer('ines', admin)]);
  await Promise.all([mira.daemon(['--window-port', '0']), ines.daemon(['--window-port', '0'])]);
  browser = await startChromium();
}, 180_000);

afterEach(async () => {
  const troubles = opened.flatMap(each => each.troubles);
  await Promise.all(opened.splice(0).map(each => each.close()));
  if (troubles.length > 0) throw new Error(`A window was in trouble: ${troubles.join('; ')}`);
});

afterAll(async () => {
  await browser?.close();
  await lab?.close();
});

/** A window that shows a part of the organization. */
async function windowOf(computer: Computer, part: string): Promise<Page> {
  const { stdout } = await succeed(computer.run(['window']));
  const one = await openWindow(browser, stdout.trim());
  opened.push(one);
  await one.page.getByRole('navigation', { name: 'Places' }).getByText('Organization').click();
  await go(one.page, part);
  return one.page;
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
  const [hers, theirs] = await Promise.all([windowOf(mira, 'Members'), windowOf(ines, 'Members')]);
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
  await lab.service.owner.upload(lab.service.knowledgeBase, '=cmd|plate.csv', 'well,od\n');
  const page = await windowOf(mira, 'Members');
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
  const { stdout } = await succeed(mira.run(['org', 'keys', 'list', '--json']));
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
