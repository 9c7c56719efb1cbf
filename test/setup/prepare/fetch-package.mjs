import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, SetupError } from './say.mjs';

/** Says which package a folder holds, once all of it is there. */
const NOTE = 'integrity';

/** A package that npm does not install here because it is for another system, as `package-lock.json` knows it. */
export function lockedPackage(name) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  return { name, version, integrity };
}

/** Fetches exactly this package from npm's registry, unless it is there, and unpacks it only when it is the one known. */
export function fetchPackage({ name, version, integrity }, into) {
  if (isThere(into, integrity)) return;
  // RACE: another set-up may fetch the same package in this moment: each unpacks in a folder of its own.
  const own = `${into}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  try {
    unpack({ name, version, integrity }, own);
    if (!isThere(into, integrity)) takePlace(own, into, integrity);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function isThere(into, integrity) {
  const note = join(into, NOTE);
  return existsSync(note) && readFileSync(note, 'utf8') === integrity;
}

function takePlace(own, into, integrity) {
  rmSync(into, { recursive: true, force: true });
  try {
    renameSync(own, into);
  } catch (error) {
    if (!isThere(into, integrity)) throw error;
  }
}

function unpack({ name, version, integrity }, into) {
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into, `${name}@${version}`]);
  const archive = readdirSync(into).find(each => each.endsWith('.tgz'));
  if (archive === undefined) throw new SetupError(`npm fetched no ${name}. Check the network, then try again.`);
  const path = join(into, archive);
  const found = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  if (found !== integrity) throw new SetupError(`${name}@${version} is not the package that is known: ${found}.`);
  run('tar', ['-xzf', path, '-C', into, '--strip-components=1']);
  rmSync(path);
  writeFileSync(join(into, NOTE), integrity);
}

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (status === 0) return;
  throw new SetupError(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
}
