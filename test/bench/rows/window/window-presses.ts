import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, Page } from 'playwright';

import { keyOf, percentile, percentileOfPresses, pressTimes, watchPresses } from '../../../scale/window-page.ts';
import { startChromium } from '../../../setup/browser/chromium.ts';
import { finding, notMeasured } from '../../findings.ts';
import type { Finding } from '../../findings.ts';
import { linesOn, productWithWindow, startWithWindow, whatWindowLacks } from '../../lab/built-window.ts';
import { borrowed, preparedLab } from '../../lab/prepare-lab.ts';
import type { PreparedLab } from '../../lab/prepared-lab.ts';
import type { Product } from '../../lab/product.ts';
import { untilAtRest, untilSo } from '../../lab/running-engine.ts';
import type { Ground, Row } from '../../row.ts';
import { treeOf } from '../../tree/plan.ts';
import { writeTree } from '../../tree/write.ts';

/** Before all other folders, so that its line is among those that are drawn. */
const FOLDER = '0 moved in';
/** A window that is slow is measured, not given up. */
const PATIENCE_MS = 120_000;
const BETWEEN_PRESSES_MS = 40;
/** Every so many presses are one of the mouse, on a line in the middle of the list. */
const CLICK_EVERY = 25;
/** Fewer presses say nothing: when the files are sent sooner, it is gone on with for so long. */
const FEWEST_PRESSES = 40;

/** Does the window answer a hand while much is going on in the folder it shows? */
export const g19: Row = {
  name: 'g19',
  what: 'keys and clicks in a window until the next paint, while the 10,000 files of the folder it shows are sent',
  measure: async ground => {
    const lacks = whatWindowLacks();
    if (lacks !== null) return [notMeasured(g19.what, lacks)];
    const lab = await preparedLab(ground, treeOf(ground.isQuick ? 200 : 10_000, 'tiny'));
    const product = await productWithWindow(ground);
    const browser = await startChromium();
    const rounds: Worked[] = [];
    try {
      for (let round = 0; round < ground.rounds; round += 1)
        rounds.push(await borrowed(lab, () => sendAndWork(ground, { lab, product, browser, round })));
    } finally {
      await browser.close();
    }
    return findings(rounds, ground);
  },
};

/** How a person fared who worked in the folder. */
interface Worked {
  readonly presses: number;
  /** Milliseconds of the presses that took 16 or more. */
  readonly slow: readonly number[];
  readonly filesPerSecond: number;
}

interface Round {
  readonly lab: PreparedLab;
  readonly product: Product;
  readonly browser: Browser;
  readonly round: number;
}

/** Moves a folder in that holds all files itself, opens it in the window and works in it until the service has them. */
async function sendAndWork(ground: Ground, { lab, product, browser, round }: Round): Promise<Worked> {
  const files = filesOf(ground);
  const away = join(ground.folder, `new ${round}`);
  writeTree(away, { ...treeOf(files, 'tiny'), folders: 1 });
  const lean = await lab.startService();
  const { child, address } = await startWithWindow(product, lab.data);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await watchPresses(page);
    await page.goto(address);
    await linesOn(page).nth(2).waitFor();
    if (!ground.isQuick) await untilAtRest(child);
    const wanted = (await lean.state()).confirmed + files;
    renameSync(away, join(lab.folder, FOLDER));
    const sending = { is: true, ms: 0 };
    const sent = untilSo('sending', async () => (await lean.state()).confirmed >= wanted, 100).then(ms =>
      Object.assign(sending, { is: false, ms }),
    );
    const [presses] = await Promise.all([workIn(page, () => sending.is), sent]);
    // Out of the way again: a borrowed lab is given back as it was.
    renameSync(join(lab.folder, FOLDER), `${away} sent`);
    return { presses, slow: await pressTimes(page), filesPerSecond: (1000 * files) / sending.ms };
  } finally {
    await context.close();
    await child.stop();
    await lean.stop();
  }
}

function filesOf({ isQuick }: Ground): number {
  return isQuick ? 50 : 10_000;
}

/** Opens the folder and goes through its list as long as asked. @returns how often something was pressed. */
async function workIn(page: Page, isGoingOn: () => boolean): Promise<number> {
  await linesOn(page).filter({ hasText: FOLDER }).dblclick();
  await page.getByRole('heading', { level: 1, name: FOLDER }).waitFor();
  const line = linesOn(page).nth(5);
  await line.click();
  const place = await line.boundingBox();
  let presses = 1;
  for (; isGoingOn() || presses < FEWEST_PRESSES; presses += 1) {
    if (presses % CLICK_EVERY === 0 && place !== null) await page.mouse.click(place.x + 80, place.y + 8);
    else await page.keyboard.press(keyOf(presses));
    await sleep(BETWEEN_PRESSES_MS);
  }
  return presses;
}

function findings(rounds: readonly Worked[], ground: Ground): readonly Finding[] {
  const when = `while ${filesOf(ground)} files of the folder on show are sent`;
  return [
    finding({
      what: `${when}: a key or click until the next paint, 95 %`,
      unit: 'ms',
      ours: rounds.map(({ slow, presses }) => percentileOfPresses(slow, presses, 95)),
      target: { atMost: 100 },
      notes: ['by Event Timing, which counts in steps of 8 ms; service, daemon, browser and harness share the cores'],
    }),
    finding({ what: 'the slowest of them', unit: 'ms', ours: rounds.map(({ slow }) => percentile(slow, 100)) }),
    finding({ what: 'keys and clicks', unit: 'times', ours: rounds.map(({ presses }) => presses) }),
    finding({ what: 'sent', unit: 'files/s', ours: rounds.map(({ filesPerSecond }) => filesPerSecond) }),
  ];
}
