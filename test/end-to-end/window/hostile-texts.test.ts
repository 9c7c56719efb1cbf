import { expect, test } from 'vitest';

import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import { seriousFindings } from '../../setup/browser/axe.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { headingOf } from '../driver/window-steps.ts';

const windows = scriptedWindows();

function stuck(change: Partial<AttentionItem>): AttentionItem {
  return {
    key: 'problem:item:1',
    id: 'item:1',
    group: 'blocked',
    mirror: 'm1',
    path: 'Plates/plate7.csv',
    at: '2026-11-20T14:03:09.000Z',
    title: "The service didn't accept this",
    text: "The service didn't accept this. What is on this computer is kept as it is.",
    remedy: 'Change what it objects to and try again.',
    said: [],
    fixes: ['retry', 'skip'],
    until: null,
    cause: 'm1 refused',
    correlationId: null,
    ...change,
  };
}

test.each(['light', 'dark'] as const)(
  'words of the service and names may be what they like (%s)',
  async colorScheme => {
    const { page, engine } = await windows.start({ width: 960, height: 600, colorScheme });
    const long = 'No <b>way</b> '.repeat(800);
    engine.need([
      stuck({ said: [long, '\u202Eexe.gnp\u0000'] }),
      stuck({ key: '2', id: 'item:2', path: `${'deep/'.repeat(400)}${'x'.repeat(240)}.csv` }),
      stuck({ key: '3', id: 'item:3', path: '__proto__', cause: '', fixes: [], at: 'not a time', until: 'neither' }),
      stuck({ key: 'account', id: '', mirror: '', path: '', at: null, fixes: ['sign-in'], cause: ' signed-out' }),
    ]);
    await page.keyboard.press('Control+2');
    await headingOf(page, 'Attention').waitFor();
    const list = page.getByRole('grid', { name: 'What needs you' });
    await list.getByRole('row', { name: /^plate7\.csv/ }).waitFor();
    await list.getByRole('row', { name: /^Your account/ }).waitFor();
    // Nothing is pushed out of the window, and no line takes all of it.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(960);
    for (const row of await list.getByRole('row').all()) expect((await row.boundingBox())?.height).toBeLessThan(300);
    await expect.poll(() => page.locator('b').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  },
);

test('what could not be done is said, and the list stays', async () => {
  const { page, engine } = await windows.start();
  engine.need([stuck({})]);
  await page.keyboard.press('Control+2');
  const row = page.getByRole('row', { name: /^plate7\.csv/ });
  // No call of this engine answers that: a mistake of ours, in words.
  await row.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Something went wrong in Benchtop').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => row.isVisible()).toBe(true);
  engine.need([]);
  await page.getByRole('heading', { name: 'Nothing needs you.' }).waitFor();
});

test('a connection that is lost while a question is open leaves the question, and it goes on afterwards', async () => {
  const { page, engine, server } = await windows.start();
  engine.need([stuck({ cause: 'm1 refused .exe', path: 'setup.exe', fixes: ['skip-type'] })]);
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: "Leave all '.exe' files alone…" }).click();
  const sheet = page.getByRole('dialog', { name: "Leave all '.exe' files alone?" });
  await sheet.waitFor();
  await server.close();
  await sheet.getByRole('button', { name: 'Add the rule' }).click();
  await page
    .getByText("Can't reach the service")
    .or(page.getByText('The connection to Benchtop was lost'))
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('row', { name: /^setup\.exe/ }).isVisible()).toBe(true);
});
