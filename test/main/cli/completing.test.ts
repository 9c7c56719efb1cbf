import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readShellLine } from '../../../main/cli/completing/shell-line.ts';
import { run, temporaryFolder } from './run-here.ts';
import type { Script } from './scripted-app.ts';

test.each([
  ['benchtop ', ['benchtop', ''], 0],
  ['benchtop files list Kno', ['benchtop', 'files', 'list', 'Kno'], 0],
  ['benchtop files list "Knowledge Base/Pl', ['benchtop', 'files', 'list', 'Knowledge Base/Pl'], 0],
  ["benchtop why 'a b' ", ['benchtop', 'why', 'a b', ''], 0],
  ['benchtop files list Knowledge\\ Ba', ['benchtop', 'files', 'list', 'Knowledge Ba'], 0],
  ['benchtop x "a\\"b\\c"', ['benchtop', 'x', 'a"b\\c'], 0],
  ['benchtop mirror add --mode=t', ['benchtop', 'mirror', 'add', '--mode=t'], 7],
  ['benchtop undo held:1', ['benchtop', 'undo', 'held:1'], 5],
  ['benchtop x $(touch /tmp/no) `id` \\', ['benchtop', 'x', '$(touch', '/tmp/no)', '`id`', ''], 0],
])('a line is taken apart as a shell would, and nothing in it is run: %s', (line, words, broken) => {
  expect(readShellLine(line)).toEqual({ words, broken });
});

test.each([
  ["benchtop why C:\\lab\\it''s", ['benchtop', 'why', 'C:\\lab\\its'], 0],
  ["benchtop why 'it''s C:\\a", ['benchtop', 'why', "it's C:\\a"], 0],
  ['benchtop why "C:\\a`"b""c', ['benchtop', 'why', 'C:\\a"b"c'], 0],
  ['benchtop why ‘it’’s x', ['benchtop', 'why', 'it’s x'], 0],
  ['benchtop files list Knowledge` Ba', ['benchtop', 'files', 'list', 'Knowledge Ba'], 0],
  ["benchtop files list 'Knowledge Base/'", ['benchtop', 'files', 'list', 'Knowledge Base/'], 0],
])('a line of PowerShell is taken apart as PowerShell would: %s', (line, words, broken) => {
  expect({ ...readShellLine(line, 'powershell'), broken }).toEqual({ words, broken });
});

/** What a line may go on with, in one data directory that has a journal. */
async function next(line: string, script: Script = {}, shell = 'fish'): Promise<readonly string[]> {
  const dataDirectory = await temporaryFolder();
  await writeFile(join(dataDirectory, 'journal.db'), '');
  const asked = shell === 'powershell' ? Buffer.from(line).toString('base64') : line;
  const { exitCode, stdout } = await run(['__complete', '--shell', shell, '--', asked], script, {
    caller: { dataDirectory },
  });
  expect(exitCode).toBe(0);
  return stdout.split('\n').slice(0, -1);
}

const values = (lines: readonly string[]): readonly string[] => lines.map(line => line.replace(/\t.*$/, ''));

test('commands, options and choices come from the commands themselves', async () => {
  expect(values(await next('benchtop pro'))).toEqual(['problems', 'projects']);
  expect(await next('benchtop mirror own')).toEqual(['own-folder\tyour own folder in the knowledge base']);
  expect(values(await next('benchtop files remove --y'))).toEqual(['--yes']);
  expect(values(await next('benchtop files remove --yes --'))).not.toContain('--yes');
  expect(values(await next('benchtop mirror add --mode '))).toEqual(['two-way', 'upload', 'download']);
  expect(values(await next('benchtop mirror add --mode=u'))).toEqual(['--mode=upload']);
  expect(values(await next('benchtop mirror add --mode=u', {}, 'bash'))).toEqual(['upload']);
  expect(values(await next('benchtop completion '))).toEqual(['bash', 'zsh', 'fish', 'powershell']);
  expect(values(await next('benchtop --data /x stat'))).toEqual(['status']);
  expect(values(await next('benchtop __'))).toEqual([]);
});

test('PowerShell sends its line in letters that nothing on the way takes for signs', async () => {
  expect(values(await next('benchtop "completion" ', {}, 'powershell'))).toEqual(['bash', 'zsh', 'fish', 'powershell']);
  expect(values(await next('benchtop mirror add --mode=u', {}, 'powershell'))).toEqual(['--mode=upload']);
  expect(values(await next('benchtop files put "Ünsicht', {}, 'powershell'))).toEqual([':files']);
});

