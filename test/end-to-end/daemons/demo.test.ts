import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Running, startCommand } from '../../setup/child.ts';
import { filesBelow, until } from '../benchtop.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'benchtop-demo-'));
});

afterEach(() => rm(home, { recursive: true, force: true, maxRetries: 3 }));

function startDemo(...args: readonly string[]): Running {
  const environment = { CI: '1', INIT_CWD: undefined };
  return startCommand({ args: ['test/service/demo.ts', '--in', home, ...args], folder: root, environment }, '');
}

/** What has arrived in the folder, once it is `atLeast` so many files. @throws Error when the demonstration ended. */
async function arrivals(demo: Running, atLeast: number): Promise<Map<string, string>> {
  let hasEnded = false;
  void demo.output.then(() => (hasEnded = true));
  return until(
    `${atLeast} files in the folder`,
    async () => {
      if (hasEnded) throw new Error(`the demonstration ended: ${demo.child.complaint()}`);
      if (!existsSync(join(home, 'Knowledge Base'))) return undefined;
      const files = await filesBelow(join(home, 'Knowledge Base'));
      return files.size >= atLeast ? files : undefined;
    },
    90_000,
  );
}

async function port(): Promise<number> {
  const { port: kept } = JSON.parse(await readFile(join(home, 'demo.json'), 'utf8')) as { port: number };
  return kept;
}

async function answers(at: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${at}/api/v1/version`).then(
    answer => answer.ok,
    () => false,
  );
}

test('the demonstration brings the sample, ends on SIGTERM with nothing left running, and goes on where it was', async () => {
  const first = startDemo();
  const files = await arrivals(first, 60);
  const at = await port();
  expect(await answers(at)).toBe(true);
  await first.child.stop();
  const { code, stdout, stderr } = await first.output;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/The window is in the browser: http:\/\/127\.0\.0\.1:\d+\//);
  expect(stdout).toContain(join(home, 'Knowledge Base'));
  expect(await answers(at)).toBe(false);

  const second = startDemo();
  await until('the service at its old address', async () => ((await answers(at)) ? true : undefined));
  await until('the window', async () => (second.said().includes('The window') ? true : undefined));
  await second.child.stop();
  expect((await second.output).code).toBe(0);
  // More may have arrived since, but what was here is here still, as it was.
  const after = await filesBelow(join(home, 'Knowledge Base'));
  expect([...files].filter(([path, text]) => after.get(path) !== text).map(([path]) => path)).toEqual([]);
}, 240_000);

test('SIGTERM to npm ends the program it started', async () => {
  const data = join(home, 'service');
  const npm = spawn('npm', ['run', '-s', 'service', '--', '--port', '0', '--data', data], { cwd: root, stdio: 'pipe' });
  const ready = await new Promise<string>(resolve => npm.stdout.once('data', chunk => resolve(String(chunk))));
  const { baseUrl } = JSON.parse(ready) as { baseUrl: string };
  const at = Number(new URL(baseUrl).port);
  expect(await answers(at)).toBe(true);
  npm.kill('SIGTERM');
  await until('the service gone', async () => ((await answers(at)) ? undefined : true));
}, 60_000);
