import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import type { Child } from '../../setup/child.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Computer, filesBelow, type Lab, openLab, type Person, succeed, until } from '../benchtop.ts';
import { askAs, mailTo, placesWith, signInWithCode } from '../driver/first-run.ts';
import { headingOf, openWindow, type OpenWindow, toastOf, type WindowLook } from '../driver/window-steps.ts';

// The account's screen, on the real daemon and the local service with its people.

let lab: Lab;
let browser: Browser;
const daemons: Child[] = [];
const windows: OpenWindow[] = [];
let computers = 0;

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ sample: true, faults: true, commandsHere: true });
  browser = await startChromium();
}, 180_000);

afterEach(async () => {
  const opened = windows.splice(0);
  for (const each of opened) await each.close();
  for (const daemon of daemons.splice(0)) await daemon.stop();
  const troubles = opened.flatMap(each => each.troubles);
  if (troubles.length > 0) throw new Error(`The window was in trouble: ${troubles.join('; ')}`);
});

afterAll(async () => {
  await browser?.close();
  await lab?.close();
});

/** The account's screen on a computer where a person is signed in with a key. */
async function accountOf(
  person: Person,
  { mirrors = false, ...look }: WindowLook & { readonly mirrors?: boolean } = {},
): Promise<{ page: Page; computer: Computer }> {
  const computer = await lab.computer(`computer ${(computers += 1)}`, person);
  if (mirrors) await computer.mirror('Knowledge Base/SOPs');
  daemons.push(await computer.daemon(['--window-port', '0']));
  const { stdout } = await succeed(computer.run(['window']));
  const opened = await openWindow(browser, stdout.trim(), look);
  windows.push(opened);
  await opened.page.getByRole('link', { name: /^Account: / }).click();
  return { page: opened.page, computer };
}

const owner = () => lab.service.people[0];
const jonas = () => lab.service.people[1];
const aiko = () => lab.service.people[2];
/** Of another organization, the Weir Group. */
const leon = () => lab.service.people[3];

interface Known {
  readonly id: string;
  readonly email: string;
}

async function invitationsPath(): Promise<string> {
  const [organization] = (await askAs(lab, leon(), 'GET /organizations')) as Known[];
  return `/organizations/${organization?.id ?? ''}/invitations`;
}

/** Invites a person to the Weir Group. @returns the token from the mail. */
async function invite(email: string): Promise<string> {
  await askAs(lab, leon(), `POST ${await invitationsPath()}`, { email });
  return mailTo(lab, email, 'invitation');
}

async function takeBack(email: string): Promise<void> {
  const path = await invitationsPath();
  const all = (await askAs(lab, leon(), `GET ${path}`)) as Known[];
  await askAs(lab, leon(), `DELETE ${path}/${all.find(one => one.email === email)?.id ?? ''}`);
}

async function paste(page: Page, link: string): Promise<void> {
  await page.getByLabel('Link from the mail').fill(link);
  await page.getByLabel('Link from the mail').press('Enter');
}

test('the account shows who is signed in, with which key, and where', async () => {
  const { page, computer } = await accountOf(owner());
  await page.getByRole('heading', { name: 'Mira Halden' }).waitFor();
  await page.getByText('mira.halden@example.org').waitFor();
  await page.getByText(`ending in ${owner().apiKey.slice(-4)}`).waitFor();
  await page.getByText('Halden Lab').first().waitFor();
  expect(await page.content()).not.toContain(owner().apiKey);
  expect((await computer.run(['account', '--json'])).json).toMatchObject({
    v: 1,
    name: 'Mira Halden',
    credential: { kind: 'key', ends: owner().apiKey.slice(-4) },
    organizations: [{ name: 'Halden Lab', role: 'Owner', isActive: true }],
    unsent: { total: 0 },
  });
});

test('the name that others see is changed', async () => {
  const { page, computer } = await accountOf(aiko());
  await page.getByRole('heading', { name: 'Aiko Tanabe' }).waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Name that others see').fill('Aiko T.');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Aiko T.' }).waitFor();
  expect((await computer.run(['account', '--json'])).json).toMatchObject({ name: 'Aiko T.' });
});

