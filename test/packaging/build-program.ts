import { fileURLToPath } from 'node:url';

import { requirePresent } from '../../shared/assert.ts';
import { makeApp } from './build/app.ts';
import { isTarget, thisTarget } from './build/targets.ts';

// `build-program.ts [TARGET FOLDER]`: what runs in the packages, for one kind of computer only: this one, in `out/program`,
// or the one that is named. Tests start it where they need a process.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const [named = thisTarget() ?? '', folder = 'out/program'] = process.argv.slice(2);
const target = requirePresent(isTarget(named) ? named : null, 'a kind of computer that packages are made for');
await makeApp({ root, into: `${root}/${folder}`, targets: [target] });
