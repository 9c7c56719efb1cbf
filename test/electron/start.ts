import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { findElectron } from './find-electron.ts';

/** `npm run desktop`: the built app in the real Electron, where that is; otherwise one sentence about what is missing. */
const found = findElectron();
if (found.is === 'missing') {
  process.stderr.write(`${found.reason}\n`);
  process.exitCode = 1;
} else {
  const args = [fileURLToPath(found.entry), ...process.argv.slice(2)];
  spawn(found.program, args, { stdio: 'inherit' }).once('exit', code => (process.exitCode = code ?? 1));
}
