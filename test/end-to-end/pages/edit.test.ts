import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, FileChooser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';
import {
  fileList,
  focusedName,
  folderTree,
  headingOf,
  line,
  openFolderByMouse,
  openWindow,
  type OpenWindow,
} from '../driver/window-steps.ts';

// What a person does with files in the window, on real files, a daemon and the local service with its sample.

let lab: Lab;
let bench: Computer;
let browser: Browser;
const windows: OpenWindow[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ sample: true, commandsHere: true });
  bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base');
  await bench.daemon(['--window-port', '0']);
  browser = await startChromium();
  await until('the sample on the computer', async () => ((await bench.files()).size === 75 ? true : undefined));
}, 180_000);

afterEach(async () => {
  const opened = windows.splice(0);
  for (const each of opened) await each.close();
  const troubles = opened.flatMap(each => each.troubles);
  if (troubles.length > 0) throw new Error(`The window was in trouble: ${troubles.join('; ')}`);
});

afterAll(async () => {
  await browser?.close();
  await lab?.close();
});

async function start(): Promise<Page> {
  const { stdout } = await succeed(bench.run(['window']));
  const opened = await openWindow(browser, stdout.trim());
  windows.push(opened);
  await headingOf(opened.page, 'Knowledge Base').waitFor();
  return opened.page;
}

/** Name → id of the files in a folder of the service. */
async function filesThere(...path: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  let folder = lab.service.knowledgeBase;
  for (const name of path) folder = (await lab.service.owner.folders(folder)).get(name) ?? '';
  return lab.service.owner.files(folder);
}

