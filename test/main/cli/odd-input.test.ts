import { Command } from 'commander';
import { expect, test } from 'vitest';

import { allCommands } from '../../../main/cli/commands/table.ts';
import { calls } from '../../../shared/contract.ts';
import type { CommandContext } from '../../../main/cli/runner/command-context.ts';
import { addRows } from '../../../main/cli/runner/command-row.ts';
import { SCHEMA_WORDS } from '../../shared/schema-words.ts';
import { run } from './run-here.ts';
import type { Script } from './scripted-app.ts';

const nobody = (): never => {
  throw new Error('no command was to run');
};
const DESK: CommandContext = { place: nobody, ask: nobody, tell: nobody, printLines: nobody, printJson: nobody };

/** Commands that live on, or are about other programs than the engine. */
const LEFT_OUT = new Set(['daemon', 'completion', 'service print']);

interface Leaf {
  readonly words: readonly string[];
  readonly command: Command;
}

function leavesOf(command: Command, words: readonly string[] = []): readonly Leaf[] {
  if (command.commands.length === 0) return LEFT_OUT.has(words.join(' ')) ? [] : [{ words, command }];
  return command.commands.flatMap(child => leavesOf(child, [...words, child.name()]));
}

const program = new Command('benchtop');
addRows(program, DESK, await allCommands());

/** An engine that takes all that the contract lets through, and refuses it in one sentence. */
const REFUSED = { fault: { kind: 'bad-request', detail: 'The engine said no.' } } as const;
const SCRIPT: Script = Object.fromEntries(Object.keys(calls).map(name => [name, REFUSED]));

/** The arguments and all options that take a value, each with the same odd text. */
function asked({ words, command }: Leaf, odd: string, withOptions: boolean): readonly string[] {
  const options = withOptions ? command.options.filter(({ required, optional }) => required || optional) : [];
  const mandatory = withOptions ? [] : command.options.filter(({ mandatory: must }) => must);
  const given = [...options, ...mandatory].map(({ long, short }) => `${long ?? short}=${odd}`);
  return [...words, ...given, '--', ...command.registeredArguments.map(() => odd)];
}

test.each(leavesOf(program).map(leaf => [leaf.words.join(' '), leaf] as const))(
  '%s refuses odd input in plain words',
  async (_, leaf) => {
    for (const odd of ['', 'NaN', 'x'.repeat(60_000)])
      for (const withOptions of [false, true]) {
        const { stderr, stdout } = await run(asked(leaf, odd, withOptions), SCRIPT);
        const told = `${stdout}${stderr}`.replaceAll(odd === '' ? '\0' : odd, '');
        expect(told).not.toMatch(SCHEMA_WORDS);
      }
  },
);
