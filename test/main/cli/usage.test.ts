import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { run, temporaryFolder } from './run-here.ts';

const ALL_COMMANDS = [
  'login',
  'logout',
  'capabilities',
  'account',
  'account sign-out',
  'account remove-everything',
  'account switch',
  'account confirm-email',
  'account delete',
  'invitation show',
  'invitation accept',
  'files get',
  'preview',
  'versions list',
  'versions get',
  'versions restore',
  'versions diff',
  'versions save',
  'versions send',
  'versions drop',
  'mirror',
  'mirror add',
  'mirror list',
  'mirror preview',
  'mirror own-folder',
  'mirror remove',
  'sync',
  'daemon',
  'stop',
  'setup',
  'alerts',
  'alerts list',
  'alerts show',
  'alerts set',
  'alerts test',
  'metrics',
  'service',
  'service print',
  'window',
  'completion',
  'doctor',
  'log',
  'support-bundle',
  'verify',
  'rebuild',
  'waiting',
  'check',
  'about',
  'activity show',
  'mirror place',
  'account rename',
  'files answer',
  'computer',
  'pause',
  'resume',
  'status',
  'activity',
  'checks',
  'attention',
  'conflicts',
  'conflicts list',
  'conflicts show',
  'conflicts resolve',
  'guards',
  'guards list',
  'guards show',
  'guards answer',
  'limits',
  'limits show',
  'limits set',
  'limits off',
  'undo',
  'undo list',
  'why',
  'ignore',
  'ignore list',
  'ignore add',
  'ignore remove',
  'ignore test',
  'free',
  'keep',
  'problems',
  'problems list',
  'problems retry',
  'problems move-copy',
  'problems skip',
  'files',
  'files list',
  'removed',
  'removed list',
  'removed restore',
  'store',
  'store list',
  'store restore',
  'config',
  'config get',
  'config set',
];

test.each(ALL_COMMANDS)('%s --help says how to write it and what the exit codes mean', async command => {
  const { exitCode, stdout, stderr, events } = await run([...command.split(' '), '--help']);
  expect({ exitCode, stderr, events }).toEqual({ exitCode: 0, stderr: '', events: [] });
  expect(stdout).toContain(`Usage: benchtop ${command}`);
  expect(stdout).toContain('--data <folder>');
  expect(stdout).toMatch(/Exit codes:\n( {2}\d+ +\S.*\n){8}/);
});

test('--help lists every command with a summary', async () => {
  const { exitCode, stdout } = await run(['--help']);
  expect(exitCode).toBe(0);
  for (const command of ALL_COMMANDS.filter(name => !name.includes(' '))) {
    expect(stdout).toMatch(new RegExp(`^  ${command}\\b.* {2,}\\S`, 'm'));
  }
});

test.each([
  ['no command', ''],
  ['an unknown command', 'synchronise'],
  ['an unknown option', 'status --yaml'],
  ['too many arguments', 'status now'],
  ['--data without a folder', 'status --data'],
  ['a group without a command', 'mirror'],
  ['an unknown command in a group', 'mirror move'],
  ['login without --service', 'login --key-stdin'],
  ['login without a way to sign in', 'login --service http://127.0.0.1:1/api/v1'],
  ['login with a key in the arguments', 'login --service http://127.0.0.1:1/api/v1 --key-stdin svc_live_x'],
  ['login with no key on standard input', 'login --service http://127.0.0.1:1/api/v1 --key-stdin'],
  ['an unknown store', 'login --service http://127.0.0.1:1/api/v1 --key-stdin --store paper'],
  ['mirror add without --remote', 'mirror add --local x'],
  ['mirror add without --local', 'mirror add --remote x'],
  ['an unknown mode', 'mirror add --remote x --local y --mode sideways'],
  ['mirror remove without an id', 'mirror remove'],
  ['sync without --once', 'sync'],
  ['a pause for no time', 'pause --for ever'],
  ['a pause until no time', 'pause --until 25:00'],
  ['a pause with two ends', 'pause --for 1h --until 08:00'],
  ['a port that is none', 'daemon --window-port http'],
  ['a port that is too high', 'daemon --window-port 65536'],
  ['setup without a file', 'setup --key-stdin'],
  ['alerts set without anything to set', 'alerts set'],
  ['a last day that is none', 'login --service http://127.0.0.1:1/api/v1 --key-stdin --expires soon'],
  ['a service of no kind', 'service print cron'],
  ['a service with its records nowhere', 'service print systemd --data records'],
  ['ignore add without a pattern', 'ignore add'],
  ['problems move-copy without a folder', 'problems move-copy item:7'],
  ['a limit of no speed', 'limits set --up fast'],
  ['a limit that stands still', 'limits set --up 10'],
  ['a limit with half its hours', 'limits set --up 1MB/s --from 08:00'],
  ['a limit of nothing', 'limits set'],
  ['free without a path', 'free'],
  ['keep without a path', 'keep'],
  ['problems skip without an id', 'problems skip'],
  ['store restore without an id', 'store restore'],
  ['conflicts resolve without --keep', 'conflicts resolve c1'],
  ['conflicts resolve with an unknown choice', 'conflicts resolve c1 --keep none'],
  ['guards answer without an answer', 'guards answer g1'],
  ['guards answer with both answers', 'guards answer g1 --keep --remove'],
  ['config set without a value', 'config set settleMs'],
  ['activity with a limit that is none', 'activity --limit -3'],
  ['activity since no moment', 'activity --since yesterday'],
  ['activity as two kinds of files', 'activity --csv --jsonl'],
])('%s is a usage error: 2, with a message and nothing else', async (_, line) => {
  const { exitCode, stdout, stderr, events } = await run(line === '' ? [] : line.split(' '));
  expect({ exitCode, stdout, events }).toEqual({ exitCode: 2, stdout: '', events: [] });
  expect(stderr).not.toBe('');
});

test('an empty --data is refused instead of taking the current folder', async () => {
  const folder = await temporaryFolder();
  const { exitCode, stderr } = await run(['status', '--data', ''], {}, { caller: { folder } });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('It must name a folder.');
  expect(existsSync(join(folder, 'lock.db'))).toBe(false);
});

test('--version prints the version', async () => {
  expect(await run(['--version'])).toEqual({ exitCode: 0, stdout: '1.2.3\n', stderr: '', events: [] });
});
