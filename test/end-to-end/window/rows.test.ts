import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { fileList, focusedName, line } from '../driver/window-steps.ts';

const windows = scriptedWindows();

/** Remembers what is animated from now on, by the key of its row, with how long. */
async function watchMoves(page: Page): Promise<() => Promise<readonly (readonly [string, number])[]>> {
  const moves = await page.evaluateHandle(() => {
    const seen: [string, number][] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (this: Element, frames, options) {
      const row = this.closest<HTMLElement>('[data-key]');
      const { duration } = typeof options === 'object' ? options : { duration: options };
      seen.push([row?.dataset['key'] ?? '', Number(duration)]);
      return animate.call(this, frames, options);
    };
    return seen;
  });
  return () => moves.evaluate(seen => seen.splice(0));
}

function stuck(name: string): AttentionItem {
  return {
    key: name,
    id: name,
    group: 'blocked',
    mirror: 'm1',
    path: name,
    at: null,
    title: 'The service has a problem',
    text: 'The service could not answer.',
    remedy: '',
    said: [],
    until: null,
    fixes: ['retry', 'skip'],
    cause: 'm1 failing',
    correlationId: null,
  };
}

/** The key of the row that the focus is in; empty: in none. */
function focusedRow(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? '');
}

test('a file that comes or goes lets the others slide for a moment, and sorting and scrolling move nothing', async () => {
  const { page, engine } = await windows.start();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const moves = await watchMoves(page);
  engine.add('m1', '', { name: 'Aliquots.md' });
  await line(page, 'Aliquots.md').waitFor();
  const came = await moves();
  expect(came.map(([key]) => key)).toContain(engine.idOf('m1', 'Aliquots.md'));
  expect(came.map(([key]) => key)).toContain(engine.idOf('m1', 'Lab rules.md'));
  for (const [, ms] of came) expect(ms).toBe(160);
  engine.remove('m1', 'Aliquots.md');
  await line(page, 'Aliquots.md').waitFor({ state: 'detached' });
  expect((await moves()).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: /^Size/ }).click();
  await fileList(page).hover();
  await page.mouse.wheel(0, 200);
  await line(page, 'Lab rules.md').waitFor();
  expect(await moves()).toEqual([]);
});

test('nothing moves for who asked their system for less movement', async () => {
  const { page, engine } = await windows.start();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moves = await watchMoves(page);
  engine.add('m1', '', { name: 'Aliquots.md' });
  await line(page, 'Aliquots.md').waitFor();
  expect(await moves()).toEqual([]);
});

test('a line that goes gives the focus to its neighbour, from the line and from a button in it', async () => {
  const { page, engine } = await windows.start();
  const names = ['a.csv', 'b.csv', 'c.csv', 'd.csv'];
  engine.need(names.map(stuck));
  await page.keyboard.press('Control+2');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await row('d.csv').waitFor();
  await row('a.csv').focus();
  await page.keyboard.press('ArrowDown');
  for (let pressed = 0; pressed < 4 && (await focusedName(page)) !== 'Try again'; pressed += 1)
    await page.keyboard.press('ArrowRight');
  expect([await focusedRow(page), await focusedName(page)]).toEqual(['b.csv', 'Try again']);
  engine.need(['a.csv', 'c.csv', 'd.csv'].map(stuck));
  await row('b.csv').waitFor({ state: 'detached' });
  await expect.poll(() => focusedRow(page)).toBe('c.csv');
  await row('d.csv').focus();
  engine.need(['a.csv', 'c.csv'].map(stuck));
  await row('d.csv').waitFor({ state: 'detached' });
  await expect.poll(() => focusedRow(page)).toBe('c.csv');
  // The keys go on from there.
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focusedRow(page)).toBe('a.csv');
});