test('what is not sent is listed before signing out, and stays on the computer', async () => {
  const { page, computer } = await accountOf(jonas(), { mirrors: true });
  await until('the files', async () => ((await filesBelow(computer.folder)).size >= 6 ? true : undefined));
  // The service refuses programs, so it is here only.
  await computer.write('tool.exe', 'mine\n');
  await until('the file looked at', async () =>
    JSON.stringify((await computer.run(['account', '--json'])).json).includes('tool.exe') ? true : undefined,
  );
  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('tool.exe').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Stay signed in');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Nobody is signed in').waitFor();
  expect(await computer.read('tool.exe')).toBe('mine\n');
  // Signing in again leads back to the files, without repeating the setup.
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
  await page.getByRole('tab', { name: 'API key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(jonas().apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: 'Contents of SOPs' }).waitFor();
});

test('an account that others depend on is not deleted, and the service says why in its own words', async () => {
  const { page, computer } = await accountOf(owner());
  const email = 'mira.halden@example.org';
  await page.getByRole('heading', { name: 'Mira Halden' }).waitFor();
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('alertdialog');
  const remove = dialog.getByRole('button', { name: 'Delete account' });
  await expect.poll(() => remove.isDisabled()).toBe(true);
  await dialog.getByLabel(/to be sure/).fill(email);
  await remove.click();
  // A key may not do it at all.
  await dialog.getByText('An API key may not delete an account').waitFor();
  await dialog.getByRole('button', { name: 'Keep account' }).click();
  expect((await signInWithCode(lab, computer, email)).code).toBe(0);
  await page.reload();
  await page.getByText('A sign-in by code or company account').waitFor();
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await dialog.getByLabel(/to be sure/).fill(email);
  await remove.click();
  await dialog.getByText('Somebody or something still depends on it.').waitFor();
  await dialog.getByText('You are the only Owner of an organization with other members.').waitFor();
  expect((await computer.run(['account', '--json'])).json).toMatchObject({ name: 'Mira Halden' });
});

test('an account that nobody depends on is deleted after its address was typed', async () => {
  const email = 'noor.said@example.org';
  const { page, computer } = await accountOf(jonas());
  const person = ['--first-name', 'Noor', '--last-name', 'Said', '--accept-terms', '--accept-privacy'];
  expect((await signInWithCode(lab, computer, email)).code).toBe(4);
  expect((await signInWithCode(lab, computer, email, person)).code).toBe(0);
  await page.reload();
  await page.getByRole('heading', { name: 'Noor Said' }).waitFor();
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Everything here is at the service, too.').waitFor();
  await dialog.getByLabel(/to be sure/).fill(email);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await toastOf(page).getByText('The account was deleted.').waitFor();
  await page.getByRole('heading', { name: 'The account was deleted.' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // It is said until it was read, also in another place.
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await headingOf(page, 'Account').waitFor({ state: 'detached' });
  await toastOf(page).getByText('Your files on this computer stay where they are.').waitFor();
  expect((await computer.run(['account'])).code).toBe(4);
});

test('a pending invitation is shown with who sent it, and accepted; then the organization is switched', async () => {
  const token = await invite('jonas.brandt@example.org');
  const { page, computer } = await accountOf(jonas());
  await page.getByRole('heading', { name: 'Jonas Brandt' }).waitFor();
  await paste(page, `benchtop://invitation/${token}`);
  await page.getByText('You are invited to Weir Group').waitFor();
  await page.getByText('By Leon Weir, as Member').waitFor();
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('You are now in Weir Group.').waitFor();
  await page.getByRole('button', { name: 'Switch to Weir Group' }).click();
  await page.getByRole('button', { name: 'Switch to Halden Lab' }).waitFor();
  const { json } = await computer.run(['account', '--json']);
  const weir = expect.objectContaining({ name: 'Weir Group', isActive: true }) as unknown;
  expect(json).toMatchObject({ organizations: expect.arrayContaining([weir]) as unknown });
  // It works once, and is in no log.
  await paste(page, token);
  await page.getByText('This invitation is no longer there').waitFor();
  expect(await placesWith(computer.data, token)).toEqual([]);
});

test('an invitation that cannot be taken says why: another address, taken back, run out, or no link at all', async () => {
  const { page, computer } = await accountOf(aiko());
  const email = 'aiko.tanabe@example.org';
  await page.getByText(email).waitFor();
  const others = await invite('somebody.else@example.org');
  await paste(page, others);
  await page.getByText('This invitation is for another address').waitFor();
  await page.getByText(`It was sent to somebody.else@example.org, and you are signed in as ${email}.`).waitFor();
  const refused = await computer.run(['invitation', 'accept', others]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('This invitation is for another address.');
  await paste(page, 'https://example.org/about-us');
  await page.getByText('That is no link of an invitation.').waitFor();
  const own = await invite(email);
  await takeBack(email);
  await paste(page, own);
  await page.getByText('This invitation is no longer there').waitFor();
  await fetch(new URL('/faults', lab.service.baseUrl), {
    method: 'PUT',
    body: JSON.stringify({ switches: { invitationTtlSeconds: 1 } }),
  });
  const brief = await invite(email);
  await until('the end of the invitation', async () => {
    await paste(page, brief);
    const ranOut = page.getByText('This invitation has run out');
    await ranOut.or(page.getByRole('button', { name: 'Join' })).waitFor();
    return (await ranOut.count()) === 1 ? true : undefined;
  });
});

test.each(['light', 'dark'] as const)('the account is not hard to use with assistive technology (%s)', async scheme => {
  const { page } = await accountOf(owner(), { colorScheme: scheme, width: 960, height: 600 });
  await page.getByRole('heading', { name: 'Mira Halden' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('an account at a provider is connected in the browser, and tried', async () => {
  const { page } = await accountOf(aiko());
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Open connections' }).click();
  await page.getByRole('tab', { name: 'Catalogue' }).click();
  await page.getByRole('button', { name: 'Connect… Folianote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect to Folianote' });
  await dialog.getByRole('checkbox', { name: /^pages-read/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Continue in the browser' }).click();
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the sign-in page' }).click();
  await (await popup).getByRole('heading', { name: 'You can go back to Benchtop' }).waitFor();
  await page.getByText('“Folianote” is connected with the account aiko.tanabe@example.org.').first().waitFor();
  // A plain member sees nothing of everybody's, and no rules to change.
  await expect
    .poll(() => page.getByRole('tab').allInnerTexts())
    .toEqual(['Connections\n1', 'Catalogue', 'Public registry']);
  await page.getByRole('button', { name: 'Try it Folianote' }).click();
  await page.getByRole('dialog', { name: '“Folianote” was tried' }).getByText('3 tools').waitFor();
});
