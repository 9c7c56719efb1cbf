import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { IMPOSSIBLE_HOMES, ON_LINUX, prioritiesOf } from '../../setup/on-posix.ts';
import { makeBench } from './processes.ts';
import { report } from './samples.ts';

const nothing = { gives: null };

test('a daemon says that it is ready once, answers commands over its socket and ends in order on SIGTERM', async () => {
  const bench = await makeBench({ 'sync.once': { gives: report({ sent: 3 }) }, 'sync.pause': nothing });
  const daemon = bench.start('daemon');
  expect(JSON.parse(await daemon.firstLine)).toEqual({ ready: true, windowUrl: null });

  const synced = await bench.run('sync', '--once', '--json');
  expect(synced).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(synced.stdout)).toMatchObject({ v: 1, sent: 3 });
  expect(await bench.run('pause')).toMatchObject({ exitCode: 0, stdout: '' });

  daemon.child.kill('SIGTERM');
  expect(await daemon.ended).toEqual({ exitCode: 0, stdout: '{"ready":true,"windowUrl":null}\n', stderr: '' });
  expect(await bench.events()).toEqual([
    `built ${join(bench.folder, 'records')}`,
    'start',
    'sync.once null',
    'sync.pause null',
    'close',
    'disk closed',
    'http closed',
  ]);
});

test.runIf(ON_LINUX)(
  'a daemon goes behind the browser that shows its window, and last where it is told to',
  async () => {
    const bench = await makeBench({});
    await mkdir(join(bench.folder, 'build'), { recursive: true });
    await writeFile(join(bench.folder, 'build', 'index.html'), '');
    /** Of all its threads. */
    const priorities = async (...options: readonly string[]): Promise<readonly number[]> => {
      const daemon = bench.start('daemon', ...options);
      await daemon.firstLine;
      const all = prioritiesOf(daemon.child.pid ?? 0);
      daemon.child.kill('SIGTERM');
      await daemon.ended;
      return all;
    };
    const usual = getPriority();
    expect(await priorities()).toEqual([usual]);
    expect(await priorities('--window-port', '0')).toEqual([Math.max(usual, 5)]);
    expect(await priorities('--window-port', '0', '--low-priority')).toEqual([19]);
  },
);

test('a daemon that is asked to stop ends in order, and the command waits until its process is gone', async () => {
  const bench = await makeBench({});
  const daemon = bench.start('daemon');
  await daemon.firstLine;
  const stopped = await bench.run('stop');
  expect(stopped).toEqual({ exitCode: 0, stdout: '', stderr: 'Benchtop has ended.\n' });
  expect(() => process.kill(daemon.child.pid ?? 0, 0)).toThrow('ESRCH');
  expect(await daemon.ended).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await bench.events()).slice(1)).toEqual(['start', 'close', 'disk closed', 'http closed']);

  const again = await bench.run('stop');
  expect(again).toEqual({ exitCode: 0, stdout: '', stderr: 'No Benchtop is running for these records.\n' });
});

test('a daemon that cannot come to rest is waited for until it gives up by itself', async () => {
  const bench = await makeBench({}, { NEVER_RESTS: '1' });
  const daemon = bench.start('daemon');
  await daemon.firstLine;
  expect(await bench.run('stop')).toMatchObject({ exitCode: 0, stderr: 'Benchtop has ended.\n' });
  expect(await daemon.ended).toMatchObject({ exitCode: 0 });
});

test('what an app runs is ended by the app, and the command says so', async () => {
  const bench = await makeBench({ 'engine.stop': { gives: { process: null } } }, { SCRIPT_HOST: 'app' });
  const daemon = bench.start('daemon');
  await daemon.firstLine;
  const refused = await bench.run('stop');
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('is the app. Quit it');
  expect(daemon.child.exitCode).toBeNull();
});

test('without a daemon a command runs an engine of its own, which it never starts, and leaves the directory free', async () => {
  const bench = await makeBench({ 'sync.pause': nothing });
  for (const _ of [1, 2]) expect(await bench.run('pause')).toMatchObject({ exitCode: 0, stdout: '' });
  const events = await bench.events();
  expect(events.filter(event => event.startsWith('built'))).toHaveLength(2);
  expect(events).not.toContain('start');
});

