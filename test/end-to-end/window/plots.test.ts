import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { plotTexts } from '../../../shared/features/preview/plot-text.ts';
import { numpyFile } from '../../preview/files/arrays.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Lab, openLab, succeed } from '../benchtop.ts';
import { headingOf, line, openWindow, type OpenWindow } from '../driver/window-steps.ts';

// A long table as a plot, and a wide one as it is. What is drawn or laid out is counted: time would tell of the machine.

const ROWS = 300_000;
const WIDTH = 1280;
const LONG = `time,signal\n${Array.from({ length: ROWS }, (_, at) => `${at},${(at * 104_729) % 10_007}`).join('\n')}\n`;

/** More cells than a page lays out well. */
const WIDE = { rows: 900, columns: 120 };
const NUMBERS = Uint16Array.from({ length: WIDE.rows * WIDE.columns }, (_, at) => at % 50_021);

let lab: Lab;
let browser: Browser;
let opened: OpenWindow;
let page: Page;

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab();
  const bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base');
  await writeFile(join(bench.folder, 'long.csv'), LONG);
  const { rows, columns } = WIDE;
  const wide = numpyFile("'<u2'", `(${rows}, ${columns})`, new Uint8Array(NUMBERS.buffer));
  await writeFile(join(bench.folder, 'wide.npy'), wide);
  await bench.daemon(['--window-port', '0']);
  browser = await startChromium();
  const { stdout } = await succeed(bench.run(['window']));
  opened = await openWindow(browser, stdout.trim(), { width: WIDTH, height: 900, isDisposable: true });
  ({ page } = opened);
  await headingOf(page, 'Knowledge Base').waitFor();
  await line(page, 'long.csv').waitFor();
}, 180_000);

afterAll(async () => {
  await opened?.close();
  await browser?.close();
  await lab?.close();
});

/** How often each step of drawing was taken. */
interface Steps {
  readonly arc: number;
  readonly rect: number;
  readonly lineTo: number;
  readonly drawImage: number;
}

/** Counts from now on. @returns the counts since they were asked for last. */
async function countSteps(): Promise<() => Promise<Steps>> {
  const counts = await page.evaluateHandle(() => {
    const steps = { arc: 0, rect: 0, lineTo: 0, drawImage: 0 };
    const count = (owner: object, step: keyof typeof steps): void => {
      const own: unknown = Reflect.get(owner, step);
      if (typeof own !== 'function') return;
      const counted = function (this: unknown, ...all: unknown[]): unknown {
        steps[step] += 1;
        return Reflect.apply(own, this, all);
      };
      Object.defineProperty(owner, step, { value: counted, configurable: true, writable: true });
    };
    for (const step of ['arc', 'rect', 'lineTo'] as const) count(Path2D.prototype, step);
    count(CanvasRenderingContext2D.prototype, 'drawImage');
    return steps;
  });
  return () =>
    counts.evaluate(steps => {
      const now = { ...steps };
      Object.assign(steps, { arc: 0, rect: 0, lineTo: 0, drawImage: 0 });
      return now;
    });
}

async function choose(within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('of a long table the points are drawn as one layer of pixels, and a line with few corners', async () => {
  const stepsSince = await countSteps();
  await line(page, 'long.csv').click();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Preview of long.csv' });
  await sheet.getByText('300,000 rows').waitFor();
  await sheet.getByRole('radio', { name: plotTexts.asPlot }).click({ force: true });
  const choices = sheet.getByRole('region', { name: plotTexts.choices });
  await choices.waitFor();
  await choose(choices, plotTexts.kind, plotTexts.kinds.scatter);
  await sheet.getByText('300,000 points').first().waitFor();
  await expect.poll(async () => (await stepsSince()).drawImage).toBeGreaterThan(0);
  await stepsSince();
  // The least change has all of it drawn again.
  await page.setViewportSize({ width: WIDTH - 80, height: 900 });
  const dots: Steps[] = [];
  await expect.poll(async () => dots.push(await stepsSince()) > 0 && dots.some(each => each.drawImage > 0)).toBe(true);
  for (const { arc, rect, lineTo } of dots) expect(arc + rect + lineTo).toBeLessThan(1000);
  await choose(choices, plotTexts.kind, plotTexts.kinds.line);
  const lines: Steps[] = [];
  await expect.poll(async () => lines.push(await stepsSince()) > 0 && lines.some(each => each.lineTo > 100)).toBe(true);
  // Of each column of pixels the first, the least, the greatest and the last.
  for (const { lineTo } of lines) expect(lineTo).toBeLessThan(4 * WIDTH + 1000);
  expect(opened.troubles).toEqual([]);
});

test('of a wide table of measurements the cells are laid out that one has scrolled to', async () => {
  for (let turn = 0; turn < 3 && (await page.getByRole('dialog').count()) > 0; turn++)
    await page.keyboard.press('Escape');
  await line(page, 'wide.npy').click();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Preview of wide.npy' });
  const values = sheet.getByRole('region', { name: 'Values' });
  await values.getByRole('cell', { name: '0', exact: true }).first().waitFor();
  const cells = () => values.locator('td').count();
  expect(await cells()).toBeLessThan(6000);
  expect(await values.getByRole('columnheader', { name: String(WIDE.columns - 1), exact: true }).count()).toBe(0);
  const isAtEnd = () =>
    values.evaluate(room => {
      room.scrollTo(room.scrollWidth, room.scrollHeight);
      return room.querySelectorAll('th').length === 121 && /The first/.test(room.textContent);
    });
  await expect.poll(isAtEnd).toBe(true);
  // Of 20,000 cells in the page, 121 are in each row.
  expect(await values.locator('tbody tr').count()).toBe(165);
  const last = values.locator('tbody tr').last().locator('td').last();
  expect(await last.textContent()).toBe(String((165 * WIDE.columns - 1) % 50_021));
  expect(opened.troubles).toEqual([]);
});
