import { rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { stage } from '../driver/attention-stage.ts';
import { succeed, until } from '../benchtop.ts';
import { focusedName, headingOf, openStatus, statusPill } from '../driver/window-steps.ts';

const { bench, folder, lab, open } = stage();

async function settings(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await headingOf(page, 'Settings').waitFor();
}

/** Whether the focus is in the dialog once a text is gone from it. */
function keepsFocusWithout(page: Page, text: string): Promise<boolean> {
  return page.evaluate(
    gone =>
      new Promise<boolean>(tell => {
        const dialog = document.querySelector('[role=dialog]');
        new MutationObserver(() => {
          if (dialog?.textContent.includes(gone) === false) tell(dialog.contains(document.activeElement));
        }).observe(document.body, { childList: true, subtree: true });
      }),
    text,
  );
}

test('settings are found by a word, checked in words, and saved with Enter', async () => {
  await folder({ 'notes.md': 'fine\n' });
  const page = await open();
  await settings(page);
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('settle');
  await expect
    .poll(() => page.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['Wait for a file to settle']);
  const field = page.getByRole('textbox', { name: 'Wait for a file to settle (seconds)' });
  await field.fill('soon');
  await page.getByText('Write a number of seconds, such as 5.').waitFor();
  await field.fill('601');
  await page.getByText('It can be from 0 to 600 seconds.').waitFor();
  await field.fill('1,5');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await succeed(bench().run(['config', 'get', 'settleMs']))).stdout.trim()).toBe('1500');
  // What the command line sets is seen here.
  await succeed(bench().run(['config', 'set', 'settleMs', '0']));
  await expect.poll(() => field.inputValue()).toBe('0');
  // By another word for it, and by words in another order.
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('limit upload');
  await expect
    .poll(() => page.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['Sending, at most', 'Files at once']);
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('nothing like that');
  await page.getByRole('heading', { name: 'No setting is called that.' }).waitFor();
});

test('what kind of computer this is can be said again, here and on the command line', async () => {
  const page = await open();
  await settings(page);
  await page.getByText('To change the way, stop syncing the folder and add it again').waitFor();
  await page.getByRole('button', { name: /Kind of computer/ }).click();
  await page.getByRole('option', { name: 'Instrument PC' }).click();
  await page.getByText('Folders are only sent.').first().waitFor();
  expect((await bench().run(['computer', '--json'])).json).toEqual({ v: 1, kind: 'instrument' });
  await succeed(bench().run(['computer', 'own']));
  await page
    .getByRole('button', { name: /Kind of computer/ })
    .getByText('My computer')
    .waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test('how fast bytes travel, and at which hours', async () => {
  const page = await open();
  await settings(page);
  await page.getByRole('textbox', { name: 'Sending, at most' }).fill('999');
  await page.getByText('Write a speed such as 500 kB/s or 2 MB/s').waitFor();
  await page.getByRole('textbox', { name: 'Sending, at most' }).fill('2 MB/s');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /These speeds hold/ }).click();
  await page.getByRole('option', { name: 'Only from one time of day to another' }).click();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('17:30');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await bench().run(['limits', 'show', '--json'])).json)
    .toMatchObject({ upBytesPerSecond: 2_000_000, hours: { from: 480, to: 1050 } });
  await succeed(bench().run(['limits', 'off']));
  await expect.poll(() => page.getByRole('textbox', { name: 'Sending, at most' }).inputValue()).toBe('');
});

