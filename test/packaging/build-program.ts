import { fileURLToPath } from 'node:url';

import { present } from '../../shared/assert.ts';
import { makeApp } from './build/app.ts';
import { thisTarget } from './build/targets.ts';

// `out/program`: what runs in the packages, for this computer only. Tests start it where they need a process.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
await makeApp({
  root,
  into: `${root}/out/program`,
  targets: [present(thisTarget(), 'a kind of computer that packages are made for')],
});
