import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { nodePrograms } from '../../../main/node/files/node-programs.ts';
import { ON_POSIX, shellProgram, shownOfProcess } from '../../setup/on-posix.ts';

// Programs that are really run. Each is a Node script, which runs everywhere.

const MINUTE_MS = 60_000;

function node(script: string, ...words: readonly string[]): readonly string[] {
  return [process.execPath, '-e', script, ...words];
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'benchtop-programs-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test('it gets its words as they are, whatever a shell would make of them, and its input whole', async () => {
  const out = join(await folder(), 'out');
  const script = `const fs = require('node:fs'); fs.writeFileSync(process.argv[1], process.argv.slice(2).join('|') + fs.readFileSync(0, 'utf8'))`;
  const words = node(script, out, '$HOME', '`id`', 'a b', '; rm -rf x', '*');
  const ran = await nodePrograms.run(words, { input: 'x'.repeat(200_000), withinMs: MINUTE_MS });
  expect(ran).toEqual({ is: 'ended', code: 0, said: '' });
  expect(await readFile(out, 'utf8')).toBe(`$HOME|\`id\`|a b|; rm -rf x|*${'x'.repeat(200_000)}`);
});

test('how it ended is told, with the last it said', async () => {
  const script = `process.stderr.write('x'.repeat(5000) + ' no such pager\\n', () => process.exit(3))`;
  const ran = await nodePrograms.run(node(script), { input: '{}', withinMs: MINUTE_MS });
  expect(ran).toMatchObject({
    is: 'ended',
    code: 3,
    said: expect.stringMatching(/^x{1,500} no such pager$/) as string,
  });
});

test('one that ends without reading its input has ended, and nothing else', async () => {
  const ran = await nodePrograms.run(node('process.exit(0)'), { input: 'x'.repeat(1_000_000), withinMs: MINUTE_MS });
  expect(ran).toMatchObject({ is: 'ended', code: 0 });
});

test.each([
  ['one that is not there', '/nowhere/at all', 'ENOENT'],
  ['a folder', tmpdir(), 'EACCES'],
])('%s is not started, and that is said', async (_, program, code) => {
  expect(await nodePrograms.run([program], { input: '', withinMs: MINUTE_MS })).toEqual({ is: 'not-started', code });
});

test.runIf(ON_POSIX)('a file that nobody may run is not started', async () => {
  const path = join(await folder(), 'tell');
  await writeFile(path, shellProgram());
  await chmod(path, 0o600);
  expect(await nodePrograms.run([path], { input: '', withinMs: MINUTE_MS })).toEqual({
    is: 'not-started',
    code: 'EACCES',
  });
});

test('one that takes too long is ended with what it started', async () => {
  const pidFile = join(await folder(), 'pid');
  const child = `setInterval(() => {}, 1000)`;
  const script = `const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]);
    require('node:fs').writeFileSync(process.argv[1], String(c.pid)); setInterval(() => {}, 1000)`;
  const stop = new AbortController();
  const running = nodePrograms.run(node(script, pidFile), { input: '', withinMs: 3 * MINUTE_MS, signal: stop.signal });
  running.catch(() => undefined);
  const pid = await expect
    .poll(async () => Number(await readFile(pidFile, 'utf8').catch(() => '0')))
    .toBeGreaterThan(0)
    .then(async () => Number(await readFile(pidFile, 'utf8')));
  stop.abort(new Error('over'));
  await expect(running).rejects.toThrow('over');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('a time limit is kept', async () => {
  const ran = await nodePrograms.run(node('setInterval(() => {}, 1000)'), { input: '', withinMs: 200 });
  expect(ran).toEqual({ is: 'too-slow' });
});

/** A process that has ended and was not waited for (a zombie) is no longer alive, though its number is still taken. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = shownOfProcess(pid, 'stat');
  return stat !== '' && !/\) [ZX] /.test(stat);
}
