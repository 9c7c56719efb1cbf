import type { Command } from 'commander';

import type { SyncReport } from '../../../../shared/features/status/model.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT, exitCodeOfReport } from '../../runner/exit-codes.ts';
import { statusShape, syncShape } from '../../output/json-shapes.ts';
import { statusLines, syncLines } from '../../output/plain-text.ts';

interface Format {
  readonly json?: true;
}

/** `sync --once`, `status`. */
export function addSyncCommands(program: Command, context: CommandContext): void {
  addSync(program, context);
  addStatus(program, context);
}

function addSync(program: Command, context: CommandContext): void {
  program
    .command('sync')
    .summary('bring all mirrors in step once')
    .description(
      'Brings all mirrors in step: repeats complete looks at both sides until there is nothing to do. Files that are still ' +
        'changing are waited for up to 60 seconds. Removals that wait for their time are not waited for. Where a daemon ' +
        'runs, it is asked to do so.\n\nThe exit code is the first that applies of 2, 4, 75, 1, 5, 3, 0.',
    )
    .requiredOption('--once', 'once, then end (to keep syncing, use: benchtop daemon)')
    .option('--json', 'print one JSON object')
    .action((options: Format) =>
      context.ask(async ({ client }) => {
        const report = await client.call('sync.once', null);
        // Cut short, it is no report of a whole sync.
        if (context.place().caller.stop.aborted) return EXIT.temporary;
        if (options.json) context.printJson(syncShape(report));
        else context.printLines(syncLines(report));
        for (const remark of remarks(report)) context.tell(remark);
        return exitCodeOfReport(report);
      }),
    );
}

/** What a report means for the person, beyond its numbers. */
function remarks({ stopped, guarded, blocked, conflicted }: SyncReport): readonly string[] {
  return [
    ...(stopped === null ? [] : [stopped.text]),
    ...(guarded ? ['Removals wait for your answer. Nothing was removed. See: benchtop guards list'] : []),
    ...(conflicted.length === 0 ? [] : ['Both versions are kept. See: benchtop conflicts list']),
    ...(blocked.length === 0 ? [] : ['Some items are not in step; the files are kept. See: benchtop status']),
  ];
}

function addStatus(program: Command, context: CommandContext): void {
  program
    .command('status')
    .summary('show how things are')
    .description('Shows how things are: the state, each mirror, and what is held, blocked or in conflict.')
    .option('--json', 'print one JSON object')
    .action((options: Format) =>
      context.ask(async ({ client, isDaemon }) => {
        const status = await client.call('sync.status', null);
        if (options.json) {
          context.printJson(statusShape(status));
          return;
        }
        context.printLines(statusLines(status, await client.call('sync.open', null)));
        if (!isDaemon && status.state === 'overdue') context.tell(nowTexts.nothingRuns);
      }),
    );
}
