import { readFile } from 'node:fs/promises';

import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { succeed, until } from '../benchtop.ts';
import { askAs, mailTo } from '../driver/first-run.ts';
import { type FirstName, labWindows } from '../driver/lab-windows.ts';
import { focusedName } from '../driver/window-steps.ts';

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

/** Chooses in a list that opens. Its button is called by what is chosen, and then by its label. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

function roleOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`Role of ${name}$`) });
}

async function giveRole(page: Page, name: string, role: string): Promise<void> {
  await choose(page, `Role of ${name}`, role);
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
  await hers.getByRole('button', { name: 'Remove Aiko Tanabe' }).click();
  await answer(hers, 'Remove from the organization');
  await hers.getByText('Aiko Tanabe is no longer in the organization.').first().waitFor();
  await again(theirs);
  await go(theirs, 'Members');
  await roleOf(theirs, 'Aiko Tanabe').waitFor({ state: 'detached' });
  await roleOf(theirs, 'Jonas Brandt').waitFor();
});

test('by keyboard, the title of a screen leads to the tab on show, also where that came later than the others', async () => {
  const page = await people.open('mira');
  await page.evaluate(() => {
    location.hash = '#/organization/audit';
  });
  await page.getByRole('tab', { name: 'Audit log', selected: true }).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Organization');
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedName(page)).toBe('Audit log');
});

/** Asks the service for what is so now. */
async function again(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check now' }).first().click();
}

async function answer(page: Page, yes: string): Promise<Locator> {
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await question.getByRole('button', { name: yes, exact: true }).click();
  return question;
}

async function name(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.keyboard.press('Enter');
}

const day = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true });

test('what one does with invitations and keys the other sees and collides with; log and list of files tell of it', async () => {
  const { owner, knowledgeBase } = people.lab.service;
  await owner.upload(knowledgeBase, '=cmd|plate.csv', 'well,od\n');
  await owner.upload(knowledgeBase, 'gel.csv', 'lane,bp\n');
  const [hers, theirs] = await Promise.all([windowOf('mira', 'Members'), windowOf('ines', 'Members')]);
  await name(hers, 'Email address', 'new@lab.example');
  await hers.getByText('new@lab.example is invited as Member.').first().waitFor();
  await hers.getByRole('button', { name: 'Send again to new@lab.example' }).click();
  await hers.getByText('The invitation of new@lab.example was sent again, with a new link.').first().waitFor();
  const cancel = { name: 'Cancel… the invitation of new@lab.example' };
  await theirs.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Check now' }).click();
  await theirs.getByRole('button', cancel).click();
  await answer(theirs, 'Cancel the invitation');
  await theirs.getByText('No invitation is open.').waitFor();
  await hers.getByRole('button', cancel).click();
  const late = await answer(hers, 'Cancel the invitation');
  await late.getByText('This invitation is no longer open').waitFor();
  await late.getByRole('button', { name: 'Cancel', exact: true }).click();
  await hers.getByText('No invitation is open.').waitFor();

  await Promise.all([go(hers, 'API keys'), go(theirs, 'API keys')]);
  await hers.getByRole('button', { name: 'Make a key…' }).click();
  await name(hers, 'What it is for', 'Plate reader');
  const shown = hers.getByRole('alertdialog', { name: 'Keep this key now' });
  const secret = await shown.getByRole('textbox', { name: 'The key' }).inputValue();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  const { stdout } = await succeed(people.computer('mira').run(['org', 'keys', 'list', '--json']));
  expect([secret.slice(0, 9), stdout.includes('Plate reader'), stdout.includes(secret)]).toEqual([
    'svc_live_',
    true,
    false,
  ]);
  await choose(theirs, 'Who may make keys', 'Owners and admins');
  await theirs.getByText('Only owners and admins may make keys.').first().waitFor();
  await theirs.getByRole('button', { name: 'Revoke… Plate reader' }).click();
  await answer(theirs, 'Revoke');
  await theirs.getByText("The key 'Plate reader' works no more.").first().waitFor();
  await hers.getByRole('button', { name: 'Revoke… Plate reader' }).click();
  await answer(hers, 'Revoke');
  await hers.getByText("The key 'Plate reader' works no more.").first().waitFor();
  await hers.getByRole('button', { name: /^Owners and admins/ }).waitFor();

  await go(theirs, 'Audit log');
  await theirs.getByRole('cell', { name: 'Made an API key' }).first().waitFor();
  await choose(theirs, 'Who', 'Ines Okafor');
  await theirs.getByRole('cell', { name: 'Revoked an API key' }).first().waitFor();
  await expect.poll(() => theirs.getByRole('cell', { name: 'Mira Halden' }).count()).toBe(0);

  await go(hers, 'All files');
  await hers.getByRole('cell', { name: '=cmd|plate.csv' }).waitFor();
  await hers.getByRole('searchbox', { name: 'Find by name' }).fill('plate');
  await hers.keyboard.press('Enter');
  await hers.getByText('1 file found').waitFor();
  const saved = hers.waitForEvent('download');
  await hers.getByRole('button', { name: 'Save as CSV' }).click();
  const table = await readFile(await (await saved).path(), 'utf8');
  expect([table.includes(`"'=cmd|plate.csv"`), table.includes('gel.csv')]).toEqual([true, false]);
  expect(await seriousFindings(hers)).toEqual([]);
});

