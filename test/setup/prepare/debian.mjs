import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { root } from './say.mjs';

const LONGEST_INSTALL_MS = 7 * 60_000;

/** Whether one of these programs can be started by its name. */
export function isOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some(folder => names.some(name => existsSync(join(folder, name))));
}

/**
 * Installs packages of Debian, if this is one and we are its administrator. Never ends the set-up.
 * @param choices lists of packages, of which the first that can be installed is.
 */
export async function installFromDebian(choices) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !isOnPath(['apt-get'])) return;
  // A fresh machine has no lists yet; an old list is good enough, so a failed update does not end it.
  const installs = choices.map(names => `apt-get -qq install -y --no-install-recommends ${names}`);
  await runs(`apt-get -qq update; ${installs.join(' || ')}`);
}

// One command line, so that it goes on by itself while this process waits for npm.
function runs(commands) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn('sh', ['-c', commands], { cwd: root, stdio: ['ignore', 2, 2], env, timeout: LONGEST_INSTALL_MS });
  return new Promise(resolve => child.on('close', resolve).on('error', resolve));
}
