import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import type { PlaceHead } from '../../../shared/features/browse/folder-model.ts';
import { seriousFindings } from '../../setup/browser/axe.ts';
import { ARCHIVED, baseRow, FREEZERS } from '../driver/scripted-lists.ts';
import { type ScriptedWindow, scriptedWindows } from '../driver/scripted-window.ts';
import {
  fileList,
  focusedName,
  folderTree,
  headingOf,
  line,
  lineNames,
  openFolderByMouse,
} from '../driver/window-steps.ts';

const windows = scriptedWindows();

async function openPlace(page: Page, name: string): Promise<void> {
  await folderTree(page).getByRole('row', { name, exact: true }).click();
  await headingOf(page, name).waitFor();
}

/** Lets a folder of the service stand otherwise. */
function stand({ engine }: ScriptedWindow, change: Partial<PlaceHead>, rows?: []): void {
  engine.base.heads.set(FREEZERS, change);
  if (rows !== undefined) engine.base.rows.set(FREEZERS, rows);
  engine.say();
}

async function openFreezers(): Promise<ScriptedWindow> {
  const window = await windows.start();
  await openPlace(window.page, 'At the service');
  await openFolderByMouse(window.page, 'Freezers');
  return window;
}

test('all folders of the service are shown; what is mirrored leads to its mirror', async () => {
  const { page } = await windows.start();
  await openPlace(page, 'At the service');
  await expect
    .poll(() => lineNames(page))
    .toEqual(['Freezers Folder Online only', 'Knowledge Base Folder On this computer']);
  await openFolderByMouse(page, 'Freezers');
  await expect.poll(() => lineNames(page)).toEqual(['Minus 80 Folder Online only', 'boxes.csv File Online only']);
  await page.getByRole('banner').getByRole('link', { name: 'At the service' }).click();
  await openFolderByMouse(page, 'Knowledge Base');
  await line(page, 'Plates Folder').waitFor();
  expect(page.url()).toMatch(/#\/files\/m1$/);
});

test('a place is unfolded and chosen in the tree with the keyboard alone', async () => {
  const { page } = await windows.start();
  await folderTree(page).getByRole('row', { name: 'At the service', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  const freezers = folderTree(page).getByRole('row', { name: 'Freezers' });
  await freezers.waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedName(page)).toBe('Freezers');
  await page.keyboard.press('Enter');
  await headingOf(page, 'Freezers').waitFor();
});

test('a listing under way is counted in pages, and one that broke off says how much it shows', async () => {
  const window = await openFreezers();
  const { page, engine } = window;
  stand(window, { reading: { page: 3, pages: 12 } });
  await page.getByText('Loading 3 of 12 pages').waitFor();
  stand(window, { standing: 'partial', got: 300, of: 412, fault: { kind: 'failing', status: 500, messages: [] } });
  await page.getByText('Showing 300 of about 412').waitFor();
  await line(page, 'boxes.csv').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => engine.base.checked).toContain(JSON.stringify({ base: FREEZERS }));
  expect(await seriousFindings(page)).toEqual([]);
});

test('a folder that was never opened here says so without the network', async () => {
  const window = await openFreezers();
  stand(window, { standing: 'unvisited', checkedAt: null, fault: { kind: 'offline', detail: '' } }, []);
  await window.page.getByText('This folder hasn’t been opened on this computer yet.').waitFor();
  expect(await seriousFindings(window.page)).toEqual([]);
});

test.each([
  [{ standing: 'closed' }, 'You don’t have access to this folder'],
  [{ standing: 'hidden' }, 'You can see this folder but nothing inside it is shared with you.'],
  [{ standing: 'gone' }, 'This folder is no longer at the service'],
  [{ standing: 'ready' }, 'This folder holds nothing that you can see.'],
] as const)('%o says so in words', async (change, text) => {
  const window = await openFreezers();
  stand(window, change, []);
  await window.page.getByRole('heading', { name: text }).waitFor();
  expect(await seriousFindings(window.page)).toEqual([]);
});

test('what could not be checked just now stays, and the service’s words are quoted as its own', async () => {
  const window = await openFreezers();
  const words = `Out of tea. ${'x'.repeat(10_000)}`;
  stand(window, { fault: { kind: 'failing', status: 500, messages: [words] } });
  await window.page.getByText(/The service said: Out of tea\./).waitFor();
  await line(window.page, 'boxes.csv').waitFor();
  expect(await window.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1200);
});

test('an archived folder shows what was in it, and is brought back with everything in it', async () => {
  const window = await openFreezers();
  const { page, engine } = window;
  stand(window, { standing: 'archived', archived: { id: FREEZERS, name: 'Freezers' } });
  await page.getByText('This folder is archived.').waitFor();
  await line(page, 'boxes.csv').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore “Freezers” with everything in it' }).click();
  await page.getByText('“Freezers” is back, with everything in it.').first().waitFor();
  expect(engine.base.restored).toEqual([FREEZERS]);
});

test('a folder of the archive is restored from its list, or stays there with the reason', async () => {
  const { page, engine } = await windows.start();
  await openPlace(page, 'Archived folders');
  await line(page, 'Old runs').click();
  engine.base.refusal = new FaultError({ kind: 'not-allowed', messages: ['Only its owner may do that.'] });
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText('It is still in the archive.').waitFor();
  await page.getByText(/The service said: Only its owner may do that\./).waitFor();
  engine.base.refusal = null;
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText('“Old runs” is back, with everything in it.').first().waitFor();
  expect(engine.base.restored).toEqual([ARCHIVED]);
});

test('what was removed here is listed with where it was, and put back', async () => {
  const { page, engine } = await windows.start();
  const at = new Date().toISOString();
  const file = { mirror: 'm1', sizeBytes: 1200, reason: 'removed at the service', at, until: at, older: 0 };
  engine.base.stored = [
    { ...file, id: 's1', path: 'Plates/old\u202Elayout.csv' },
    { ...file, id: 's2', path: 'notes.md' },
  ];
  await openPlace(page, 'Recently removed');
  await fileList(page)
    .getByRole('row', { name: /^notes\.md/ })
    .click();
  await page.getByText('Restoring puts it back into “top folder”').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText('Brought back: notes.md').first().waitFor();
  expect(engine.base.restored).toEqual(['s2']);
});

test('what was in no folder of this computer is put into one that a person chooses', async () => {
  const { page, engine } = await windows.start();
  const at = new Date().toISOString();
  const file = { sizeBytes: 1200, reason: 'removed here', at, until: at, older: 0 };
  engine.base.stored = [{ ...file, mirror: '', id: 's3', path: 'far.csv' }];
  await openPlace(page, 'Recently removed');
  await fileList(page)
    .getByRole('row', { name: /^far\.csv Elsewhere/ })
    .click();
  await page.getByText('so it goes into one that you choose').waitFor();
  expect(await page.getByRole('button', { name: 'Restore', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Put into a folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Put “far.csv” into a folder' });
  const putHere = dialog.getByRole('button', { name: 'Put here' });
  const [own, top] = [/^Knowledge Base/, 'At the service'].map(name => dialog.getByRole('row', { name }));
  await own?.waitFor();
  // No folder is chosen before a person chooses one, by the keyboard or with the mouse; all folders together are none.
  expect(await putHere.isDisabled()).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect.poll(() => putHere.isEnabled()).toBe(true);
  await top?.click();
  await expect.poll(() => putHere.isDisabled()).toBe(true);
  await own?.click();
  await putHere.click();
  await page.getByText('“far.csv” is in “Knowledge Base” now.').first().waitFor();
  expect(engine.base.restored).toEqual(['s3 into {"mirror":"m1","folder":null}']);
});

test('files in no folder are marked as perhaps not all', async () => {
  const { page, engine } = await windows.start();
  engine.base.rows.set('loose', [baseRow('11111111-0000-4000-8000-000000000009', 'lost.csv', 'file')]);
  await openPlace(page, 'Not in a folder');
  await page.getByText('so there may be more').waitFor();
  await expect.poll(() => lineNames(page)).toEqual(['lost.csv File Online only']);
});

test('Ctrl+F narrows the list down, says when nothing fits, and Esc shows all again', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  await page.keyboard.press('Control+f');
  await expect.poll(() => focusedName(page)).toMatch(/^Filter/);
  await page.keyboard.type('PLATE7');
  await expect.poll(() => lineNames(page)).toEqual(['plate7.csv File Two different versions Text searchable']);
  await page.getByText('1 of 16').waitFor();
  await page.keyboard.type('nothing like it');
  await page.getByRole('heading', { name: 'No name here contains “PLATE7nothing like it”.' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await lineNames(page)).length).toBe(16);
});

test('columns are hidden and shown again, and the choice outlives the window', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Text' }).click();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual(['Name', 'Sync', 'Modified', 'Size']);
  await page.reload();
  await headingOf(page, 'Plates').waitFor();
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual(['Name', 'Sync', 'Modified', 'Size']);
});

test('in a list of 50,000 files the keys reach both ends, and what is far away is found and chosen', async () => {
  const { page, engine } = await windows.start();
  engine.add('m1', 'Templates', ...Array.from({ length: 50_000 }, (_, at) => ({ name: `well ${at}.csv` })));
  await openFolderByMouse(page, 'Templates');
  await line(page, 'well 0.csv').click();
  await expect.poll(() => fileList(page).getAttribute('aria-rowcount')).toBe('50001');
  await page.keyboard.press('End');
  await expect.poll(() => focusedName(page)).toMatch(/^well 49999\.csv/);
  await page.keyboard.press('Home');
  await expect.poll(() => focusedName(page)).toMatch(/^well 0\.csv/);
  await page.keyboard.type('well');
  await page.keyboard.press('PageDown');
  await expect.poll(() => fileList(page).getByRole('row').count()).toBeLessThan(200);
});

test('a line that is held on to stays where it is while others come in above it', async () => {
  const { page, engine } = await windows.start();
  engine.add('m1', 'Templates', ...Array.from({ length: 500 }, (_, at) => ({ name: `well ${at}.csv` })));
  await openFolderByMouse(page, 'Templates');
  await line(page, 'well 0.csv').click();
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('PageDown');
  await expect.poll(() => focusedName(page)).toContain('well');
  const focused = await focusedName(page);
  const before = await page.locator(':focus').boundingBox();
  engine.add('m1', 'Templates', ...Array.from({ length: 7 }, (_, at) => ({ name: `a new one ${at}.csv` })));
  await page.getByText('507 files').waitFor();
  await expect.poll(() => focusedName(page)).toBe(focused);
  await expect.poll(() => page.locator(':focus').boundingBox()).toEqual(before);
});
