import { expect, test } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import { attentionWords } from '../../../shared/features/attention/text.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { offlineTexts } from '../../../shared/features/status/text.ts';
import { settingsWords } from '../../../shared/features/settings/text.ts';
import { words } from '../../../shared/text/words.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { fileList, focusedName, headingOf } from '../driver/window-steps.ts';

const windows = scriptedWindows();

const STUCK: AttentionItem = {
  ...{ key: 'item:7', id: 'item:7', group: 'blocked', mirror: 'm1', path: 'Plates/a:b.csv', at: null, until: null },
  ...{ title: 'Name not accepted', text: 'The service does not take this name.', remedy: '', said: [] },
  ...{ fixes: ['skip', 'rename'], cause: 'm1 refused name', correlationId: null },
};

test('when the service answers again, the focus that was on “Try now” stays beside it', async () => {
  const { page, engine } = await windows.start();
  engine.setStatus({ state: 'offline', offline: { nextTry: null } });
  await page.getByRole('button', { name: offlineTexts.tryNow }).press('Enter');
  engine.setStatus({ state: 'upToDate', offline: null });
  await expect.poll(() => focusedName(page)).toMatch(/^Up to date/);
});

test('a filter that is cleared by its button leaves the focus in the list that comes back', async () => {
  const { page } = await windows.start();
  await page.keyboard.press('Control+3');
  await page.getByRole('searchbox', { name: activityWords.filters.text }).fill('no such file');
  await page.getByRole('button', { name: activityWords.filters.clear }).press('Enter');
  await page.getByRole('grid', { name: activityWords.history }).waitFor();
  await expect.poll(() => focusedName(page)).not.toBe('');
});

test('the last item that needed a person goes with its button, and the focus is on the name of the screen', async () => {
  const { page, engine } = await windows.start();
  const skip: Handlers['problems.skip'] = async () => {
    engine.need([]);
    return null;
  };
  Object.assign(engine.handlers, { 'problems.skip': skip });
  engine.need([STUCK]);
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: 'Leave it alone' }).press('Enter');
  await page.getByRole('heading', { name: attentionWords.empty }).waitFor();
  await expect.poll(() => focusedName(page)).toBe(attentionWords.place);
});

test('a setting that is saved by its button leaves the focus in its field', async () => {
  const { page, engine } = await windows.start();
  const set: Handlers['limits.set'] = async limits => {
    engine.topics.publish('limits.now', limits);
    return null;
  };
  const none = { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null };
  Object.assign(engine.handlers, { 'limits.set': set, 'limits.get': async () => none });
  engine.topics.publish('limits.now', none);
  await page.keyboard.press('Control+,');
  await headingOf(page, settingsWords.place).waitFor();
  const field = page.getByRole('textbox', { name: settingsWords.network.up });
  await field.fill('2 MB/s');
  await page.getByRole('button', { name: settingsWords.save }).press('Enter');
  await page.getByRole('button', { name: settingsWords.save }).waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe(settingsWords.network.up);
});

test('a key that goes to a screen takes the focus out of the bars to where the screen begins', async () => {
  const { page } = await windows.start();
  await fileList(page).waitFor();
  const place = page.getByRole('navigation', { name: words.places.label }).getByRole('link', { name: 'Library' });
  for (const [key, begins] of [
    ['Control+,', settingsWords.place],
    ['Control+2', attentionWords.place],
    ['Control+3', words.places.activity],
    ['Control+4', 'Drop zones'],
    ['Control+5', 'Chat'],
    ['Control+1', /^Calibration|^Plates/],
  ] as const) {
    await place.focus();
    await page.keyboard.press(key);
    await expect.poll(() => focusedName(page)).toMatch(begins);
  }
  // The key of the screen on show leads back to its beginning.
  await page.keyboard.press('Control+,');
  await page.getByRole('searchbox', { name: settingsWords.search }).focus();
  await page.keyboard.press('Control+,');
  await expect.poll(() => focusedName(page)).toBe(settingsWords.place);
  // A line of the files keeps it.
  await page.keyboard.press('Control+1');
  await expect.poll(() => focusedName(page)).toMatch(/^Calibration|^Plates/);
  const line = await focusedName(page);
  await page.keyboard.press('Control+1');
  await expect.poll(() => focusedName(page)).toBe(line);
});
