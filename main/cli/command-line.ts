import { resolve } from 'node:path';

import { Command, CommanderError, InvalidArgumentError } from 'commander';

import { addAccountCommands } from './commands/account/account-commands.ts';
import { addActivityCommands } from './commands/activity/activity-commands.ts';
import { addAttentionCommand, addConflictCommands, addGuardCommands } from './commands/attention/attention-commands.ts';
import { addAlertCommands } from './commands/attention/alert-commands.ts';
import { addChatCommands } from './commands/chat/chat-commands.ts';
import type { Caller } from './runner/caller.ts';
import { addComputerCommand } from './commands/account/computer-command.ts';
import { addCompletionCommands } from './completing/completion-commands.ts';
import { addDaemonCommands } from './commands/daemon/daemon-commands.ts';
import { addConnectionCommands } from './commands/connections/connection-commands.ts';
import { type CommandContext, endingOf, makeDesk } from './runner/command-context.ts';
import { addDiagnosticsCommands } from './commands/daemon/diagnostics-commands.ts';
import type { Place } from './runner/engine-access.ts';
import { EXIT, EXIT_HELP, type ExitCode } from './runner/exit-codes.ts';
import { addExportCommands } from './commands/organization/export-commands.ts';
import { addFilesCommands, addRemovedCommands } from './commands/files/list-commands.ts';
import { addFileCommands } from './commands/files/file-commands.ts';
import { addLibraryCommands } from './commands/library/library-commands.ts';
import { addManagedCommands } from './commands/daemon/managed-commands.ts';
import { addMetricsCommands } from './commands/daemon/metrics-commands.ts';
import { addMirrorCommands } from './commands/mirrors/mirror-commands.ts';
import { addIgnoreCommands } from './commands/mirrors/ignore-commands.ts';
import { addOnlineOnlyCommands } from './commands/files/online-only-commands.ts';
import { addNowCommands } from './commands/daemon/status-commands.ts';
import { addOrgCommands } from './commands/organization/org-commands.ts';
import type { Parts } from './runner/engine-parts.ts';
import { addLookCommand } from './commands/files/preview-commands.ts';
import { limitRows } from './commands/mirrors/limit-commands.ts';
import { addRows } from './runner/command-row.ts';
import { addNetworkCommands } from './commands/mirrors/network-commands.ts';
import { addPauseCommands } from './commands/mirrors/pause-commands.ts';
import { visible } from './output/harmless-text.ts';
import { addProblemCommands } from './commands/attention/problem-commands.ts';
import { addProjectCommands } from './commands/organization/project-commands.ts';
import { addConfigCommands } from './commands/account/config-commands.ts';
import { addShareCommands } from './commands/sharing/share-commands.ts';
import { addSearchCommand } from './commands/files/search-commands.ts';
import { addStopCommand } from './commands/daemon/stop-command.ts';
import { addStoreCommands } from './commands/files/trash-commands.ts';
import { addSetupCommand } from './setting-up/setup-command.ts';
import { addServiceCommands } from './unattended/service-commands.ts';
import { addUndoCommands } from './commands/activity/undo-commands.ts';
import { addSyncCommands } from './commands/daemon/sync-commands.ts';
import { addVersionsCommands } from './commands/versions/versions-commands.ts';
import { addWhyCommand } from './commands/attention/why-commands.ts';
import { addZonesCommands } from './commands/zones/zones-commands.ts';

/** Runs one command to its end. Never throws: whatever happens becomes a message and an exit code. */
export async function runCommandLine(caller: Caller, parts: Parts): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = newProgram(caller);
  const place = (): Place => ({ caller, parts, dataDirectory: dataDirectoryOf(program, caller) });
  const context = makeDesk({ place, setExitCode: code => (exitCode = code) });
  addCommands(program, context);
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
export function addCommands(program: Command, context: CommandContext): void {
  addAccountCommands(program, context);
  addMirrorCommands(program, context);
  addSyncCommands(program, context);
  addNowCommands(program, context);
  addPauseCommands(program, context);
  addRows(program, context, limitRows);
  addNetworkCommands(program, context);
  addAttentionCommand(program, context);
  addAlertCommands(program, context);
  addConflictCommands(program, context);
  addGuardCommands(program, context);
  addProblemCommands(program, context);
  addWhyCommand(program, context);
  addIgnoreCommands(program, context);
  addFilesCommands(program, context);
  addFileCommands(program, context);
  addLibraryCommands(program, context);
  addOnlineOnlyCommands(program, context);
  addVersionsCommands(program, context);
  addShareCommands(program, context);
  addChatCommands(program, context);
  addOrgCommands(program, context);
  addProjectCommands(program, context);
  addConnectionCommands(program, context);
  addExportCommands(program, context);
  addRemovedCommands(program, context);
  addSearchCommand(program, context);
  addLookCommand(program, context);
  addStoreCommands(program, context);
  addUndoCommands(program, context);
  addActivityCommands(program, context);
  addConfigCommands(program, context);
  addManagedCommands(program, context);
  addComputerCommand(program, context);
  addDiagnosticsCommands(program, context);
  addZonesCommands(program, context);
  addSetupCommand(program, context);
  addServiceCommands(program, context);
  addMetricsCommands(program, context);
  addDaemonCommands(program, context);
  addStopCommand(program, context);
  addCompletionCommands(program, context);
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
