import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Failure } from '../../../shared/fault.ts';
import { HOUR, MINUTE } from '../../../shared/units.ts';
import { run, temporaryFolder } from './run-here.ts';
import { handTopics } from '../../shared/scripted-handlers.ts';
import { scriptedApp } from './scripted-app.ts';
import { AT, openItem, report, STATUS } from './samples.ts';

const KEY = 'svc_live_0123456789';
const LOGIN = ['login', '--service', 'http://127.0.0.1:4000/api/v1', '--key-stdin'];
const withKey = { caller: { readInput: async () => `${KEY}\n` } };
const done = { gives: null };

test('login hands the key from standard input to the engine and never shows it [S46]', async () => {
  const gives = { organization: 'Example Lab', notice: 'Kept in a file only you can read.' };
  const ran = await run([...LOGIN, '--store', 'file'], { 'account.signIn': { gives } }, withKey);
  expect(ran).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'Kept in a file only you can read.\nSigned in at http://127.0.0.1:4000/api/v1, organization Example Lab.\n',
    events: [
      `account.signIn {"service":"http://127.0.0.1:4000/api/v1","key":"${KEY}","store":"file"}`,
      'close',
      'disk closed',
      'http closed',
    ],
  });
});

test('login without --store lets the engine choose the place [S46]', async () => {
  const gives = { organization: null, notice: null };
  const ran = await run(LOGIN, { 'account.signIn': { gives } }, withKey);
  expect(ran.events[0]).toContain('"store":null');
});

test('a key that the service refuses is 4 and names the service', async () => {
  const ran = await run(LOGIN, { 'account.signIn': { fault: { kind: 'signed-out' } } }, withKey);
  expect(ran).toMatchObject({ exitCode: 4, stdout: '' });
  expect(ran.stderr).toContain('http://127.0.0.1:4000/api/v1 does not accept this key');
  expect(ran.stderr).not.toContain(KEY);
});

test('mirror add counts relative folders from the caller and prints the id alone', async () => {
  const args = ['mirror', 'add', '--remote', 'Knowledge Base/Plates', '--local', 'here/plates'];
  const ran = await run(args, { 'mirrors.add': { gives: { id: 'm1', notice: null } } });
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'm1\n', stderr: '' });
  expect(ran.events[0]).toBe(
    'mirrors.add {"remote":"Knowledge Base/Plates","local":"/bench/here/plates","mode":"two-way"}',
  );
});

test('mirror add takes an absolute folder and a mode as they are', async () => {
  const args = ['mirror', 'add', '--remote', 'a', '--local', '/data/x', '--mode', 'upload'];
  const ran = await run(args, { 'mirrors.add': { gives: { id: 'm2', notice: 'There is little room.' } } });
  expect(ran.events[0]).toBe('mirrors.add {"remote":"a","local":"/data/x","mode":"upload"}');
  expect(ran).toMatchObject({ stdout: 'm2\n', stderr: 'There is little room.\n' });
});

test.each([
  ['logout', 'account.signOut null'],
  ['mirror remove m1', 'mirrors.remove {"id":"m1"}'],
  ['pause', 'sync.pause null'],
  ['pause m1', 'sync.pause {"mirror":"m1","untilMs":null}'],
  ['resume', 'sync.resume null'],
  ['resume m1', 'sync.resume {"mirror":"m1"}'],
  ['conflicts resolve c1 --keep theirs', 'conflicts.resolve {"id":"c1","keep":"theirs"}'],
  ['guards answer g1 --keep', 'guards.answer {"id":"g1","answer":"keep"}'],
  ['guards answer g1 --remove', 'guards.answer {"id":"g1","answer":"remove"}'],
  ['problems skip item:7', 'problems.skip {"id":"item:7"}'],
  ['problems take item:7', 'problems.take {"id":"item:7"}'],
  ['config set settleMs 0', 'settings.set {"name":"settleMs","value":"0"}'],
] as const)('%s asks the engine and prints no data', async (line, expected) => {
  const name = expected.split(' ')[0] ?? '';
  const ran = await run(line.split(' '), { [name]: done });
  expect(ran).toMatchObject({ exitCode: 0, stdout: '' });
  expect(ran.events[0]).toBe(expected);
});

