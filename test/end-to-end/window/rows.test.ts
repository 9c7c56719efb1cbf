import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { scriptedWindows } from '../driver/scripted-window.ts';
import { fileList, focusedName, line, openFolderByMouse } from '../driver/window-steps.ts';

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

test('tiles slide and come as lines do, to the side too, and sorting and scrolling move none', async () => {
  const { page, engine } = await windows.start();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: browseTexts.asTiles }).click();
  await line(page, 'Lab rules.md').waitFor();
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
  await fileList(page).hover();
  await page.mouse.wheel(0, 200);
  await page.setViewportSize({ width: 1000, height: 760 });
  await line(page, 'Lab rules.md').waitFor();
  expect(await moves()).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  engine.add('m1', '', { name: 'Aliquots.md' });
  await line(page, 'Aliquots.md').waitFor();
  expect(await moves()).toEqual([]);
});

/** Of the line with the focus: what its hint says, where that is, and which of its words lie over each other. */
function wordsOfLine(page: Page) {
  return page.evaluate(() => {
    const row = document.activeElement?.closest<HTMLElement>('[role="row"]') ?? null;
    if (row === null) return null;
    const isSeen = (each: Element): boolean =>
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      each.getBoundingClientRect().width > 2;
    const hasWords = (each: Element): boolean =>
      [...each.childNodes].some(node => node.nodeType === 3 && node.nodeValue?.trim() !== '');
    const worded = [...row.querySelectorAll('*')].filter(each => hasWords(each) && isSeen(each));
    const boxes = worded.map(each => ({ text: each.textContent, box: each.getBoundingClientRect() }));
    const isOver = (one: DOMRect, other: DOMRect): boolean =>
      one.left < other.right - 1 &&
      other.left < one.right - 1 &&
      one.top < other.bottom - 1 &&
      other.top < one.bottom - 1;
    const over = boxes.flatMap(({ text, box }, at) =>
      boxes.slice(at + 1).flatMap(other => (isOver(box, other.box) ? [`${text} / ${other.text}`] : [])),
    );
    const hints = [...row.querySelectorAll('[data-hint]')].filter(isSeen);
    const [hint, line] = [hints[0]?.getBoundingClientRect(), row.getBoundingClientRect()];
    const side =
      hint === undefined
        ? 'none'
        : hint.top >= line.bottom - 1
          ? 'below'
          : hint.bottom <= line.top + 1
            ? 'above'
            : 'over';
    const grid = row.closest('[role="grid"]')?.getBoundingClientRect();
    const isInside = hint !== undefined && grid !== undefined && hint.top >= grid.top && hint.bottom <= grid.bottom + 1;
    return { hints: hints.map(each => each.textContent), side, isInside, over };
  });
}

/** How many hints are shown or wait for their moment. */
function hintsToCome(): number {
  const hints = [...document.querySelectorAll('[data-hint]')];
  return hints.filter(each => getComputedStyle(each).visibility === 'visible' || each.getAnimations().length > 0)
    .length;
}

test('the signs of a line are told in one hint beside it, in sight and over none of its own words', async () => {
  const { page, engine } = await windows.start({ height: 560 });
  // A page that has just come lays no hint over the second line: none is shown, and none is on its way.
  await fileList(page).locator('[role="row"][tabindex="0"]').focus();
  expect(await page.evaluate(hintsToCome)).toBe(0);
  engine.add('m1', 'Plates', { name: 'zones.csv' });
  const brief = { isEverybody: false, hasMe: true, others: 3, teams: 0, unknown: 0, names: ['Ben Okafor'] };
  Object.assign(engine.handlers, {
    'sharing.brief': async () => [{ id: engine.idOf('m1', 'Plates/2026-11 dose response'), ...brief }],
  });
  await openFolderByMouse(page, 'Plates');
  await line(page, '2026-11 dose response').getByText('Ben Okafor').first().waitFor({ state: 'attached' });
  await fileList(page).locator('[role="row"][tabindex="0"]').focus();
  await page.keyboard.press('Home');
  const said = 'On this computer · You, Ben Okafor and 2 more can open it.';
  await expect.poll(() => wordsOfLine(page)).toEqual({ hints: [said], side: 'below', isInside: true, over: [] });
  expect(await focusedName(page)).toContain('Ben Okafor');
  await page.keyboard.press('End');
  await expect.poll(() => wordsOfLine(page)).toMatchObject({ side: 'above', isInside: true, over: [] });
  await page.keyboard.press('Home');
  // Pointed at, it is seen too, and it is the only one.
  await line(page, '2026-11 dose response').locator('[data-sign]').first().hover();
  await expect.poll(() => page.locator('[data-hint]').filter({ visible: true }).allTextContents()).toEqual([said]);
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
