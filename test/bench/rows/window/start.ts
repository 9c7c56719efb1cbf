import type { Browser, Page } from 'playwright';

import { startChromium } from '../../../setup/browser/chromium.ts';
import { weigh } from '../../commands.ts';
import { finding, notMeasured } from '../../findings.ts';
import type { Finding } from '../../findings.ts';
import { linesOn, productWithWindow, startWithWindow, whatWindowLacks } from '../../lab/built-window.ts';
import type { Product } from '../../lab/product.ts';
import type { Row } from '../../row.ts';
import type { PreparedLab } from '../../lab/prepared-lab.ts';
import { labOf } from '../no-op.ts';

/** How long after starting Benchtop can a person work? */
export const g18: Row = {
  name: 'g18',
  what: 'from the command until the window can be worked in, 100,000 files, in a browser that runs',
  measure: async ground => {
    const lacks = whatWindowLacks();
    if (lacks !== null) return [notMeasured(g18.what, lacks)];
    const lab = await labOf(ground);
    const product = await productWithWindow(ground);
    const lean = await lab.startService();
    const browser = await startChromium();
    const starts: Start[] = [];
    try {
      // The first one only warms the caches.
      for (let round = -1; round < ground.rounds; round += 1) {
        const start = await startOnce(product, lab, browser);
        if (round >= 0) starts.push(start);
      }
    } finally {
      await browser.close();
      await lean.stop();
    }
    return findings(starts, lab);
  },
};

/** When it came that far, in milliseconds since the command was given. */
interface Start {
  /** The daemon said the address of its window. */
  readonly answersMs: number;
  /** The page and its code are there. */
  readonly loadedMs: number;
  /** The top folder's list is on show. */
  readonly listedMs: number;
  /** An arrow key has moved on to the next line. */
  readonly usableMs: number;
  /** Processor time of the daemon by then. */
  readonly cpuMs: number;
}

async function startOnce(product: Product, lab: PreparedLab, browser: Browser): Promise<Start> {
  // A profile of its own each time: nothing is kept of the time before.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const began = performance.now();
  const since = (): number => performance.now() - began;
  const { child, address } = await startWithWindow(product, lab.data);
  try {
    const answersMs = since();
    await page.goto(address);
    const loadedMs = since();
    const lines = linesOn(page);
    await lines.nth(2).waitFor();
    const listedMs = since();
    await lines.nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await untilFocused(page, 2);
    return { answersMs, loadedMs, listedMs, usableMs: since(), cpuMs: weigh(child.pid)?.cpuMs ?? 0 };
  } finally {
    await context.close();
    await child.stop();
  }
}

/** Waits until a line of the list has the focus; the heads of the columns are line 0. */
async function untilFocused(page: Page, at: number): Promise<void> {
  await page.waitForFunction(
    index => document.querySelectorAll('[role="grid"] [role="row"]')[index]?.contains(document.activeElement),
    at,
  );
}

function findings(starts: readonly Start[], lab: PreparedLab): readonly Finding[] {
  const part = (what: string, ms: (start: Start) => number): Finding =>
    finding({ what: `of that, until ${what}`, unit: 'ms', ours: starts.map(ms) });
  return [
    finding({
      what: `from the command until the top folder is listed and has answered a key, ${lab.wish.files} files`,
      unit: 'ms',
      ours: starts.map(({ usableMs }) => usableMs),
      target: { atMost: 1500 },
      notes: ['Chromium runs before, with an empty profile each time; service, browser and harness share the cores'],
    }),
    part('the daemon answers', ({ answersMs }) => answersMs),
    part('the page and its code are loaded', ({ loadedMs }) => loadedMs),
    part('the list is on show', ({ listedMs }) => listedMs),
    finding({ what: 'processor time of the daemon by then', unit: 'ms', ours: starts.map(({ cpuMs }) => cpuMs) }),
  ];
}
