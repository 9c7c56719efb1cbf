import type { Locator, Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { succeed, until } from '../benchtop.ts';
import { askAs } from '../driver/first-run.ts';
import { HOSTILE_TEXTS } from '../driver/hostile-texts.ts';
import { labWindows } from '../driver/lab-windows.ts';
import { focusedName, folderTree, headingOf, line, toastOf } from '../driver/window-steps.ts';

// Conversations with the agent, with a daemon for each of two people and the local service.

const people = labWindows(['mira', 'jonas'], {
  faults: true,
  prepare: async () => {
    const computer = people.computer('mira');
    await Promise.all([computer.mirror('Knowledge Base'), people.computer('jonas').mirror('Knowledge Base')]);
    await computer.write('Plates/plate7.csv', 'well,od\nA1,0.4\nB1,0.9\n');
    await computer.write('Plates/plate6.csv', 'well,od\nA1,0.2\nB1,0.3\n');
    await succeed(computer.run(['sync', '--once']));
  },
});

// What one test has the service meet that did not come to it is nothing for the next.
beforeEach(() => setFaults([]));

async function start(name: 'mira' | 'jonas' = 'mira'): Promise<Page> {
  const page = await people.open(name);
  await headingOf(page, 'Knowledge Base').waitFor();
  return page;
}

/** What the service meets from now on. The agent answers at once. */
async function setFaults(rules: readonly object[]): Promise<void> {
  const answer = await fetch(new URL('/faults', people.lab.service.baseUrl), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules, switches: { agentStepMs: 100 } }),
  });
  if (!answer.ok) throw new Error(`The fault panel answered ${answer.status}.`);
}

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message to the agent' });
const log = (page: Page): Locator => page.getByRole('log');
const replies = (page: Page): Locator => log(page).getByRole('article', { name: /^Agent,/ });
const waiting = (page: Page): Locator => log(page).getByRole('article', { name: /^Your message:/ });

