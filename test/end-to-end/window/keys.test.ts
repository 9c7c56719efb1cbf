import { expect, test } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import { attentionWords, fixWords } from '../../../shared/features/attention/text.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { dropTexts } from '../../../shared/features/drops/text.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { FaultError } from '../../../shared/fault.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { focusedName, headingOf, line, openFolderByMouse } from '../driver/window-steps.ts';

const windows = scriptedWindows();

const STUCK: AttentionItem = {
  ...{ key: 'item:7', id: 'item:7', group: 'blocked', mirror: 'm1', path: 'Plates/a:b.csv', at: null, until: null },
  ...{ title: 'Name not accepted', text: 'The service does not take this name.', remedy: '', said: [] },
  ...{ fixes: ['skip', 'rename'], cause: 'm1 refused name', correlationId: null },
};

test('Enter in the field for another name gives the name', async () => {
  const { page, engine } = await windows.start();
  const names: (string | null)[] = [];
  const rename: Handlers['problems.rename'] = async ({ name }) => {
    names.push(name);
    return { path: name ?? '' };
  };
  Object.assign(engine.handlers, { 'problems.rename': rename });
  engine.need([{ ...STUCK, fixes: ['rename'] }]);
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: 'Rename…' }).press('Enter');
  await page.getByLabel(fixWords.rename.field).fill('a b.csv');
  await page.keyboard.press('Enter');
  await expect.poll(() => names).toEqual(['a b.csv']);
});

test('Tab goes from a line of Attention to its buttons and back, and Enter on the line puts nothing away', async () => {
  const { page, engine } = await windows.start();
  const asked: string[] = [];
  const why: Handlers['why.path'] = async ({ path }) => {
    asked.push(path);
    throw new FaultError({ kind: 'bad-request', detail: 'not in this test' });
  };
  Object.assign(engine.handlers, { 'why.path': why });
  engine.need([STUCK]);
  await page.keyboard.press('Control+2');
  await page.getByRole('row', { name: /^a:b\.csv/ }).focus();
  const names: string[] = [];
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    names.push(await focusedName(page));
  }
  expect(names).toEqual(['Leave it alone', 'More for a:b.csv', 'Leave it alone', expect.stringMatching(/^a:b\.csv/)]);
  await page.keyboard.press('Enter');
  await expect.poll(() => asked).toEqual(['Plates/a:b.csv']);
});

test('a space within a name that is typed belongs to the name, and looks into nothing', async () => {
  const { page } = await windows.start();
  await openFolderByMouse(page, 'Plates');
  await line(page, 'plate7.csv').click();
  await page.keyboard.type('run 0447');
  await expect.poll(() => focusedName(page)).toMatch(/^run 0447\.fcs/);
  expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0);
});

test('in a folder that was just opened, a key is about the line that has the focus', async () => {
  const { page } = await windows.start();
  await line(page, 'Plates').click();
  await page.keyboard.press('Enter');
  await headingOf(page, 'Plates').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^2026-11 dose response/);
  await page.keyboard.press('F2');
  await page.getByRole('dialog', { name: questionTexts.rename.title('2026-11 dose response') }).waitFor();
});

test('what a file needs that is not in step is one press away from its explanation', async () => {
  const { page, engine } = await windows.start();
  engine.change('m1', 'Plates/plate7.csv', { badge: 'blocked' });
  await openFolderByMouse(page, 'Plates');
  await line(page, 'plate7.csv').click();
  await page.getByRole('button', { name: activityWords.toAttention }).press('Enter');
  await expect.poll(() => headingOf(page, attentionWords.place).count()).toBe(1);
});

test('files that are being read can be stopped by keys, and the question before they are added is answered by Enter', async () => {
  const { page, engine } = await windows.start();
  let answer = (): void => undefined;
  const begin: Handlers['drops.begin'] = () =>
    new Promise(resolve => {
      const renamed = [{ from: 'note.txt', to: 'note (2).txt' }];
      answer = () => resolve({ ticket: 't1', folder: 'Plates', where: 'here', renamed, refused: [], roomBytes: null });
    });
  Object.assign(engine.handlers, { 'drops.begin': begin });
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['a thought'], 'note.txt', { type: 'text/plain' }));
    return transfer;
  });
  await line(page, 'Plates').dispatchEvent('drop', { dataTransfer });
  await page.getByText(dropTexts.reading).waitFor();
  for (let pressed = 0; pressed < 6 && (await focusedName(page)) !== dropTexts.cancel; pressed += 1)
    await page.keyboard.press('F6');
  expect(await focusedName(page)).toBe(dropTexts.cancel);
  answer();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => focusedName(page)).toBe(dropTexts.yes(1));
});
