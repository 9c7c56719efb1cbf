import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { succeed, until } from '../benchtop.ts';
import { askAs } from '../driver/first-run.ts';
import { labWindows } from '../driver/lab-windows.ts';
import { focusedName, folderTree, headingOf, line, openFolderByMouse, toastOf } from '../driver/window-steps.ts';

// Who can see what, with a daemon for each of two people and the local service.

const RECIPE = 'buffer,mM\nTris,50\n';
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
  // Of the only one that fits, Enter is enough.
  await hers.keyboard.press('Enter');
  await dialog.getByText('After this, 2 people can open it.').waitFor();
  expect(await seriousFindings(hers)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await toastOf(hers).getByText('Jonas Brandt: can view now.').waitFor();
  await dialog.getByText('2 people can open it.').waitFor();
  await sees(his, 'Private', true);

  await dialog.getByRole('button', { name: 'Role of Jonas Brandt' }).press('Enter');
  await hers.getByRole('option', { name: 'Can edit' }).press('Enter');
  await toastOf(hers).getByText('Jonas Brandt: can edit now.').waitFor();
  await dialog.getByRole('button', { name: 'Remove Jonas Brandt' }).press('Delete');
  const question = hers.getByRole('alertdialog', { name: 'Remove the access of Jonas Brandt?' });
  await question.getByText("Jonas Brandt can't open it afterwards.").waitFor();
  await question.getByRole('button', { name: 'Remove access' }).press('Enter');
  await toastOf(hers).getByText('The entry of Jonas Brandt was removed.').waitFor();
  await dialog.getByText('Only you can open it.').waitFor();
  // The line that led to the question is gone: the sheet has the focus, and hears Escape.
  await expect.poll(() => focusedName(hers)).toMatch(/^Share 'Private'/);
  await hers.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await sees(his, 'Private', false);
});

