import { spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { ON_POSIX, shellProgram } from '../../setup/on-posix.ts';
import { builtProgram } from '../../setup/program.ts';
import { type Computer, type Lab, openLab, succeed } from '../benchtop.ts';

// Real shells, a real journal. zsh, fish and PowerShell are asked where they are installed.

let lab: Lab;
let bench: Computer;
let mirrorId = '';

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000 });
  lab = await openLab({ sample: true });
  bench = await lab.computer('bench');
  await mkdir(join(lab.folder, 'here'), { recursive: true });
  mirrorId = (
    await succeed(
      bench.run(['mirror', 'add', '--remote', 'Knowledge Base/Meetings', '--local', join(lab.folder, 'here')]),
    )
  ).stdout.trim();
  // What was listed once is known.
  await succeed(bench.run(['files', 'list']));
  await succeed(bench.run(['files', 'list', 'Knowledge Base']));
  await mkdir(join(lab.folder, 'bin'));
  const command = join(lab.folder, 'bin', 'benchtop');
  const words = (await builtProgram()).map(word => `'${word}'`).join(' ');
  await writeFile(command, shellProgram(`exec ${words} "$@"`));
  await chmod(command, 0o755);
}, 120_000);

afterAll(() => lab?.close());

function shell(name: string, args: readonly string[]): string {
  const path = `${join(lab.folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const environment = { PATH: path, HOME: lab.folder, BENCHTOP_DATA: bench.data, TERM: 'dumb', LC_ALL: 'C.UTF-8' };
  const ran = spawnSync(name, args, { env: environment, encoding: 'utf8', timeout: 60_000 });
  return ran.stdout;
}

const has = (name: string): boolean => spawnSync(name, ['-c', 'exit 0']).status === 0;

/** What bash would offer behind a line. */
function inBash(line: string): readonly string[] {
  const script = `
    source <(benchtop completion bash)
    complete -p benchtop >&2 || exit 1
    COMP_LINE=$1 COMP_POINT=\${#1}
    read -ra COMP_WORDS <<<"$1"
    [[ $1 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _benchtop
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return shell('bash', ['--norc', '-c', script, 'bash', line]).trimEnd().split('\n');
}

/** On a busy computer a completion that must ask the records may run out of its two seconds: a person presses Tab again. */
function offers(line: string, words: readonly string[]): Promise<void> {
  return expect.poll(() => inBash(line), { timeout: 60_000 }).toEqual(words);
}

test.runIf(ON_POSIX)('bash completes commands, options, ids of mirrors and paths of the knowledge base', async () => {
  expect(inBash('benchtop mirror add --mode=d')).toEqual(['download']);
  await offers('benchtop mirror remove ', [mirrorId]);
  await offers('benchtop files list Kn', ['Knowledge Base/']);
  await offers("benchtop files list 'Knowledge Base/Me", ['Knowledge Base/Meetings/']);
  await offers('benchtop files list Knowledge\\ Base/Me', ['Knowledge Base/Meetings/']);
  await offers('benchtop mirror add --remote Kn', ['Knowledge Base/']);
  expect(inBash('benchtop nothing')).toEqual(['']);
});

test.runIf(has('fish'))('fish completes them, with what they mean', () => {
  const inFish = (line: string): readonly string[] =>
    shell('fish', ['--no-config', '-c', `benchtop completion fish | source; complete -C "${line}"`])
      .trimEnd()
      .split('\n');
  expect(inFish('benchtop mirror own')).toEqual(['own-folder\tyour own folder in the knowledge base']);
  expect(inFish('benchtop mirror remove ')).toEqual([`${mirrorId}\t${join(lab.folder, 'here')}`]);
  expect(inFish('benchtop files list Kn')).toEqual(['Knowledge Base/']);
});

test.runIf(spawnSync('pwsh', ['-NoProfile', '-Command', 'exit 0']).status === 0)(
  'PowerShell completes them, quoted',
  () => {
    const inPowerShell = (line: string): readonly string[] => {
      const script = `benchtop completion powershell | Out-String | Invoke-Expression
      $line = '${line.replaceAll("'", "''")}'
      [System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null).CompletionMatches.CompletionText`;
      return shell('pwsh', ['-NoProfile', '-Command', script]).trimEnd().split('\n');
    };
    expect(inPowerShell('benchtop mirror own')).toEqual(['own-folder']);
    expect(inPowerShell('benchtop files list Kn')).toEqual(["'Knowledge Base/'"]);
    expect(inPowerShell("benchtop files list 'Knowledge Base/Me")).toEqual(["'Knowledge Base/Meetings/'"]);
  },
);

test.runIf(has('zsh'))('zsh completes them where somebody types', () => {
  const script = `
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "PS1='> '; autoload -Uz compinit && compinit -u -D; eval \\"\\$(benchtop completion zsh)\\"; echo READ\\"\\"Y"
    while zpty -r z line; do [[ $line == *READY* ]] && break; done
    zpty -n -w z $'echo benchtop; benchtop files list Kn\\t'
    for turn in {1..100}; do
      sleep 0.2
      zpty -rt z line 2>/dev/null && print -rn -- $line && all+=$line
      [[ $all == *owledge* ]] && break
    done
    zpty -d z`;
  expect(shell('zsh', ['-f', '-c', script])).toContain('owledge\\ Base/');
});
