import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { sideTexts } from '../../../shared/features/details/side-text.ts';
import { acting } from '../../../shared/features/edit/text.ts';
import { previewTexts } from '../../../shared/features/preview/pane-text.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import type { VersionRow } from '../../../shared/features/versions/model.ts';
import { versionWindowWords } from '../../../shared/features/versions/window-text.ts';
import { SAMPLE_MIRRORS } from '../driver/scripted-engine.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import {
  fileList,
  focusedName,
  folderTree,
  headingOf,
  line,
  openFolderByMouse,
  toastOf,
} from '../driver/window-steps.ts';

// Each is a place where a person who had never seen the window looked for something in vain.

const windows = scriptedWindows();

test('the history of a chosen file is in the bar over the list, too, and nothing is offered that it cannot do', async () => {
  const { page } = await windows.start();
  await line(page, 'Lab rules.md').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Version history…' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /^Open/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await line(page, 'Plates').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Open/ }).waitFor();
});

const never = (): Promise<never> => new Promise(() => undefined);

test('the folder on show is shared where nothing in it is chosen, from the bar, the menu, Details and the keys', async () => {
  const { page, engine } = await windows.start();
  const asked: string[] = [];
  const answers: Partial<Handlers> = {
    'sharing.look': ({ id }) => {
      asked.push(id);
      return never();
    },
  };
  Object.assign(engine.handlers, answers);
  const closed = async (...ids: (string | undefined)[]): Promise<void> => {
    await page.getByRole('dialog').waitFor();
    expect(asked.splice(0)).toEqual(ids);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await page.getByRole('toolbar').getByRole('button', { name: acting.actions.share }).click();
  await closed(SAMPLE_MIRRORS[0]?.remoteId);
  await openFolderByMouse(page, 'Protocols');
  const protocols = engine.idOf('m1', 'Protocols');
  const { height = 0 } = (await fileList(page).boundingBox()) ?? {};
  await fileList(page).click({ button: 'right', position: { x: 200, y: height - 10 } });
  await page.getByRole('menuitem', { name: acting.actions.share }).click();
  await closed(protocols);
  await page.keyboard.press('Control+i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: sideTexts.shareFolder('Protocols') }).click();
  await closed(protocols);
  await fileList(page).locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('Control+Shift+S');
  await closed(protocols);
  // A list of places is nothing that could be shared.
  await openPlace(page, 'At the service');
  expect(await page.getByRole('toolbar').getByRole('button', { name: acting.actions.share }).isDisabled()).toBe(true);
});

async function openPlace(page: Page, name: string): Promise<void> {
  await folderTree(page).getByRole('row', { name, exact: true }).click();
  await headingOf(page, name).waitFor();
}

test('Details stand beside what was removed as beside any list: what it was, on which side it went, and the way back', async () => {
  const { page, engine } = await windows.start();
  Object.assign(engine.handlers, { 'files.details': never });
  engine.base.stored = [
    {
      id: 's2',
      mirror: 'm1',
      path: 'Plates/layout of May.csv',
      sizeBytes: 7312,
      reason: 'removed at the service',
      at: '2026-11-20T10:00:00Z',
      until: '2026-12-20T10:00:00Z',
      older: 2,
    },
  ];
  await line(page, 'Lab rules.md').click();
  await page.keyboard.press('Control+i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('heading', { name: 'Lab rules.md' }).waitFor();
  await openPlace(page, browseTexts.removed);
  await details.getByText(storeTexts.none).waitFor();
  expect(await details.getByText('Lab rules.md').count()).toBe(0);
  await line(page, 'layout of May.csv').click();
  await details.getByRole('heading', { name: 'layout of May.csv' }).waitFor();
  await details.getByText('Removed at the service, with 2 older versions').waitFor();
  expect(await details.getByRole('definition').allTextContents()).toEqual(
    expect.arrayContaining(['Plates', expect.stringContaining('20 November 2026'), expect.stringContaining('7,312')]),
  );
  // What is said beside the list is not said below it again.
  expect(await page.getByRole('button', { name: browseTexts.restore }).count()).toBe(0);
  await details.getByRole('button', { name: sideTexts.putBack }).click();
  await expect.poll(() => engine.base.restored).toEqual(['s2']);
  await details.getByText(storeTexts.none).waitFor();
});

const VERSION: VersionRow = {
  ref: 'v2',
  kind: 'service',
  number: 2,
  at: '2026-11-20T14:03:00.000Z',
  sizeBytes: 20,
  who: 'Jun Abe',
  summary: null,
  source: null,
  extraction: null,
  base: 'v1',
  isCurrent: true,
  isHere: true,
};

test('the versions of a file stand beside its preview over the window, and go one step at a time', async () => {
  const { page, engine } = await windows.start();
  const answers: Partial<Handlers> = {
    'content.open': never,
    'files.details': never,
    'versions.list': async () => ({
      name: 'Lab rules.md',
      head: 'v2',
      versions: [VERSION, { ...VERSION, ref: 'v1', number: 1, isCurrent: false, isHere: false }],
      hasMore: false,
      trouble: null,
      readOnly: null,
    }),
  };
  Object.assign(engine.handlers, answers);
  await line(page, 'Lab rules.md').click();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /Lab rules\.md/ });
  const versions = page.getByRole('complementary', { name: versionWindowWords.title('Lab rules.md') });
  const history = sheet.getByRole('button', { name: sideTexts.deeds.history });
  await history.click();
  await sheet.getByText('by Jun Abe').first().waitFor();
  expect(await versions.count()).toBe(1);
  await page.keyboard.press('Escape');
  await versions.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe(sideTexts.deeds.history);
  await history.click();
  await sheet.getByRole('button', { name: /^What to do with Version 1/ }).click();
  await page.getByRole('menuitem', { name: versionWindowWords.compareWith }).click();
  // Two versions that are compared take its place, and give it back.
  const compared = page.getByRole('complementary', { name: versionWindowWords.comparing('Lab rules.md') });
  await compared.waitFor();
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await compared.waitFor({ state: 'detached' });
  await sheet.getByText('by Jun Abe').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await versions.count()).toBe(0);
});