test('what somebody else changed meanwhile is not changed again, and a move says who gains', async () => {
  const made = { name: 'Apart', visibility: 'private', parentFolderId: null };
  const { id } = (await ask('POST /folders', made)) as { id: string };
  await ask('POST /folders', { ...made, name: 'Inside', parentFolderId: id });
  const [{ userId } = {}] = (await ask(await directory('Jonas'))) as Entry[];
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
  await moving.getByText('After the move, everybody in the organization can edit it.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // The same where a line is only dragged: nothing is moved before that was read.
  await ask(`POST /folders/${id}/share`, { userId, role: 'viewer' });
  await folderTree(page).getByRole('row', { name: 'Own' }).first().waitFor();
  await line(page, 'Inside').dragTo(folderTree(page).getByRole('row', { name: 'Knowledge Base' }).first());
  await moving.getByText('After the move, everybody in the organization can edit it.').waitFor();
  expect(await moving.getByRole('row', { selected: true }).innerText()).toContain('Knowledge Base');
  await page.keyboard.press('Escape');
  await line(page, 'Inside').waitFor();
});

test('a folder that goes its own way is lost to the other, and what is still shared inside is found and narrowed', async () => {
  const made = { name: 'Study', visibility: 'organization', parentFolderId: null };
  const { id: parentFolderId } = (await ask('POST /folders', made)) as Entry;
  const { id } = (await ask('POST /folders', { ...made, name: 'Trial', parentFolderId })) as Entry;
  const file = await people.lab.service.owner.upload(id, 'doses.csv', 'mg\n5\n');
  const [{ userId } = {}] = (await ask(await directory('Jonas'))) as Entry[];
  await ask(`POST /files/${file}/share`, { userId, role: 'viewer' });
  const [hers, his] = await Promise.all([windowOf('mira'), windowOf('jonas')]);
  for (const page of [hers, his]) {
    await atTheService(page);
    await sees(page, 'Study', true);
    await openFolderByMouse(page, 'Study');
    await sees(page, 'Trial', true);
  }
  await line(hers, 'Trial').click();
  await hers.keyboard.press('Control+Shift+S');
  const dialog = hers.getByRole('dialog', { name: "Share 'Trial'" });
  await dialog.getByText('Advanced').click();
  await dialog.getByRole('button', { name: 'Stop inheriting…' }).click();
  const stopping = hers.getByRole('alertdialog', { name: "Stop 'Trial' from inheriting?" });
  await stopping.getByText("You can't switch this back from the app.").waitFor();
  await stopping.getByRole('button', { name: 'Stop inheriting' }).click();
  await toastOf(hers).getByText('This folder inherits nothing any more.').waitFor();
  await dialog.getByRole('button', { name: /^Remove Everyone/ }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click();
  await dialog.getByText('1 file inside is shared more widely than this folder.').waitFor();
  await sees(his, 'Trial', false);
  await folderTree(his).getByRole('row', { name: 'Not in a folder' }).click();
  await sees(his, 'doses.csv', true);
  expect(await seriousFindings(hers)).toEqual([]);
  await dialog.getByRole('button', { name: 'Review files' }).click();
  const wider = hers.getByRole('dialog', { name: "Files in 'Trial' that are shared more widely" });
  await wider.getByText('Jonas Brandt (Can view)').click();
  await wider.getByRole('button', { name: 'Narrow 1 file' }).click();
  await toastOf(hers).getByText('1 entry removed.').waitFor();
  await sees(his, 'doses.csv', false);

  await dialog.getByRole('switch', { name: "Everyone in 'Halden Lab'" }).press('Space');
  await hers
    .getByRole('dialog', { name: /^Share it with/ })
    .getByRole('button', { name: 'Share with everyone' })
    .click();
  await toastOf(hers).getByText("Everyone in 'Halden Lab': can view now.").waitFor();
  await dialog.getByRole('button', { name: 'Sharing report' }).click();
  await hers.getByRole('tab', { name: 'Sharing report', selected: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await hers.getByText('Files that more people can open than the folder they lie in.').waitFor();
  await atTheService(his);
  await openFolderByMouse(his, 'Study');
  await sees(his, 'Trial', true);
});

/** Goes to a place of the window's edge. */
async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByText(place, { exact: true }).click();
}

/** Answers the open question about a name. */
async function name(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.keyboard.press('Enter');
}

async function choose(page: Page, which: string, action: string): Promise<void> {
  await line(page, which).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action }).click();
}

test('what one publishes the other finds, keeps and copies, and what was copied stays when it is taken out', async () => {
  const made = { name: 'Recipes', visibility: 'private', parentFolderId: null };
  const { id } = (await ask('POST /folders', made)) as Entry;
  await people.lab.service.owner.upload(id, 'buffer.csv', RECIPE);
  const [hers, his] = await Promise.all([windowOf('mira'), windowOf('jonas')]);
  await Promise.all([goTo(hers, 'Library'), goTo(his, 'Library')]);
  await his.getByText('Your organization hasn’t published anything yet.').waitFor();
  expect(await his.getByRole('button', { name: 'New folder…' }).count()).toBe(0);
  await hers.getByRole('button', { name: 'New folder…' }).click();
  await name(hers, 'Name', 'Methods');
  await hers.getByText('“Methods” was made in the library.').first().waitFor();

  await goTo(hers, 'Files');
  await atTheService(hers);
  await sees(hers, 'Recipes', true);
  await openFolderByMouse(hers, 'Recipes');
  await line(hers, 'buffer.csv').click({ button: 'right' });
  await hers.getByRole('menuitem', { name: 'More' }).click();
  await hers.getByRole('menuitem', { name: 'Publish in the library…' }).click();
  const publishing = hers.getByRole('dialog', { name: 'Publish “buffer.csv” in the library' });
  await publishing.getByText('Everybody in “Halden Lab”, 4 people now, will be able to read it').waitFor();
  await publishing.getByRole('row', { name: 'Methods' }).click();
  expect(await seriousFindings(hers)).toEqual([]);
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await hers.getByText('1 file published in the library.').first().waitFor();

  await sees(his, 'Methods', true);
  await openFolderByMouse(his, 'Methods');
  await line(his, 'buffer.csv').click();
  await his.getByRole('button', { name: 'Keep offline' }).click();
  await his.getByText('1 file will be kept on this computer, to look into offline.').first().waitFor();
  await line(his, 'buffer.csv File Always on this computer').waitFor();
  await his.getByRole('button', { name: 'Copy to a folder…' }).click();
  const copying = his.getByRole('dialog', { name: 'Copy “buffer.csv”' });
  await copying.getByRole('row', { name: 'Knowledge Base' }).first().click();
  await copying.getByRole('button', { name: 'Copy here' }).click();
  await his.getByText('1 file copied to “Knowledge Base”.').first().waitFor();
  expect(await seriousFindings(his)).toEqual([]);

  await goTo(hers, 'Library');
  await choose(hers, 'Methods', 'Rename…');
  await name(hers, 'New name', 'Protocols');
  await hers.getByText('“Methods” is now “Protocols”.').first().waitFor();
  await openFolderByMouse(hers, 'Protocols');
  await choose(hers, 'buffer.csv', 'Take out of the library…');
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
  await hers.getByText('1 file taken out of the library.').first().waitFor();
  await sees(his, 'buffer.csv', false);
  await headingOf(his, 'Protocols').waitFor();
  await hers.getByRole('button', { name: 'Parent folder' }).click();
  await choose(hers, 'Protocols', 'Remove…');
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Remove folder' }).click();
  await hers.getByText('“Protocols” was removed from the library.').first().waitFor();
  await his.getByRole('button', { name: 'Check now' }).first().click();
  await his.getByText('This folder is no longer in the library').waitFor();
  const jonas = people.computer('jonas');
  await until('his own copy', async () => ((await jonas.files()).get('buffer.csv') === RECIPE ? true : undefined));
  expect((await succeed(jonas.run(['library', 'kept', '--json']))).stdout).toContain('"buffer.csv"');
});

test('who is added to a project finds it, may do in it what the role allows, and no longer finds it once removed', async () => {
  const [hers, his] = await Promise.all([windowOf('mira'), windowOf('jonas')]);
  for (const page of [hers, his]) {
    await goTo(page, 'Organization');
    await page.getByRole('tab', { name: 'Projects' }).click();
  }
  await his.getByText('There is no project yet').waitFor();
  await hers.getByRole('button', { name: 'New project…' }).click();
  await name(hers, 'Name', 'Plates');
  await hers.getByRole('button', { name: 'Open Plates' }).click();
  await hers.getByRole('combobox', { name: 'Add somebody of the organization' }).fill('Jonas');
  await hers.getByRole('option', { name: /Jonas Brandt/ }).click();
  await hers.getByText('Jonas Brandt is in the project, as editor.').first().waitFor();
  expect(await seriousFindings(hers)).toEqual([]);

  const again = (): Promise<void> => his.getByRole('button', { name: 'Check now' }).click();
  await again();
  await his.getByRole('button', { name: 'Open Plates' }).click();
  await his.getByRole('button', { name: 'Edit…' }).click();
  await his.getByRole('textbox', { name: 'What it is about' }).fill('Everything in wells.');
  await his.getByRole('textbox', { name: 'Icon' }).fill('🧫');
  await his.getByRole('button', { name: 'Save' }).click();
  await his.getByText("Project 'Plates' is changed.").first().waitFor();
  // An editor may leave it, and not end it for all.
  await his.getByRole('button', { name: 'Leave…' }).waitFor();
  expect(await his.getByRole('button', { name: 'Archive…' }).count()).toBe(0);

  // What he changed is not overwritten by who changes something else.
  await hers.getByRole('button', { name: 'Edit…' }).click();
  await name(hers, 'Name', 'Plates and wells');
  await hers.getByText('Everything in wells.').waitFor();
  await hers.getByRole('button', { name: 'Role of Jonas Brandt' }).click();
  await hers.getByRole('option', { name: 'Viewer' }).click();
  await hers.getByText('Jonas Brandt is viewer now.').first().waitFor();
  await hers.getByRole('button', { name: 'Remove Jonas Brandt' }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await hers.getByText('Jonas Brandt is no longer in the project.').first().waitFor();
  await again();
  await his.getByText('The service does not show this project').first().waitFor();
  await his.getByRole('button', { name: 'All projects' }).click();
  await his.getByText('There is no project yet').waitFor();

  await leaveAProject(hers, his);
});

/** He makes a project, which he cannot leave before it has another owner; she becomes the owner and ends it. */
async function leaveAProject(hers: Page, his: Page): Promise<void> {
  await his.getByRole('button', { name: 'New project…' }).click();
  await name(his, 'Name', 'Gels');
  await his.getByRole('button', { name: 'Open Gels' }).click();
  await his.getByRole('button', { name: 'Leave…' }).click();
  await his.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await his.getByRole('alertdialog').getByText('A project needs an owner: name another first.').waitFor();
  await his.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await his.getByRole('button', { name: /\bRole$/ }).click();
  await his.getByRole('option', { name: 'Owner' }).click();
  await his.getByRole('combobox', { name: 'Add somebody of the organization' }).fill('Mira');
  await his.getByRole('option', { name: /Mira Halden/ }).click();
  await his.getByText('Mira Halden is in the project, as owner.').first().waitFor();
  await his.getByRole('button', { name: 'Leave…' }).click();
  await his.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await his.getByText('There is no project yet').waitFor();
  await hers.getByRole('button', { name: 'All projects' }).click();
  await hers.getByRole('button', { name: 'Check now' }).click();
  await hers.getByRole('button', { name: 'Open Gels' }).click();
  await hers.getByRole('button', { name: 'Archive…' }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await hers.getByText("Project 'Gels' is archived.").first().waitFor();
}

/** The question who of the organization is called so. */
async function directory(name: string): Promise<string> {
  const [organization] = (await ask('GET /organizations')) as Entry[];
  return `GET /organizations/${organization?.id}/members/directory?q=${name}`;
}

interface Entry {
  readonly id: string;
  readonly userId?: number;
}