test('a second daemon on the same data directory is refused, and the first goes on', async () => {
  const bench = await makeBench({ 'sync.resume': nothing });
  const first = bench.start('daemon');
  await first.firstLine;
  const second = await bench.run('daemon');
  expect(second).toMatchObject({ exitCode: 1, stdout: '' });
  expect(second.stderr).toContain(`already running for '${join(bench.folder, 'records')}'`);
  expect(await bench.run('resume')).toMatchObject({ exitCode: 0, stderr: 'Resumed.\n' });
  expect((await bench.events()).filter(event => event.startsWith('built'))).toHaveLength(1);
});

test('a second daemon is refused by the first one that answers, also when the lock file was removed', async () => {
  const bench = await makeBench({ 'sync.resume': nothing });
  const first = bench.start('daemon');
  await first.firstLine;
  await rm(join(bench.folder, 'records', 'lock.db'));
  expect(await bench.run('daemon')).toMatchObject({ exitCode: 1, stdout: '' });
  expect(await bench.run('resume')).toMatchObject({ exitCode: 0, stderr: 'Resumed.\n' });
  expect((await bench.events()).filter(event => event.startsWith('built'))).toHaveLength(1);
});

test('two daemons started at once: one is ready, the other is refused', async () => {
  const bench = await makeBench({});
  const both = [bench.start('daemon'), bench.start('daemon')];
  const refused = await Promise.race(both.map(daemon => daemon.ended));
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  await Promise.any(both.map(daemon => daemon.firstLine));
});

test.runIf(ON_LINUX).each(IMPOSSIBLE_HOMES)(
  'records below a home folder that cannot be there (%s) end a command at once, with what to do',
  async home => {
    const bench = await makeBench({});
    const { exitCode, stdout, stderr } = await bench.run('status', '--data', `${home}/.local/share/benchtop`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 78, stdout: '' });
    expect(stderr).toContain(`'${home}/.local/share/benchtop' can't be made`);
  },
);

test('a killed daemon frees its directory at once', async () => {
  const bench = await makeBench({ 'sync.pause': nothing });
  const daemon = bench.start('daemon');
  await daemon.firstLine;
  daemon.child.kill('SIGKILL');
  await daemon.ended;
  expect(await bench.run('pause')).toMatchObject({ exitCode: 0 });
  const next = bench.start('daemon');
  expect(JSON.parse(await next.firstLine)).toMatchObject({ ready: true });
});

test('a daemon whose engine does not come to rest ends all the same, and frees its directory', async () => {
  const bench = await makeBench({}, { NEVER_RESTS: 'yes' });
  const daemon = bench.start('daemon');
  await daemon.firstLine;
  daemon.child.kill('SIGTERM');
  const ended = await daemon.ended;
  expect(ended.exitCode).toBe(0);
  expect(ended.stderr).toContain('did not come to rest in time');
  expect(JSON.parse(await bench.start('daemon').firstLine)).toMatchObject({ ready: true });
}, 20_000);

test('a command that is stopped while its engine does not come to rest ends all the same, and frees its directory', async () => {
  const bench = await makeBench({ 'sync.once': { pending: true } }, { NEVER_RESTS: 'yes' });
  const command = bench.start('sync', '--once');
  await expect.poll(() => bench.events(), { timeout: 10_000 }).toContain('sync.once null');
  command.child.kill('SIGINT');
  const ended = await command.ended;
  expect(ended.exitCode).toBe(75);
  expect(ended.stderr).toContain('did not come to rest in time');
  expect(ended.stderr).toContain('Stopped before the end. Nothing is lost');
  expect(JSON.parse(await bench.start('daemon').firstLine)).toMatchObject({ ready: true });
}, 20_000);

test('a command that loses its daemon is told to try again, not that the service is away', async () => {
  const bench = await makeBench({ 'sync.once': { pending: true } });
  const daemon = bench.start('daemon');
  await daemon.firstLine;
  const command = bench.start('sync', '--once', '--json');
  await expect.poll(() => bench.events()).toContain('sync.once null');
  daemon.child.kill('SIGTERM');
  expect(await daemon.ended).toMatchObject({ exitCode: 0 });
  expect(await command.ended).toEqual({
    exitCode: 75,
    stdout: '',
    stderr: 'The running Benchtop ended before it answered. Nothing is lost; try again in a moment.\n',
  });
});

