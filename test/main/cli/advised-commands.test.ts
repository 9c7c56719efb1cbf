import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Command } from 'commander';
import { expect, test } from 'vitest';

import { allCommands } from '../../../main/cli/commands/table.ts';
import type { CommandContext } from '../../../main/cli/runner/command-context.ts';
import { addRows } from '../../../main/cli/runner/command-row.ts';
import { calls } from '../../../shared/contract.ts';
import { namesBelow } from '../../setup/run/test-files.ts';
import { run } from './run-here.ts';
import type { Script } from './scripted-app.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const nobody = (): never => {
  throw new Error('no command was to run');
};
const DESK: CommandContext = { place: nobody, ask: nobody, tell: nobody, printLines: nobody, printJson: nobody };
const program = new Command('benchtop').option('--data <folder>');
addRows(program, DESK, await allCommands());

/** Where sentences that people read are written. */
const PLACES = ['shared', 'main'];
/** Scripts for shells and files of services, which are read by programs, and what a window leaves out of sentences. */
const NO_SENTENCES = [
  'main/cli/completing/scripts.ts',
  'main/cli/unattended/systemd.ts',
  'shared/text/window-advice.ts',
];

interface Advised {
  readonly at: string;
  readonly line: string;
}

/** A command in a sentence: from its name to where the sentence goes on, with X for what is put in. */
function advisedIn(at: string, text: string): readonly Advised[] {
  const code = text
    .split('\n')
    .filter(line => !/^\s*(\/\/|\/?\*)|fileName: |const name = /.test(line))
    .join('\n');
  const found = code.matchAll(
    /\bbenchtop ((?:--?[a-z][\w-]*|[a-z][a-z-]*|[A-Z][A-Z-]*|\$\{[^}]*\}|'\$\{[^}]*\}'| )+)/g,
  );
  return [...found].map(([, line = '']) => ({ at, line: line.replaceAll(/'?\$\{[^}]*\}'?/g, ' X').trim() }));
}

const ADVISED = PLACES.flatMap(place =>
  namesBelow(join(root, place))
    .filter(name => name.endsWith('.ts') && !NO_SENTENCES.includes(`${place}/${name}`))
    .flatMap(name => advisedIn(`${place}/${name}`, readFileSync(join(root, place, name), 'utf8'))),
);

/** Rows of the list of advice: the command, and the test that gives it. */
const ROWS = [
  ...readFileSync(join(root, 'test/ADVICE.md'), 'utf8').matchAll(/^\| `benchtop ([a-z -]+)` \| `([^`]+)` \|/gm),
];

/** The words that lead to a command. */
function pathOf(line: string): string {
  const words = line.split(/ +/);
  const path: string[] = [];
  for (let [command, at] = [named(program, words[0]), 0]; command !== undefined; at += 1) {
    path.push(command.name());
    command = named(command, words[at + 1]);
  }
  return path.join(' ');
}

/** What is wrong with a command as it is advised; null when it can be given so. Words of the sentence may follow it. */
function troubleWith(line: string): string | null {
  const words = line.split(/ +/);
  let command: Command = program;
  let at = 0;
  for (let child = named(command, words[at]); child !== undefined; child = named(command, words[at])) {
    command = child;
    at += 1;
  }
  if (command === program) return 'no such command';
  const rest = words.slice(at);
  const takesNothing = command.registeredArguments.length + command.options.length === 0;
  if (command.commands.length > 0 && takesNothing && rest.length > 0) return 'no such command in the group';
  const options = rest.filter(word => word.startsWith('--'));
  const unknown = options.find(word => !command.options.some(({ long }) => long === word) && word !== '--help');
  if (unknown !== undefined) return `no option ${unknown}`;
  const given = rest.filter((word, index) => /^[A-Z]/.test(word) && !takesValue(command, rest[index - 1]));
  const most = command.registeredArguments;
  return given.length > most.length && !most.some(({ variadic }) => variadic) ? 'too many words' : null;
}

function named(command: Command, word = ''): Command | undefined {
  return command.commands.find(child => child.name() === word);
}

function takesValue(command: Command, word: string | undefined): boolean {
  return command.options.some(({ long, required, optional }) => long === word && (required || optional));
}

test('sentences advise commands at all, or this reads them no more', () => {
  expect(ADVISED.length).toBeGreaterThan(60);
});

test('every command that a sentence names can be given as it is written there', () => {
  const wrong = ADVISED.flatMap(({ at, line }) => {
    const trouble = troubleWith(line);
    return trouble === null ? [] : [`${at}: benchtop ${line}: ${trouble}`];
  });
  expect(wrong).toEqual([]);
});

test('every command that a sentence advises stands in the list of advice with a test that gives it, and no other does', () => {
  const advised = new Set(ADVISED.map(({ line }) => pathOf(line)));
  expect(new Set(ROWS.map(([, command]) => command))).toEqual(advised);
  const untested = ROWS.filter(([, command = '', file = '']) => {
    const words = command.split(' ');
    const text = readFileSync(join(root, file), 'utf8');
    return !text.includes(words.map(word => `'${word}'`).join(', ')) && !text.includes(command);
  });
  expect(untested.map(([row]) => row)).toEqual([]);
});

test.each([
  [['attention'], 'attention.list null'],
  [['chat', 'cancel', 'm1'], 'chat.cancel {"id":"m1"}'],
  [['chat', 'files', 't1'], 'chat.attachments {"task":"t1"}'],
  [['export', 'start'], 'export.start '],
  [['problems', 'allow', 'item:7'], 'problems.allow {"id":"item:7"}'],
  [['problems', 'take', 'item:7'], 'problems.take {"id":"item:7"}'],
  [['projects', 'members', 'Plates'], 'projects.list '],
])('%j asks the engine for what the sentence promises', async (args, asked) => {
  const refused = { fault: { kind: 'bad-request', detail: 'The engine said no.' } } as const;
  const script: Script = Object.fromEntries(Object.keys(calls).map(name => [name, refused]));
  const { events } = await run(args, script);
  expect(events.join('\n')).toContain(asked);
});
