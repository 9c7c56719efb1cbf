import type { Command } from 'commander';

import { problemTexts } from '../../../../shared/features/attention/problems-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { problemsShape } from '../../output/json-shapes.ts';
import { problemLines } from '../../output/plain-text.ts';

/** `problems list`, `problems retry`, `problems allow`, `problems take`, `problems move-copy`, `problems skip`. */
export function addProblemCommands(program: Command, context: CommandContext): void {
  const problems = program
    .command('problems')
    .summary('list what is stuck, try it again or leave it alone')
    .description('Files and folders that are stuck, each with the reason. Everything else goes on meanwhile.');
  problems
    .command('list')
    .description('Lists what is stuck and why.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const list = await client.call('problems.list', null);
        if (options.json) context.printJson(problemsShape(list));
        else context.printLines(problemLines(list));
      }),
    );
  problems
    .command('retry')
    .description('Tries one of them again, or all, without waiting any longer.')
    .argument('[id]', 'as listed by: benchtop problems list (default: all)')
    .action((id: string | undefined) =>
      context.ask(async ({ client }) => {
        const { count } = await client.call('problems.retry', { id: id ?? null });
        context.tell(count === 0 ? problemTexts.none : problemTexts.retried(count));
      }),
    );
  addAllow(problems, context);
  addTake(problems, context);
  addMoveCopy(problems, context);
  problems
    .command('rename')
    .description('Gives what is stuck another name, and prints where it is then. Nothing is replaced.')
    .argument('<id>', 'as listed by: benchtop problems list')
    .option('--name <name>', 'the new name (default: one that works on every computer)')
    .action((id: string, { name }: { readonly name?: string }) =>
      context.ask(async ({ client }) => {
        const { path } = await client.call('problems.rename', { id, name: name ?? null });
        context.printLines([path]);
      }),
    );
  problems
    .command('skip')
    .description('Leaves one of them alone until something about it changes. Nothing is removed or lost by that.')
    .argument('<id>', 'as listed by: benchtop problems list')
    .action((id: string) =>
      context.ask(async ({ client }) => {
        await client.call('problems.skip', { id });
        context.tell(problemTexts.skip(id));
      }),
    );
}

function addAllow(problems: Command, context: CommandContext): void {
  problems
    .command('allow')
    .description(
      'Lets an item be moved to where more people can read it, or a removed file go without those of its older versions ' +
        'that cannot be kept, or sends what is here again on top of an older version that the service was set back to.',
    )
    .argument('<id>', 'as listed by: benchtop problems list')
    .action((id: string) =>
      context.ask(async ({ client }) => {
        await client.call('problems.allow', { id });
        context.tell(problemTexts.allow(id));
      }),
    );
}

function addTake(problems: Command, context: CommandContext): void {
  problems
    .command('take')
    .description(
      'Takes the older version of a file that the service was set back to; what is here is kept in the store for 30 days.',
    )
    .argument('<id>', 'as listed by: benchtop problems list')
    .action((id: string) =>
      context.ask(async ({ client }) => {
        await client.call('problems.take', { id });
        context.tell(problemTexts.take(id));
      }),
    );
}

function addMoveCopy(problems: Command, context: CommandContext): void {
  problems
    .command('move-copy')
    .summary('copy a change that may not be sent to a folder of your own')
    .description(
      'Copies a change that may not be sent (in a folder that you may only view, or in a mirror that only receives) to ' +
        "another folder of the service, and prints where it is. The service's version then comes back here; yours is in " +
        'the store for 30 days as well.',
    )
    .argument('<id>', 'as listed by: benchtop problems list')
    .requiredOption('--to <folder>', "the service's folder: its id, or names joined by / from a root folder")
    .action((id: string, { to }: { readonly to: string }) =>
      context.ask(async ({ client }) => {
        const { path } = await client.call('problems.moveCopy', { id, to });
        context.printLines([path]);
        context.tell(problemTexts.copied(path));
      }),
    );
}