test('the script for PowerShell registers itself for the command and asks that command with the line up to the cursor', async () => {
  const { exitCode, stdout } = await run(['completion', 'powershell']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    "Register-ArgumentCompleter -Native -CommandName 'benchtop', 'benchtop.cmd', 'benchtop.exe'",
  );
  expect(stdout).toContain('& $commandAst.GetCommandName() __complete --shell powershell $asked 2>$null');
  expect(stdout).toMatch(/Substring\(0, \$length\).*\n.*ToBase64String\(\[Text.Encoding\]::UTF8/);
  expect(stdout).toContain('"`t", 2');
  expect(stdout).toContain("'^[\\w./:=+-]+$'");
  // A curved quote in a name of the service would end the word, and what follows it would be run.
  expect(stdout).toContain('EscapeSingleQuotedStringContent($value)');
  // Parentheses, braces and quotes close: PowerShell would refuse all of it otherwise.
  const code = stdout.replaceAll(/^#.*$/gm, '').replaceAll(/'[^'\n]*'|"[^"\n]*"/g, '');
  for (const [open, close] of ['()', '{}', '[]'])
    expect(code.split(open ?? '').length).toBe(code.split(close ?? '').length);
  expect(code).not.toMatch(/['"]/);
});

test('files of this computer are left to the shell', async () => {
  expect(await next('benchtop files put ./pl')).toEqual([':files']);
  expect(await next('benchtop mirror add --local ')).toEqual([':files']);
  expect(await next('benchtop --data ')).toEqual([':files']);
});

const MIRROR = {
  id: 'm1',
  remoteId: 'r',
  remotePath: 'Knowledge Base',
  organization: null,
  local: '/bench/lab',
  mode: 'two-way',
  state: 'ok',
  reason: null,
};

test('ids are those that the command which the help names would list', async () => {
  const script: Script = { 'mirrors.list': { gives: [MIRROR] } };
  expect(await next('benchtop mirror remove ', script)).toEqual([':names', 'm1\t/bench/lab']);
  expect(await next('benchtop activity --mirror ', script)).toEqual([':names', 'm1\t/bench/lab']);
  expect(await next('benchtop pause m', script)).toEqual([':names', 'm1\t/bench/lab']);
});

const AT = '2026-11-20T14:03:09.000Z';
const TASK = {
  id: 't1',
  title: 'Plate 7',
  status: 'active',
  messageCount: null,
  lastMessageAt: null,
  createdAt: null,
  state: 'quiet',
  since: null,
};
const MESSAGE = {
  id: 'w1',
  conversation: 't1',
  task: 't1',
  text: 'Why?',
  contextFiles: [],
  referencedFiles: [],
  openFile: null,
  attachmentIds: [],
  state: 'waiting',
  note: null,
  missing: [],
  until: null,
  writtenAt: AT,
};
const COPY = {
  copy: 'c1',
  original: 'o1',
  name: 'protocol.md',
  task: 't1',
  taskTitle: 'Plate 7',
  at: AT,
  state: 'edited',
  text: 'It was edited.',
  sides: null,
};
const PROJECT = {
  id: 'p1',
  name: 'Dose response',
  description: null,
  icon: null,
  role: null,
  members: null,
  createdAt: null,
  updatedAt: null,
};

test('tasks, messages, working copies, projects and connections are offered by their ids', async () => {
  const script: Script = {
    'chat.tasks': { gives: { tasks: [TASK], hasMore: false, isFresh: true, at: AT } },
    'chat.outbox': { gives: [MESSAGE] },
    'chat.workingCopies': { gives: [COPY] },
    'projects.list': { gives: { isThere: true, projects: [PROJECT] } },
    'connections.list': { gives: { isThere: false, connections: [] } },
  };
  for (const line of ['chat show ', 'chat copy start ', 'chat ask hello --task ', 'chat save-view t', 'chat rename '])
    expect(await next(`benchtop ${line}`, script)).toEqual([':names', 't1\tPlate 7']);
  expect(await next('benchtop chat retry ', script)).toEqual([':names', 'w1\tWhy?']);
  expect(await next('benchtop chat copy commit ', script)).toEqual([':names', 'c1\tprotocol.md']);
  expect(await next('benchtop projects show ', script)).toEqual([':names', 'p1\tDose response']);
  expect(await next('benchtop connections probe ', script)).toEqual([]);
});

test('wherever a file of the knowledge base is meant, its paths are offered', async () => {
  const row = { kind: 'folder', name: 'Plates', id: '1' };
  const script: Script = { 'files.window': { gives: { rows: [row, { ...row, kind: 'file', name: 'a.csv' }] } } };
  for (const line of ['chat origin ', 'chat copy start t1 ', 'chat ask hello --file ', 'share list ', 'versions list '])
    expect(await next(`benchtop ${line}`, script)).toEqual([':names', 'Plates/', 'a.csv']);
  expect(await next('benchtop chat save t1 a1 --to ', script)).toEqual([':names', 'Plates/']);
});

test('where an engine does not answer or does not know, there is nothing, and no message', async () => {
  expect(await next('benchtop mirror remove ', { 'mirrors.list': { fault: { kind: 'bug', detail: 'x' } } })).toEqual(
    [],
  );
  const ran = await run(['__complete', '--shell', 'bash', '--', 'benchtop mirror remove ']);
  // No data directory is made by pressing Tab.
  expect(ran).toMatchObject({ exitCode: 0, stdout: '', stderr: '', events: [] });
});

test('names that would break a line are not offered', async () => {
  const local = '/bench/\u001b[31mlab\nx\u202e';
  const script: Script = {
    'mirrors.list': {
      gives: [
        { ...MIRROR, local },
        { ...MIRROR, id: 'm\n2' },
      ],
    },
  };
  expect(await next('benchtop mirror remove ', script)).toEqual([':names', 'm1\t/bench/ [31mlab x ']);
});

test('a script is printed for each shell that is known', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    expect(await run(['completion', shell])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`__complete --shell ${shell}`) as string,
      events: [],
    });
  expect((await run(['completion', 'tcsh'])).exitCode).toBe(2);
});
