import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { root, say } from './say.mjs';

const LONGEST_INSTALL_MS = 7 * 60_000;
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
  if (await fromDebian()) return;
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

function isOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some(folder => names.some(name => existsSync(join(folder, name))));
}

function hasApplication() {
  return [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].some(path => existsSync(path));
}

async function fromDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !isOnPath(['apt-get'])) return false;
  // A fresh machine has no lists yet; an old list is good enough, so a failed update does not end it.
  const installs = DEBIAN_NAMES.map(name => `apt-get -qq install -y --no-install-recommends ${name} ${DEBIAN_FONTS}`);
  await runs(`apt-get -qq update; ${installs.join(' || ')}`);
  return isOnPath(DEBIAN_NAMES);
}

// One command line, so that it goes on by itself while this process waits for npm.
function runs(commands) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn('sh', ['-c', commands], { cwd: root, stdio: ['ignore', 2, 2], env, timeout: LONGEST_INSTALL_MS });
  return new Promise(resolve => child.on('close', resolve).on('error', resolve));
}
