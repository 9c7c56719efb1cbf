import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright';

/** Where Debian and its relatives, Fedora, Arch and macOS put it. */
const SYSTEM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const;

/** Nothing that phones home, nothing that needs a graphics card or rights that a container lacks. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/** Pages of tests live for seconds: making their code quick takes longer than it saves. Nothing is measured so. */
const BRIEF_FLAGS = ['--js-flags=--no-opt,--no-maglev'] as const;

/**
 * The Chromium to test with: `BENCHTOP_CHROMIUM`, Playwright's own, the system's; null when there is none.
 */
export function findChromium(): string | null {
  const named = process.env['BENCHTOP_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  return [chromium.executablePath(), ...SYSTEM_PLACES].find(path => path !== '' && existsSync(path)) ?? null;
}

/** Starts it. Whoever starts it closes it. @throws Error with the remedy when there is none. */
export async function startChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error('No Chromium was found for the window tests. Install one, or name it in BENCHTOP_CHROMIUM.');
  }
  const isTest = process.env['VITEST'] !== undefined;
  return chromium.launch({ executablePath, args: [...FLAGS, ...(isTest ? BRIEF_FLAGS : [])] });
}
