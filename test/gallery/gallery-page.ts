import type { Browser, Page } from 'playwright';

import type { Gallery } from './build.ts';
import { addressOf, type Scene } from './scene.ts';

/** A page of the gallery in a browser, for one scene after the other. */
export interface Lookout {
  readonly page: Page;
  /** Opens a scene and waits until it stands. @throws Error when it does not come to that. */
  open(scene: Scene, look?: Readonly<Record<string, string>>): Promise<void>;
  /** What went wrong since the last time: errors, messages of the console, the policy, requests that leave the page. */
  takeTroubles(): readonly string[];
  close(): Promise<void>;
}

/** The looks that every scene is held to. */
export const LOOKS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** The usual size of the window, and the smallest, which is the last. */
export const SIZES = { usual: { width: 1280, height: 800 }, smallest: { width: 960, height: 600 } } as const;

/** How often a page is used before it is opened again. */
const VISITS_OF_PAGE = 40;

/** What the page of the gallery offers. */
interface GalleryPage {
  readonly galleryDrawn: ReadonlySet<string>;
  visitScene(address: string): Promise<void>;
}

/** Opens a page that writes down which components are drawn. */
export async function lookout(browser: Browser, gallery: Gallery): Promise<Lookout> {
  const context = await browser.newContext({ viewport: SIZES.usual, reducedMotion: 'reduce', ...LOOKS.light });
  const troubles: string[] = [];
  let visits = 0;
  context.setDefaultTimeout(30_000);
  await context.addInitScript(() => {
    Object.assign(globalThis, { galleryDrawn: new Set<string>() });
    // React notes for each element where it was made, for people with its tools: a fifth of a page's time, and no warning
    // is told by it.
    Object.assign(console, { createTask: undefined, timeStamp: undefined });
    Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0, set: () => {} });
    document.addEventListener('securitypolicyviolation', event =>
      reportError(new Error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)),
    );
  });
  const page = await context.newPage();
  page.on('pageerror', error => troubles.push(`error: ${error.message}`));
  page.on('console', said => {
    if (said.type() === 'error' || said.type() === 'warning') troubles.push(`console: ${said.text()}`);
  });
  page.on('request', request => {
    // What the page made itself is no request that leaves it.
    const isOwn =
      request.url().startsWith(gallery.url) || request.url().startsWith(`blob:${new URL(gallery.url).origin}/`);
    if (!isOwn) troubles.push(`request: ${request.url()}`);
  });
  return {
    page,
    takeTroubles: () => troubles.splice(0),
    close: () => context.close(),
    async open(scene, look = {}) {
      const address = `${gallery.url}${addressOf(scene, look)}`;
      // Opening a page costs more than a visit; what many visits leave behind goes with it.
      if (visits % VISITS_OF_PAGE === 0) await page.goto(address);
      else await page.evaluate(to => (globalThis as unknown as GalleryPage).visitScene(to), address);
      visits += 1;
      await page.locator('html[data-gallery]').waitFor({ state: 'attached' });
      const { gallery: how, galleryWhy: why } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
      if (how !== 'ready') throw new Error(`It never looked as it should: ${why}. ${troubles.join('; ')}`);
    },
  };
}

/** The components that were drawn since the page was opened. */
export function drawnOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [...(globalThis as unknown as GalleryPage).galleryDrawn]);
}

/** What high contrast hides or shows that is otherwise. To be asked while it is on. */
export function whatForcedColoursChange(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('i');
    canvas.style.color = 'Canvas';
    document.body.append(canvas);
    const { color: behind } = getComputedStyle(canvas);
    canvas.remove();
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(each => each.getClientRects().length > 0);
    const holdsText = (element: HTMLElement): boolean =>
      [...element.childNodes].some(node => node.nodeType === 3 && node.nodeValue?.trim() !== '');
    // The browser paints the page's colour behind each text, over any background the page sets there.
    const hidden = all.filter(each => {
      const { color, forcedColorAdjust } = getComputedStyle(each);
      return holdsText(each) && color === behind && forcedColorAdjust !== 'none';
    });
    const ticks = all.filter(each => {
      const box = each.querySelector<HTMLInputElement>(':scope > * input, :scope > input');
      return each.localName === 'label' && box !== null && !box.checked && !box.indeterminate;
    });
    const isSeen = (picture: Element): boolean => getComputedStyle(picture).visibility === 'visible';
    // A picture that says whose a value is stands there whether it is chosen or not.
    const ticked = ticks.filter(each => [...each.querySelectorAll('svg:not([data-side])')].some(isSeen));
    return [
      ...hidden.map(each => `not to be seen: '${each.innerText}'`),
      ...ticked.map(each => `looks as if it were ticked: '${each.innerText}'`),
    ];
  });
}

/**
 * What does not fit: the page or a list runs over its edge, a text is cut and nothing tells the rest of it, or a file's name
 * is cut where its kind stands.
 */
export function whatDoesNotFit(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // What stands beside something moves along a frame after the window got another size.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { scrollWidth, scrollHeight } = document.documentElement;
    const over = [
      ...(scrollWidth > innerWidth ? [`the page is ${scrollWidth - innerWidth} px too wide`] : []),
      ...(scrollHeight > innerHeight ? [`the page is ${scrollHeight - innerHeight} px too high`] : []),
    ];
    const texts = [...document.querySelectorAll<HTMLElement>('body *')].filter(element => {
      const holdsText = [...element.childNodes].some(node => node.nodeType === 3 && node.nodeValue?.trim() !== '');
      return holdsText && element.getClientRects().length > 0;
    });
    const isCut = (element: HTMLElement): boolean => {
      const { overflowX } = getComputedStyle(element);
      return (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1;
    };
    /** What only a screen reader says is a pixel wide on purpose. */
    const isForEyes = (element: HTMLElement): boolean => element.clientWidth > 2;
    const cut = texts.filter(element => isCut(element) && isForEyes(element));
    const untold = cut.filter(element => element.closest('[title]') === null);
    const ellipses = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      each => isCut(each) && getComputedStyle(each).textOverflow === 'ellipsis',
    );
    // What a conversation is called may end like a file's name, and is a sentence all the same.
    const endless = ellipses.filter(
      each => /\.[a-z]\w{1,7}$/i.test(each.innerText.trim()) && each.closest('[data-region="tasks"]') === null,
    );
    over.push(...endless.map(element => `cut at its end: '${element.innerText}'`));
    const lists = [...document.querySelectorAll('[role="grid"]:has([role="row"][data-key])')];
    const wide = lists.filter(list => list.scrollWidth > list.clientWidth + 1);
    for (const list of wide)
      over.push(`'${list.ariaLabel}' is ${list.scrollWidth - list.clientWidth} px wider than its place`);
    return [...over, ...untold.map(element => `cut without a title: '${element.innerText}'`)];
  });
}
