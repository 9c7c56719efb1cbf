import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Argument, type Command, Option } from 'commander';

import { completionTexts } from '../../../shared/text/completion.ts';
import { SECOND } from '../../../shared/units.ts';
import type { CommandContext } from '../runner/command-context.ts';
import { ownRow, type Row } from '../runner/command-row.ts';
import { openEngine, type Place } from '../runner/engine-access.ts';
import { withPrefix, type Candidate, type Next, nextOf } from './candidates.ts';
import { SCRIPTS, type Shell, SHELLS } from './scripts.ts';
import { readShellLine, type ShellLine } from './shell-line.ts';
import { knownTo } from './sources.ts';

/** A person pressed Tab and waits: without an answer until then there is none. */
const PATIENCE_MS = 2 * SECOND;
/** A list that long is no help. */
const MOST = 500;

/** Completion, and what its scripts ask. */
export const completionRows: readonly Row[] = [
  ownRow<{ readonly shell: Shell }>(
    'completion <shell>',
    {
      summary: 'print a script that completes commands in your shell',
      help: completionTexts.about,
      arguments: [new Argument('<shell>', 'which shell').choices(SHELLS)],
    },
    ({ shell }, context) => context.place().caller.print(SCRIPTS[shell]),
  ),
  ownRow<Asked>(
    '__complete <line>',
    {
      isHidden: true,
      help: 'Says what a line may go on with.',
      arguments: ['up to the cursor'],
      options: [new Option('--shell <shell>').choices(SHELLS).makeOptionMandatory()],
    },
    (asked, context, command) => complete(command.parent ?? command, context, asked),
  ),
];

interface Asked {
  readonly line: string;
  readonly shell: Shell;
}

async function complete(program: Command, context: CommandContext, asked: Asked): Promise<void> {
  const { words, broken } = lineOf(asked);
  const next = nextOf(program, words.slice(1));
  const { print } = context.place().caller;
  const known = await knownNext(context.place(), next);
  const all = [...next.candidates, ...known.filter(({ value }) => value.startsWith(next.typed))].filter(isPlain);
  // Most commands take a path of the base and one of this computer.
  const mayBeFile = next.source === 'files' || next.source === 'baseFiles';
  if (all.length === 0 && mayBeFile) return print(':files\n');
  if (known.length > 0) print(':names\n');
  // Bash goes on behind its own breaks in a word; others replace all of it.
  const cut = asked.shell === 'bash' ? broken : 0;
  for (const { value, about } of all.slice(0, MOST))
    print(`${value.slice(cut)}${about === '' ? '' : `\t${short(about)}`}\n`);
}

function lineOf({ line, shell }: Asked): ShellLine {
  if (shell !== 'powershell') return readShellLine(line);
  return readShellLine(Buffer.from(line, 'base64').toString('utf8'), 'powershell');
}

/** Never fails and never waits for long: completing is a courtesy. */
async function knownNext(place: Place, { source, typed, before, dataDirectory }: Next): Promise<readonly Candidate[]> {
  if (source === null || source === 'files') return [];
  const directory = dataDirectory === null ? place.dataDirectory : resolve(place.caller.folder, dataDirectory);
  // What does not exist is not made by pressing Tab.
  if (!existsSync(join(directory, 'journal.db'))) return [];
  const enough = new AbortController();
  try {
    const asking = askAt({ ...place, dataDirectory: directory }, source, typed.slice(before.length));
    const found = await Promise.race([asking, sleep(PATIENCE_MS, [], { signal: enough.signal, ref: false })]);
    return found.map(withPrefix(before));
  } catch {
    return [];
  } finally {
    enough.abort();
  }
}

async function askAt(place: Place, source: Exclude<Next['source'], 'files' | null>, typed: string) {
  const engine = await openEngine(place);
  try {
    return await knownTo(engine.client, source, typed);
  } finally {
    await engine.close();
  }
}

/** Lines and tabs have a meaning in an answer, and what cannot be seen is not offered. */
function isPlain({ value }: Candidate): boolean {
  return !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value);
}

function short(about: string): string {
  const plain = about.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  return plain.length > 70 ? `${plain.slice(0, 69)}…` : plain;
}
