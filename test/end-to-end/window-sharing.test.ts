import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startChromium } from '../setup/chromium.ts';
import { type Computer, type Lab, openLab, succeed, until } from './benchtop.ts';
import { askAs } from './first-run.ts';
import { folderTree, headingOf, line, openWindow, type OpenWindow, seriousFindings } from './window-steps.ts';

// Who can see what, with a daemon for each of two people and the local service.

let lab: Lab;
let mira: Computer;
let jonas: Computer;
let browser: Browser;
const opened: OpenWindow[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ commandsHere: true });
  [mira, jonas] = await Promise.all([lab.computer('mira'), lab.computer('jonas', lab.service.people[1])]);
  await Promise.all([mira.mirror('Knowledge Base'), jonas.mirror('Knowledge Base')]);
  await mira.write('Own/plate.csv', 'well,od\nA1,0.4\n');
  await succeed(mira.run(['sync', '--once']));
  await Promise.all([mira.daemon(['--window-port', '0']), jonas.daemon(['--window-port', '0'])]);
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

async function windowOf(computer: Computer): Promise<Page> {
  const { stdout } = await succeed(computer.run(['window']));
  const one = await openWindow(browser, stdout.trim());
  opened.push(one);
  await headingOf(one.page, 'Knowledge Base').waitFor();
  return one.page;
}

/** All folders of the service that a person may see. */
async function atTheService(page: Page): Promise<void> {
  await folderTree(page).getByRole('row', { name: 'At the service' }).click();
  await headingOf(page, 'At the service').waitFor();
}

async function sees(page: Page, name: string, isThere: boolean): Promise<void> {
  await until(`${name} is ${isThere ? '' : 'not '}listed`, async () => {
    await page.getByRole('button', { name: 'Check now' }).first().click();
    return (await line(page, name).count()) === (isThere ? 1 : 0) ? true : undefined;
  });
}

const owner = () => lab.service.people[0];

test('a folder is shared by the keyboard, the other one sees it, and its end takes it away again', async () => {
  await askAs(lab, owner(), 'POST /folders', { name: 'Private', visibility: 'private', parentFolderId: null });
  const [hers, his] = await Promise.all([windowOf(mira), windowOf(jonas)]);
  await Promise.all([atTheService(hers), atTheService(his)]);
  await sees(his, 'Knowledge Base', true);
  expect(await line(his, 'Private').count()).toBe(0);

  await sees(hers, 'Private', true);
  await line(hers, 'Private').click();
  await hers.keyboard.press('Control+Shift+S');
  const dialog = hers.getByRole('dialog', { name: "Share 'Private'" });
  await dialog.getByText('Only you can open it.').waitFor();
  await dialog.getByRole('combobox', { name: 'Add people or teams' }).focus();
  await hers.keyboard.type('Jonas');
  await hers.getByRole('option', { name: /Jonas Brandt/ }).waitFor();
  await hers.keyboard.press('ArrowDown');
  await hers.keyboard.press('Enter');
  await dialog.getByText('After this, 2 people can open it.').waitFor();
  expect(await seriousFindings(hers)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await dialog.getByText('Jonas Brandt: can view now.').waitFor();
  await dialog.getByText('2 people can open it.').waitFor();
  await sees(his, 'Private', true);

  await dialog.getByRole('button', { name: 'Role of Jonas Brandt' }).press('Enter');
  await hers.getByRole('option', { name: 'Can edit' }).press('Enter');
  await dialog.getByText('Jonas Brandt: can edit now.').waitFor();
  await dialog.getByRole('button', { name: 'Remove Jonas Brandt' }).press('Delete');
  const question = hers.getByRole('alertdialog', { name: 'Remove the access of Jonas Brandt?' });
  await question.getByText("Jonas Brandt can't open it afterwards.").waitFor();
  await question.getByRole('button', { name: 'Remove access' }).press('Enter');
  await dialog.getByText('The entry of Jonas Brandt was removed.').waitFor();
  await dialog.getByText('Only you can open it.').waitFor();
  await sees(his, 'Private', false);
});

test('what somebody else changed meanwhile is not changed again, and a move says who gains', async () => {
  const made = { name: 'Apart', visibility: 'private', parentFolderId: null };
  const { id } = (await askAs(lab, owner(), 'POST /folders', made)) as { id: string };
  await askAs(lab, owner(), 'POST /folders', { ...made, name: 'Inside', parentFolderId: id });
  const [organization] = (await askAs(lab, owner(), 'GET /organizations')) as Entry[];
  const directory = `GET /organizations/${organization?.id}/members/directory?q=Jonas`;
  const [{ userId } = {}] = (await askAs(lab, owner(), directory)) as Entry[];
  const shared = (await askAs(lab, owner(), `POST /folders/${id}/share`, { userId, role: 'viewer' })) as Entry;
  const page = await windowOf(mira);
  await atTheService(page);
  await sees(page, 'Apart', true);
  await line(page, 'Apart').click();
  await page.keyboard.press('Control+Shift+S');
  const dialog = page.getByRole('dialog', { name: "Share 'Apart'" });
  await dialog.getByRole('button', { name: 'Role of Jonas Brandt' }).waitFor();
  await askAs(lab, owner(), `DELETE /folders/${id}/share/${shared.id}`);
  await dialog.getByRole('button', { name: 'Role of Jonas Brandt' }).click();
  await page.getByRole('option', { name: 'Can edit' }).click();
  await dialog.getByText('Somebody changed this sharing since you looked. Nothing was changed').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('Only you can open it.').waitFor();
  await page.keyboard.press('Escape');

  await line(page, 'Apart').dblclick();
  await headingOf(page, 'Apart').waitFor();
  await line(page, 'Inside').click();
  await page.getByRole('button', { name: 'Move…', exact: true }).click();
  const moving = page.getByRole('dialog', { name: /^Move/ });
  await moving.getByRole('row', { name: 'Knowledge Base' }).first().click();
  await moving.getByText('After the move, everybody in the organization can open it too.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // The same where a line is only dragged: nothing is moved before that was read.
  await askAs(lab, owner(), `POST /folders/${id}/share`, { userId, role: 'viewer' });
  await folderTree(page).getByRole('row', { name: 'Own' }).first().waitFor();
  await line(page, 'Inside').dragTo(folderTree(page).getByRole('row', { name: 'Knowledge Base' }).first());
  await moving.getByText('After the move, everybody in the organization can open it too.').waitFor();
  expect(await moving.getByRole('row', { selected: true }).innerText()).toContain('Knowledge Base');
  await page.keyboard.press('Escape');
  await line(page, 'Inside').waitFor();
});

interface Entry {
  readonly id: string;
  readonly userId?: number;
}
