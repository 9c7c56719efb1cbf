import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startCommand } from '../../setup/child.ts';
import { thisTarget } from '../build/targets.ts';
import { releasePlan } from './plan.ts';

/**
 * `node test/packaging/release/pack.ts`: packs a release for this computer, from `out/app`; signed when all that is needed for
 * it was given. Called by the release workflow.
 */
const FEED = 'https://updates.example.org/benchtop';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { args, environment, isSigned } = releasePlan(thisTarget() ?? '', process.env, FEED);
process.stderr.write(isSigned ? 'Packing, signed.\n' : 'Packing without a signature: it will not look for updates.\n');
const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
const { code, stdout, stderr } = await startCommand({ args: [builder, ...args], folder: root, environment }, '').output;
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code ?? 1;