test.each([
  ['problems retry', 2, 'problems.retry {"id":null}', '2 things are tried again with the next sync.\n'],
  ['problems retry item:7', 1, 'problems.retry {"id":"item:7"}', 'It is tried again with the next sync.\n'],
  ['problems retry', 0, 'problems.retry {"id":null}', 'There are no problems.\n'],
] as const)('%s says that %i are tried again', async (line, count, asked, stderr) => {
  const ran = await run(line.split(' '), { 'problems.retry': { gives: { count } } });
  expect(ran).toMatchObject({ exitCode: 0, stdout: '', stderr });
  expect(ran.events[0]).toBe(asked);
});

test.each([
  ['--for 2h', 2 * HOUR],
  ['--for 45m', 45 * MINUTE],
  ['--for 1d', 24 * HOUR],
])('pause %s ends in so much time', async (option, ms) => {
  const before = Date.now();
  const ran = await run(['pause', ...option.split(' ')], { 'sync.pause': done });
  expect(ran.exitCode).toBe(0);
  const [, until = ''] = /^sync\.pause {"mirror":null,"untilMs":(.*)}$/.exec(ran.events[0] ?? '') ?? [];
  expect(Number(until) - before - ms).toBeGreaterThanOrEqual(0);
  expect(Number(until) - before - ms).toBeLessThan(MINUTE);
});

test('pause --until ends when it is that time the next time', async () => {
  const ran = await run(['pause', 'm1', '--until', '08:00'], { 'sync.pause': done });
  const [, until = ''] = /"untilMs":(.*)}$/.exec(ran.events[0] ?? '') ?? [];
  const at = new Date(Number(until));
  expect([at.getHours(), at.getMinutes(), at.getSeconds()]).toEqual([8, 0, 0]);
  expect(at.getTime() - Date.now()).toBeGreaterThan(0);
  expect(at.getTime() - Date.now()).toBeLessThanOrEqual(25 * HOUR);
});

test('problems move-copy prints where the copy is', async () => {
  const ran = await run(['problems', 'move-copy', 'item:7', '--to', 'Mine'], {
    'problems.moveCopy': { gives: { path: 'Mine/a.csv' } },
  });
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'Mine/a.csv\n' });
  expect(ran.events[0]).toBe('problems.moveCopy {"id":"item:7","to":"Mine"}');
});

const IDENTIFIED = { gives: { id: '7', kind: 'file', name: 'a' } } as const;

test('free names what stays, and says how much is free now', async () => {
  const text = 'It was changed here and is not sent yet.';
  const gives = {
    files: 2,
    sizeBytes: 1_200_000,
    refused: [{ mirror: 'm1', path: 'b.csv', reason: 'not-sent', text }],
  };
  const ran = await run(['free', 'a', '/lab/b.csv'], { 'files.identify': IDENTIFIED, 'files.free': { gives } });
  expect(ran).toMatchObject({ exitCode: 3, stdout: `m1  b.csv  ${text}\n` });
  expect(ran.stderr).toContain('2 files freed, 1.2 MB.');
  expect(ran.events).toContain('files.free {"ids":["7","7"]}');
});

test.each([
  ['undo', 'activity.undo {"id":null}'],
  ['undo held:7', 'activity.undo {"id":"held:7"}'],
])('%s says what was taken back', async (line, asked) => {
  const gives = { id: '1', mirror: 'm1', path: 'a.csv', text: "It is back as 'a.csv'." };
  const ran = await run(line.split(' '), { 'activity.undo': { gives } });
  expect(ran).toMatchObject({ exitCode: 0, stdout: '', stderr: "It is back as 'a.csv'.\n" });
  expect(ran.events[0]).toBe(asked);
});