test('a proxy is checked in words and kept, and the connection is tried', async () => {
  const page = await open();
  await settings(page);
  const proxy = page.getByRole('textbox', { name: 'Proxy' });
  await proxy.fill('http://ada:secret@proxy.example.org');
  await page.keyboard.press('Enter');
  await page.getByText('Write one such as http://proxy.example.org:3128, without a name or password').waitFor();
  await proxy.fill('http://proxy.example.org:3128');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await bench().run(['network', 'show', '--json'])).json)
    .toMatchObject({ proxy: 'http://proxy.example.org:3128' });
  await page.getByRole('button', { name: 'Test the connection' }).press('Enter');
  await page.getByText('You are signed in there.').first().waitFor();
  // The button was disabled during the test, yet keeps the focus: otherwise Tab would start at the top of the page again.
  expect(await focusedName(page)).toBe('Test the connection');
  await succeed(bench().run(['network', 'set', '--proxy', 'system']));
  await expect.poll(() => proxy.inputValue()).toBe('');
  expect(await seriousFindings(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'the window looks as it was chosen, also when it is loaded again (%s)',
  async look => {
    const page = await open({ colorScheme: look === 'light' ? 'dark' : 'light' });
    await settings(page);
    await page.getByRole('button', { name: /Colours/ }).click();
    await page.getByRole('option', { name: look === 'light' ? 'Light' : 'Dark' }).click();
    await page.getByRole('button', { name: /Density/ }).click();
    await page.getByRole('option', { name: 'Compact' }).click();
    const chosen = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
    expect(await chosen()).toEqual({ theme: look, density: 'compact' });
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await headingOf(page, 'Settings').waitFor();
    expect(await chosen()).toEqual({ theme: look, density: 'compact' });
  },
);

test('a folder is added from a tree, skips what a rule says, is paused by itself, moved, and let go', async () => {
  const { name } = await folder({ 'notes.md': 'fine\n', 'scan.raw': 'half\n' });
  const other = await lab().service.owner.makeFolder('Second', lab().service.knowledgeBase);
  await lab().service.owner.upload(other, 'plate1.csv', 'A1\n');
  const place = `${bench().data} beside`;
  const local = join(place, 'Second');
  const page = await open();
  await settings(page);
  await page.getByRole('button', { name: 'Add a folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep folders on this computer' });
  await dialog.getByRole('row', { name: /^Second/ }).click();
  // The place is not there yet: it is made.
  await dialog.getByRole('textbox', { name: 'In this folder on this computer' }).fill(place);
  await dialog.getByText(`It will be in ${local}`).waitFor();
  await dialog.getByRole('button', { name: 'Choose…' }).click();
  await dialog.getByRole('treegrid', { name: 'Folders of this computer' }).getByText('Home folder').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep here' }).click();
  await dialog.waitFor({ state: 'detached' });
  const line = (which: string) => page.getByRole('listitem').filter({ hasText: `Knowledge Base/${which}` });
  await line('Second').getByText('In step').waitFor();
  // A rule, with what it hides counted at once.
  await line(name).getByRole('button', { name: 'What is skipped…' }).click();
  const rules = page.getByRole('dialog', { name: `What is skipped in '${name}'` });
  await rules.getByRole('textbox', { name: 'New rule' }).fill('*.raw');
  await page.keyboard.press('Enter');
  await rules.getByRole('listitem').filter({ hasText: '*.raw' }).getByText('skips 1 here, 1 at the service').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // The button goes with its line; the focus stays in the dialog, or Escape would not reach it.
  const focused = keepsFocusWithout(page, '*.raw');
  await rules.getByRole('button', { name: 'Remove the rule *.raw' }).click();
  expect(await focused).toBe(true);
  await page.keyboard.press('Escape');
  await rules.waitFor({ state: 'detached' });
  // One folder rests, the other goes on.
  await page.getByRole('button', { name: "Pause 'Second'" }).click();
  await page.getByRole('menuitem', { name: '30 minutes' }).click();
  await line('Second')
    .getByText(/^Paused until/)
    .waitFor();
  await page.getByRole('button', { name: "Resume 'Second'" }).click();
  await page.getByRole('button', { name: "Pause 'Second'" }).waitFor();
  // It moved.
  await rename(local, `${local} moved`);
  await line('Second').getByRole('button', { name: "More for 'Second'" }).click();
  await page.getByRole('menuitem', { name: 'It was moved…' }).click();
  await page.getByRole('textbox', { name: 'Folder on this computer' }).fill(`${local} moved`);
  await page.getByRole('button', { name: 'Go on there' }).click();
  await line('Second').getByText(`On this computer: ${local} moved`).waitFor();
  // And let go, which touches no file.
  await line('Second').getByRole('button', { name: "More for 'Second'" }).click();
  await page.getByRole('menuitem', { name: 'Stop syncing…' }).click();
  const sure = page.getByRole('alertdialog', { name: "Stop syncing 'Second'?" });
  await sure.getByText('All files stay where they are').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await sure.getByRole('button', { name: 'Stop syncing it' }).click();
  await expect.poll(() => line('Second').count()).toBe(0);
  expect((await lab().service.owner.files(other)).size).toBe(1);
});

test('everything is paused for a while and resumed from the panel, and the pill leads where it says', async () => {
  await folder({ 'notes.md': 'fine\n' });
  const page = await open();
  await openStatus(page);
  await page.getByRole('button', { name: 'Pause syncing' }).click();
  await page.getByRole('menuitem', { name: '2 hours' }).click();
  await statusPill(page)
    .getByText(/^Paused until/)
    .waitFor();
  await page.getByRole('button', { name: 'Resume syncing' }).click();
  await statusPill(page)
    .getByText(/^Up to date/)
    .waitFor();
  await page.keyboard.press('Escape');
  await statusPill(page).click();
  await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
  expect((await bench().run(['status', '--json'])).json).toMatchObject({ pause: null });
  await bench().write('setup.exe', 'MZ');
  await statusPill(page).getByText('1 item needs attention').click();
  await headingOf(page, 'Attention').waitFor();
});

test('signing out says what stays, asks first, and leads to how to sign in again', async () => {
  await folder({ 'notes.md': 'fine\n' });
  const page = await open();
  await settings(page);
  await page.getByRole('button', { name: 'Sign out…' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Sign out on this computer?' });
  await sure.getByText('All files stay where they are').waitFor();
  expect(await sure.getByRole('radio', { name: 'Keep them' }).isChecked()).toBe(true);
  await sure.locator('button:focus').waitFor();
  await page.keyboard.press('Enter');
  await sure.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out…' }).click();
  await sure.getByRole('button', { name: 'Sign out' }).click();
  await statusPill(page).getByText('Signed out').waitFor();
  await page.getByText('Nobody is signed in.').first().waitFor();
  await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
  await until('the file', async () => ((await bench().read('notes.md')) === 'fine\n' ? true : undefined));
  await statusPill(page).click();
  await page.waitForURL(/#\/start$/);
  expect((await bench().run(['status', '--json'])).json).toMatchObject({ state: 'signedOut' });
});

test('signing out takes along what the service has; what it does not have stays and is named with its place', async () => {
  const { service } = lab();
  await succeed(
    bench().run(['login', '--service', service.baseUrl, '--key-stdin', '--store', 'file'], service.people[0].apiKey),
  );
  const { id } = await folder({ 'notes.md': 'fine\n', 'raw/plate.csv': 'A1,2\n' });
  // The service refuses programs, so it is here only.
  await bench().write('tool.exe', 'mine\n');
  const listed = async () => (await bench().run(['account', 'sign-out', '--remove-files', '--json'])).json;
  await expect
    .poll(listed)
    .toMatchObject({ mirrors: [{ files: 2, stays: 1 }], stays: [{ path: 'tool.exe', reason: 'only-here' }] });
  const page = await open();
  await settings(page);
  await page.getByRole('button', { name: 'Sign out…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Remove them here').click();
  await dialog.getByText('2 files, 10 B, can be removed here.').waitFor();
  await dialog.getByText(`${bench().folder}/tool.exe`).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove and sign out' }).click();
  await dialog.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await dialog.getByText('2 files, 10 B, were removed here and stay at the service.').waitFor();
  await dialog.getByText(`${bench().folder}/tool.exe`).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Nobody is signed in.').first().waitFor();
  expect([...(await bench().files())]).toEqual([['tool.exe', 'mine\n']]);
  expect([...(await service.owner.files(id)).keys()].toSorted()).toEqual(['notes.md', 'raw/plate.csv']);
  // Everything asks for a typed word; Esc changes nothing.
  await page.getByRole('button', { name: 'Remove everything…' }).click();
  await dialog.getByText('No folder on this computer is mirrored.').waitFor();
  const button = dialog.getByRole('button', { name: 'Remove everything' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Type remove to be sure' }).fill('Remove');
  await expect.poll(() => button.isDisabled()).toBe(false);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
