import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeApp } from '../build/app.ts';
import { thisTarget } from '../build/targets.ts';
import { breachesOfList, expectedFiles, leaksIn } from '../check/file-list.ts';
import { runHeadless } from './headless.ts';
import { filesBelow, textsBelow } from '../check/packed.ts';

// What goes into the packages, built from these sources and run outside of the clone, where no package is installed.
// `npm run dist:check` goes on from here: it packs, and runs what came out of the pack.

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const target = thisTarget() ?? 'linux-x64';
let app: string;

beforeAll(async () => {
  app = join(mkdtempSync(join(tmpdir(), 'benchtop-app-')), 'app');
  await makeApp({ root, into: app, targets: [target] });
});

afterAll(() => rmSync(join(app, '..'), { recursive: true, force: true }));

test('S67: a package holds what runs and nothing else, without the places of whoever built it', () => {
  const files = filesBelow(app);
  const leaks = textsBelow(app).flatMap(({ file, text }) => leaksIn(file, text, [root]));
  expect([...breachesOfList({ name: 'app', files }, expectedFiles(target).archive), ...leaks]).toEqual([]);
});

test('S62: what is packaged syncs under plain Node, as a command and as a daemon', async () => {
  const run = await runHeadless([process.execPath, join(app, 'cli.js')]);
  expect(run).toEqual({ sent: 2, received: 2, daemonEnded: true });
});