test('Escape puts a look into an old version away before the list of versions that it was taken from', async () => {
  const { page, engine } = await windows.start();
  const answers: Partial<Handlers> = {
    'content.open': never,
    'files.details': never,
    'versions.list': async () => ({
      name: 'Lab rules.md',
      head: 'v2',
      versions: [VERSION, { ...VERSION, ref: 'v1', number: 1, isCurrent: false, isHere: false }],
      hasMore: false,
      trouble: null,
      readOnly: null,
    }),
  };
  Object.assign(engine.handlers, answers);
  await line(page, 'Lab rules.md').click();
  await page.keyboard.press('Control+i');
  await page.getByRole('button', { name: sideTexts.deeds.history }).press('Enter');
  const versions = page.getByRole('complementary', { name: versionWindowWords.title('Lab rules.md') });
  await versions.getByRole('button', { name: /^What to do with Version 1/ }).press('Enter');
  await page.getByRole('menuitem', { name: previewTexts.open }).press('Enter');
  const sheet = page.getByRole('dialog', { name: /Lab rules\.md/ });
  await sheet.getByRole('complementary', { name: versionWindowWords.title('Lab rules.md') }).waitFor();
  await expect.poll(() => focusedName(page)).not.toBe('');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await versions.waitFor();
  await page.keyboard.press('Escape');
  await versions.waitFor({ state: 'detached' });
});

test('what was brought back is told as everything that was done, and nothing of it stays', async () => {
  const { page, engine } = await windows.start({ isDisposable: true });
  engine.base.stored = [
    {
      id: 's2',
      mirror: 'm1',
      path: 'Plates/layout of May.csv',
      sizeBytes: 7312,
      reason: 'removed at the service',
      at: '2026-11-20T10:00:00Z',
      until: '2026-12-20T10:00:00Z',
      older: 0,
    },
  ];
  await openPlace(page, browseTexts.removed);
  await line(page, 'layout of May.csv').click();
  await page.getByRole('button', { name: browseTexts.restore }).click();
  await toastOf(page).getByText(browseTexts.broughtBack('Plates/layout of May.csv', 0)).waitFor();
  await toastOf(page).waitFor({ state: 'detached' });
  expect(await page.getByRole('main').getByText('Brought back').count()).toBe(0);
});
