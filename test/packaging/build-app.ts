import { fileURLToPath } from 'node:url';

import { makeApp } from './build/app.ts';
import { copyRuntime, runtimeFor } from './build/runtime.ts';
import { thisTarget } from './build/targets.ts';

/** `npm run build:app`: what runs in the packages, from the sources in `out/app`, and the Node of the command in `out/runtime`. */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const began = performance.now();
const target = thisTarget();
if (target === null) throw new Error(`No packages are made for ${process.platform}-${process.arch}.`);
await makeApp({ root, into: `${root}/out/app` });
copyRuntime(runtimeFor(root, target), `${root}/out/runtime/${target}`, target);
process.stdout.write(
  `out/app and out/runtime/${target} are built (${((performance.now() - began) / 1000).toFixed(1)} s).\n`,
);
