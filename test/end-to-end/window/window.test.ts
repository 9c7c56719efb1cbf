import { expect, test } from 'vitest';

import { scriptedWindows } from '../driver/scripted-window.ts';
import { fileList, folderTree, headingOf, line, lineNames, openFolderByMouse } from '../driver/window-steps.ts';

const windows = scriptedWindows();

test('the window shows the mirrors as folders, and a folder with its sync states and texts', async () => {
  const { page } = await windows.start();
  await headingOf(page, 'Knowledge Base').waitFor();
  await expect
    .poll(() => folderTree(page).getByRole('row').allTextContents())
    .toEqual([
      'On this computer',
      'Knowledge Base',
      'Plates',
      'Protocols',
      'Sequencing',
      'Templates',
      'Raw data',
      'At the service',
      'Not in a folder',
      'Archived folders',
      'Recently removed',
    ]);
  await openFolderByMouse(page, 'Plates');
  await expect
    .poll(() => lineNames(page))
    .toEqual([
      '2026-11 dose response Folder 3 files On this computer',
      'Calibration Folder 1 file On this computer',
      '~$plate layout.xlsx File Skipped by rule',
      'broken report.txt File On this computer Text could not be read',
      'elisa standard curve.csv File On this computer Text searchable',
      'gel 2026-11-18.png File Verified Stored, no text',
      'notes on edge effects.md File Waiting to send Text searchable',
      'old layout.csv File Will be removed Text searchable',
      'plate reader export.tsv File Confirming Text: reading',
      'plate5 scan.tif File Waiting to download Stored, no text',
      'plate7.csv File Two different versions Text searchable',
      'plate8.csv File Sending Text: queued',
      'plate9.csv File Waiting for it to settle',
      'run 0447.fcs File On this computer Stored, no text',
      'run_7.csv File Different name here Text searchable',
      'setup.exe File Not in step',
    ]);
});

test('a line says its size, and in whole sentences what its badges mean', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  await line(page, 'run_7.csv').click();
  await page.getByText('Different name here. Its name at the service does not work on this computer.').waitFor();
  await page.getByText('Its name at the service: “run:7.csv”.').waitFor();
  await expect.poll(() => line(page, 'run_7.csv').getByRole('gridcell').last().textContent()).toBe('9.1 kB');
});

test('what happens in the engine is seen without asking', async () => {
  const { page, engine } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  engine.add('m1', 'Plates', { name: 'plate11.csv', badge: 'queuedUp' });
  await line(page, 'plate11.csv File Waiting to send').waitFor();
  engine.change('m1', 'Plates/plate11.csv', { badge: 'local', extraction: 'pending' });
  await line(page, 'plate11.csv File On this computer Text: queued').waitFor();
  engine.change('m1', 'Plates/plate11.csv', { extraction: 'done' });
  await line(page, 'plate11.csv File On this computer Text searchable').waitFor();
  engine.remove('m1', 'Plates/plate11.csv');
  await expect.poll(() => line(page, 'plate11.csv').count()).toBe(0);
});

test('a new folder appears in the tree, and progress is counted in the line', async () => {
  const { page, engine } = await windows.start();
  engine.add('m1', '', { name: 'Imaging', kind: 'folder' });
  await folderTree(page).getByRole('row', { name: 'Imaging' }).waitFor();
  await openFolderByMouse(page, 'Plates');
  const item = engine.idOf('m1', 'Plates/plate8.csv');
  const transfer = { item, mirror: 'm1', path: 'Plates/plate8.csv', direction: 'up' as const, sizeBytes: 200 };
  engine.topics.publish('sync.transfers', [{ ...transfer, doneBytes: 84 }]);
  await expect.poll(() => lineNames(page)).toContain('plate8.csv File Sending 42 % Text: queued');
});

test('the tree opens folders of every mirror, and the trail leads back', async () => {
  const { page } = await windows.start();
  await folderTree(page).getByRole('row', { name: 'Raw data' }).click();
  await headingOf(page, 'Raw data').waitFor();
  await line(page, 'readme.txt File View only').waitFor();
  await page.getByText('Downloads only').waitFor();
  await openFolderByMouse(page, 'Imaging');
  await line(page, 'well A1.tif File Online only').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Raw data' }).click();
  await headingOf(page, 'Raw data').waitFor();
  await expect
    .poll(() => lineNames(page))
    .toEqual(['Imaging Folder 1 file On this computer', 'readme.txt File View only Text searchable']);
});

test('the window stays where it was when it is loaded again', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Protocols');
  await page.reload();
  await headingOf(page, 'Protocols').waitFor();
  await expect.poll(() => page.title()).toBe('Protocols – Benchtop');
});

test('a column sorts by a press on its name, folders staying first', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  await page.getByRole('columnheader', { name: 'Size' }).click();
  await expect.poll(async () => (await lineNames(page))[2]).toMatch(/^~\$plate layout\.xlsx/);
  await page.getByRole('columnheader', { name: 'Size' }).click();
  await expect.poll(async () => (await lineNames(page))[2]).toMatch(/^run 0447\.fcs/);
  expect((await lineNames(page))[0]).toMatch(/^(2026-11 dose response|Calibration) Folder/);
});

test('a folder of ten thousand files shows only the lines in sight, and tells their number', async () => {
  const { page, engine } = await windows.start();
  engine.add('m1', 'Templates', ...Array.from({ length: 10_001 }, (_, number) => ({ name: `well ${number}.csv` })));
  await openFolderByMouse(page, 'Templates');
  await page.getByText('10,001 files').waitFor();
  await expect.poll(() => fileList(page).getAttribute('aria-rowcount')).toBe('10002');
  await line(page, 'well 0.csv').click();
  await page.keyboard.press('End');
  await line(page, 'well 10000.csv').waitFor();
  await expect.poll(() => fileList(page).getByRole('row').count()).toBeLessThan(100);
});

test('everything fits into the smallest window', async () => {
  const { page } = await windows.start({ width: 960, height: 600 });
  await openFolderByMouse(page, 'Plates');
  for (const name of ['Name', 'Sync', 'Text', 'Modified', 'Size']) {
    const box = await page.getByRole('columnheader', { name }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(960);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(960);
});
