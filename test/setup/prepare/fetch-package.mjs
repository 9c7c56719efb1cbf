import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, SetupError } from './say.mjs';

/** A package that npm does not install here because it is for another system, as `package-lock.json` knows it. */
export function lockedPackage(name) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  return { name, version, integrity };
}

/** Fetches exactly this package from npm's registry, unless it is there, and unpacks it only when it is the one known. */
export function fetchPackage({ name, version, integrity }, into) {
  const note = join(into, 'integrity');
  if (existsSync(note) && readFileSync(note, 'utf8') === integrity) return;
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into, `${name}@${version}`]);
  const archive = readdirSync(into).find(each => each.endsWith('.tgz'));
  if (archive === undefined) throw new SetupError(`npm fetched no ${name}. Check the network, then try again.`);
  const path = join(into, archive);
  const found = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  if (found !== integrity) throw new SetupError(`${name}@${version} is not the package that is known: ${found}.`);
  run('tar', ['-xzf', path, '-C', into, '--strip-components=1']);
  rmSync(path);
  writeFileSync(note, integrity);
}

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (status === 0) return;
  throw new SetupError(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
}
