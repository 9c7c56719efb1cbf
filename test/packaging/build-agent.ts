import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { agentSetupName, makeAgentSetup } from './build/agent-setup.ts';
import { makeApp } from './build/app.ts';
import { runtimeFor } from './build/runtime.ts';

/** `npm run dist:windows`: the package for Windows without Electron, on Debian. */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const began = performance.now();
const app = join(root, 'out', 'agent', 'app');
await makeApp({ root, into: app, targets: ['win32-x64'] });
const node = runtimeFor(root, 'win32-x64');
const output = join(root, 'out', 'dist', agentSetupName(app));
const bytes = makeAgentSetup({
  root,
  app,
  // The package of Node for Windows carries no licence; it is that of the same Node for Linux.
  node: { ...node, licence: node.licence ?? runtimeFor(root, 'linux-x64').licence },
  work: join(root, 'out', 'agent', 'work'),
  output,
  isSmall: true,
});
const seconds = (performance.now() - began) / 1000;
process.stdout.write(`${output}: ${(bytes / 1024 / 1024).toFixed(1)} MB (${seconds.toFixed(1)} s)\n`);