test.each([
  [{ standing: 'arrived', task: 't1' }, 3, 'benchtop chat show t1'],
  [{ standing: 'unknown', task: 't1' }, 3, 'may have been sent'],
  [{ standing: 'kept', task: null }, 75, 'Not sent yet; kept as m1'],
])('a question whose daemon ended is told as it stands in the records: %j', async (stands, exitCode, said) => {
  const asked = { gives: { id: 'm1', conversation: 'c', ...stands } };
  const bench = await makeBench({ 'chat.asked': asked, 'chat.send': { pending: true } });
  const daemon = bench.start('daemon');
  await daemon.firstLine;
  const command = bench.start('chat', 'ask', 'which?');
  await expect.poll(async () => (await bench.events()).join()).toContain('chat.send');
  daemon.child.kill('SIGKILL');
  const ended = await command.ended;
  expect(ended).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(said) });
});

test('a command that makes something and loses its daemon does not say to try again', async () => {
  const bench = await makeBench({ 'projects.create': { pending: true } });
  const daemon = bench.start('daemon');
  await daemon.firstLine;
  const command = bench.start('projects', 'create', 'Plates');
  await expect.poll(async () => (await bench.events()).join()).toContain('projects.create');
  daemon.child.kill('SIGKILL');
  const ended = await command.ended;
  expect(ended.exitCode).toBe(3);
  expect(ended.stderr).toContain('may be done or not');
});

test('a command waits for a brief one, and says so when that one does not end', async () => {
  const bench = await makeBench({ 'sync.once': { pending: true }, 'sync.pause': nothing });
  const long = bench.start('sync', '--once');
  await expect.poll(() => bench.events()).toContain('sync.once null');
  const gaveUp = await bench.run('pause');
  expect(gaveUp).toMatchObject({ exitCode: 75, stdout: '' });
  expect(gaveUp.stderr).toContain('Another Benchtop command is using');

  const patient = bench.start('pause');
  long.child.kill('SIGINT');
  expect(await long.ended).toMatchObject({ exitCode: 75, stdout: '' });
  expect(await patient.ended).toMatchObject({ exitCode: 0 });
}, 20_000);

test('an answer that got lost is an error, not a code that nobody documented', async () => {
  const bench = await makeBench({ 'sync.once': { lost: true } });
  const ran = await bench.run('sync', '--once');
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('lost track');
});

test('a daemon serves the window and hands out fresh addresses', async () => {
  const bench = await makeBench({});
  await writeFile(join(bench.folder, 'build', 'index.html'), '<!doctype html><title>Benchtop</title>');
  const daemon = bench.start('daemon', '--window-port', '0');
  const { windowUrl } = z.object({ windowUrl: z.string() }).parse(JSON.parse(await daemon.firstLine));
  expect(windowUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?key=/);
  const { exitCode, stdout } = await bench.run('window');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?key=\S+\n$/);
  expect(stdout.trim()).not.toBe(windowUrl);
  const page = await fetch(stdout.trim(), { redirect: 'manual' });
  expect(page.status).toBeLessThan(400);
  // The daemon gives a window a head start, but syncs without one, too.
  await expect.poll(() => bench.events(), { timeout: 10_000 }).toContain('start');
  daemon.child.kill('SIGTERM');
  expect(await daemon.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('a daemon without a build of the window says how to make one, and leaves nothing behind', async () => {
  const bench = await makeBench({ 'sync.pause': nothing });
  const daemon = await bench.run('daemon', '--window-port', '0');
  expect(daemon).toMatchObject({ exitCode: 1, stdout: '' });
  expect(daemon.stderr).toContain('npm run build');
  expect(await bench.run('pause')).toMatchObject({ exitCode: 0 });
});

test('a port that is taken is named', async () => {
  const bench = await makeBench({});
  await writeFile(join(bench.folder, 'build', 'index.html'), '<!doctype html>');
  const taken = createServer();
  const port = await new Promise<number>(resolve =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { readonly port: number }).port)),
  );
  const daemon = await bench.run('daemon', '--window-port', String(port));
  taken.close();
  expect(daemon).toMatchObject({ exitCode: 1, stdout: '' });
  expect(daemon.stderr).toContain(String(port));
});

test('window without a window says how to get one', async () => {
  const bench = await makeBench({});
  const without = await bench.run('window');
  expect(without).toMatchObject({ exitCode: 1, stdout: '' });
  expect(without.stderr).toContain('benchtop daemon --window-port 0');
  await bench.start('daemon').firstLine;
  const windowless = await bench.run('window');
  expect(windowless).toMatchObject({ exitCode: 1, stdout: '' });
  expect(windowless.stderr).toContain('serves no window');
});