test('a folder is made, a file renamed with F2 and moved into it, by the keyboard, and the service has it so', async () => {
  const page = await start();
  await openFolderByMouse(page, 'Meetings');
  await page.getByRole('button', { name: 'New folder…' }).click();
  await expect.poll(() => focusedName(page)).toBe('Name');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.type('2026 autumn');
  await page.keyboard.press('Enter');
  await line(page, '2026 autumn Folder').waitFor();
  await expect.poll(() => focusedName(page)).toBe('New folder…');

  await line(page, '2026-09-29 Lab meeting.md').click();
  await page.keyboard.press('F2');
  await expect.poll(() => focusedName(page)).toBe('New name');
  await page.keyboard.type('2026-09-29 First meeting');
  await page.keyboard.press('Enter');
  await line(page, '2026-09-29 First meeting.md File On this computer').waitFor();
  await page.getByText('is called “2026-09-29 First meeting.md” now').first().waitFor();

  await line(page, '2026-09-29 First meeting.md').click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move…', exact: true }).click();
  const tree = page.getByRole('dialog').getByRole('treegrid', { name: 'Move into' });
  await tree.getByRole('row', { name: 'Meetings' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedName(page)).toMatch(/^Meetings/);
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('row', { name: '2026 autumn' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('1 item moved to “2026 autumn”').first().waitFor();
  await until('the file in its folder at the service', async () =>
    (await filesThere('Meetings', '2026 autumn')).has('2026-09-29 First meeting.md') ? true : undefined,
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await line(page, '2026-09-29 First meeting.md File On this computer').waitFor();
  await until('the file back at the service', async () =>
    (await filesThere('Meetings')).has('2026-09-29 First meeting.md') ? true : undefined,
  );
});

test('a name that is taken or cannot be is refused in the dialog, which stays', async () => {
  const page = await start();
  await openFolderByMouse(page, 'SOPs');
  await page.getByRole('button', { name: 'New folder…' }).click();
  await expect.poll(() => focusedName(page)).toBe('Name');
  await page.keyboard.type('..');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('nothing can be called that').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('New folder…');
});

test('a copy is downloaded to a place that is typed, by the keyboard, and a place in a mirror is refused', async () => {
  const page = await start();
  const out = join(lab.folder, 'out');
  await mkdir(out);
  await openFolderByMouse(page, 'SOPs');
  await fileList(page)
    .getByRole('row', { name: /\.md File/ })
    .first()
    .click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Download to…' }).click();
  const place = page.getByRole('textbox', { name: 'Folder on this computer' });
  await expect.poll(() => place.inputValue()).not.toBe('');
  expect(await focusedName(page)).toBe('Folder on this computer');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(bench.folder);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('in a folder that is kept in step').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(out);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText(`Saved as “${out}/`).first().waitFor();
  const [saved] = await readdir(out);
  expect(await readFile(join(out, saved ?? ''), 'utf8')).toBe((await bench.files()).get(`SOPs/${saved ?? ''}`));
});

test('a removal says what goes and what is kept, begins at Cancel, and one Undo brings everything back', async () => {
  const page = await start();
  await openFolderByMouse(page, 'Westerns 2026');
  await fileList(page).getByRole('row').nth(1).click();
  await page.keyboard.press('Control+a');
  const before = await bench.files();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('This removes').waitFor();
  await dialog.getByText('kept on this computer for 30 days').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Cancel');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await bench.files()).toEqual(before);
  // The list has the focus back a frame after the dialog went.
  await expect.poll(() => focusedName(page)).not.toMatch(/^(Cancel)?$/);
  await page.keyboard.press('Delete');
  await dialog.getByText('This removes').waitFor();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('removed. The bytes of every file are kept').first().waitFor();
  expect((await bench.files()).size).toBeLessThan(before.size);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('brought back').first().waitFor();
  expect(await bench.files()).toEqual(before);
});

test('space is freed and a file is wanted again, from the keyboard', async () => {
  const page = await start();
  await openFolderByMouse(page, 'Inventory');
  const name =
    (await page
      .getByRole('row', { name: /File On this computer/ })
      .first()
      .textContent()) ?? '';
  const row = page.getByRole('row', { name: /File On this computer/ }).first();
  await row.click();
  await page.keyboard.press('Control+Shift+O');
  await page.getByText('freed: 1 file is only online now').first().waitFor();
  await page.getByRole('row', { name: /File Online only/ }).waitFor();
  await page.keyboard.press('Control+Shift+O');
  await page.getByText('1 file will be downloaded and kept').first().waitFor();
  await page.getByRole('row', { name: /File Online only/ }).waitFor({ state: 'detached' });
  expect(name).not.toBe('');
});

test('chosen files come into the folder on show: a few at once, a folder after a sheet that says what happens', async () => {
  const page = await start();
  await openFolderByMouse(page, 'Cell lines');
  const choose = async (what: string, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: what }).click(),
    ]);
    await chooser.setFiles(files);
  };
  const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('Add files…', [csv('passages.csv', 'p1\n'), csv('µ counts (1).csv', 'x\n')]);
  await page.getByText('2 files (5 B) added to “Cell lines”.').first().waitFor();
  await line(page, 'passages.csv File On this computer').waitFor();
  expect(await bench.read('Cell lines/µ counts (1).csv')).toBe('x\n');

  await choose('Add files…', [csv('passages.csv', 'other\n')]);
  const sheet = page.getByRole('dialog');
  await sheet.getByText('“passages.csv” is there already, so this one becomes “passages (2).csv”.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.waitFor({ state: 'detached' });
  await choose('Add files…', [csv('passages.csv', 'other\n')]);
  await sheet.getByRole('button', { name: 'Add 1 file' }).click();
  await line(page, 'passages (2).csv File On this computer').waitFor();
  expect(await bench.read('Cell lines/passages.csv')).toBe('p1\n');
  expect(await bench.read('Cell lines/passages (2).csv')).toBe('other\n');
});

test('a folder that is chosen keeps its structure, and arrives at the service', async () => {
  const page = await start();
  const folder = await mkdtemp(join(tmpdir(), 'benchtop-add-'));
  await mkdir(join(folder, 'run 8/deep'), { recursive: true });
  for (let at = 1; at <= 7; at += 1) await writeFile(join(folder, `run 8/deep/well ${at}.csv`), `${at}\n`);
  await writeFile(join(folder, 'run 8/readme.md'), '# Run 8\n');
  await openFolderByMouse(page, 'Protocols');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Add a folder…' }).click(),
  ]);
  await chooser.setFiles(join(folder, 'run 8'));
  await page.getByRole('dialog').getByText('run 8 (folder with 8 files)').waitFor();
  await page.getByRole('button', { name: 'Add 8 files' }).click();
  await line(page, 'run 8 Folder').waitFor();
  await page
    .getByText(/^8 files .*added to “Protocols”/)
    .first()
    .waitFor();
  expect(await bench.read('Protocols/run 8/deep/well 7.csv')).toBe('7\n');
  await until('the files at the service', async () =>
    (await filesThere('Protocols', 'run 8', 'deep')).size === 7 ? true : undefined,
  );
  await rm(folder, { recursive: true });
});

test('what is dragged in from outside is taken where it is dropped', async () => {
  const page = await start();
  await openFolderByMouse(page, 'SOPs');
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['dropped\n'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  });
  await fileList(page).dispatchEvent('dragenter', { dataTransfer: data });
  await page.getByText('Add to “SOPs”').waitFor();
  await fileList(page).dispatchEvent('drop', { dataTransfer: data });
  await line(page, 'dropped.txt File On this computer').waitFor();
  expect(await bench.read('SOPs/dropped.txt')).toBe('dropped\n');
});

