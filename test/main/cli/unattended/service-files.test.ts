import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { run, temporaryFolder } from '../run-here.ts';
import { readUnit, valueOf, wordsOf } from './unit-file.ts';

const PROGRAM = [process.execPath, '/opt/bench top/main/cli.ts'];

async function printed(...args: readonly string[]): Promise<string> {
  const ran = await run(['service', 'print', ...args], {}, { caller: { command: PROGRAM } });
  expect({ ...ran, stdout: '' }).toEqual({ exitCode: 0, stdout: '', stderr: '', events: [] });
  return ran.stdout;
}

const PLANS: readonly (readonly string[])[] = [
  [],
  ['--data', '/srv/a "b" 50%\\$HOME', '--user', 'root', '--metrics-port', '9464'],
  ['--data', '/var/lib/benchtop/plate-reader', '--confine'],
  ['--data', '/srv/records', '--user', 'root', '--confine', '/data/a', '/data/b c'],
];

test.each(PLANS)('a unit of systemd is one: %j %j %j', async (...plan) => {
  const text = await printed('systemd', ...plan);
  const unit = readUnit(text);
  const words = wordsOf(valueOf(unit, 'Service', 'ExecStart'));
  const [data = '/var/lib/benchtop'] = plan.includes('--data') ? [plan[plan.indexOf('--data') + 1]] : [];
  const metrics = plan.includes('--metrics-port') ? ['--metrics-port', '9464'] : [];
  expect(words).toEqual([
    PROGRAM[0],
    '--expose-gc',
    '--v8-pool-size=1',
    PROGRAM[1],
    '--data',
    data,
    'daemon',
    ...metrics,
  ]);
  expect(valueOf(unit, 'Service', 'NoNewPrivileges')).toBe('yes');
  expect(await verified(text)).toBe('');
});

/** What systemd itself says against a unit, where it is installed; its grammar is checked above either way. */
async function verified(text: string): Promise<string> {
  const path = join(await temporaryFolder(), 'benchtop.service');
  await writeFile(path, text);
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
  // Not installed, or too old to check a file by itself. What is about another unit of this machine is not about ours.
  if (error !== undefined) return '';
  return status === 0
    ? ''
    : stderr
        .split('\n')
        .filter(line => line.includes('benchtop'))
        .join('\n');
}

test('a confined unit may write into its records and the named folders, and nowhere else', async () => {
  const unit = readUnit(await printed('systemd', '--data', '/srv/records', '--confine', '/data/a', '/data/b c'));
  expect(valueOf(unit, 'Service', 'ProtectSystem')).toBe('strict');
  expect(valueOf(unit, 'Service', 'ProtectHome')).toBe('read-only');
  expect(wordsOf(valueOf(unit, 'Service', 'ReadWritePaths'))).toEqual(['-/srv/records', '-/data/a', '-/data/b c']);
});

test('a misspelled name in a unit, or one in the wrong section, is found', () => {
  expect(() => readUnit('[Service]\nRestartSecs=1\n')).toThrow('line 2');
  expect(() => readUnit('[Service]\nStartLimitBurst=1\n')).toThrow('StartLimitBurst');
  expect(() => wordsOf('/bin/x %h')).toThrow('fill');
});