test.each([
  ['limits set --up 1MB/s --from 08:00 --to 18:00', { upBytesPerSecond: 1e6, hours: { from: 480, to: 1080 } }],
  ['limits set --down 500kB/s', { downBytesPerSecond: 500_000 }],
  ['limits set --up 0 --always', { upBytesPerSecond: 0, hours: null }],
  ['limits off', { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null }],
])('%s changes what it names', async (line, changed) => {
  const before = { upBytesPerSecond: 2000, downBytesPerSecond: 3000, hours: { from: 1, to: 2 } };
  const ran = await run(line.split(' '), { 'limits.get': { gives: before }, 'limits.set': done });
  expect(ran).toMatchObject({ exitCode: 0, stdout: '' });
  expect(ran.events).toContain(`limits.set ${JSON.stringify({ ...before, ...changed })}`);
});

test('limits show says what holds when', async () => {
  const gives = { upBytesPerSecond: 1_500_000, downBytesPerSecond: 0, hours: { from: 480, to: 1080 } };
  expect((await run(['limits', 'show'], { 'limits.get': { gives } })).stdout).toBe(
    'Sending: at most 1.5 MB/s\nDownloading: as fast as it goes\nFrom 08:00 to 18:00; at other hours as fast as it goes.\n',
  );
});

test('keep says how many files come', async () => {
  const ran = await run(['keep', 'a'], { 'files.identify': IDENTIFIED, 'files.keep': { gives: { files: 1 } } });
  expect(ran).toMatchObject({ exitCode: 0, stdout: '', stderr: '1 file will be downloaded and kept here.\n' });
});

test('store restore prints where the file is now', async () => {
  const gives = { mirror: 'm1', path: 'plates/a (2).csv', older: 0 };
  const ran = await run(['store', 'restore', 'm1-7'], { 'store.restore': { gives } });
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'plates/a (2).csv\n' });
  expect(ran.events[0]).toBe('store.restore {"id":"m1-7"}');
});

test('store list says where files were and why they are kept', async () => {
  const file = { id: 'm1-7', mirror: 'm1', path: 'a.csv', sizeBytes: 3, reason: 'replaced', at: AT, until: AT };
  const { stdout } = await run(['store', 'list'], { 'store.list': { gives: [file, { ...file, path: '' }] } });
  expect(stdout).toMatch(/^m1-7  m1  a\.csv  \(3 B, replaced by the version of the service, .*\)\n/);
  expect(stdout).toMatch(/\nm1-7  m1  Rescued file  \(3 B/);
});

test('config get prints a value alone, or all of them', async () => {
  const script = { 'settings.all': { gives: { settleMs: '2000', pollSeconds: '30' } } };
  expect(await run(['config', 'get', 'settleMs'], script)).toMatchObject({ exitCode: 0, stdout: '2000\n' });
  expect(await run(['config', 'get'], script)).toMatchObject({
    exitCode: 0,
    stdout: 'settleMs=2000\npollSeconds=30\n',
  });
});

test.each(['settle', 'toString'])('config get %s names the settings there are', async name => {
  const ran = await run(['config', 'get', name], { 'settings.all': { gives: { settleMs: '2000' } } });
  expect(ran).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: `There is no setting '${name}'. There are: settleMs.\n`,
  });
});

test('sync --once says what it did and what is open', async () => {
  const held = openItem({ reason: 'settling', text: 'It is still changing.', path: 'a.csv' });
  const ran = await run(['sync', '--once'], { 'sync.once': { gives: report({ sent: 2, held: [held] }) } });
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).toBe('Sent 2, downloaded 0, moved 0, removed 0.\nheld      m1  a.csv  It is still changing.\n');
});