// It must begin later, whenever this is run.
const NEXT_YEAR = new Date().getFullYear() + 1;
const PILOT = `Pilot from ${NEXT_YEAR}-12-01 to ${NEXT_YEAR + 1}-03-01.`;

test('what the organization is and is set to is seen by both; a proposal is decided once; an export lands here', async () => {
  const [hers, theirs] = await Promise.all([windowOf('mira', 'Overview'), windowOf('ines', 'Overview')]);
  await hers
    .getByText('In its pilot')
    .or(hers.getByText('Active', { exact: true }))
    .first()
    .waitFor();
  await theirs.getByRole('button', { name: 'Rename…' }).click();
  await name(theirs, 'Name', 'Halden Institute');
  await theirs.getByText("The organization is called 'Halden Institute' now.").first().waitFor();
  await hers.getByRole('button', { name: 'Change…' }).click();
  await day(hers, 'From').fill(`${NEXT_YEAR}-12-01`);
  await day(hers, 'To').fill(`${NEXT_YEAR}-11-01`);
  await hers.getByText('A pilot cannot end before it starts.').waitFor();
  await day(hers, 'To').fill(`${NEXT_YEAR + 1}-03-01`);
  await answer(hers, 'Save');
  await hers.getByText(PILOT).first().waitFor();
  await hers.getByText('Halden Institute').first().waitFor();
  await hers.getByText('Its pilot begins later').waitFor();

  await hers.getByRole('switch', { name: 'Propose what could be tidier' }).press('Space');
  await hers.getByText('Auto-tidy is on.').first().waitFor();
  await people.lab.service.owner.upload(people.lab.service.knowledgeBase, 'assay final (1).csv', 'well,od\nA1,1\n');
  await again(theirs);
  await theirs.getByRole('switch', { name: 'Propose what could be tidier', checked: true }).waitFor();
  await theirs.getByText(PILOT).waitFor();
  await Promise.all([go(hers, 'Tidy proposals'), go(theirs, 'Tidy proposals')]);
  const approve = { name: 'Approve for assay final (1).csv' };
  for (const page of [hers, theirs])
    await until('what is proposed', async () => {
      await again(page);
      return (await page.getByRole('button', approve).count()) > 0 ? true : undefined;
    });
  await theirs.getByRole('button', approve).first().click();
  await theirs.getByText("What was proposed for 'assay").first().waitFor();
  await hers.getByRole('button', { name: 'Reject for assay final (1).csv' }).first().click();
  await hers.getByText('This proposal is not there any more').first().waitFor();

  await go(hers, 'Overview');
  await hers.getByRole('button', { name: 'Begin an export' }).click();
  await hers.getByRole('button', { name: 'Download…' }).click();
  await name(hers, 'Folder on this computer', people.lab.folder);
  const landed = hers.getByText(`The bundle is in ${people.lab.folder}`).first();
  const path = (await landed.innerText()).replace('The bundle is in ', '').replace(/\.$/, '');
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
  await go(theirs, 'Overview');
  await theirs.getByText('No export was begun from this computer.').waitFor();
  expect(await seriousFindings(hers)).toEqual([]);
});

