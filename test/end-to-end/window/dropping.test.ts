import type { JSHandle, Page } from 'playwright';
import { expect, test } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { FaultError } from '../../../shared/fault.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { fileList, folderTree, line } from '../driver/window-steps.ts';

const windows = scriptedWindows();

function file(page: Page): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['a thought\n'], 'thought.txt', { type: 'text/plain' }));
    return transfer;
  });
}

test('a drop goes to the folder under the pointer, in the tree and in the list, beside them to the one on show, and the overlay names it', async () => {
  const { page, engine } = await windows.start();
  const places: FolderPlace[] = [];
  const begin: Handlers['drops.begin'] = async ({ place }) => {
    places.push(place);
    throw new FaultError({ kind: 'bad-request', detail: 'not in this test' });
  };
  Object.assign(engine.handlers, { 'drops.begin': begin });
  await page.keyboard.press('Control+i');
  const targets = [
    [folderTree(page).getByRole('row', { name: 'Plates', exact: true }), 'Add to “Plates”'],
    [line(page, 'Protocols'), 'Add to “Protocols”'],
    [line(page, 'Lab rules.md'), 'Add to “Knowledge Base”'],
    [fileList(page), 'Add to “Knowledge Base”'],
    [page.getByRole('complementary', { name: 'Details' }), 'Add to “Knowledge Base”'],
  ] as const;
  for (const [target, title] of targets) {
    const dataTransfer = await file(page);
    await target.dispatchEvent('dragenter', { dataTransfer });
    await target.dispatchEvent('dragover', { dataTransfer });
    await page.getByText(title, { exact: true }).waitFor();
    expect(await page.getByText('No folder').count()).toBe(0);
    await target.dispatchEvent('drop', { dataTransfer });
    await page.getByText(title, { exact: true }).waitFor({ state: 'detached' });
  }
  await expect.poll(() => places.length).toBe(5);
  const [tree, list, beside, empty, panel] = places;
  expect([beside, empty, panel]).toEqual([
    { mirror: 'm1', folder: null },
    { mirror: 'm1', folder: null },
    { mirror: 'm1', folder: null },
  ]);
  expect([tree, list]).toEqual([
    { mirror: 'm1', folder: expect.stringMatching(/^\d+$/) },
    { mirror: 'm1', folder: expect.stringMatching(/^\d+$/) },
  ]);
  expect(tree).not.toEqual(list);
});

test('a page with files on their way asks before it is left, and one without does not', async () => {
  const { page, engine } = await windows.start();
  let answer = (): void => undefined;
  const begin: Handlers['drops.begin'] = () =>
    new Promise((_, reject) => {
      answer = () => reject(new FaultError({ kind: 'bad-request', detail: 'not in this test' }));
    });
  Object.assign(engine.handlers, { 'drops.begin': begin });
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asks()).toBe(false);
  await fileList(page).dispatchEvent('drop', { dataTransfer: await file(page) });
  await page.getByText('Reading what was chosen…').waitFor();
  expect(await asks()).toBe(true);
  answer();
  await page.getByText('Reading what was chosen…').waitFor({ state: 'detached' });
  expect(await asks()).toBe(false);
});
