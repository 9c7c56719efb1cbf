import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { plotTexts } from '../../../shared/features/preview/plot-text.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Lab, openLab, succeed } from '../benchtop.ts';
import { headingOf, line, openWindow, type OpenWindow } from '../driver/window-steps.ts';

// A long table as a plot. What is drawn is counted: time would tell of the machine.

const ROWS = 300_000;
const WIDTH = 1280;
const LONG = `time,signal\n${Array.from({ length: ROWS }, (_, at) => `${at},${(at * 104_729) % 10_007}`).join('\n')}\n`;

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
