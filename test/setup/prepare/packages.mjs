import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { alone } from './lock.mjs';
import { root, say, SetupError } from './say.mjs';

const modules = join(root, 'node_modules');
const stamp = join(modules, '.benchtop-packages');

/** Installs what `package-lock.json` asks for, unless it is there already. */
export async function preparePackages() {
  if (isStamped()) return;
  await alone(() => {
    if (isStamped()) return;
    if (!isInstalled()) install();
    mkdirSync(modules, { recursive: true });
    writeFileSync(stamp, wanted());
    if (process.platform === 'win32') writeWords();
  });
}

function wanted() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function isStamped() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted();
}

/** Whether npm itself has noted that exactly these packages are in `node_modules` (a developer ran `npm ci` by hand). */
function isInstalled() {
  const note = join(modules, '.package-lock.json');
  if (!existsSync(note)) return false;
  const there = JSON.parse(readFileSync(note, 'utf8')).packages ?? {};
  const asked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};
  return Object.entries(asked).every(([path, entry]) => path === '' || isThere(entry, there[path]));
}

function isThere(asked, there) {
  if (there === undefined) return asked.optional === true && !isForThisComputer(asked);
  return there.version === asked.version && (asked.integrity === undefined || there.integrity === asked.integrity);
}

// An optional package without a system belongs to another optional one; of those for one C library npm takes what suits.
function isForThisComputer({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return os.includes(process.platform) && cpu.includes(process.arch);
}

function install() {
  say('installing the packages (once, about a minute) …');
  const [command, ...first] = npm();
  // On Windows `npm ci` cannot clear a node_modules whose own Node runs us; `npm install` changes only what differs.
  const verb = process.platform === 'win32' && existsSync(modules) ? ['install', '--no-save'] : ['ci'];
  const options = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const shell = process.platform === 'win32' && command === 'npm';
  const done = spawnSync(command, [...first, ...verb, ...options], { cwd: root, encoding: 'utf8', shell });
  if (done.status === 0) return;
  for (const line of (done.stderr ?? '').split('\n').slice(0, 12)) say(line);
  throw new SetupError(
    'the packages could not be installed (see above). Check the network, then run the command again.',
  );
}

// npm tells its scripts where it is and which Node runs it; that Node is not the one `npm ci` replaces.
function npm() {
  const { npm_execpath: path, npm_node_execpath: node } = process.env;
  if (path !== undefined && /^npm(-cli)?\.c?js$/.test(basename(path))) return [node ?? process.execPath, path];
  return ['npm'];
}

// The scripts say `exec env node …`: exec, so that a signal to npm reaches the program; env, so that `node` is looked up
// again after the set-up. Windows has neither word.
function writeWords() {
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const word of ['exec', 'env']) writeFileSync(join(modules, '.bin', `${word}.cmd`), '@%*\r\n');
}
