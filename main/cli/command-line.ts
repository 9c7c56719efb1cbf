import { resolve } from 'node:path';

import { Command, CommanderError, InvalidArgumentError } from 'commander';

import { addAccountCommands } from './account-commands.ts';
import { addActivityCommands } from './activity-commands.ts';
import { addAttentionCommand, addConflictCommands, addGuardCommands } from './attention-commands.ts';
import { addAlertCommands } from './alert-commands.ts';
import { addChatCommands } from './chat-commands.ts';
import type { Caller } from './caller.ts';
import { addComputerCommand } from './computer-command.ts';
import { addCompletionCommands } from './completing/completion-commands.ts';
import { addDaemonCommands } from './daemon-commands.ts';
import { addConnectionCommands } from './connection-commands.ts';
import { type Desk, endingOf, makeDesk } from './desk.ts';
import { addDiagnosticsCommands } from './diagnostics-commands.ts';
import type { Place } from './engine-access.ts';
import { EXIT, EXIT_HELP, type ExitCode } from './exit-codes.ts';
import { addExportCommands } from './export-commands.ts';
import { addFilesCommands, addRemovedCommands } from './files-commands.ts';
import { addFileCommands } from './file-commands.ts';
import { addLibraryCommands } from './library-commands.ts';
import { addManagedCommands } from './managed-commands.ts';
import { addMetricsCommands } from './metrics-commands.ts';
import { addMirrorCommands } from './mirror-commands.ts';
import { addIgnoreCommands } from './ignore-commands.ts';
import { addOnlineOnlyCommands } from './online-only-commands.ts';
import { addNowCommands } from './now-commands.ts';
import { addOrgCommands } from './org-commands.ts';
import type { Parts } from './parts.ts';
import { addLookCommand } from './look-commands.ts';
import { addLimitCommands } from './limit-commands.ts';
import { addNetworkCommands } from './network-commands.ts';
import { addPauseCommands } from './pause-commands.ts';
import { visible } from './harmless-text.ts';
import { addProblemCommands } from './problem-commands.ts';
import { addProjectCommands } from './project-commands.ts';
import { addConfigCommands } from './record-commands.ts';
import { addShareCommands } from './share-commands.ts';
import { addSearchCommand } from './search-commands.ts';
import { addStopCommand } from './stop-command.ts';
import { addStoreCommands } from './store-commands.ts';
import { addSetupCommand } from './setting-up/setup-command.ts';
import { addServiceCommands } from './unattended/service-commands.ts';
import { addUndoCommands } from './undo-commands.ts';
import { addSyncCommands } from './sync-commands.ts';
import { addVersionsCommands } from './versions-commands.ts';
import { addWhyCommand } from './why-commands.ts';
import { addZonesCommands } from './zones-commands.ts';

/** Runs one command to its end. Never throws: whatever happens becomes a message and an exit code. */
export async function runCommandLine(caller: Caller, parts: Parts): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = newProgram(caller);
  const place = (): Place => ({ caller, parts, dataDirectory: dataDirectoryOf(program, caller) });
  const desk = makeDesk({ place, setExitCode: code => (exitCode = code) });
  addCommands(program, desk);
  endHelpWithExitCodes(program);
  try {
    await program.parseAsync(caller.args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has said already what was wrong, or shown the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const ending = endingOf(error);
    caller.tell(visible(ending.message));
    return ending.exitCode;
  }
}

/** All commands there are. */
export function addCommands(program: Command, desk: Desk): void {
  addAccountCommands(program, desk);
  addMirrorCommands(program, desk);
  addSyncCommands(program, desk);
  addNowCommands(program, desk);
  addPauseCommands(program, desk);
  addLimitCommands(program, desk);
  addNetworkCommands(program, desk);
  addAttentionCommand(program, desk);
  addAlertCommands(program, desk);
  addConflictCommands(program, desk);
  addGuardCommands(program, desk);
  addProblemCommands(program, desk);
  addWhyCommand(program, desk);
  addIgnoreCommands(program, desk);
  addFilesCommands(program, desk);
  addFileCommands(program, desk);
  addLibraryCommands(program, desk);
  addOnlineOnlyCommands(program, desk);
  addVersionsCommands(program, desk);
  addShareCommands(program, desk);
  addChatCommands(program, desk);
  addOrgCommands(program, desk);
  addProjectCommands(program, desk);
  addConnectionCommands(program, desk);
  addExportCommands(program, desk);
  addRemovedCommands(program, desk);
  addSearchCommand(program, desk);
  addLookCommand(program, desk);
  addStoreCommands(program, desk);
  addUndoCommands(program, desk);
  addActivityCommands(program, desk);
  addConfigCommands(program, desk);
  addManagedCommands(program, desk);
  addComputerCommand(program, desk);
  addDiagnosticsCommands(program, desk);
  addZonesCommands(program, desk);
  addSetupCommand(program, desk);
  addServiceCommands(program, desk);
  addMetricsCommands(program, desk);
  addDaemonCommands(program, desk);
  addStopCommand(program, desk);
  addCompletionCommands(program, desk);
}

/** The program without its commands. Commands made from it inherit how it ends and writes. */
function newProgram(caller: Caller): Command {
  return new Command('benchtop')
    .description("Keeps a lab's folders as a real folder on this computer, in step with its knowledge base both ways.")
    .version(caller.version)
    .option('--data <folder>', `where Benchtop keeps its records (default: ${caller.dataDirectory})`, notEmpty)
    .configureOutput({
      writeOut: text => caller.print(text),
      writeErr: text => caller.tell(visible(text.replace(/\n$/, ''))),
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
