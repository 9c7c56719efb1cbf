import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { succeed, until } from './benchtop.ts';
import { askAs } from './first-run.ts';
import { labWindows } from './lab-windows.ts';
import { folderTree, headingOf, line, seriousFindings } from './window-steps.ts';

// Who can see what, with a daemon for each of two people and the local service.

const people = labWindows(['mira', 'jonas'], {
  prepare: async () => {
    const [mira, jonas] = [people.computer('mira'), people.computer('jonas')];
    await Promise.all([mira.mirror('Knowledge Base'), jonas.mirror('Knowledge Base')]);
    await mira.write('Own/plate.csv', 'well,od\nA1,0.4\n');
    await succeed(mira.run(['sync', '--once']));
  },
});

async function windowOf(name: 'mira' | 'jonas'): Promise<Page> {
  const page = await people.open(name);
  await headingOf(page, 'Knowledge Base').waitFor();
  return page;
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

/** Mira, at the service itself. */
const ask = (what: string, body?: unknown): Promise<unknown> => askAs(people.lab, people.person('mira'), what, body);

test('a folder is shared by the keyboard, the other one sees it, and its end takes it away again', async () => {
  await ask('POST /folders', { name: 'Private', visibility: 'private', parentFolderId: null });
  const [hers, his] = await Promise.all([windowOf('mira'), windowOf('jonas')]);
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
  const { id } = (await ask('POST /folders', made)) as { id: string };
  await ask('POST /folders', { ...made, name: 'Inside', parentFolderId: id });
  const [organization] = (await ask('GET /organizations')) as Entry[];
  const directory = `GET /organizations/${organization?.id}/members/directory?q=Jonas`;
  const [{ userId } = {}] = (await ask(directory)) as Entry[];
  const shared = (await ask(`POST /folders/${id}/share`, { userId, role: 'viewer' })) as Entry;
  const page = await windowOf('mira');
  await atTheService(page);
  await sees(page, 'Apart', true);
  await line(page, 'Apart').click();
  await page.keyboard.press('Control+Shift+S');
  const dialog = page.getByRole('dialog', { name: "Share 'Apart'" });
  await dialog.getByRole('button', { name: 'Role of Jonas Brandt' }).waitFor();
  await ask(`DELETE /folders/${id}/share/${shared.id}`);
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
  await ask(`POST /folders/${id}/share`, { userId, role: 'viewer' });
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