/** Goes to a new conversation about a file of the list. */
async function askAbout(page: Page, name: string): Promise<void> {
  await line(page, 'Plates').dblclick();
  await line(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Ask the agent…' }).click();
  await page.getByRole('list', { name: 'Files that go with this message' }).getByText(name).waitFor();
}

test('a question about a file is asked by keyboard, answered, and what the answer names leads to it', async () => {
  const page = await start();
  await askAbout(page, 'plate7.csv');
  await page.getByText('With your message the agent is told of 1 file and may read it.').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Message to the agent');
  await page.keyboard.type('Summarise it and compare it with @plate6');
  await page.getByRole('option', { name: /plate6\.csv/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => field(page).inputValue()).toBe('Summarise it and compare it with @plate6.csv ');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files of this computer…' }).click();
  await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('B1 was cold\n') });
  await page.getByText('Safe here, goes with the message').waitFor();
  await field(page).press('Enter');
  await log(page).getByRole('article', { name: /^You,/ }).waitFor();
  await replies(page).getByText('plate7.csv').first().waitFor();
  expect(await field(page).inputValue()).toBe('');
  expect(await seriousFindings(page)).toEqual([]);
  await replies(page)
    .getByRole('button', { name: /plate7\.csv/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Look into it' }).click();
  await page.getByRole('dialog', { name: 'Preview of plate7.csv' }).getByText('B1').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Files of this task' }).click();
  const files = page.getByRole('complementary', { name: 'Files of this task' });
  await files.getByRole('button', { name: /notes\.txt/ }).click();
  await page.getByRole('menuitem', { name: 'Save into a folder…' }).click();
  const saving = page.getByRole('dialog', { name: /^Save/ });
  expect(await saving.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await saving.getByRole('row', { name: 'Knowledge Base' }).first().click();
  await saving.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“notes.txt” was saved into “Knowledge Base”.').first().waitFor();
  await page.keyboard.press('Alt+F2');
  await page
    .getByRole('dialog', { name: /^Reading view/ })
    .getByRole('heading', { name: /^You,/ })
    .waitFor();
});

test('what is written offline waits in its place, is changed and taken out there, and arrives once', async () => {
  const page = await start();
  await page.keyboard.press('Control+5');
  await setFaults([{ match: { port: 'api' }, dropBefore: true }]);
  for (const text of ['Never mind this.', 'What is a plat?']) {
    await field(page).fill(text);
    await page.keyboard.press('Enter');
    await waiting(page).getByText(text).waitFor();
  }
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await waiting(page).filter({ hasText: 'What is a plat?' }).getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('What is a plat?');
  await field(page).fill('What is a plate?');
  await page.keyboard.press('Enter');
  await waiting(page).getByText('What is a plate?').waitFor();
  const first = waiting(page).filter({ hasText: 'Never mind this.' });
  await until('the first message can be taken out', async () => {
    await first
      .getByRole('button', { name: 'Cancel' })
      .click({ timeout: 2000 })
      .catch(() => undefined);
    return (await first.count()) === 0 ? true : undefined;
  });
  await setFaults([]);
  await until('what waited is sent', async () => {
    const again = waiting(page).getByRole('button', { name: 'Try again' });
    if ((await again.count()) > 0)
      await again
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined);
    return (await replies(page).count()) > 0 ? true : undefined;
  });
  const own = log(page).getByRole('article', { name: /^You,/ });
  expect(await own.allInnerTexts()).toEqual([expect.stringContaining('What is a plate?')]);
  await expect.poll(() => waiting(page).count()).toBe(0);
});

test('a file that is gone is marked, the words stay, and the rest is sent without it', async () => {
  const page = await start();
  await askAbout(page, 'plate6.csv');
  await field(page).fill('What does it say?');
  const [file] = (await askAs(people.lab, people.person('mira'), 'GET /folders/files')) as readonly File[];
  expect(file).toBeDefined();
  await setFaults([
    { match: { route: 'POST /tasks/{id}/messages' }, status: 404, errorCode: 'FILE_EXPIRED', times: 1 },
    // As often as it is asked: the computer looks at files for other reasons, too.
    { match: { method: 'GET', pathPattern: '/files/[0-9a-f-]+$' }, status: 404 },
  ]);
  await page.keyboard.press('Enter');
  const failed = waiting(page).filter({ hasText: "1 file of this message can't be used any more." });
  await failed.getByText("Can't be used any more").first().waitFor();
  await setFaults([]);
  expect(await seriousFindings(page)).toEqual([]);
  await failed.getByRole('button', { name: 'Remove 1 file and send' }).click();
  await log(page).getByRole('article', { name: /^You,/ }).getByText('What does it say?').waitFor();
  await expect.poll(() => waiting(page).count()).toBe(0);
});

interface File {
  readonly id: string;
}

test('what the agent made for one is shared with another, who asks about it until it is taken away again', async () => {
  const [hers, his] = await Promise.all([start(), start('jonas')]);
  await askAbout(hers, 'plate7.csv');
  await field(hers).fill('Analyse this, please');
  await hers.keyboard.press('Enter');
  await replies(hers).getByText('plate7 statistics.csv').first().waitFor();
  await hers.getByRole('button', { name: 'Files of this task' }).click();
  await ofMade(hers, 'Share…');
  const sharing = hers.getByRole('dialog', { name: "Share 'plate7 statistics.csv'" });
  await sharing.getByRole('combobox', { name: 'Add people or teams' }).fill('Jonas');
  await hers.getByRole('option', { name: /Jonas Brandt/ }).click();
  await sharing.getByRole('button', { name: 'Add', exact: true }).click();
  await toastOf(hers).getByText('Jonas Brandt: can view now.').waitFor();
  expect(await seriousFindings(hers)).toEqual([]);
  await sharing.getByRole('button', { name: 'Close' }).click();

  // Her conversation stays her own: another person who knows its address cannot open it.
  const where = new URL(hers.url()).hash;
  await his.evaluate(hash => void (location.hash = hash), where);
  await his.getByText('This conversation is not there for you').waitFor();
  await his.getByRole('navigation', { name: 'Places' }).getByText('Files').click();
  await folderTree(his).getByRole('row', { name: 'Not in a folder' }).click();
  await until('what is shared with him', async () => {
    await his.getByRole('button', { name: 'Check now' }).click();
    return (await line(his, 'plate7 statistics.csv').count()) > 0 ? true : undefined;
  });
  await line(his, 'plate7 statistics.csv').click({ button: 'right' });
  await his.getByRole('menuitem', { name: 'Ask the agent…' }).click();
  await field(his).fill('Summarise this');
  await his.keyboard.press('Enter');
  await replies(his).getByText('plate7 statistics.csv').first().waitFor();

  await ofMade(hers, 'Share…');
  await sharing.getByRole('button', { name: 'Remove Jonas Brandt' }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click();
  await toastOf(hers).getByText('The entry of Jonas Brandt was removed.').waitFor();
  await sharing.getByRole('button', { name: 'Close' }).click();
  await field(his).fill('And in short, @plate7 stat');
  // What is pressed after choosing sends, also on a machine that takes long to draw.
  await his.evaluate(() => {
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = work => window.setTimeout(() => draw(work), 500);
  });
  await his.getByRole('option', { name: 'plate7 statistics.csv' }).click();
  await his.keyboard.press('Enter');
  const failed = waiting(his).filter({ hasText: "1 file of this message can't be used any more." });
  await failed.getByRole('button', { name: 'Remove 1 file and send' }).click();
  await log(his).getByRole('article', { name: /^You,/ }).getByText('And in short').waitFor();
  expect(await seriousFindings(his)).toEqual([]);
});

/** Opens what can be done with what the agent made, and does it. */
async function ofMade(page: Page, action: string): Promise<void> {
  const files = page.getByRole('complementary', { name: 'Files of this task' });
  await files.getByRole('button', { name: /plate7 statistics\.csv/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a task is renamed, completed, put away and found again, and a file of it is kept, looked into and removed', async () => {
  const page = await start();
  await askAbout(page, 'plate7.csv');
  await field(page).fill('Analyse this once more');
  await page.keyboard.press('Enter');
  await replies(page).getByText('plate7 statistics').first().waitFor();
  const ofTask = async (action: string): Promise<void> => {
    await page.getByRole('button', { name: 'More about this task' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await ofTask('Rename…');
  await page.getByRole('textbox', { name: 'Title' }).fill('Plate seven');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Plate seven' }).waitFor();
  await ofTask('Mark as completed');
  const tasks = page.getByRole('grid', { name: 'Tasks with the agent' });
  const row = tasks.getByRole('row', { name: 'Plate seven' });
  const show = async (which: string): Promise<void> => {
    await page.getByRole('button', { name: /Which tasks$/ }).click();
    await page.getByRole('option', { name: which }).click();
  };
  await page.getByRole('region', { name: 'Conversation “Plate seven”' }).getByText('completed').waitFor();
  await row.waitFor({ state: 'detached' });
  await show('Completed');
  await row.waitFor();
  await ofTask('Archive');
  await page.getByText('“Plate seven” was archived. Its messages and files stay.').first().waitFor();
  await show('Archived');
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('seven');
  await row.waitFor();
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('nine');
  await page.getByText('No task fits “nine”.').waitFor();
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('');
  await ofTask('Bring back from the archive');
  await page.getByText('“Plate seven” is back among your tasks.').first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Files of this task' }).click();
  await ofMade(page, 'Keep offline');
  await page.getByText('“plate7 statistics').first().waitFor();
  await ofMade(page, 'Remove from the task…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('was removed from the task.').first().waitFor();
  const files = page.getByRole('complementary', { name: 'Files of this task' });
  await expect.poll(() => files.getByText('plate7 statistics').count()).toBe(0);
});

test('a copy is edited in a task while somebody else edits the original; who commits it is told, and takes both', async () => {
  const { lab } = people;
  const [mira, jonas] = [people.computer('mira'), people.computer('jonas')];
  const plates = (await lab.service.owner.folders(lab.service.knowledgeBase)).get('Plates') ?? '';
  const original = await lab.service.owner.upload(plates, 'plan.csv', 'step,minutes\nspin,5\n');
  await askAs(lab, people.person('mira'), `POST /files/${original}/promote`, { visibility: 'organization' });
  // A file that arrives in the list moves the lines below it: away from under the pointer.
  await until('the plan here', async () => ((await mira.files()).has('Plates/plan.csv') ? true : undefined));
  const page = await start();
  await askAbout(page, 'plate7.csv');
  await field(page).fill('Help me with the plan');
  await page.keyboard.press('Enter');
  await replies(page).first().waitFor();
  await page.getByRole('navigation', { name: 'Places' }).getByText('Files').click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await line(page, 'plan.csv').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit a copy in a task…' }).click();
  const asking = page.getByRole('dialog', { name: 'Edit a copy of “plan.csv” in a task' });
  await asking.getByRole('radio', { name: 'Help me with the plan' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await asking.getByRole('button', { name: 'Make the copy' }).click();
  await page.getByText('There is a working copy of “plan.csv”').first().waitFor();

  const { json } = await mira.run(['chat', 'copy', 'list', '--json']);
  const [made] = (json as { copies: { copy: string }[] }).copies;
  await lab.service.owner.edit(made?.copy ?? '', 'step,minutes\nspin,8\n');
  await until('the plan at Jonas', async () => ((await jonas.files()).has('Plates/plan.csv') ? true : undefined));
  await jonas.write('Plates/plan.csv', 'step,minutes\nspin,5\nwash,2\n');
  await until('his edit', async () => ((await lab.service.owner.versions(original)) === 2 ? true : undefined));

  await page.getByRole('navigation', { name: 'Places' }).getByText('Chat').click();
  await page
    .getByRole('grid', { name: 'Tasks with the agent' })
    .getByRole('row', { name: /^Help me/ })
    .click();
  await page.getByRole('button', { name: 'Files of this task' }).click();
  const card = page.getByRole('listitem', { name: 'Working copy of “plan.csv”' });
  await card.getByText('Both changed').waitFor();
  await card.getByRole('button', { name: 'Compare with the original' }).click();
  await page.getByRole('button', { name: 'Commit…' }).click();
  const committing = page.getByRole('alertdialog', { name: 'Commit the copy of “plan.csv”?' });
  await committing.getByText('The original has changed since the copy was made').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await committing.getByRole('button', { name: 'Commit', exact: true }).click();
  await committing.getByText('somebody has changed it since. Nothing was committed.').waitFor();
  await committing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Take parts of both…' }).click();
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.getByText('Saved as version 3 of “plan.csv”.').first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await until('both edits at Jonas', async () =>
    (await jonas.files()).get('Plates/plan.csv') === 'step,minutes\nspin,8\nwash,2\n' ? true : undefined,
  );
  await page.locator('[data-region=comparison]').getByRole('button', { name: 'Close' }).click();

  await saveViewToTask(page);
  expect(await lab.service.owner.versions(original)).toBe(3);
});

/** What is narrowed in a preview becomes a file of the task. */
async function saveViewToTask(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByText('Files').click();
  await line(page, 'plate7.csv').click();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Save to a task…' }).click();
  const saving = page.getByRole('dialog', { name: 'Save this view to a task' });
  await saving.getByRole('radio', { name: 'Help me with the plan' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await saving.waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Places' }).getByText('Chat').click();
  await page.getByRole('button', { name: 'Files of this task' }).click();
  await page.getByRole('complementary', { name: 'Files of this task' }).getByText('plate7, view.csv').waitFor();
}

test('nothing that somebody says runs, loads or leads anywhere [S20]', async () => {
  const page = await start();
  await page.keyboard.press('Control+5');
  await field(page).waitFor();
  const requests: string[] = [];
  const { origin } = new URL(page.url());
  page.on('request', request => void (request.url().startsWith(origin) ? undefined : requests.push(request.url())));
  page.on('dialog', dialog => void (requests.push(`dialog ${dialog.message()}`), dialog.dismiss()));
  await page.evaluate(() => void Object.assign(window, { alert: () => document.body.setAttribute('data-ran', '1') }));
  await page.getByRole('button', { name: 'New task' }).click();
  await field(page).fill(HOSTILE_TEXTS.join('\n\n'));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const own = log(page).getByRole('article', { name: /^You,/ });
  await own.getByText('the last line').waitFor();
  const found = await own.evaluate(article => ({
    ran: document.body.hasAttribute('data-ran'),
    loading: article.querySelectorAll(
      'script, iframe, object, embed, img, video, audio, link, style, form, svg image, base, meta',
    ).length,
    handlers: [...article.querySelectorAll('*')].filter(each =>
      each.getAttributeNames().some(name => name.startsWith('on')),
    ).length,
    addresses: [...article.querySelectorAll('[href], [src], [action]')].map(each => each.getAttribute('href')),
  }));
  expect({ ...found, requests }).toEqual({ ran: false, loading: 0, handlers: 0, addresses: [], requests: [] });
  // What hides its host, or is not encrypted, is no link; what calls itself otherwise says where it leads before it is opened.
  await own.getByTitle('Not opened from here: https://bank.example@evil.example/login').waitFor();
  await own.getByTitle('Not opened from here: http://evil.example/plain').waitFor();
  await own.getByRole('button', { name: /bank\.example/ }).click();
  const question = page.getByRole('dialog', { name: 'Open evil.example in your browser?' });
  await question.getByText('https://evil.example/login').waitFor();
  await question.getByRole('button', { name: 'Stay here' }).click();
  expect(requests).toEqual([]);
});