test('the details panel shows what is known, and a file is described and its next version noted in it', async () => {
  const page = await start();
  await openFolderByMouse(page, 'Meetings');
  await line(page, '2026-10-13 Lab meeting.md').click();
  await page.keyboard.press('Control+i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByText('Knowledge Base/Meetings/2026-10-13 Lab meeting.md').waitFor();
  await panel.getByText('Version 1').waitFor();
  expect(await seriousFindings(page, { within: '[data-region=details]' })).toEqual([]);
  await panel.getByRole('button', { name: 'Edit description and tags' }).click();
  await panel.getByRole('textbox', { name: 'Description' }).fill('Decisions on plate 7');
  await panel.getByRole('textbox', { name: 'Tags' }).fill('meeting, kst-118');
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 file described.').first().waitFor();
  await panel.getByRole('button', { name: 'Say what the next version changes' }).click();
  await panel.getByRole('textbox', { name: 'What changed' }).fill('added the action list');
  await panel.getByRole('button', { name: 'Remember' }).click();
  await page.getByText('It will go with the next version.').first().waitFor();
  await bench.write('Meetings/2026-10-13 Lab meeting.md', '# Actions\n');
  await until('the second version at the service', async () => {
    const file = (await filesThere('Meetings')).get('2026-10-13 Lab meeting.md');
    return JSON.stringify(file).includes('# Actions') ? true : undefined;
  });
  await line(page, '2026-11-10 Lab meeting.md').click();
  await line(page, '2026-10-13 Lab meeting.md').click();
  await panel.getByText('added the action list').waitFor();
  await panel.getByRole('button', { name: 'Edit description and tags' }).click();
  await expect.poll(() => panel.getByRole('textbox', { name: 'Tags' }).inputValue()).toBe('meeting, kst-118');
  await page.keyboard.press('Control+i');
  await panel.waitFor({ state: 'detached' });
});

test('several files are tagged at once', async () => {
  const page = await start();
  await openFolderByMouse(page, 'SOPs');
  await fileList(page).getByRole('row').nth(1).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByRole('textbox', { name: 'Tags to add' }).fill('reviewed 2026');
  expect(await seriousFindings(page, { within: '[data-region=details]' })).toEqual([]);
  await panel.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/^\d+ files described\.$/)
    .first()
    .waitFor();
  await fileList(page).getByRole('row').nth(1).click();
  await panel.getByRole('button', { name: 'Edit description and tags' }).click();
  await expect.poll(() => panel.getByRole('textbox', { name: 'Tags' }).inputValue()).toContain('reviewed 2026');
});

test('lines are dragged onto a folder of the list and of the tree, and moved there', async () => {
  const page = await start();
  await openFolderByMouse(page, 'Inventory');
  await page.getByRole('button', { name: 'New folder…' }).click();
  await expect.poll(() => focusedName(page)).toBe('Name');
  await page.keyboard.type('Old');
  await page.keyboard.press('Enter');
  await line(page, 'Old Folder').waitFor();
  const file = fileList(page)
    .getByRole('row', { name: / File On this computer/ })
    .first();
  const key = (await file.getAttribute('data-key')) ?? '';
  await file.dragTo(line(page, 'Old Folder'));
  await page.getByText('1 item moved to “Old”.').first().waitFor();
  expect([...(await bench.files()).keys()].filter(path => path.startsWith('Inventory/Old/')).length).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 item moved back.').first().waitFor();
  const again = fileList(page).locator(`[role="row"][data-key="${key}"]`);
  await again.waitFor();
  await again.dragTo(folderTree(page).getByRole('row', { name: 'SOPs' }));
  await page.getByText('1 item moved to “SOPs”.').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 item moved back.').first().waitFor();
});

test('in a folder of the service that is not mirrored, folders are made, files added and renamed at the service', async () => {
  const other = await lab.service.owner.makeFolder('Not mirrored', null);
  const page = await start();
  await page.goto(`${new URL(page.url()).origin}/#/files/:base/${other}`);
  await headingOf(page, 'Not mirrored').waitFor();
  await page.getByRole('button', { name: 'New folder…' }).click();
  await expect.poll(() => focusedName(page)).toBe('Name');
  await page.keyboard.type('Raw');
  await page.keyboard.press('Enter');
  await line(page, 'Raw Folder').waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Add files…' }).click(),
  ]);
  await chooser.setFiles([{ name: 'far.csv', mimeType: 'text/csv', buffer: Buffer.from('far\n') }]);
  await page.getByRole('dialog').getByText('The file is kept by Benchtop until the service has confirmed it').waitFor();
  await page.getByRole('button', { name: 'Add 1 file' }).click();
  await expect.poll(async () => [...(await lab.service.owner.files(other)).keys()]).toContain('far.csv');
});