/** Every text between tags, in order, from XML that is closed properly. @throws Error when it is not. */
function xmlTexts(xml: string): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  const open: { name: string; text: string }[] = [];
  const body = xml.replaceAll(/<!--(?:(?!--)[\s\S])*-->|<\?[^>]*\?>|<!DOCTYPE[^>]*>/g, '');
  for (const [, tag, text] of body.matchAll(/<([^<>]+)>|([^<>]+)/g)) {
    const last = open.at(-1);
    if (tag === undefined) {
      if (last !== undefined) last.text += text ?? '';
    } else if (tag.startsWith('/')) {
      if (last?.name !== tag.slice(1)) throw new Error(`<${tag}> closes <${last?.name ?? ''}>`);
      open.pop();
      texts.set(last.name, [...(texts.get(last.name) ?? []), plain(last.text.trim())]);
    } else if (!tag.endsWith('/')) open.push({ name: tag.split(' ')[0] ?? '', text: '' });
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name ?? ''}> is never closed`);
  return texts;
}

function plain(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot);)/.test(text)) throw new Error(`a bare & in ${text}`);
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

test('the file of launchd starts the same words, again after an accident and not after an end in order', async () => {
  const text = await printed('launchd', '--data', '/Users/a & b/<x>', '--user', '_lab');
  const texts = xmlTexts(text);
  expect(texts.get('string')).toEqual(
    expect.arrayContaining(['_lab', ...PROGRAM, '--data', '/Users/a & b/<x>', 'daemon', 'Background']),
  );
  expect(text).toContain('<key>SuccessfulExit</key><false/>');
});

test.each(['windows', 'windows-task'])('the file of %s gives the program and its words apart', async kind => {
  const texts = xmlTexts(await printed(kind, '--data', 'D:\\lab "x" & y\\', '--user', 'LAB\\svc'));
  const [executable] = texts.get(kind === 'windows' ? 'executable' : 'Command') ?? [];
  const [words] = texts.get(kind === 'windows' ? 'arguments' : 'Arguments') ?? [];
  expect(executable).toBe(PROGRAM[0]);
  expect(words).toBe(
    '--expose-gc --v8-pool-size=1 "/opt/bench top/main/cli.ts" --data "D:\\lab \\"x\\" & y\\\\" daemon',
  );
  const user =
    kind === 'windows' ? [...(texts.get('domain') ?? []), ...(texts.get('user') ?? [])] : texts.get('UserId');
  expect(user?.join('\\')).toBe('LAB\\svc');
});

test('WinSW 2 is told the account in its own words, since it takes LocalSystem where it finds none', async () => {
  const texts = xmlTexts(await printed('windows'));
  expect([texts.get('domain'), texts.get('user'), texts.get('username')]).toEqual([
    ['NT AUTHORITY'],
    ['LocalService'],
    undefined,
  ]);
  const local = xmlTexts(await printed('windows', '--user', 'bench'));
  expect([local.get('domain'), local.get('user')]).toEqual([undefined, ['bench']]);
});

test('the task starts a daemon again that died, by looking every minute', async () => {
  const xml = (await printed('windows-task')).replaceAll(/>\s+</g, '><');
  // RestartOnFailure would not: a program that ended, however it did, was started well.
  const everyMinute = '<Repetition><Interval>PT1M</Interval><StopAtDurationEnd>false</StopAtDurationEnd></Repetition>';
  expect(xml).toMatch(new RegExp(`<TimeTrigger>.*<StartBoundary>.*</StartBoundary>${everyMinute}</TimeTrigger>`));
  expect(xml).toContain('<BootTrigger>');
  expect(xml).toContain('<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>');
});

test.each(['windows', 'windows-task'])(
  'the file of %s takes the records from every other account first',
  async kind => {
    const begin = (await printed(kind)).split('-->')[0] ?? '';
    const [first, , , last] = begin.split('\n').filter(line => /^ {4}\S/.test(line));
    expect(first?.trim()).toBe('md "C:\\ProgramData\\Benchtop"');
    expect(last?.trim()).toBe(
      'icacls "C:\\ProgramData\\Benchtop" /inheritance:r /grant:r "*S-1-5-18:(OI)(CI)F" "*S-1-5-32-544:(OI)(CI)F" "*S-1-5-19:(OI)(CI)F"',
    );
    const named = (await printed(kind, '--data', 'D:\\a--b', '--user', 'LAB\\svc')).split('-->');
    // Two dashes end no comment before its time, and are none of it.
    expect(named).toHaveLength(2);
    expect(named[0]).not.toMatch(/<!--[^]*--/);
    expect(named[0]).toContain('"LAB\\svc:(OI)(CI)F"');
  },
);

test('what is for systemd only is refused for the others', async () => {
  const ran = await run(['service', 'print', 'launchd', '--confine'], {}, { caller: { command: PROGRAM } });
  expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ran.stderr).toContain('Only systemd');
});
