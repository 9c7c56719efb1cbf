import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { alone } from './lock.mjs';
import { root, say, SetupError } from './say.mjs';

const page = join(root, 'out', 'renderer', 'index.html');
const stamp = join(root, 'out', 'window.stamp');

/** Builds the window into `out/renderer` when it is missing or its sources have changed. */
export async function prepareWindow(node) {
  if (isBuilt()) return;
  await alone(() => {
    if (!isBuilt()) build(node);
  });
}

function isBuilt() {
  return existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources();
}

function build(node) {
  say('building the window …');
  const before = sources();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['build', '--config', 'renderer/vite.config.ts', '--logLevel', 'warn'];
  const done = spawnSync(node, [vite, ...options], { cwd: root, stdio: ['ignore', 2, 2] });
  if (done.status !== 0 || !existsSync(page)) {
    throw new SetupError('the window could not be built (see above). Mend its sources, then run the command again.');
  }
  writeFileSync(stamp, before);
}

/** What the window is made of, as one hash over names, sizes and times. */
function sources() {
  const hash = createHash('sha256');
  for (const folder of ['renderer', 'shared']) {
    for (const name of readdirSync(join(root, folder), { recursive: true }).toSorted(byName))
      hash.update(line(join(folder, name)));
  }
  return hash.update(line('package-lock.json')).digest('hex');
}

function line(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return `${path} ${size} ${mtimeMs}\n`;
}

function byName(one, other) {
  return one < other ? -1 : 1;
}
