import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFindings } from '../setup/axe.ts';
import { startChromium } from '../setup/chromium.ts';
import { type Gallery, startGallery } from './build.ts';
import { drawnOn, LOOKS, type Lookout, lookout, SIZES, whatDoesNotFit, whatForcedColoursChange } from './looking.ts';
import { idOf, type Scene } from './scene.ts';
import { SCENES } from './scenes.ts';

/** Pages at once: each has a process of its own. */
const AT_ONCE = 3;

let gallery: Gallery;
let browser: Browser;
const free: Lookout[] = [];
const waiting: ((one: Lookout) => void)[] = [];
const drawn = new Set<string>();

beforeAll(async () => {
  [gallery, browser] = await Promise.all([startGallery(), startChromium()]);
  for (let at = 0; at < AT_ONCE; at += 1) free.push(await lookout(browser, gallery));
});

afterAll(async () => {
  await browser?.close();
  await gallery?.close();
});

/** Has a page to itself for a while. */
async function onPage<T>(work: (at: Lookout) => Promise<T>): Promise<T> {
  const at = free.pop() ?? (await new Promise<Lookout>(resolve => waiting.push(resolve)));
  try {
    return await work(at);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free.push(at);
    else next(at);
  }
}

test.concurrent.each(SCENES.map(scene => [idOf(scene), scene] as const))(
  '%s is clean and fits, in light, dark and forced colours',
  async (_, scene) => expect(await onPage(at => findingsOf(at, scene))).toEqual([]),
);

async function findingsOf(at: Lookout, scene: Scene): Promise<readonly string[]> {
  const { page } = at;
  const findings: string[] = [];
  await page.emulateMedia(LOOKS.light);
  await page.setViewportSize(SIZES.smallest);
  await at.open(scene);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    findings.push(...(await whatDoesNotFit(page)).map(text => `${size}: ${text}`));
  }
  for (const [look, media] of Object.entries(LOOKS)) {
    await page.emulateMedia(media);
    // The page is the same one in every look, but for its colours.
    const found = await seriousFindings(page, { about: look === 'light' ? 'everything' : 'colours' });
    findings.push(...found.map(text => `${look}: ${text}`));
  }
  findings.push(...(await whatForcedColoursChange(page)).map(text => `forced colours: ${text}`));
  for (const name of await drawnOn(page)) drawn.add(name);
  return [...findings, ...at.takeTroubles()];
}

test('every component of the window is drawn in some scene', () => {
  expect([...gallery.components].filter(name => !drawn.has(name)).toSorted()).toEqual([]);
});