test('who is in two organizations switches, sees what the role there allows, and chooses what is found after signing in', async () => {
  const email = people.person('mira').email;
  const [weir] = (await ask('leon', 'GET /organizations')) as { id: string }[];
  await ask('leon', `POST /organizations/${weir?.id}/invitations`, { email });
  const token = await mailTo(people.lab, email, 'invitation');
  await ask('mira', `POST /invitations/${token}/accept`, {});
  const page = await windowOf('mira', 'Overview');
  await page.getByRole('button', { name: 'Switch to Weir Group' }).click();
  await page.getByText('Only owners and admins of the organization can change it.').waitFor();
  await page.getByText('You find another organization.').waitFor();
  await page.getByRole('button', { name: 'Make this one the default' }).click();
  await page.getByText("'Weir Group' is what you find after signing in now.").first().waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).not.toContain('All files');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /^Switch to Halden/ }).click();
  await page.getByRole('tab', { name: 'All files' }).waitFor();
});

/** Asks the service itself, as one of the people. */
function ask(who: FirstName, what: string, body?: unknown): Promise<unknown> {
  return askAs(people.lab, people.person(who), what, body);
}

/** The line of a connection. */
function connection(page: Page, called: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: called, exact: true }) });
}

test('connections of all are changed by both, and rules of a provider by whoever sees what the other one set', async () => {
  const [hers, theirs] = await Promise.all([people.open('mira'), people.open('ines')]);
  for (const page of [hers, theirs]) {
    await page.getByRole('navigation', { name: 'Places' }).getByText('Settings').click();
    await page.getByRole('button', { name: 'Open connections' }).click();
    await page.getByText('No connections yet').waitFor();
  }
  await go(hers, 'Public registry');
  await hers.getByRole('searchbox', { name: 'Find a tool server' }).fill('wellcount');
  await hers.keyboard.press('Enter');
  await hers.getByRole('button', { name: 'Add… Wellcount: runs' }).click();
  const adding = hers.getByRole('dialog', { name: 'Add a tool server' });
  await adding.getByText('Strangers wrote this entry about their own server.').waitFor();
  await adding.getByRole('button', { name: 'Add a header' }).click();
  await adding.getByRole('textbox', { name: 'Name of header 1' }).fill('Authorization');
  await adding.getByLabel('What header 1 carries').fill('Bearer secret-7');
  await adding.getByText('Everybody in the organization').click();
  expect(await seriousFindings(hers)).toEqual([]);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await hers.getByText('“Wellcount: runs” was added.').first().waitFor();

  await again(theirs);
  const [ours, same] = [connection(hers, 'Wellcount: runs'), connection(theirs, 'Wellcount: runs')];
  await same.getByText('Organization').first().waitFor();
  expect(await same.innerText()).not.toContain('secret-7');
  await same.getByRole('button', { name: 'Try it Wellcount: runs' }).click();
  await answer(theirs, 'Close');
  // The focus goes back there with the next frame, and would leave the switch again.
  await expect.poll(() => focusedName(theirs)).toBe('Try it Wellcount: runs');
  await same.getByRole('switch').press('Space');
  await theirs.getByText('“Wellcount: runs” is off.').first().waitFor();
  await more(theirs, 'Wellcount: runs', 'Make it the default');
  await theirs.getByText('“Wellcount: runs” is the default now.').first().waitFor();
  await more(theirs, 'Wellcount: runs', 'Edit…');
  await name(theirs, 'Name', 'Plate reader');
  await theirs.getByText('“Plate reader” was changed.').first().waitFor();
  // Her list is old: what she would overwrite is named, and nothing is.
  await more(hers, 'Wellcount: runs', 'Edit…');
  await name(hers, 'Name', 'Reader of plates');
  const editing = hers.getByRole('dialog', { name: 'Edit “Wellcount: runs”' });
  await editing.getByText('Somebody changed this meanwhile: the name is “Plate reader” now.').waitFor();
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await ours.waitFor({ state: 'detached' });

  await ruleTogether(hers, theirs);
  await choose(theirs, 'Show', 'Personal');
  await same.waitFor({ state: 'detached' });
  await connection(theirs, 'Folianote').waitFor();

  await go(hers, 'Connections');
  await more(hers, 'Plate reader', 'Remove…');
  await answer(hers, 'Remove');
  await hers.getByText('“Plate reader” was removed.').first().waitFor();
  await go(hers, 'Everybody’s');
  await again(hers);
  await hers.getByRole('row', { name: /^Plate reader.*removed/ }).waitFor();
  await hers.getByRole('row', { name: /^Folianote ines\.okafor@example\.org Personal/ }).waitFor();
  expect(await seriousFindings(hers)).toEqual([]);
});

