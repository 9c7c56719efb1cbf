import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright';

import { endTaken } from './browser-profiles.ts';

/** Where Debian and its relatives, Fedora, Arch and macOS put it. */
const SYSTEM_PLACES = [
  // Only the renderer: a fifth quicker than the whole browser, and headless runs show no window in either case.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const;

/** Nothing that phones home, nothing that needs a graphics card or rights that a container lacks. */
export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A spare renderer process that no page may ever use costs as much as one that draws.
  '--disable-features=SpareRendererForSitePerProcess',
] as const;

/** Pages of tests live for seconds: making their code quick takes longer than it saves. Nothing is measured so. */
export const BRIEF_FLAGS = ['--js-flags=--no-opt,--no-maglev'] as const;

/**
 * The Chromium to test with: `BENCHTOP_CHROMIUM`, Playwright's own, the system's; null when there is none.
 */
export function findChromium(): string | null {
  const named = process.env['BENCHTOP_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  return [chromium.executablePath(), ...SYSTEM_PLACES].find(path => path !== '' && existsSync(path)) ?? null;
}

/** Pages that are visited again and again run the same code often enough for a quick compiler, which takes a tenth off them. */
const LASTING_FLAGS = ['--js-flags=--no-opt'] as const;

/** A browser for hundreds of visits to a few pages; the caller closes it. @throws Error with the remedy when there is none. */
export function startLastingChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumOrThrow(), args: [...FLAGS, ...LASTING_FLAGS] });
}

/** The one that all test files of this process use, one after the other. */
let shared: Browser | null = null;

/**
 * Starts it. The caller must close it: in a test that ends all that was opened in it, and the next file goes on with the
 * same one, since starting one takes as long as many a test. @throws Error with the remedy when there is none.
 */
export async function startChromium(): Promise<Browser> {
  const executablePath = chromiumOrThrow();
  const isTest = process.env['VITEST'] !== undefined;
  if (!isTest) return chromium.launch({ executablePath, args: [...FLAGS] });
  if (shared?.isConnected() === true) return shared;
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...BRIEF_FLAGS] });
  // It goes when this process does: Playwright sees to that.
  browser.close = () => endTaken(browser);
  return (shared = browser);
}

function chromiumOrThrow(): string {
  const path = findChromium();
  if (path !== null) return path;
  throw new Error('No Chromium was found for the window tests. Install one, or name it in BENCHTOP_CHROMIUM.');
}
