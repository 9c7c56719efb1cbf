import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { alone } from './lock.mjs';
import { root, say, SetupError } from './say.mjs';

/** The window in `out/renderer`, as the sources and the packages show it. */
export const WINDOW = {
  name: 'window',
  made: 'out/renderer/index.html',
  sources: ['renderer', 'shared', 'package-lock.json'],
  command: ['node_modules/vite/bin/vite.js', 'build', '--config', 'renderer/vite.config.ts', '--logLevel', 'warn'],
};

/** The program in `out/program`, as it is packed: what the tests start as a process. The window must be built. */
export const PROGRAM = {
  name: 'program',
  made: 'out/program/cli.js',
  sources: [
    'main',
    'renderer',
    'shared',
    'assets/tray',
    'test/packaging/build',
    'package.json',
    'package-lock.json',
    'LICENSE',
  ],
  command: ['test/packaging/build-program.ts'],
};

/** Builds something with the program `node` when it is missing or its sources have changed. */
export async function prepareBuild(node, build) {
  if (isBuilt(build)) return;
  await alone(() => {
    if (!isBuilt(build)) make(node, build);
  });
}

function isBuilt(build) {
  const { made } = build;
  const stamp = stampOf(build);
  return existsSync(join(root, made)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(build);
}

function make(node, build) {
  const { name, made, command } = build;
  say(`building the ${name} …`);
  const before = hashOf(build);
  // A test that builds is known as one to what it starts; what is built is the window that people have all the same.
  const { NODE_ENV: _, ...env } = process.env;
  const done = spawnSync(node, command, { cwd: root, env, stdio: ['ignore', 2, 2] });
  if (done.status !== 0 || !existsSync(join(root, made))) {
    throw new SetupError(`the ${name} could not be built (see above). Mend its sources, then run the command again.`);
  }
  writeFileSync(stampOf(build), before);
}

function stampOf({ name }) {
  return join(root, 'out', `${name}.stamp`);
}

/** What it is made of, as one hash over names, sizes and times. */
function hashOf({ sources }) {
  const hash = createHash('sha256');
  for (const source of sources) {
    hash.update(line(source));
    if (!statSync(join(root, source)).isDirectory()) continue;
    for (const name of readdirSync(join(root, source), { recursive: true }).toSorted(byName))
      hash.update(line(join(source, name)));
  }
  return hash.digest('hex');
}

function line(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return `${path} ${size} ${mtimeMs}\n`;
}

function byName(one, other) {
  return one < other ? -1 : 1;
}
