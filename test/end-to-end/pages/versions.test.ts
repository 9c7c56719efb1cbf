import { readFileSync } from 'node:fs';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { stage } from '../driver/attention-stage.ts';
import { succeed, until } from '../benchtop.ts';
import { focusedName } from '../driver/window-steps.ts';

const { bench, folder, lab, open } = stage();

const FIRST = 'Well;Dye;Ct\r\nA1;FAM;21,52\r\nA2;FAM;22,01\r\nA3;HEX;30,40\r\nA4;HEX;\r\n';

async function textThere(id: string, name: string): Promise<string | undefined> {
  return (await lab().service.owner.files(id)).get(name)?.text;
}

/** Both sides change one file while nothing is synced. */
async function edited(id: string, name: string, texts: { readonly mine: string; readonly theirs: string }) {
  await succeed(bench().run(['pause']));
  const file = (await lab().service.owner.files(id)).get(name)?.id ?? '';
  await lab().service.owner.edit(file, texts.theirs);
  await bench().write(name, texts.mine);
  await succeed(bench().run(['resume']));
  return file;
}

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < 40 && !name.test(await focusedName(page)); pressed += 1)
    await page.keyboard.press('Tab');
  expect(await focusedName(page)).toMatch(name);
}

test('two people who edited one table are brought together cell by cell, with the keyboard alone', async () => {
  const { id } = await folder({ 'qpcr.csv': FIRST });
  const page = await open();
  const mine = FIRST.replace('21,52', '21,50').replace('22,01', '22,90').replace('A4;HEX;', 'A4;HEX;35,9');
  const theirs = FIRST.replace('22,01', '22,10').replace('30,40', '30,44');
  const file = await edited(id, 'qpcr.csv', { mine, theirs });
  await page.getByRole('link', { name: 'Attention 1 item' }).waitFor();
  await page.keyboard.press('Control+2');
  const line = page.getByRole('row', { name: /^qpcr\.csv/ });
  await line.getByRole('button', { name: 'Choose a version…' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: "Two versions of 'qpcr.csv'" });
  await sheet.getByRole('button', { name: 'Compare and merge…' }).press('Enter');
  const merge = page.getByRole('complementary', { name: 'Merge versions of “qpcr.csv”' });
  await merge.getByText('4 differences: 1 changed in both, 3 in one of them, 0 the same in both.').waitFor();
  // A value that only one side changed is chosen automatically; for one that both changed, the person must choose.
  await merge.getByRole('radio', { name: 'This computer: 21,50', checked: true }).waitFor();
  await merge.getByRole('radio', { name: 'On the service: 30,44', checked: true }).waitFor();
  await merge.getByText('1 difference to choose.').waitFor();
  expect(await merge.getByRole('button', { name: 'Save as a new version' }).isDisabled()).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await merge.getByRole('button', { name: 'Next to choose' }).press('Enter');
  // The focus goes there with the next frame.
  await expect.poll(() => merge.getByRole('radio', { name: 'This computer: 22,90' }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Space');
  await merge.getByRole('radio', { name: 'This computer: 22,90', checked: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await merge.getByRole('radio', { name: 'On the service: 22,10', checked: true }).waitFor();
  await page.keyboard.press('ArrowUp');
  await merge.getByText('Everything is chosen.').waitFor();
  await tabTo(page, /^What changed/);
  await page.keyboard.type('Both readings of A2 compared');
  await tabTo(page, /^Save as a new version/);
  await page.keyboard.press('Enter');
  await merge.getByText('Saved as version 3 of “qpcr.csv”.').waitFor();
  const merged = mine.replace('30,40', '30,44');
  expect(await textThere(id, 'qpcr.csv')).toBe(merged);
  await merge.getByRole('button', { name: 'Put the copy away' }).press('Enter');
  await merge.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Nothing needs you.' }).waitFor();
  await until('one file', async () => ((await lab().service.owner.files(id)).size === 1 ? true : undefined));
  await until('the merge here', async () => ((await bench().files()).get('qpcr.csv') === merged ? true : undefined));
  expect(await lab().service.owner.versions(file)).toBe(3);
});

test('the history of a file is opened, two versions are compared, and an old one comes back', async () => {
  const { id } = await folder({ 'notes.md': '# Run 12\n\nBuffer: PBS\n\nCells: HeLa\n' });
  const page = await open();
  const file = (await lab().service.owner.files(id)).get('notes.md')?.id ?? '';
  await lab().service.owner.edit(file, '# Run 12\n\nBuffer: HBSS\n\nCells: HeLa\n');
  await until('the edit here', async () =>
    (await bench().files()).get('notes.md')?.includes('HBSS') === true ? true : undefined,
  );
  await page.getByRole('row', { name: /^notes\.md/ }).click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Version history…' }).press('Enter');
  const history = page.getByRole('complementary', { name: 'Versions of “notes.md”' });
  await history.getByRole('checkbox', { name: 'Choose Version 2, current to compare' }).waitFor();
  await history.getByText('on this computer', { exact: true }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await history.getByRole('checkbox', { name: 'Choose Version 1 to compare' }).press('Space');
  await history.locator('label').first().click();
  await history.getByRole('button', { name: 'Compare the two chosen' }).press('Enter');
  const compared = page.getByRole('complementary', { name: 'Compare versions of “notes.md”' });
  const hunk = compared.getByRole('region', { name: 'Difference at line 3' });
  await hunk.getByText('Buffer: PBS').waitFor();
  await hunk.getByText('Buffer: HBSS').waitFor();
  // Parts of both: while they are chosen a colleague is quicker, and nothing is lost or written over.
  await compared.getByRole('button', { name: 'Take parts of both…' }).press('Enter');
  const merge = page.getByRole('complementary', { name: 'Merge versions of “notes.md”' });
  await merge.getByRole('radio', { name: 'Both' }).press('Space');
  await lab().service.owner.edit(file, '# Run 12\n\nBuffer: HBSS\n\nCells: HeLa, passage 9\n');
  await merge.getByRole('button', { name: 'Save as a new version' }).press('Enter');
  await merge.getByText('Somebody saved a newer version meanwhile').waitFor();
  await merge.getByRole('button', { name: 'Save as a new version' }).press('Enter');
  await merge.getByText('Saved as version 4 of “notes.md”.').waitFor();
  const both = '# Run 12\n\nBuffer: PBS\nBuffer: HBSS\n\nCells: HeLa, passage 9\n';
  expect(await textThere(id, 'notes.md')).toBe(both);
  await merge.getByRole('button', { name: 'Back to the versions' }).press('Enter');
  await history.getByRole('checkbox', { name: 'Choose Version 4, current to compare' }).waitFor();
  await history.getByRole('button', { name: 'What to do with Version 1' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Restore…' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Restore Version 1?' });
  await question.getByRole('button', { name: 'Restore' }).press('Enter');
  await history.getByRole('checkbox', { name: 'Choose Version 5, current to compare' }).waitFor();
  await until('the old content here', async () =>
    (await bench().files()).get('notes.md') === '# Run 12\n\nBuffer: PBS\n\nCells: HeLa\n' ? true : undefined,
  );
  expect(await lab().service.owner.versions(file)).toBe(5);
  // And back again, from where the two are seen beside each other.
  await history.getByRole('button', { name: 'What to do with Version 4' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Compare with the current version' }).press('Enter');
  await compared.getByRole('button', { name: 'Restore Version 4…' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Restore Version 4?' })
    .getByRole('button', { name: 'Restore' })
    .press('Enter');
  await compared.waitFor({ state: 'detached' });
  await history.getByRole('checkbox', { name: 'Choose Version 6, current to compare' }).waitFor();
  expect(await textThere(id, 'notes.md')).toBe(both);
});

test('versions are compared in the panel, and Escape leads back step by step to where the focus was', async () => {
  const { id } = await folder({ 'notes.md': 'PBS\n', 'other.md': 'other\n' });
  const page = await open();
  const file = (await lab().service.owner.files(id)).get('notes.md')?.id ?? '';
  await lab().service.owner.edit(file, 'HBSS\n');
  await until('the edit here', async () => ((await bench().files()).get('notes.md') === 'HBSS\n' ? true : undefined));
  const row = page.getByRole('row', { name: /^notes\.md/ });
  await row.click();
  await page.keyboard.press('Control+i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'History' }).press('Enter');
  const history = page.getByRole('complementary', { name: 'Versions of “notes.md”' });
  await expect.poll(() => history.evaluate(isFocused)).toBe(true);
  await history.getByRole('checkbox', { name: 'Choose Version 2, current to compare' }).press('Space');
  await history.getByRole('checkbox', { name: 'Choose Version 1 to compare' }).press('Space');
  await history.getByRole('button', { name: 'Compare the two chosen' }).press('Enter');
  const compared = page.getByRole('complementary', { name: 'Compare versions of “notes.md”' });
  await expect.poll(() => compared.evaluate(isFocused)).toBe(true);
  await compared.getByText('HBSS').waitFor();
  expect(await page.locator('[data-modal]').count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  // What it stands over cannot be reached.
  expect(await row.evaluate(takesFocus)).toBe(false);
  // Choices are asked about before they are forgotten; a second Escape keeps them.
  await compared.getByRole('button', { name: 'Take parts of both…' }).press('Enter');
  const merge = page.getByRole('complementary', { name: 'Merge versions of “notes.md”' });
  await merge.getByRole('radio', { name: 'Both' }).press('Space');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Forget what you chose?' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await merge.getByRole('radio', { name: 'Both', checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Forget it' }).press('Enter');
  await merge.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('Compare the two chosen');
  await page.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('History');
  // The panel goes on with the list.
  await details.getByRole('button', { name: 'History' }).press('Enter');
  await history.waitFor();
  await page.getByRole('row', { name: /^other\.md/ }).click();
  await page
    .getByRole('complementary', { name: 'Versions of “other.md”' })
    .getByText('This is the only version.')
    .waitFor();
});

function takesFocus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus();
  return element.ownerDocument.activeElement === element;
}

test('two versions of a measurement in HDF5 are compared, though only one worker can read them', async () => {
  const first = readFileSync(new URL('../../preview/formats/fixtures/kinds.h5', import.meta.url));
  const second = Buffer.from(first);
  // The first value of a matrix, 1.5, becomes 2.5.
  second.writeDoubleBE(2.5, first.indexOf('3ff80000000000004000000000000000', 'hex'));
  const { id } = await folder({ 'run.h5': first });
  const file = (await lab().service.owner.files(id)).get('run.h5')?.id ?? '';
  await bench().write('run.h5', second);
  await until('both versions at the service', async () =>
    (await lab().service.owner.versions(file)) === 2 ? true : undefined,
  );
  const page = await open();
  await page.getByRole('row', { name: /^run\.h5/ }).click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Version history…' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Choose Version 1 to compare' }).press('Space');
  await page.getByRole('checkbox', { name: 'Choose Version 2, current to compare' }).press('Space');
  await page.getByRole('button', { name: 'Compare the two chosen' }).press('Enter');
  const hunk = page.getByRole('region', { name: /^Difference at line/ });
  await hunk.getByText('0\t1.5\t2').waitFor();
  await hunk.getByText('0\t2.5\t2').waitFor();
  await page.getByText('Not compared: charts, pictures and values behind the first ones.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

function isFocused(element: Element): boolean {
  return element.ownerDocument.activeElement === element;
}
