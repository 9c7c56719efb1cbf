import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFindings } from '../setup/browser/axe.ts';
import { startLastingChromium } from '../setup/browser/chromium.ts';
import { IS_PROOF, perTier } from '../setup/run/effort.ts';
import { type Gallery, startGallery } from './build.ts';
import {
  drawnOn,
  LOOKS,
  type Lookout,
  lookout,
  SIZES,
  whatDoesNotFit,
  whatForcedColoursChange,
} from './gallery-page.ts';
import { strangeOn } from './plain-words.ts';
import { idOf, type Scene, SCREENS } from './scene.ts';
import { SCENES } from './scenes.ts';

/** Every day each screen once, with as much in it as there is, in one look; in a proof every scene in every look. */
const fullestOf = (screen: Scene['screen']): Scene | undefined =>
  SCENES.findLast(each => each.screen === screen && each.state === 'full') ??
  SCENES.find(each => each.screen === screen);
const PLAYED = perTier({ everyday: SCREENS.flatMap(screen => fullestOf(screen) ?? []), proof: SCENES });
const LOOKED_AT: readonly (keyof typeof LOOKS)[] = perTier({
  everyday: ['light'],
  proof: ['light', 'dark', 'forced colours'],
});

/** Pages at once: each has a process of its own. */
const AT_ONCE = 3;

let gallery: Gallery;
let browser: Browser;
const free: Lookout[] = [];
const waiting: ((one: Lookout) => void)[] = [];
const drawn = new Set<string>();

beforeAll(async () => {
  [gallery, browser] = await Promise.all([startGallery(), startLastingChromium()]);
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

test.concurrent.each(PLAYED.map(scene => [idOf(scene), scene] as const))(`%s is clean and fits`, async (_, scene) =>
  expect(await onPage(at => findingsOf(at, scene))).toEqual([]),
);

async function findingsOf(at: Lookout, scene: Scene): Promise<readonly string[]> {
  const { page } = at;
  const findings: string[] = [];
  await page.emulateMedia(LOOKS.light);
  await page.setViewportSize(SIZES.usual);
  await at.open(scene);
  findings.push(...(await strangeOn(page)), ...(await sheetsOverSheets(page)));
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    findings.push(...(await whatDoesNotFit(page)).map(text => `${size}: ${text}`));
  }
  // Judged at the smallest size, which is the last: there most of the page scrolls.
  for (const look of LOOKED_AT) {
    await page.emulateMedia(LOOKS[look]);
    // The page is the same one in every look, but for its colours.
    const found = await seriousFindings(page, { about: look === 'light' ? 'everything' : 'colours' });
    findings.push(...found.map(text => `${look}: ${text}`));
  }
  if (LOOKED_AT.includes('forced colours'))
    findings.push(...(await whatForcedColoursChange(page)).map(text => `forced colours: ${text}`));
  for (const name of await drawnOn(page)) drawn.add(name);
  return [...findings, ...at.takeTroubles()];
}

/** Sheets over the window stand alone: what is under another one is not to be seen. */
async function sheetsOverSheets(page: Page): Promise<readonly string[]> {
  const seen = await page.evaluate(
    () =>
      [...document.querySelectorAll('[data-modal]')].filter(each => each.checkVisibility({ visibilityProperty: true }))
        .length,
  );
  return seen > 1 ? [`${seen} sheets over the window can be seen at once`] : [];
}

test.each(IS_PROOF ? ['every component of the window'] : [])('%s is drawn in some scene', () => {
  expect([...gallery.components].filter(name => !drawn.has(name)).toSorted()).toEqual([]);
});