test('sync --once --json prints the report also when the account stopped, and says why on standard error', async () => {
  const stopped = { kind: 'offline', text: "The service can't be reached." };
  const ran = await run(['sync', '--once', '--json'], { 'sync.once': { gives: report({ sent: 1, stopped }) } });
  expect(ran.exitCode).toBe(75);
  expect(JSON.parse(ran.stdout)).toMatchObject({ v: 1, sent: 1 });
  expect(ran.stderr).toBe("The service can't be reached.\n");
});

test('sync --once names the command that shows what waits for the person', async () => {
  const guarded = await run(['sync', '--once'], { 'sync.once': { gives: report({ guarded: true }) } });
  expect(guarded.exitCode).toBe(5);
  expect(guarded.stderr).toContain('benchtop guards list');
  const conflict = report({ conflicted: [openItem()] });
  const conflicted = await run(['sync', '--once'], { 'sync.once': { gives: conflict } });
  expect(conflicted.exitCode).toBe(3);
  expect(conflicted.stderr).toContain('benchtop conflicts list');
});

test.each<[Failure, number, string]>([
  [{ kind: 'signed-out' }, 4, 'benchtop login'],
  [{ kind: 'access-ended', messages: ['Access was revoked'] }, 4, '“Access was revoked”'],
  [{ kind: 'offline', detail: 'connect ECONNREFUSED 127.0.0.1:9' }, 75, 'ECONNREFUSED 127.0.0.1:9'],
  [{ kind: 'busy', retryAfterMs: 34_000 }, 75, '34 seconds'],
  [{ kind: 'disk-refused', path: '/bench/x', code: 'EACCES' }, 1, '/bench/x'],
  [{ kind: 'bad-request', detail: "'/bench/x' is not there; make it first." }, 1, "'/bench/x' is not there"],
])('a fault is one line on standard error and its exit code: %o', async (fault, exitCode, words) => {
  const ran = await run(['sync', '--once', '--json'], { 'sync.once': { fault } });
  expect(ran).toMatchObject({ exitCode, stdout: '' });
  expect(ran.stderr).toContain(words);
  expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  expect(ran.events.slice(1)).toEqual(['close', 'disk closed', 'http closed']);
});

test('status without --json says it in words, with what is open', async () => {
  const open = { held: [], blocked: [openItem()], conflicted: [] };
  const ran = await run(['status'], { 'sync.status': { gives: STATUS }, 'sync.open': { gives: open } });
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout.split('\n').slice(0, 2)).toEqual([
    'Something needs your attention',
    'Service: http://127.0.0.1:4000/api/v1',
  ]);
  expect(ran.stdout).toContain('m1  61 files, 2 waiting, 1 held, 1 blocked, checked 2026-11-20');
  expect(ran.stdout).toContain("blocked   m1  Plates/run 7.csv  The service didn't accept this.");
});

test('a name cannot move the cursor, add a line or turn the reading direction [S28]', async () => {
  const path = 'a\u001B[2J\u202Egpj.exe\nnext';
  const conflict = { id: 'c1', mirror: 'm1', path, copyPath: 'b', fileId: null, at: AT };
  const { stdout } = await run(['conflicts', 'list'], { 'conflicts.list': { gives: [conflict] } });
  expect(stdout).toContain('a\\u{1b}[2J\\u{202e}gpj.exe next');
  expect(stdout.split('\n')).toHaveLength(2);
});

test('a command that needs no engine of its own is told where the daemon is not', async () => {
  const ran = await run(['window']);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
  expect(ran.stderr).toContain('benchtop daemon --window-port 0');
});

test('a command that is stopped closes the engine and ends as temporary', async () => {
  const stopping = new AbortController();
  const forever = new Promise(() => undefined);
  const answers = (): unknown => {
    stopping.abort();
    return forever;
  };
  const ran = await run(['sync', '--once'], { 'sync.once': { answers } }, { caller: { stop: stopping.signal } });
  expect(ran).toEqual({
    exitCode: 75,
    stdout: '',
    stderr: 'Stopped before the end. Nothing is lost; run it again to go on.\n',
    events: ['sync.once null', 'close', 'disk closed', 'http closed'],
  });
});

