import { resolve } from 'node:path';

import { Command, CommanderError, InvalidArgumentError } from 'commander';

import { commandsFor } from './commands/table.ts';
import type { Caller } from './runner/caller.ts';
import { endingOf, makeDesk } from './runner/command-context.ts';
import type { Place } from './runner/engine-access.ts';
import { EXIT, EXIT_HELP, type ExitCode } from './runner/exit-codes.ts';
import type { Parts } from './runner/engine-parts.ts';
import { addRows } from './runner/command-row.ts';
import { escapeControls } from './output/harmless-text.ts';

/** Runs one command to its end. Never throws: every failure becomes a message and an exit code. */
export async function runCommandLine(caller: Caller, parts: Parts): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = newProgram(caller);
  const place = (): Place => ({ caller, parts, dataDirectory: dataDirectoryOf(program, caller) });
  const context = makeDesk({ place, setExitCode: code => (exitCode = code) });
  addRows(program, context, await commandsFor(caller.args));
  endHelpWithExitCodes(program);
  try {
    await program.parseAsync(caller.args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has said already what was wrong, or shown the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const ending = endingOf(error);
    caller.tell(escapeControls(ending.message));
    return ending.exitCode;
  }
}

/** The program without its commands. Commands made from it inherit how it ends and writes. */
function newProgram(caller: Caller): Command {
  return new Command('benchtop')
    .description("Keeps a lab's folders as a real folder on this computer, in step with its knowledge base both ways.")
    .version(caller.version)
    .option('--data <folder>', `where Benchtop keeps its records (default: ${caller.dataDirectory})`, notEmpty)
    .configureOutput({
      writeOut: text => caller.print(text),
      writeErr: text => caller.tell(escapeControls(text.replace(/\n$/, ''))),
    })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Add --help for how to write it.')
    .exitOverride();
}

function notEmpty(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must name a folder.');
  return text;
}

function dataDirectoryOf(program: Command, caller: Caller): string {
  const { data } = program.opts<{ readonly data?: string }>();
  return data === undefined ? caller.dataDirectory : resolve(caller.folder, data);
}

function endHelpWithExitCodes(command: Command): void {
  command.addHelpText('after', EXIT_HELP);
  for (const child of command.commands) endHelpWithExitCodes(child);
}
