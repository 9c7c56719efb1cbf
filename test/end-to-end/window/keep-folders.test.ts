import { expect, test } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { folderWords } from '../../../shared/features/settings/text.ts';
import type { RemoteFolderInfo } from '../../../shared/features/set-up/model.ts';
import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';

const windows = scriptedWindows();

const FOLDER: RemoteFolderInfo = {
  ...{ id: 'kb', name: 'Knowledge Base', hasFolders: true, files: 1, isSpecial: false, mirror: 'm1' },
};

const HANDLERS: Partial<Handlers> = {
  'setUp.folders': async ({ parent }) =>
    parent === null
      ? [FOLDER, { ...FOLDER, id: 'own', name: 'Own notes', mirror: null }]
      : [{ ...FOLDER, id: 'cells', name: 'Cell lines', hasFolders: false, mirror: null }],
  'setUp.measure': async () => ({ files: 2, folders: 1, bytes: 10, isWhole: true }),
  'setUp.defaultPlace': async () => ({ path: '/home/ada/Lab' }),
  'setUp.checkPlace': async () => ({
    path: '/home/ada/Lab',
    exists: true,
    isEmpty: true,
    freeBytes: 1e9,
    findings: [],
  }),
  'setUp.plan': async () => [],
};

test('what lies in a folder that is kept already is not offered, and the tree can be seen in a small window', async () => {
  const { page, engine } = await windows.start({ width: 960, height: 600 });
  Object.assign(engine.handlers, HANDLERS);
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: folderWords.add }).press('Enter');
  const tree = page.getByRole('treegrid', { name: enterTexts.folders.tree });
  await tree.getByRole('row', { name: /^Knowledge Base/ }).focus();
  await page.keyboard.press('ArrowRight');
  const inside = tree.getByRole('row', { name: /^Cell lines/ });
  await inside.waitFor();
  // Only browsing is an answer of the first run; here it is not.
  await page.getByText(enterTexts.folders.nothingYet, { exact: true }).waitFor();
  const rows = await tree.getByRole('row').all();
  const heights = await Promise.all(rows.map(async row => (await row.boundingBox())?.height ?? 0));
  expect((await tree.boundingBox())?.height).toBeGreaterThan(heights.reduce((sum, height) => sum + height, 0));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  expect(await inside.getAttribute('aria-selected')).not.toBe('true');
  await inside.getByText(enterTexts.folders.mirrored).waitFor();
});