test('a sync that is cut short prints no report, as if it were one of a whole sync', async () => {
  const stopping = new AbortController();
  const answers = (): unknown => {
    stopping.abort();
    return report({ sent: 1 });
  };
  const ran = await run(['sync', '--once'], { 'sync.once': { answers } }, { caller: { stop: stopping.signal } });
  expect(ran).toMatchObject({ exitCode: 75, stdout: '' });
});

test('the engine gets its data directory, its journal and the name of the computer', async () => {
  const folder = await temporaryFolder();
  const seen: unknown[] = [];
  await run(
    ['pause', '--data', 'records'],
    { 'sync.pause': done },
    { caller: { folder }, onSettings: s => seen.push(s) },
  );
  expect(seen).toMatchObject([
    {
      dataDirectory: join(folder, 'records'),
      journalPath: join(folder, 'records', 'journal.db'),
      computer: 'Lab PC',
      version: '1.2.3',
    },
  ]);
});

test('the data directory is made for its owner alone, and its lock too [S35]', async () => {
  const folder = await temporaryFolder();
  await run(['pause', '--data', 'a/b'], { 'sync.pause': done }, { caller: { folder } });
  expect((await stat(join(folder, 'a/b'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'a/b/lock.db'))).mode & 0o777).toBe(0o600);
});

test('a data directory that everyone may write in is refused [S35]', async () => {
  const folder = await temporaryFolder();
  const shared = join(folder, 'shared');
  await mkdir(shared);
  await writeFile(join(shared, 'something'), '');
  const { chmod } = await import('node:fs/promises');
  await chmod(shared, 0o777);
  const ran = await run(['status', '--data', shared]);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '', events: [] });
  expect(ran.stderr).toContain(`'${shared}' can be written by everyone`);
});

test('a data directory that cannot be made is named with the remedy', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  const ran = await run(['status', '--data', join(folder, 'file/records')]);
  expect(ran).toMatchObject({ exitCode: 78, stdout: '' });
  expect(ran.stderr).toContain(join(folder, 'file/records'));
  expect(ran.stderr).toContain('--data');
});

test('a damaged lock is named with the remedy', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'lock.db'), 'x'.repeat(200));
  const ran = await run(['status', '--data', folder]);
  expect(ran).toMatchObject({ exitCode: 1, stdout: '', events: [] });
  expect(ran.stderr).toContain(`'${join(folder, 'lock.db')}' can't be used`);
});

test('a journal that cannot be opened ends the command with its sentence and frees the directory', async () => {
  const folder = await temporaryFolder();
  const { FaultError } = await import('../../../shared/fault.ts');
  const buildApp = (): Promise<never> =>
    Promise.reject(new FaultError({ kind: 'bad-request', detail: 'The records are damaged; move them away.' }));
  const failed = await run(['status', '--data', folder], {}, { parts: { buildApp } });
  expect(failed).toMatchObject({ exitCode: 1, stdout: '', events: ['disk closed', 'http closed'] });
  expect(failed.stderr).toBe('The records are damaged; move them away.\n');
  expect(await run(['pause', '--data', folder], { 'sync.pause': done })).toMatchObject({ exitCode: 0 });
});

test('a command that waits because the service asked for it says so at once, and once', async () => {
  const topics = handTopics();
  const waitUntil = new Date(Date.now() + 30_000).toISOString();
  const answers = async (): Promise<unknown> => {
    for (let times = 0; times < 2; times++) topics.publish('sync.status', { ...STATUS, waitUntil });
    await new Promise(resolve => setImmediate(resolve));
    return report();
  };
  const app = { ...scriptedApp({ 'sync.once': { answers } }, () => undefined), topics };
  const ran = await run(['sync', '--once'], {}, { parts: { buildApp: async () => app } });
  expect(ran.stderr.match(/Service asked us to wait/g)).toHaveLength(1);
});
