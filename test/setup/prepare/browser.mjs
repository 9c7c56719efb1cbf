import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { installFromDebian, isOnPath } from './debian.mjs';
import { say } from './say.mjs';

/** What only draws pages is enough, and smaller. */
const DEBIAN_NAMES = ['chromium-headless-shell', 'chromium'];
/** All that a test needs of what Debian recommends beside it, which are a hundred packages more. */
const DEBIAN_FONTS = 'fonts-liberation';
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Finds a Chromium for the window's tests, or tries to install one. Never ends the set-up: without a browser the tests
 * of the window say so themselves, and all others still run.
 */
export async function prepareBrowser() {
  if (isThere()) return;
  say('no Chromium found for the tests of the window; trying to install one …');
  await installFromDebian(DEBIAN_NAMES.map(name => `${name} ${DEBIAN_FONTS}`));
  if (isOnPath(DEBIAN_NAMES)) return;
  say('there is no Chromium, so the tests of the window will fail. Install one, or name it in BENCHTOP_CHROMIUM.');
}

function isThere() {
  const named = process.env.BENCHTOP_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) say(`BENCHTOP_CHROMIUM names ${named}, where there is nothing.`);
    return existsSync(named);
  }
  return hasPlaywrightsOwn() || isOnPath(SYSTEM_NAMES) || hasApplication();
}

function hasPlaywrightsOwn() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ...cacheOf(process.platform), 'ms-playwright');
  if (!existsSync(folder)) return false;
  // The marker is written last: a download that broke off has none.
  return readdirSync(folder).some(
    name => name.startsWith('chromium') && existsSync(join(folder, name, 'INSTALLATION_COMPLETE')),
  );
}

function cacheOf(platform) {
  if (platform === 'darwin') return ['Library', 'Caches'];
  return platform === 'win32' ? ['AppData', 'Local'] : ['.cache'];
}

function hasApplication() {
  return [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].some(path => existsSync(path));
}