/** Both change what is allowed of one provider, and one of them signs in there as it is allowed then. */
async function ruleTogether(hers: Page, theirs: Page): Promise<void> {
  await Promise.all([go(hers, 'Catalogue'), go(theirs, 'Catalogue')]);
  const rules = { name: 'What is allowed… Folianote' };
  await Promise.all([hers.getByRole('button', rules).click(), theirs.getByRole('button', rules).click()]);
  const [first, second] = [hers, theirs].map(page => page.getByRole('dialog', { name: /^What your organization/ }));
  await first?.getByRole('checkbox', { name: 'pages-write' }).press('Space');
  await answer(hers, 'Save');
  await hers.getByText('What is allowed of Folianote was changed.').first().waitFor();
  // Something else: what was set before stays, though the version that was seen is old.
  await second?.getByRole('textbox', { name: 'Only accounts of these domains' }).fill('example.org');
  await answer(theirs, 'Save');
  await theirs.getByText('What is allowed of Folianote was changed.').first().waitFor();
  await theirs.getByRole('button', { name: 'Connect… Folianote' }).click();
  const connecting = theirs.getByRole('dialog', { name: 'Connect to Folianote' });
  await connecting.getByRole('checkbox', { name: /^pages-write not allowed/, disabled: true }).waitFor();
  await connecting.getByRole('checkbox', { name: /^pages-read/, checked: true }).waitFor();
  await connecting.getByRole('button', { name: 'Continue in the browser' }).click();
  const popup = theirs.waitForEvent('popup');
  await theirs.getByRole('link', { name: 'Open the sign-in page' }).click();
  await (await popup).getByRole('heading', { name: 'You can go back to Benchtop' }).waitFor();
  await theirs.getByText('“Folianote” is connected with the account ines.okafor@example.org.').first().waitFor();
  // Both change the same setting: the second person to save is told of the first change.
  await hers.getByRole('button', rules).click();
  await first?.getByRole('textbox', { name: 'Only accounts of these domains' }).fill('elsewhere.example');
  await answer(hers, 'Save');
  await first?.getByText('Somebody changed this meanwhile: the domains of accounts is example.org now.').waitFor();
  await first?.getByRole('button', { name: 'Cancel' }).click();
}

async function more(page: Page, called: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${called}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
